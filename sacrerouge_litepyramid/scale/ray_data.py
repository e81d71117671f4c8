"""The Ray engine: Ray Data spreads the batches of a corpus over workers, here or on a cluster."""

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
    """The settings of the engine, named as in Ray."""

    # the number of workers, None for as many as fit
    concurrency: int | None = None
    # the CPUs and GPUs of each worker
    num_cpus: int = 1
    num_gpus: float = 0
    # the cluster's address; without one, Ray is started on this machine
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
    """Yield the scored batches of a corpus in order; raise the ValueErrors of readers and workers.

    Ray Data's own readers do not report line numbers, so its tasks read by `read_batches`.
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
    """Connect this process to a cluster, or start Ray here, unless there is a connection."""
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
    """Return the number of workers; raise ValueError if they do not fit."""
    import ray

    resources = ray.cluster_resources()
    all_cpus = resources.get("CPU", 0)
    all_gpus = resources.get("GPU", 0)
    cpus = settings.num_cpus
    gpus = settings.num_gpus
    room = int(all_cpus // cpus)
    if gpus:
        room = min(room, int(all_gpus / gpus))
    elif all_gpus:
        logger.warning("the model runs on CPUs: the workers use none of Ray's %g GPUs", all_gpus)
    workers = settings.concurrency or max(1, room)
    # Ray would wait for ever.
    if workers > room:
        raise ValueError(
            f"{workers} workers of {cpus} CPUs and {gpus} GPUs do not fit: Ray has {all_cpus:g} "
            f"CPUs and {all_gpus:g} GPUs, room for {room}; lower concurrency, num_cpus or num_gpus"
        )
    return workers


def _plan(
    score: ScoreRows, sources: Sequence[SourceFile], batch_size: int, settings: RaySettings
) -> Any:
    """Return a data set of Ray with the scored batches, pickled; it runs when it is iterated."""
    import ray

    workers = _count_workers(settings)
    context = ray.data.DataContext.get_current().copy()
    context.target_max_block_size = MAX_BLOCK_BYTES
    context.enable_progress_bars = False
    context.execution_options.preserve_order = True
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    with ray.data.DataContext.current(context):
        pickled = [pickle.dumps(source) for source in sources]
        files = ray.data.from_items(pickled, override_num_blocks=len(sources))
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
    """Yield the batches of a file, and last the error if reading fails."""
    source = pickle.loads(columns["item"][0])
    try:
        for batch in read_batches([source], batch_size):
            yield _pack(batch)
    # Ray would add a page to an error that is raised.
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
        """Return the scores of a batch, or the error of its reader or worker to show the user."""
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
