"""The Ray engine: Ray Data reads a corpus, and workers score its batches, on this machine or a cluster."""

import json
import logging
import math
import os
import warnings
from collections.abc import Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from tqdm import tqdm

from sacrerouge_litepyramid.io.corpus import FIELDS, LineBatch, cut_batches
from sacrerouge_litepyramid.io.sources import SourceFile
from sacrerouge_litepyramid.scale.batches import BatchScorer
from sacrerouge_litepyramid.scale.parts import Parts
from sacrerouge_litepyramid.scale.ray_output import hold_output
from sacrerouge_litepyramid.scale.runs import CorpusRun, Part, Tally, score_part

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

    Workers read, score and write whole batches; this process only schedules. Parts are those of `score_locally` over
    Parquet: a run that was stopped, of either engine, computes only what is missing or changed. The signature is
    written beside the folder. Raises ValueError where the output is there already or another run writes it, and the
    error of a worker.
    """
    settings.check()
    with hold_output(output) as held:
        _start_ray(settings.address)
        dataset = _plan(
            scorer, sources, held.parts, batch_size, settings._replace(concurrency=_count_workers(settings))
        )
        tally = Tally()
        for part in tqdm(_iterate_parts(dataset), desc="batches", unit="batch", disable=None):
            tally.add(part)
        run = tally.finish()
        held.finish(run)
    return run


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
    scorer: BatchScorer, sources: Sequence[SourceFile], parts: Parts, batch_size: int, settings: RaySettings
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
        batches = ray.data.read_datasource(
            corpus_datasource(sources, batch_size),
            num_cpus=0,
            concurrency=settings.concurrency,
            override_num_blocks=len(sources),
        )
        return batches.map_batches(
            BatchWorker,
            fn_constructor_args=(scorer, parts, settings.num_gpus),
            batch_size=1,
            compute=ray.data.ActorPoolStrategy(size=settings.concurrency),
            num_cpus=settings.num_cpus,
            num_gpus=settings.num_gpus,
        )


def corpus_datasource(sources: Sequence[SourceFile], batch_size: int) -> Any:
    """Return the data source of Ray whose rows are batches of a corpus; a task reads a file, as a stream."""
    from ray.data import Datasource, ReadTask
    from ray.data.block import BlockMetadata

    class Corpus(Datasource):  # type: ignore[misc]
        def estimate_inmemory_data_size(self) -> int | None:
            return None

        def get_read_tasks(self, parallelism: int, *_: Any, **__: Any) -> list[Any]:
            unknown = BlockMetadata(num_rows=None, size_bytes=None, input_files=None, exec_stats=None)
            return [
                ReadTask(partial(_read, number, source, batch_size), unknown) for number, source in enumerate(sources)
            ]

    return Corpus()


def _read(number: int, source: SourceFile, batch_size: int) -> Iterator[Any]:
    """Yield the batches of a file as tables of one row; the last has the error that ends the reading, if one does."""
    from pyarrow import Table

    try:
        for batch in cut_batches(source, batch_size, FIELDS):
            yield Table.from_pylist([{"file": number, **batch._asdict(), "error": ""}])
    except ValueError as error:
        nothing = LineBatch(source.name, 0, b"", is_parquet=False)
        yield Table.from_pylist([{"file": number, **nothing._asdict(), "error": str(error)}])


class BatchWorker:
    """Scores batches and writes their parts, in a process of Ray's."""

    def __init__(self, scorer: BatchScorer, parts: Parts, gpus: float) -> None:
        if not gpus:
            # A model would take a GPU all the same.
            os.environ["CUDA_VISIBLE_DEVICES"] = ""
        self.scorer = scorer
        self.parts = parts

    def __call__(self, columns: dict[str, Any]) -> dict[str, list[str]]:
        """Return the answer to one batch as JSON; an error that the user can mend is an answer too."""
        row = {name: values[0] for name, values in columns.items()}
        file, error = int(row.pop("file")), str(row.pop("error"))
        if error:
            return {"answer": [json.dumps({"error": error})]}
        batch = LineBatch(str(row["source"]), int(row["first"]), bytes(row["data"]), bool(row["is_parquet"]))
        try:
            part = score_part(self.scorer, self.parts, file, batch)
        except (ValueError, ImportError) as failure:
            return {"answer": [json.dumps({"error": str(failure)})]}
        return {"answer": [json.dumps(part and part._asdict())]}


def _iterate_parts(dataset: Any) -> Iterator[Part]:
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
                yield Part(**answer)
    except ray.exceptions.RayError as error:
        raise RuntimeError(f"Ray gave up: {str(error).strip().splitlines()[-1]}") from error
