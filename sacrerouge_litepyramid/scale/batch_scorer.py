"""Score one batch of a corpus: the function that every engine runs."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sacrerouge_litepyramid.formats.corpus import CorpusItem, parse_corpus
from sacrerouge_litepyramid.formats.line_batches import LineBatch, parse_batch
from sacrerouge_litepyramid.formats.units import InstanceUnits
from sacrerouge_litepyramid.metrics.lite_pyramid import LitePyramid
from sacrerouge_litepyramid.scale.counts import Counts
from sacrerouge_litepyramid.signature import Signature


class ScoredBatch(NamedTuple):
    """The scores of a batch as SacreROUGE's Metrics, one object a summary in the order of the lines, and its counts."""

    rows: list[dict[str, Any]]
    counts: Counts


class BatchScorer:
    """Scores batches of lines with one metric, whose model is loaded at the first batch.

    Args:
        metric: the metric, with its presence model, and its extractor where references are given instead of units.
        units: units by instance, for lines without units.
    """

    def __init__(self, metric: LitePyramid, units: Mapping[str, InstanceUnits] | None = None) -> None:
        self.metric = metric
        self.units = units

    def signature(self) -> Signature:
        """Return the signature of the metric, without units."""
        return self.metric.sign({})

    def parse(self, batch: LineBatch) -> list[CorpusItem]:
        """Return the summaries of a batch. Raises ValueError naming file, line and instance."""
        takes_references = self.metric.context == "references"
        return list(parse_corpus(parse_batch(batch), self.units, takes_references))

    def digest(self, items: Sequence[CorpusItem]) -> str:
        """Return a digest of all that makes the scores of a batch: 32 hexadecimal digits."""
        digest = hashlib.sha256(json.dumps(self.signature(), sort_keys=True).encode())
        for item in items:
            # asdict would copy every unit; a unit's repr holds all its fields.
            digest.update(repr(tuple(item)).encode("utf-8", "surrogatepass"))
        return digest.hexdigest()[:32]

    def score(self, items: Sequence[CorpusItem]) -> ScoredBatch:
        """Score the summaries of a batch together; the texts of references are extracted once each."""
        contexts = [item.references or item.units for item in items]
        scored = self.metric.score([[item.text] for item in items], contexts)
        counts = Counts()
        rows = []
        for item, (value,), (judgement,) in zip(items, scored.values, scored.judgements or (), strict=True):
            metrics = {self.metric.name: value}
            counts.add(item, judgement, metrics)
            rows.append(
                {
                    "instance_id": item.instance_id,
                    "summarizer_id": item.summarizer_id,
                    "summarizer_type": item.summarizer_type,
                    "metrics": metrics,
                }
            )
        return ScoredBatch(rows, counts)
