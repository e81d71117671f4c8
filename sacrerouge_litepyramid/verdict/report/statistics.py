"""The report's statistics: for each metric the ranking, the verdict and the agreement."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.meta_evaluation.answers import SystemAnswers
from sacrerouge_litepyramid.meta_evaluation.judges import find_signature
from sacrerouge_litepyramid.meta_evaluation.records import (
    SUMMARY,
    SYSTEM,
    MetricAgreement,
    list_agreement_rows,
)
from sacrerouge_litepyramid.meta_evaluation.scores import Scores
from sacrerouge_litepyramid.meta_evaluation.sentinels import (
    SentinelGap,
    measure_gaps,
    score_by_sentinels,
)
from sacrerouge_litepyramid.signature import Signature
from sacrerouge_litepyramid.statistics.agreement import MIN_DOCUMENTS
from sacrerouge_litepyramid.statistics.difference import Difference
from sacrerouge_litepyramid.statistics.estimate import Interval, round_value
from sacrerouge_litepyramid.statistics.significance import assign_tiers
from sacrerouge_litepyramid.statistics.warning import list_texts
from sacrerouge_litepyramid.verdict.comparison.compared_systems import (
    ComparedSystem,
    ComparisonSettings,
    SystemComparison,
)
from sacrerouge_litepyramid.verdict.comparison.metric_agreement import (
    caption,
    measure_agreement,
)
from sacrerouge_litepyramid.verdict.comparison.system_comparison import (
    compare_where_shared,
    find_better,
)
from sacrerouge_litepyramid.verdict.evaluation import TableEvaluation
from sacrerouge_litepyramid.verdict.findings import Findings
from sacrerouge_litepyramid.verdict.report.inputs import Inputs
from sacrerouge_litepyramid.verdict.report.judge_quality import measure_judges
from sacrerouge_litepyramid.verdict.verdict import Verdict, make_verdict

#: the levels of agreement that a page shows
LEVELS = (SYSTEM, SUMMARY)


class ReportSettings(NamedTuple):
    """How often to resample and to permute."""

    # resamples of documents for the intervals of agreement
    resamples: int = 1000
    # permutations of the tests between systems
    permutations: int = 10_000
    seed: int = 0


def compute_statistics(
    inputs: Inputs,
    signatures: Sequence[Signature],
    settings: ReportSettings,
    table: TableEvaluation | None = None,
) -> dict[str, Any]:
    """Return the data of the page's metrics, of its judges, and the rules of agreement.

    ``metrics`` has the scores, ranking, pairs, verdict and agreement of each metric, human scores
    first; scores are indexed [document][system]. ``judges``: see `measure_judges`.
    ``agreement_rules`` says how correlations are computed, as the caption of their table does.
    ``table``: the evaluation of the inputs by one of the metrics, whose verdict the page repeats.
    """
    scores, human = inputs.scores, inputs.human
    judges = measure_judges(inputs, signatures, settings.resamples, settings.seed)
    matrices = dict(scores.metrics)
    measured = by_human = None
    gaps: dict[str, tuple[SentinelGap, ...]] = {}
    if human:
        matrices = {human: scores.human, **matrices}
        has_interval = len(scores.documents) >= MIN_DOCUMENTS
        resamples = settings.resamples if has_interval else 0
        statistics = Statistics(resamples=resamples, seed=settings.seed)
        common = scores.sort_documents().keep_common()
        measured = measure_agreement(common, human, statistics, LEVELS)
        by_human = compare_in_order(human, scores.human, scores, settings)
        gaps = _measure_sentinels(common, inputs, statistics)
    agreements = [judge.agreement for judge in judges]
    metrics = []
    for name, matrix in matrices.items():
        evaluated = None
        if table is not None and name == table.metric:
            evaluated, comparison = table, table.comparison
        elif by_human is not None and name == human:
            comparison = by_human
        else:
            comparison = compare_in_order(name, matrix, scores, settings)
        findings = Findings(
            metric=name,
            comparison=comparison,
            signature=find_signature(name, signatures),
            agreement=None if measured is None or name == human else measured.find(name),
            quality=next((row for row in agreements if row.judge == name), None),
            by_human=by_human,
            is_estimated=name == inputs.estimated,
            sentinels=gaps.get(name, ()),
            excluded="" if measured is None else measured.scores.excluded,
            at_bounds=() if measured is None else measured.list_at_bounds(name),
        )
        metrics.append(_build_metric(findings, matrix, inputs, evaluated))
    rules = None
    if measured is not None:
        rules = " ".join([caption(measured), *list_texts(measured.warnings)])
    return {
        "metrics": metrics,
        "judges": [judge.data for judge in judges],
        "agreement_rules": rules,
    }


def _measure_sentinels(
    scores: Scores, inputs: Inputs, statistics: Statistics
) -> dict[str, tuple[SentinelGap, ...]]:
    """Return how each metric agrees beside simple scores without a judge."""
    known_units = inputs.evidence[0].units if inputs.evidence else {}
    sentinels = score_by_sentinels(scores, inputs.summaries.values(), known_units)
    return {name: measure_gaps(scores, sentinels, name, statistics) for name in scores.metrics}


def list_verdict(data: Mapping[str, Any]) -> list[str]:
    """Return the verdict on the metric that the page shows first, one paragraph per line."""
    metrics = data["metrics"]
    # Human scores come first; their verdict is shown if there is no metric.
    first = metrics[1] if data["human"] and len(metrics) > 1 else metrics[0]
    return Verdict.from_dict(first["verdict"]).lines()


def _build_metric(
    findings: Findings, matrix: np.ndarray, inputs: Inputs, table: TableEvaluation | None
) -> dict[str, Any]:
    """Return the page's data of a metric.

    ``table``: its evaluation, whose verdict is repeated, if there is one.
    """
    if table is not None:
        verdict = table.verdict
    else:
        verdict = make_verdict(findings, inputs.scores, inputs.human, inputs.units_digest)
    comparison, measured = findings.comparison, findings.agreement
    shown = verdict.to_dict()
    if inputs.low_agreement:
        shown["warnings"].insert(0, inputs.low_agreement)
    return {
        "name": findings.metric,
        "scores": [[round_value(score) for score in row] for row in matrix.T.tolist()],
        "ranking": rank(
            comparison.systems, comparison.pairs, inputs.scores.systems, comparison.answers
        ),
        "pairs": list_pairs(comparison.pairs),
        "verdict": shown,
        "agreement": None if measured is None else _name_numbers(measured),
    }


def _name_numbers(measured: MetricAgreement) -> dict[str, dict[str, Any]]:
    """Return the numbers of a metric's agreement by LEVEL_COEFFICIENT, as the page finds them."""
    numbers = {}
    for row in list_agreement_rows(measured):
        shown = {name: row.get(name) for name in ("value", "low", "high", "n")}
        if "limit" in row:
            shown["limit"] = Interval(**row["limit"]).describe()
        numbers[f"{row['level']}_{row['coefficient']}"] = shown
    return numbers


