"""The Ray engine: Ray Data reads a corpus, and workers score its batches, on this machine or a cluster."""

import json
import logging
import math
import os
import warnings
from collections.abc import Collection, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.io.corpus import FIELDS, LineBatch, cut_batches
from sacrerouge_litepyramid.io.sources import SourceFile
from sacrerouge_litepyramid.scale.batches import Answer, BatchScorer
from sacrerouge_litepyramid.scale.outputs import check_replaceable, write_folder
from sacrerouge_litepyramid.scale.runs import CorpusRun, write_run

logger = logging.getLogger(__name__)

#: small enough that each of Ray's blocks is a single batch, and each task scores one batch
MAX_BLOCK_BYTES = 1


class RaySettings(NamedTuple):
    """The number of workers (None for as many as fit), the CPUs and GPUs of each worker, and the cluster's address.

    Without an address, Ray is started on this machine.
    """

    concurrency: int | None = None
    num_cpus: int = 1
    num_gpus: float = 0
    address: str | None = None

    def check(self) -> None:
        """Raise ValueError if a number is too small, ImportError if Ray is not installed."""
        if find_spec("ray") is None:
            raise ImportError("the engine 'ray' needs ray: pip install \"sacrerouge-litepyramid[ray]\"")
        if not math.isfinite(self.num_gpus):
            raise ValueError(f"num_gpus must be a finite number, not {self.num_gpus}")
        for name, smallest in {"concurrency": 1, "num_cpus": 1, "num_gpus": 0}.items():
            value = getattr(self, name)
            if value is not None and value < smallest:
                raise ValueError(f"{name} must be at least {smallest}, not {value}")


def score_with_ray(
    scorer: BatchScorer, sources: Sequence[SourceFile], output: str | Path, batch_size: int, settings: RaySettings
) -> CorpusRun:
    """Write the score of each summary to Parquet files in the folder ``output``, which sort in the order of the corpus.

    Workers read and score whole batches; this process saves and writes their answers, as `score_locally` does. Ray
    Data's own readers do not report line numbers, and cut different batches in each run; its own writers leave partial
    outputs after a stop. Raises ValueError as `write_run` and `check_replaceable` do, and for the error of a worker.
    """
    settings.check()
    if str(output).lower().endswith(".jsonl"):
        raise ValueError(f"{output}: the engine 'ray' writes a folder of Parquet files; choose a name without .jsonl")
    check_replaceable(output)
    _start_ray(settings.address)
    settings = settings._replace(concurrency=_count_workers(settings))
    return write_run(lambda saved: _iterate(_plan(scorer, sources, saved, batch_size, settings)), output, write_folder)


def _start_ray(address: str | None) -> None:
    """Connect this process to a cluster, or start Ray on this machine; keep an existing connection."""
    import ray

    if ray.is_initialized():
        return
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    local: dict[str, Any] = {} if address else {"include_dashboard": False}
    # Ray's messages would appear on standard output, among the results.
    ray.init(address=address or "local", logging_level=logging.WARNING, log_to_driver=False, **local)


def _count_workers(settings: RaySettings) -> int:
    """Return the number of workers; raise ValueError if they do not fit, because Ray would wait for ever."""
    import ray

    resources = ray.cluster_resources()
    cpus, gpus = settings.num_cpus, settings.num_gpus
    room = int(resources.get("CPU", 0) // cpus)
    if gpus:
        room = min(room, int(resources.get("GPU", 0) / gpus))
    elif resources.get("GPU"):
        logger.warning("the model runs on CPUs: the workers use none of Ray's %g GPUs", resources["GPU"])
    if (settings.concurrency or 1) > room:
        raise ValueError(
            f"{settings.concurrency or 1} workers of {cpus} CPUs and {gpus} GPUs do not fit: "
            f"Ray has {resources.get('CPU', 0):g} CPUs and {resources.get('GPU', 0):g} GPUs, room for {room}; "
            "lower concurrency, num_cpus or num_gpus"
        )
    return settings.concurrency or room


def _plan(
    scorer: BatchScorer, sources: Sequence[SourceFile], saved: Collection[str], batch_size: int, settings: RaySettings
) -> Any:
    """Return Ray's data set whose rows are the workers' answers; nothing runs before it is iterated."""
    import ray

    context = ray.data.DataContext.get_current().copy()
    context.target_max_block_size = MAX_BLOCK_BYTES
    context.enable_progress_bars = False
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    with ray.data.DataContext.current(context):
        # Readers reserve no CPU: the workers may reserve all, and readers would wait for one for ever. One reader keeps
        # several workers busy, so there are at most as many readers as workers.
        files = ray.data.from_items(
            [{"file": number} for number in range(len(sources))], override_num_blocks=len(sources)
        )
        batches = files.map_batches(
            _read_batches,
            fn_args=(sources, batch_size),
            batch_size=1,
            compute=ray.data.TaskPoolStrategy(size=min(settings.concurrency or 1, len(sources))),
            num_cpus=0,
        )
        return batches.map_batches(
            BatchWorker,
            fn_constructor_args=(scorer, saved, settings.num_gpus),
            batch_size=1,
            compute=ray.data.ActorPoolStrategy(size=settings.concurrency),
            num_cpus=settings.num_cpus,
            num_gpus=settings.num_gpus,
        )


def _read_batches(columns: dict[str, Any], sources: Sequence[SourceFile], batch_size: int) -> Iterator[Any]:
    """Yield the batches of a file as tables of one row; if reading fails, the last one has the error's message."""
    from pyarrow import Table

    (number,) = map(int, columns["file"])
    try:
        for batch in cut_batches(sources[number], batch_size, FIELDS):
            yield Table.from_pylist([{"file": number, **batch._asdict(), "error": ""}])
    except ValueError as error:
        empty = LineBatch(sources[number].name, 0, b"", is_parquet=False)
        yield Table.from_pylist([{"file": number, **empty._asdict(), "error": str(error)}])


class BatchWorker:
    """Scores batches in one of Ray's processes."""

    def __init__(self, scorer: BatchScorer, saved: Collection[str], gpus: float) -> None:
        if not gpus:
            # Otherwise the model would use a GPU that Ray did not give to this worker.
            os.environ["CUDA_VISIBLE_DEVICES"] = ""
        self.scorer = scorer
        self.saved = saved

    def __call__(self, columns: dict[str, Any]) -> dict[str, list[str]]:
        """Return, as JSON, the answer to one batch, or the message of an error that the user can correct."""
        row = {name: values[0] for name, values in columns.items()}
        file, error = int(row.pop("file")), str(row.pop("error"))
        if error:
            return {"answer": [json.dumps({"error": error})]}
        batch = LineBatch(str(row["source"]), int(row["first"]), bytes(row["data"]), bool(row["is_parquet"]))
        try:
            answer = self.scorer.answer(file, batch, self.saved)
        except (ValueError, ImportError) as failure:
            return {"answer": [json.dumps({"error": str(failure)})]}
        return {"answer": [json.dumps(answer and answer._asdict())]}


def _iterate(dataset: Any) -> Iterator[Answer]:
    """Yield the workers' answers as they come; raise ValueError if one is an error."""
    import ray

    try:
        # Ray warns of idle workers if a corpus has few batches.
        warnings.filterwarnings("ignore", "The minimum number of concurrent actors", UserWarning)
        for row in dataset.iter_rows():
            answer = json.loads(row["answer"])
            if answer and "error" in answer:
                raise ValueError(answer["error"])
            if answer:
                yield Answer(**answer)
    except ray.exceptions.RayError as error:
        raise RuntimeError(f"Ray gave up: {str(error).strip().splitlines()[-1]}") from error
