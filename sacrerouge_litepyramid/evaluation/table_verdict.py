"""The verdict about the systems of a table: their ranking, what judged them, and the agreement with people."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.evaluation.compared_systems import LETTERS, SystemComparison, list_ranking_lines
from sacrerouge_litepyramid.evaluation.fold_agreement import Statistics
from sacrerouge_litepyramid.evaluation.judges import describe_judge
from sacrerouge_litepyramid.evaluation.metric_agreement import AgreementReport, measure_agreement
from sacrerouge_litepyramid.evaluation.scored_table import ScoredTable
from sacrerouge_litepyramid.evaluation.scores import arrange_scores, to_matrix
from sacrerouge_litepyramid.evaluation.system_comparison import compare_systems
from sacrerouge_litepyramid.evaluation.unit_agreement import (
    UnitAgreement,
    collect_labelled_units,
    measure_unit_agreement,
    render_unit_agreement,
    summarise_labels,
)
from sacrerouge_litepyramid.evaluation.verdict import DataIdentity, Findings, Verdict, make_verdict
from sacrerouge_litepyramid.io.metrics import HUMAN_METRIC, SummaryKey, count_not_finite
from sacrerouge_litepyramid.judges.judge import WRITTEN, Judge
from sacrerouge_litepyramid.signature import Signature
from sacrerouge_litepyramid.statistics.estimate import row_to_json
from sacrerouge_litepyramid.statistics.interval_notes import warn_of_few_documents
from sacrerouge_litepyramid.statistics.system_means import RunningSystemMeans
from sacrerouge_litepyramid.statistics.tables import render_system_means


@dataclass(frozen=True)
class TableVerdict:
    """A verdict by a metric, which prints as text; ``verdict``: its sentences.

    ``means``: the mean of a single system as text, if ``comparison`` is None. ``judge``: two lines about the model.
    ``human``: where people's scores come from, "" for none; ``agreement`` is then None. ``not_finite``: by metric the
    summaries without a score. ``files``: the names of what was written.
    """

    title: str
    metric: str
    verdict: Verdict
    comparison: SystemComparison | None
    means: str
    judge: str
    human: str
    agreement: AgreementReport | None
    unit_agreement: tuple[UnitAgreement, ...]
    not_finite: dict[str, int]
    signature: Signature
    files: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the verdict for JSON; comparison and agreement as `compare` and `agreement` write them."""
        units = [row_to_json(row) for each in self.unit_agreement for row in each.rows]
        agreement = None if self.agreement is None else self.agreement.to_json()
        return {
            "version": __version__,
            "title": self.title,
            "judge": self.judge.splitlines(),
            "verdict": self.verdict._asdict(),
            "comparison": None if self.comparison is None else self.comparison.to_json(),
            "not_finite": self.not_finite,
            "agreement": agreement and {**agreement, "rows": [*agreement["rows"], *units]},
            "signature": self.signature,
        }

    def __str__(self) -> str:
        return "\n".join(_lines(self))


def reach_verdict(scored: ScoredTable, measure: str, judge: Judge, name: str) -> TableVerdict:
    """Compare the systems of a scored table, and measure the agreement with people where it has their judgements."""
    metric = f"{scored.metric}_{measure}"
    scores = scored.peer_scores(measure)
    people = {key: value for key, value in scored.data.human_scores().items() if key in scores}
    statistics = Statistics()
    agreement = None
    if people:
        arranged = arrange_scores({HUMAN_METRIC: people, metric: scores}, HUMAN_METRIC, [metric])
        agreement = measure_agreement(arranged, HUMAN_METRIC, statistics)
    labels = {SummaryKey(each.instance_id, each.summarizer_id): each for each in scored.data.labelled}
    evidence = [scored.evidence(measure)] if labels else []
    units = measure_unit_agreement(evidence, labels, statistics)
    comparison = _compare(scores, metric)
    rows = agreement.rows if agreement else ()
    quality = summarise_labels(collect_labelled_units(evidence[0], labels), *units) if labels else None
    findings = Findings(metric, comparison, scored.signature, rows, quality)
    identity = DataIdentity(name, scored.data.digest())
    return TableVerdict(
        title=f"{name}: {_describe_counts(scored)}",
        metric=metric,
        verdict=make_verdict(findings, scored.to_scores(), HUMAN_METRIC if people else None, identity),
        comparison=comparison,
        means="" if comparison else _describe_mean(scores, metric),
        judge=describe_judge(judge, scored.source),
        human=scored.data.describe_human() if people else "",
        agreement=agreement,
        unit_agreement=tuple(units),
        not_finite=count_not_finite({metric: scores}),
        signature=scored.signature,
    )


def _compare(scores: dict[SummaryKey, float], metric: str) -> SystemComparison | None:
    """Compare the systems that have scores; None for fewer than two."""
    systems = sorted({key.summarizer_id for key, value in scores.items() if not np.isnan(value)})
    if len(systems) < 2:
        return None
    documents = sorted({key.instance_id for key in scores})
    return compare_systems(to_matrix(scores, systems, documents), systems, documents, metric)


def _describe_mean(scores: dict[SummaryKey, float], metric: str) -> str:
    """Return a single system's mean with its interval, and the warning of few documents."""
    means = RunningSystemMeans((key.summarizer_id, {metric: value}) for key, value in scores.items())
    warnings = [f"Warning: {each}" for each in warn_of_few_documents(len({key.instance_id for key in scores}))]
    nothing = "Fewer than two systems have scores: there is nothing to compare."
    return "\n".join([*warnings, "", render_system_means(means.ranked()), nothing])


def _describe_counts(scored: ScoredTable) -> str:
    systems = len({key.summarizer_id for key in scored.judgements})
    documents = len(scored.units)
    units = sum(map(len, scored.units.values()))
    source = "given" if scored.source == WRITTEN else f"extracted by {scored.source}"
    return (
        f"{len(scored.judgements)} summaries, {systems} system{'s' * (systems != 1)} × {documents} "
        f"document{'s' * (documents != 1)}, {units} units, {source}"
    )


def _lines(verdict: TableVerdict) -> Iterator[str]:
    yield verdict.title
    if verdict.comparison is None:
        yield verdict.means
    else:
        yield ""
        yield from list_ranking_lines(verdict.comparison)
        yield LETTERS
        yield " ".join(verdict.verdict.leaders)
    for name, count in verdict.not_finite.items():
        yield f"Excluded: {count} summaries without {name}, as they have no unit."
    yield from ("", verdict.judge)
    if verdict.agreement is not None:
        yield from ("", f"{verdict.human[:1].upper()}{verdict.human[1:]}.", str(verdict.agreement))
    if verdict.unit_agreement:
        yield from ("", render_unit_agreement(verdict.unit_agreement))