def compare_in_order(
    name: str, matrix: np.ndarray, scores: Scores, settings: ReportSettings
) -> SystemComparison:
    """Compare all systems of a metric."""
    ordered = scores._replace(metrics={name: matrix}).sort_documents()
    compared = ComparisonSettings(settings.permutations, settings.seed)
    return compare_where_shared(
        ordered.metrics[name],
        ordered.systems,
        ordered.documents,
        name,
        compared,
        bounds=ordered.bounds.get(name),
    )


def rank(
    systems: Sequence[ComparedSystem],
    pairs: Sequence[Difference],
    names: Sequence[str],
    answers: Mapping[str, SystemAnswers] | None = None,
) -> list[dict[str, Any]]:
    """Return the compared systems, JSON-ready, the highest mean first.

    ``names``: the names of all systems; ``answers``: how many units the judge answered, by system,
    if any answer is missing.
    """
    places = {name: place for place, name in enumerate(names)}
    better = find_better([compared.system for compared in systems], pairs)
    tiers = assign_tiers(better)
    ranked = []
    for row, compared in enumerate(systems):
        ranked.append(
            {
                "system": places[compared.system],
                # with Student's 95% interval
                "mean": round_value(compared.mean.value),
                "low": round_value(compared.mean.low),
                "high": round_value(compared.mean.high),
                "documents": compared.documents,
                # the ranks consistent with the significant differences
                "best": 1 + int(better[:, row].sum()),
                "worst": len(systems) - int(better[row].sum()),
                # of the groups that do not differ significantly
                "letters": compared.groups,
                # from 1: every system of a tier is better than all systems of later tiers
                "tier": tiers[row],
                # the numbers of answered and of all units
                **({"answered": str(answers[compared.system])} if answers else {}),
            }
        )
    return ranked


def list_pairs(pairs: Sequence[Difference]) -> list[list[Any]]:
    """Return a row for each pair, in the order of the ranking.

    A row is [difference, low, high, adjusted p, wins, ties, losses, effect size, 1 if the first
    system is significantly better, -1 if the second is, else 0]. The sentence about missing answers
    follows if they leave open which is better.
    """
    rows = []
    for pair in pairs:
        better = 0
        if pair.better is not None:
            better = 1 if pair.better == pair.first else -1
        estimate = pair.difference
        numbers = (estimate.value, estimate.low, estimate.high, pair.adjusted_p)
        rounded = [round_value(number) for number in numbers]
        effect = round_value(pair.effect_size)
        row: list[Any] = [*rounded, pair.wins, pair.ties, pair.losses, effect, better]
        if pair.missing is not None and pair.lacks_answers:
            row.append(pair.missing.text)
        rows.append(row)
    return rows
