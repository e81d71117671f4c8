"""Score one batch of a corpus, for both engines: its scores, counts, and a digest of all that determines the scores."""

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.failures import name_text
from sacrerouge_litepyramid.core.judgements import Judgement
from sacrerouge_litepyramid.io.corpus import CorpusItem, LineBatch, parse_batch, parse_corpus
from sacrerouge_litepyramid.io.metrics import SummaryKey, build_metrics_line, flatten_metrics
from sacrerouge_litepyramid.io.units import InstanceUnits
from sacrerouge_litepyramid.metrics.lite_pyramid import LitePyramid
from sacrerouge_litepyramid.metrics.metric import Item
from sacrerouge_litepyramid.signature import Signature
from sacrerouge_litepyramid.statistics.system_means import RunningSystemMeans


class Counts:
    """Counts over batches: summaries, units by kind, the systems' means, and what the judge observed."""

    def __init__(self) -> None:
        self.summaries = 0
        self.units: Counter[str] = Counter()
        self.means = RunningSystemMeans()
        self.observed: dict[str, set[str]] = {}

    def add(self, item: CorpusItem, judgement: Judgement, metrics: Mapping[str, Any]) -> None:
        """Add a summary, its judgement, and its scores as SacreROUGE nests them."""
        self.summaries += 1
        self.units.update(unit.kind for unit in judgement.units)
        self.means.add(item.summarizer_id, dict(flatten_metrics(metrics)))

    def observe(self, observed: Mapping[str, Iterable[str]]) -> None:
        """Add the results of `Judge.observed`."""
        for name, values in observed.items():
            self.observed.setdefault(name, set()).update(values)

    def merge(self, other: "Counts") -> None:
        """Add the counts of other batches."""
        self.summaries += other.summaries
        self.units.update(other.units)
        self.means.merge(other.means)
        self.observe(other.observed)

    def to_json(self) -> dict[str, Any]:
        observed = {name: sorted(values) for name, values in self.observed.items()}
        counts = {"summaries": self.summaries, "units": dict(self.units), "means": self.means.to_json()}
        return {**counts, "observed": observed}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Counts":
        counts = cls()
        counts.summaries = data["summaries"]
        counts.units.update(data["units"])
        counts.means = RunningSystemMeans.from_json(data["means"])
        counts.observe(data["observed"])
        return counts


class Answer(NamedTuple):
    """The result for the batch that begins at line or row ``first`` of the corpus's file number ``file``.

    ``key``: a digest of all that determines the scores, 32 hexadecimal digits; ``signature``: the metric's; ``scores``:
    a line with the counts, and a line of SacreROUGE's Metrics for each summary, in their order, or None if an earlier
    run saved them.
    """

    file: int
    first: int
    key: str
    signature: Signature
    scores: str | None


class BatchScorer:
    """Scores batches of lines with one metric, whose model is loaded at the first batch.

    Args:
        metric: the metric, with its judge, and its extractor if lines have references instead of units.
        units: units by instance, for lines without units.
    """

    def __init__(self, metric: LitePyramid, units: Mapping[str, InstanceUnits] | None = None) -> None:
        self.metric = metric
        self.units = units

    def answer(self, file: int, batch: LineBatch, saved: Collection[str]) -> Answer | None:
        """Score a batch, unless its key is among the ``saved``; return None for a batch without summaries.

        A batch of lines of non-ASCII white space has none. Raises ValueError naming file, line and instance.
        """
        items = self.parse(batch)
        if not items:
            return None
        key = self.digest(items)
        return Answer(file, batch.first, key, self.metric.sign({}), None if key in saved else self.score(items))

    def parse(self, batch: LineBatch) -> list[CorpusItem]:
        """Return the summaries of a batch; ValueError names file, line and instance."""
        return list(parse_corpus(parse_batch(batch), self.units, self.metric.context == "references"))

    def digest(self, items: Sequence[CorpusItem]) -> str:
        """Return a digest of all that determines the scores of a batch: 32 hexadecimal digits."""
        digest = hashlib.sha256(json.dumps(self.metric.sign({}), sort_keys=True).encode())
        for item in items:
            # asdict would copy every unit; a unit's repr has all its fields.
            digest.update(repr(tuple(item)).encode("utf-8", "surrogatepass"))
        return digest.hexdigest()[:32]

    def score(self, items: Sequence[CorpusItem]) -> str:
        """Score the summaries of a batch together; units of equal references are extracted once."""
        with name_text(((item.instance_id, item.summarizer_id), (item.text, *item.references)) for item in items):
            scored = self.metric.score([Item(item.text, item.references or item.units) for item in items])
        counts = Counts()
        counts.observe(self.metric.scorer.judge.observed())
        rows = []
        for item, value, judgement in zip(items, scored.values, scored.judgements or (), strict=True):
            metrics = {self.metric.name: value}
            counts.add(item, judgement, metrics)
            rows.append(build_metrics_line(SummaryKey(*item[:2]), metrics, item.summarizer_type))
        return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in (counts.to_json(), *rows))
