"""The Ray engine: Ray Data reads a corpus, and workers score its batches, on this machine or a cluster."""

import json
import logging
import math
import warnings
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tqdm import tqdm

from sacrerouge_litepyramid.io.corpus import FIELDS, LineBatch, cut_batches
from sacrerouge_litepyramid.io.sources import Source
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.judges.ray import RayJudge
from sacrerouge_litepyramid.scale.batches import BatchScorer, CorpusRun, Counts, as_table, sign_corpus
from sacrerouge_litepyramid.scale.parts import PartFolder, digest_of, hold_output_folder, name_part
from sacrerouge_litepyramid.scale.ray_cluster import (
    check_bounds,
    check_ray_installed,
    count_workers,
    hide_gpus,
    start_ray,
)
from sacrerouge_litepyramid.signature import Signature, as_text

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
        check_ray_installed("the engine 'ray'")
        if not math.isfinite(self.num_gpus):
            raise ValueError(f"num_gpus must be a finite number, not {self.num_gpus}")
        check_bounds(
            {"concurrency": (self.concurrency, 1), "num_cpus": (self.num_cpus, 1), "num_gpus": (self.num_gpus, 0)}
        )


class Part(NamedTuple):
    """The answer of a worker about a batch whose scores are written.

    ``maker``: the signature of the worker's metric.
    """

    name: str
    is_found: bool
    counts: dict[str, Any]
    maker: Signature


class Tally:
    """The names of a run's parts, and the sum of what they count."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.counts = Counts()
        self.found = 0
        self.maker: Signature = {}

    def add(self, part: Part) -> None:
        """Add a part; raise ValueError where its worker's model differs, as scores of two models do."""
        if self.maker and part.maker != self.maker:
            raise ValueError(
                f"the workers' models differ ({as_text(self.maker)} and {as_text(part.maker)}), so that their scores "
                'are not comparable; give the model a "precision" that all machines have'
            )
        self.maker = part.maker
        self.names.add(part.name)
        self.counts.merge(Counts.from_json(part.counts))
        self.found += part.is_found


def score_with_ray(
    scorer: BatchScorer, sources: Sequence[Source], output: str | Path, batch_size: int, settings: RaySettings
) -> CorpusRun:
    """Write the score of each summary to Parquet files in the folder ``output``, which sort in the order of the corpus.

    Workers read, score and write whole batches; this process only schedules. A part is named by a digest of what makes
    it: a run that was stopped computes only what is missing or changed. The signature is written beside the folder.
    Raises ValueError where the output is there already or another run writes it, and the error of a worker.
    """
    settings.check()
    _check_not_spread(scorer.metric.scorer.judge)
    with hold_output_folder(output) as folder:
        start_ray(settings.address)
        workers = count_workers(settings.concurrency, settings.num_cpus, settings.num_gpus, "workers")
        dataset = _plan(scorer, sources, folder.parts, batch_size, settings._replace(concurrency=workers))
        tally = Tally()
        for part in tqdm(_iterate_parts(dataset), desc="batches", unit="batch", disable=None):
            tally.add(part)
        names = sorted(tally.names)  # the order of the corpus
        signature = sign_corpus(tally.maker, tally.counts, map(digest_of, names))
        folder.finish(tally.names, signature)
    return CorpusRun(tally.counts, len(names), tally.found, signature)


def _check_not_spread(model: object) -> None:
    """Raise ValueError for a model that is, or holds, the judge ray: its actors would find no CPU left."""
    while isinstance(model, Judge):
        if isinstance(model, RayJudge):
            raise ValueError("the engine 'ray' spreads the work itself; give --judge the model that 'ray' holds")
        model = getattr(model, "model", None)


def _plan(
    scorer: BatchScorer, sources: Sequence[Source], folder: PartFolder, batch_size: int, settings: RaySettings
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
            fn_constructor_args=(scorer, folder, settings.num_gpus),
            batch_size=1,
            compute=ray.data.ActorPoolStrategy(size=settings.concurrency),
            num_cpus=settings.num_cpus,
            num_gpus=settings.num_gpus,
        )


def corpus_datasource(sources: Sequence[Source], batch_size: int) -> Any:
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


def _read(number: int, source: Source, batch_size: int) -> Iterator[Any]:
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

    def __init__(self, scorer: BatchScorer, folder: PartFolder, gpus: float) -> None:
        hide_gpus(gpus)
        self.scorer = scorer
        self.folder = folder

    def __call__(self, columns: dict[str, Any]) -> dict[str, list[str]]:
        """Return the answer to one batch as JSON; an error that the user can mend is an answer too."""
        row = {name: values[0] for name, values in columns.items()}
        file, error = int(row.pop("file")), str(row.pop("error"))
        if error:
            return {"answer": [json.dumps({"error": error})]}
        batch = LineBatch(str(row["source"]), int(row["first"]), bytes(row["data"]), bool(row["is_parquet"]))
        try:
            part = self._write(file, batch)
        except (ValueError, ImportError) as failure:
            return {"answer": [json.dumps({"error": str(failure)})]}
        return {"answer": [json.dumps(part and part._asdict())]}

    def _write(self, file: int, batch: LineBatch) -> Part | None:
        """Score a batch, unless its part is there; None for a batch without summaries: white space beyond ASCII."""
        items = self.scorer.parse(batch)
        if not items:
            return None
        name = name_part(file, batch.first, self.scorer.digest(items))
        counts = self.folder.read_counts(name)
        is_found = counts is not None
        if counts is None:
            scored = self.scorer.score(items)
            counts = scored.counts.to_json()
            self.folder.write(name, as_table(scored.rows), counts)
        return Part(name, is_found, counts, self.scorer.signature())


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
