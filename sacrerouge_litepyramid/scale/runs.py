"""A run over a corpus, of any engine: what one part adds to it, and its signature."""

from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.io.corpus import LineBatch
from sacrerouge_litepyramid.scale.batches import BatchScorer, Counts
from sacrerouge_litepyramid.scale.parts import Parts
from sacrerouge_litepyramid.signature import Signature, as_text


class Part(NamedTuple):
    """A finished part; ``is_found``: an earlier run had scored it; ``maker``: the signature of the metric."""

    name: str
    is_found: bool
    counts: dict[str, Any]
    maker: Signature


def score_part(scorer: BatchScorer, parts: Parts, file: int, batch: LineBatch) -> Part | None:
    """Score a batch of the corpus's file number ``file``, unless its part is there.

    Returns None for a batch without summaries: lines of white space that is not ASCII.
    """
    items = scorer.parse(batch)
    if not items:
        return None
    name = f"{file:06d}-{batch.first:012d}-{scorer.digest(items)}{parts.ending}"
    counts = parts.read_counts(name)
    is_found = counts is not None
    if counts is None:
        scored = scorer.score(items)
        parts.write(name, scored)
        counts = scored.counts.to_json()
    return Part(name, is_found, counts, scorer.signature())


class CorpusRun(NamedTuple):
    """The counts of a run, the names of its parts in the order of the corpus, how many were found, the signature."""

    counts: Counts
    parts: list[str]
    found: int
    signature: Signature


class Tally:
    """The names of a run's parts, and the sum of what they count."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.counts = Counts()
        self.found = 0
        self.maker: Signature = {}

    def add(self, part: Part | None) -> None:
        """Add a part; raise ValueError where its worker's model differs, as scores of two models do."""
        if part is None:
            return
        if self.maker and part.maker != self.maker:
            raise ValueError(
                f"the workers' models differ ({as_text(self.maker)} and {as_text(part.maker)}), so that their scores "
                'are not comparable; give the model a "precision" that all machines have'
            )
        self.maker = part.maker
        self.names.add(part.name)
        self.counts.merge(Counts.from_json(part.counts))
        self.found += part.is_found

    def finish(self) -> CorpusRun:
        """Return the run with its signature: what made the scores, and the digests of the batches in their order.

        Raises ValueError for a corpus without any summary.
        """
        if not self.counts.summaries:
            raise ValueError("the input files hold no summary; each line must be one JSON object")
        names = sorted(self.names)
        digests = "".join(name.partition(".")[0].rpartition("-")[2] for name in names)
        corpus = {"summaries": self.counts.summaries, "sha256": sha256(digests.encode())[:16]}
        signature = {**self.maker, "units": dict(sorted(self.counts.units.items())), "corpus": corpus}
        return CorpusRun(self.counts, names, self.found, signature)
