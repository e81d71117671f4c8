"""Batches of a corpus's rows, which both engines score by the same function."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.failures import name_text
from sacrerouge_litepyramid.io.corpus import parse_corpus, stream_lines
from sacrerouge_litepyramid.io.files import Line
from sacrerouge_litepyramid.io.metrics import build_metrics_line
from sacrerouge_litepyramid.io.sources import SourceFile
from sacrerouge_litepyramid.io.units import InstanceUnits
from sacrerouge_litepyramid.metrics.lite_pyramid import LitePyramid
from sacrerouge_litepyramid.metrics.metric import Item
from sacrerouge_litepyramid.scoring import Unanswered, sum_answers
from sacrerouge_litepyramid.signature import Signature


class ScoredBatch(NamedTuple):
    """The scores of a batch, and its part in the signature of all batches."""

    # SacreROUGE's Metrics of the summaries
    lines: list[dict[str, Any]]
    # the number of judged units by kind
    units: Counter[str]
    # the metric's signature
    signature: Signature
    # what the judge observed (`Judge.observed`)
    observed: dict[str, list[str]]
    # the numbers of texts that were changed for comparison
    changes: Counter[str]
    # how many units the judge did not answer
    unanswered: Unanswered | None
    # for each system, the numbers of answered and of all units
    answers: dict[str, tuple[int, int]]


#: scores a batch of rows
ScoreRows = Callable[[Sequence[Line]], ScoredBatch]


def read_batches(sources: Sequence[SourceFile], size: int) -> Iterator[list[Line]]:
    """Yield the rows of files in batches of ``size``; the last batch of a file may be smaller."""
    for source in sources:
        lines = stream_lines(source)
        while batch := list(islice(lines, size)):
            yield batch


def score_rows(
    rows: Sequence[Line], metric: LitePyramid, units: Mapping[str, InstanceUnits]
) -> ScoredBatch:
    """Score a batch of rows together; units of equal references are extracted once.

    ``units`` are by instance, for rows without units. Raises ValueError naming file, line or row,
    and instance.
    """
    takes_references = metric.context == "references"
    items = list(parse_corpus(rows, units, takes_references))
    with name_text((item.key, (item.text, *item.references)) for item in items):
        scored = metric.score(
            [Item(item.text, item.references or item.units) for item in items], is_whole=False
        )
    lines = []
    for item, value in zip(items, scored.values, strict=True):
        lines.append(build_metrics_line(item.key, {metric.name: value}, item.summarizer_type))
    judged: Counter[str] = Counter()
    for judgement in scored.judgements or ():
        judged.update(unit.kind for unit in judgement.units)
    systems = [item.key.summarizer_id for item in items]
    return ScoredBatch(
        lines=lines,
        units=judged,
        signature=metric.sign({}),
        observed=metric.judge.observed(),
        changes=scored.changes,
        unanswered=scored.unanswered,
        answers=sum_answers(systems, scored.judgements or ()),
    )
