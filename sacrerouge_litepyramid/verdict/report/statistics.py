"""The report's statistics: for each metric the ranking, the verdict and the agreement."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.meta_evaluation.answers import SystemAnswers
from sacrerouge_litepyramid.meta_evaluation.records import (
    GLOBAL,
    SUMMARY,
    SYSTEM,
    Level,
    MetricAgreement,
    list_agreement_rows,
)
from sacrerouge_litepyramid.statistics.difference import Difference
from sacrerouge_litepyramid.statistics.estimate import Interval, round_value
from sacrerouge_litepyramid.statistics.significance import assign_tiers
from sacrerouge_litepyramid.statistics.warning import list_texts
from sacrerouge_litepyramid.verdict.assessment import Assessment
from sacrerouge_litepyramid.verdict.comparison.compared_systems import (
    ComparedSystem,
    shorten_letters,
)
from sacrerouge_litepyramid.verdict.comparison.metric_agreement import caption, choose_levels
from sacrerouge_litepyramid.verdict.comparison.system_comparison import find_better
from sacrerouge_litepyramid.verdict.report.inputs import Inputs
from sacrerouge_litepyramid.verdict.report.judge_quality import describe_judges
from sacrerouge_litepyramid.verdict.verdict import Verdict

#: the levels of agreement that a page shows
LEVELS = (SYSTEM, SUMMARY)


def compute_statistics(inputs: Inputs, assessment: Assessment) -> dict[str, Any]:
    """Return the data of the page's metrics, of its judges, and the rules of agreement.

    ``metrics`` has the scores, ranking, pairs, verdict and agreement of each metric, human scores
    first; scores are indexed [document][system]. ``judges``: see `describe_judges`.
    ``agreement_rules`` says how correlations are computed, as the caption of their table does.
    """
    scores, human, measured = inputs.scores, inputs.human, assessment.agreement
    matrices = dict(scores.metrics)
    rules = None
    if human and measured is not None:
        matrices = {human: scores.human, **matrices}
        rules = " ".join([caption(measured), *list_texts(measured.warnings)])
    return {
        "metrics": [
            _build_metric(name, matrix, inputs, assessment) for name, matrix in matrices.items()
        ],
        "judges": describe_judges(inputs, assessment),
        "agreement_rules": rules,
    }


def list_verdict(data: Mapping[str, Any]) -> list[str]:
    """Return the verdict on the metric that the page shows first, one paragraph per line."""
    metrics = data["metrics"]
    # Human scores come first; their verdict is shown if there is no metric.
    first = metrics[1] if data["human"] and len(metrics) > 1 else metrics[0]
    return Verdict.from_dict(first["verdict"]).lines()


def _build_metric(
    name: str, matrix: np.ndarray, inputs: Inputs, assessment: Assessment
) -> dict[str, Any]:
    """Return the page's data of a metric or of the human score."""
    shown = assessment.judge(name).to_dict()
    if inputs.low_agreement:
        shown["warnings"].insert(0, inputs.low_agreement)
    comparison, measured = assessment.compare(name), assessment.agreement
    ranking = rank(comparison.systems, comparison.pairs, inputs.scores.systems, comparison.answers)
    agreement = None
    if measured is not None and name != inputs.human:
        agreement = _name_numbers(measured.find(name), choose_levels(measured.scores, LEVELS))
    return {
        "name": name,
        "scores": [[round_value(score) for score in row] for row in matrix.T.tolist()],
        "ranking": ranking,
        "pairs": list_pairs(comparison.pairs),
        "verdict": shown,
        "agreement": agreement,
    }


def _name_numbers(
    measured: MetricAgreement, levels: Collection[Level]
) -> dict[str, dict[str, Any]]:
    """Return the numbers of a metric's agreement by LEVEL_COEFFICIENT, as the page finds them."""
    numbers = {}
    for row in list_agreement_rows(measured):
        if row["level"] == GLOBAL.name and GLOBAL not in levels:
            continue
        shown = {name: row.get(name) for name in ("value", "low", "high", "n")}
        if "limit" in row:
            shown["limit"] = Interval(**row["limit"]).describe()
        numbers[f"{row['level']}_{row['coefficient']}"] = shown
    return numbers


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
                "letters": shorten_letters(compared.groups),
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
