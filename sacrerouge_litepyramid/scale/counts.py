"""What a run over a corpus counts, batch by batch."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from sacrerouge_litepyramid.core.judgements import Judgement
from sacrerouge_litepyramid.formats.corpus import CorpusItem
from sacrerouge_litepyramid.formats.metrics import flatten_metrics
from sacrerouge_litepyramid.statistics.system_means import RunningSystemMeans


class Counts:
    """The number of summaries, the number of their units by kind, and the means by system; of a batch, or of many."""

    def __init__(self) -> None:
        self.summaries = 0
        self.units: Counter[str] = Counter()
        self.means = RunningSystemMeans()

    def add(self, item: CorpusItem, judgement: Judgement, metrics: Mapping[str, Any]) -> None:
        """Add a summary, what was judged, and its scores as SacreROUGE nests them."""
        self.summaries += 1
        self.units.update(unit.kind for unit in judgement.units)
        self.means.add(item.summarizer_id, dict(flatten_metrics(metrics)))

    def merge(self, other: "Counts") -> None:
        """Add all that another has counted."""
        self.summaries += other.summaries
        self.units.update(other.units)
        self.means.merge(other.means)

    def to_json(self) -> dict[str, Any]:
        return {"summaries": self.summaries, "units": dict(self.units), "means": self.means.to_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Counts":
        counts = cls()
        counts.summaries = data["summaries"]
        counts.units.update(data["units"])
        counts.means = RunningSystemMeans.from_json(data["means"])
        return counts
