"""A run over a corpus: the scores of batches are saved as they come, and written in order when all are complete."""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tqdm import tqdm

from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.io.corpus import FIELDS, PARQUET, cut_batches
from sacrerouge_litepyramid.io.files import check_writable, write_together
from sacrerouge_litepyramid.io.sources import SourceFile, local_path
from sacrerouge_litepyramid.io.store import KeyValueStore, cache_folder, open_parts
from sacrerouge_litepyramid.scale.batches import Answer, BatchScorer, Counts
from sacrerouge_litepyramid.scale.outputs import Batches, write_lines, write_signature, write_table
from sacrerouge_litepyramid.signature import Signature, as_text

#: the file and the line or row in which a batch begins, and the key of its scores
Place = tuple[int, int, str]


class CorpusRun(NamedTuple):
    """The counts of a run, the number of its batches, how many of these an earlier run scored, and the signature."""

    counts: Counts
    batches: int
    resumed: int
    signature: Signature


def score_locally(scorer: BatchScorer, sources: Sequence[SourceFile], output: Path, batch_size: int) -> CorpusRun:
    """Write the score of each summary to ``output`` (JSON Lines, or Parquet by its suffix), as `write_run` does."""
    check_writable(output)

    def answer_batches(saved: Collection[str]) -> Iterator[Answer | None]:
        for file, source in enumerate(sources):
            for batch in cut_batches(source, batch_size, FIELDS):
                yield scorer.answer(file, batch, saved)

    return write_run(answer_batches, output, write_table if output.suffix.lower() == PARQUET else write_lines)


def write_run(
    answer_batches: Callable[[Collection[str]], Iterable[Answer | None]],
    output: str | Path,
    write: Callable[[str | Path, Batches], None],
) -> CorpusRun:
    """Write the scores of the batches that ``answer_batches`` yields in any order, and their signature beside them.

    ``answer_batches`` takes the keys of the saved batches, which it need not score. `open_parts` saves finished batches
    until all are done, so a resumed run computes only what is missing, damaged or changed. One batch is in memory at a
    time. Raises ValueError if the output cannot be written, if another run writes it, if the corpus has no summary, or
    if the models of workers differ.
    """
    with open_parts(local_path(output) or cache_folder() / f"corpus-{sha256(str(output).encode())[:16]}") as store:
        saved = {key.decode() for key in store.list_keys()}
        signature: Signature = {}
        places: list[Place] = []
        resumed = 0
        for answer in tqdm(answer_batches(saved), desc="batches", unit="batch", disable=None, delay=1):
            if answer is None:
                continue
            if signature and answer.signature != signature:
                raise ValueError(
                    f"the workers' models differ ({as_text(signature)} and {as_text(answer.signature)}), so their "
                    'scores are not comparable; choose a "precision" of the model that all machines support'
                )
            signature = answer.signature
            if answer.scores is None:
                resumed += 1
            else:
                store.put({answer.key.encode(): answer.scores.encode("utf-8", "backslashreplace")})
            places.append(answer[:3])
        if not places:
            raise ValueError("the input files have no summary; each line must be one JSON object")
        places.sort()
        counts = Counts()
        with write_together():
            write(output, _read_batches(store, places, counts))
            signature = _sign(signature, places, counts)
            write_signature(output, signature)
    return CorpusRun(counts, len(places), resumed, signature)


def _read_batches(store: KeyValueStore, places: Sequence[Place], counts: Counts) -> Iterator[tuple[str, str]]:
    """Yield the name and the lines of each batch, and add its counts to ``counts``."""
    for file, first, name in places:
        key = name.encode()
        head, _, lines = store.get([key], lambda _, value: value.decode())[key].partition("\n")
        counts.merge(Counts.from_json(json.loads(head)))
        yield f"{file:06d}-{first:012d}-{name}", lines


def _sign(metric: Signature, places: Sequence[Place], counts: Counts) -> Signature:
    """Return the signature of a run: the metric's, with the counts and a digest of the batches in their order."""
    digest = sha256("".join(key for *_, key in places).encode())[:16]
    judge = metric["judge"] | counts.to_json()["observed"]
    corpus = {"summaries": counts.summaries, "sha256": digest}
    return {**metric, "judge": judge, "units": dict(sorted(counts.units.items())), "corpus": corpus}
