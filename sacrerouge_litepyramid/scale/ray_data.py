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

#: a block of Ray's is a single batch, so that one task scores one batch
MAX_BLOCK_BYTES = 1


class RaySettings(NamedTuple):
    """The workers: how many, of how many CPUs and GPUs each, and the address of the cluster.

    ``concurrency`` None: as many as there is room for; ``address`` None: Ray is started on this machine.
    """

    concurrency: int | None = None
    num_cpus: int = 1
    num_gpus: float = 0
    address: str | None = None

    def check(self) -> None:
        """Raise ValueError for a number that is too small, ImportError where Ray is not installed."""
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

    Workers read and score whole batches; this process keeps and writes what they answer, as `score_locally` does.
    Ray Data's own readers give no line numbers and cut other batches in each run; its own writers leave half an output
    after a stop, and their checkpoints know rows by a name, whatever made their scores. Raises ValueError as
    `write_run` does, where something else than an output is there, and for the error of a worker.
    """
    settings.check()
    if str(output).endswith(".jsonl"):
        raise ValueError(f"{output}: the engine 'ray' writes a folder of Parquet files; give a name without .jsonl")
    check_replaceable(output)
    _start_ray(settings.address)
    settings = settings._replace(concurrency=_count_workers(settings))
    return write_run(lambda kept: _iterate(_plan(scorer, sources, kept, batch_size, settings)), output, write_folder)


def _start_ray(address: str | None) -> None:
    """Connect this process to a cluster, or start Ray on this machine; keep an existing connection."""
    import ray

    if ray.is_initialized():
        return
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    local: dict[str, Any] = {} if address else {"include_dashboard": False}
    # What Ray says would stand on standard output, among the results.
    ray.init(address=address or "local", logging_level=logging.WARNING, log_to_driver=False, **local)


def _count_workers(settings: RaySettings) -> int:
    """Return the number of workers; raise ValueError when they do not fit, because Ray would wait for ever."""
    import ray

    there = ray.cluster_resources()
    cpus, gpus = settings.num_cpus, settings.num_gpus
    room = int(there.get("CPU", 0) // cpus)
    if gpus:
        room = min(room, int(there.get("GPU", 0) / gpus))
    elif there.get("GPU"):
        logger.warning("the model runs on CPUs: of Ray's %g GPUs the workers ask for none", there["GPU"])
    if (settings.concurrency or 1) > room:
        raise ValueError(
            f"{settings.concurrency or 1} workers of {cpus} CPUs and {gpus} GPUs do not fit: "
            f"Ray has {there.get('CPU', 0):g} CPUs and {there.get('GPU', 0):g} GPUs, room for {room}"
        )
    return settings.concurrency or room


def _plan(
    scorer: BatchScorer, sources: Sequence[SourceFile], kept: Collection[str], batch_size: int, settings: RaySettings
) -> Any:
    """Return the data set of Ray whose rows are the workers' answers; nothing runs before it is iterated."""
    import ray

    context = ray.data.DataContext.get_current().copy()
    context.target_max_block_size = MAX_BLOCK_BYTES
    context.enable_progress_bars = False
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    with ray.data.DataContext.current(context):
        # Readers take no CPU of Ray's: the workers have them all, and would wait for the readers for ever. There are no
        # more readers than workers, however many files there are, for one reader keeps several workers busy.
        files = ray.data.from_items(
            [{"file": number} for number in range(len(sources))], override_num_blocks=len(sources)
        )
        batches = files.map_batches(
            _read,
            fn_args=(sources, batch_size),
            batch_size=1,
            compute=ray.data.TaskPoolStrategy(size=min(settings.concurrency or 1, len(sources))),
            num_cpus=0,
        )
        return batches.map_batches(
            BatchWorker,
            fn_constructor_args=(scorer, kept, settings.num_gpus),
            batch_size=1,
            compute=ray.data.ActorPoolStrategy(size=settings.concurrency),
            num_cpus=settings.num_cpus,
            num_gpus=settings.num_gpus,
        )


def _read(columns: dict[str, Any], sources: Sequence[SourceFile], batch_size: int) -> Iterator[Any]:
    """Yield the batches of a file as tables of one row; the last has the error that ends the reading, if one does."""
    from pyarrow import Table

    (number,) = map(int, columns["file"])
    try:
        for batch in cut_batches(sources[number], batch_size, FIELDS):
            yield Table.from_pylist([{"file": number, **batch._asdict(), "error": ""}])
    except ValueError as error:
        nothing = LineBatch(sources[number].name, 0, b"", is_parquet=False)
        yield Table.from_pylist([{"file": number, **nothing._asdict(), "error": str(error)}])


class BatchWorker:
    """Scores batches in a process of Ray's."""

    def __init__(self, scorer: BatchScorer, kept: Collection[str], gpus: float) -> None:
        if not gpus:
            # A model would take a GPU all the same.
            os.environ["CUDA_VISIBLE_DEVICES"] = ""
        self.scorer = scorer
        self.kept = kept

    def __call__(self, columns: dict[str, Any]) -> dict[str, list[str]]:
        """Return the answer to one batch as JSON; an error that the user can mend is an answer too."""
        row = {name: values[0] for name, values in columns.items()}
        file, error = int(row.pop("file")), str(row.pop("error"))
        if error:
            return {"answer": [json.dumps({"error": error})]}
        batch = LineBatch(str(row["source"]), int(row["first"]), bytes(row["data"]), bool(row["is_parquet"]))
        try:
            answer = self.scorer.answer(file, batch, self.kept)
        except (ValueError, ImportError) as failure:
            return {"answer": [json.dumps({"error": str(failure)})]}
        return {"answer": [json.dumps(answer and answer._asdict())]}


def _iterate(dataset: Any) -> Iterator[Answer]:
    """Yield the workers' answers as they come. Raises ValueError for an error of a worker or reader."""
    import ray

    try:
        # A corpus of few batches leaves workers idle, which Ray warns of.
        warnings.filterwarnings("ignore", "The minimum number of concurrent actors", UserWarning)
        for row in dataset.iter_rows():
            answer = json.loads(row["answer"])
            if answer and "error" in answer:
                raise ValueError(answer["error"])
            if answer:
                yield Answer(**answer)
    except ray.exceptions.RayError as error:
        raise RuntimeError(f"Ray gave up: {str(error).strip().splitlines()[-1]}") from error
