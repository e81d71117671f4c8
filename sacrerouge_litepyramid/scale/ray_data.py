"""The Ray engine: Ray Data spreads the batches of a corpus over workers, on this machine or a
cluster.
"""

import logging
import os
import pickle
import warnings
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from typing import Any, NamedTuple

from sacrerouge_litepyramid.io.sources import SourceFile
from sacrerouge_litepyramid.scale.batches import ScoredBatch, ScoreRows, read_batches

logger = logging.getLogger(__name__)

#: small enough that each of Ray's blocks is a single batch, and each task scores one batch
MAX_BLOCK_BYTES = 1


class RaySettings(NamedTuple):
    """The number of workers (None for as many as fit), the CPUs and GPUs of each worker, and the
    cluster's address.

    Without an address, Ray is started on this machine.
    """

    concurrency: int | None = None
    num_cpus: int = 1
    num_gpus: float = 0
    address: str | None = None

    def check(self) -> None:
        """Raise ValueError if a number is too small, ImportError if Ray is not installed."""
        if find_spec("ray") is None:
            raise ImportError(
                "the engine 'ray' needs ray: pip install \"sacrerouge-litepyramid[ray]\""
            )
        for name, smallest in {"concurrency": 1, "num_cpus": 1, "num_gpus": 0}.items():
            value = getattr(self, name)
            # NaN is not at least 0 either.
            if value is not None and not value >= smallest:
                raise ValueError(f"{name} must be at least {smallest}, not {value}")


def score_with_ray(
    score: ScoreRows, sources: Sequence[SourceFile], batch_size: int, settings: RaySettings
) -> Iterator[ScoredBatch]:
    """Yield the scored batches of a corpus in its order.

    Raise ValueError for the error of a reader or worker. Ray Data's own readers do not report line
    numbers, so tasks of it read by `read_batches`.
    """
    import ray

    _start_ray(settings.address)
    dataset = _plan(score, sources, batch_size, settings)
    # Ray warns of idle workers if a corpus has few batches.
    warnings.filterwarnings("ignore", "The minimum number of concurrent actors", UserWarning)
    try:
        for row in dataset.iter_rows():
            scored = pickle.loads(row["batch"])
            if isinstance(scored, ValueError):
                raise scored
            yield scored
    except ray.exceptions.RayError as error:
        lines = str(error).strip().splitlines()
        raise RuntimeError(f"Ray gave up: {lines[-1]}") from error


def _start_ray(address: str | None) -> None:
    """Connect this process to a cluster, or start Ray on this machine.

    Keep an existing connection.
    """
    import ray

    if ray.is_initialized():
        return
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    local: dict[str, Any] = {} if address else {"include_dashboard": False}
    # Ray's messages would appear on standard output, among the results.
    ray.init(
        address=address or "local", logging_level=logging.WARNING, log_to_driver=False, **local
    )


def _count_workers(settings: RaySettings) -> int:
    """Return the number of workers.

    Raise ValueError if they do not fit, because Ray would wait for ever.
    """
    import ray

    resources = ray.cluster_resources()
    cpus, gpus = settings.num_cpus, settings.num_gpus
    room = int(resources.get("CPU", 0) // cpus)
    if gpus:
        room = min(room, int(resources.get("GPU", 0) / gpus))
    elif resources.get("GPU"):
        logger.warning(
            "the model runs on CPUs: the workers use none of Ray's %g GPUs", resources["GPU"]
        )
    if (settings.concurrency or 1) > room:
        raise ValueError(
            f"{settings.concurrency or 1} workers of {cpus} CPUs and {gpus} GPUs do not fit: "
            f"Ray has {resources.get('CPU', 0):g} CPUs and {resources.get('GPU', 0):g} GPUs, room "
            f"for {room}; lower concurrency, num_cpus or num_gpus"
        )
    return settings.concurrency or room


def _plan(
    score: ScoreRows, sources: Sequence[SourceFile], batch_size: int, settings: RaySettings
) -> Any:
    """Return Ray's data set whose rows are the scored batches, pickled.

    Nothing runs before it is iterated.
    """
    import ray

    workers = _count_workers(settings)
    context = ray.data.DataContext.get_current().copy()
    context.target_max_block_size = MAX_BLOCK_BYTES
    context.enable_progress_bars = False
    context.execution_options.preserve_order = True
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    with ray.data.DataContext.current(context):
        files = ray.data.from_items(
            [pickle.dumps(source) for source in sources], override_num_blocks=len(sources)
        )
        # Readers reserve no CPU: the workers may reserve all, and readers would wait for one for
        # ever. One reader keeps several workers busy, so there are at most as many readers as
        # workers.
        readers = ray.data.TaskPoolStrategy(size=min(workers, len(sources)))
        batches = files.map_batches(
            _read_file, fn_args=(batch_size,), batch_size=1, compute=readers, num_cpus=0
        )
        return batches.map_batches(
            BatchWorker,
            fn_constructor_args=(score, settings.num_gpus),
            batch_size=1,
            compute=ray.data.ActorPoolStrategy(size=workers),
            num_cpus=settings.num_cpus,
            num_gpus=settings.num_gpus,
        )


def _read_file(columns: dict[str, Any], batch_size: int) -> Iterator[dict[str, list[bytes]]]:
    """Yield the batches of a file.

    If reading fails, the last one is the error, to which Ray would add a page.
    """
    source = pickle.loads(columns["item"][0])
    try:
        for batch in read_batches([source], batch_size):
            yield _pack(batch)
    except ValueError as error:
        yield _pack(error)


class BatchWorker:
    """Scores batches in one of Ray's processes."""

    def __init__(self, score: ScoreRows, gpus: float) -> None:
        if not gpus:
            # Otherwise the model would use a GPU that Ray did not give to this worker.
            os.environ["CUDA_VISIBLE_DEVICES"] = ""
        self.score = score

    def __call__(self, columns: dict[str, Any]) -> dict[str, Any]:
        """Return the scores of one batch, or an error that the user can correct, also of its
        reader.
        """
        batch = pickle.loads(columns["batch"][0])
        if isinstance(batch, ValueError):
            return columns
        try:
            return _pack(self.score(batch))
        except (ValueError, ImportError) as error:
            return _pack(ValueError(str(error)))


def _pack(value: Any) -> dict[str, list[bytes]]:
    """Return a table of one row, as Ray Data passes tables on."""
    return {"batch": [pickle.dumps(value)]}
