"""The report's statistics: each metric's ranking of the systems, its verdict, and its agreement with human scores."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.evaluation.agreement_statistics import AgreementRow, Statistics
from sacrerouge_litepyramid.evaluation.compared_systems import ComparisonSettings, SystemComparison
from sacrerouge_litepyramid.evaluation.evaluation import TableEvaluation
from sacrerouge_litepyramid.evaluation.judges import DataIdentity, find_signature
from sacrerouge_litepyramid.evaluation.metric_agreement import caption, measure_agreement
from sacrerouge_litepyramid.evaluation.scores import Scores
from sacrerouge_litepyramid.evaluation.sentinels import score_by_sentinels, warn_of_words
from sacrerouge_litepyramid.evaluation.system_comparison import compare_where_shared
from sacrerouge_litepyramid.evaluation.verdict import Findings, Verdict, make_verdict, rate_trust
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.report.inputs import Inputs
from sacrerouge_litepyramid.report.judge_quality import measure_judges
from sacrerouge_litepyramid.signature import Signature
from sacrerouge_litepyramid.statistics.agreement import MIN_DOCUMENTS
from sacrerouge_litepyramid.statistics.difference import Difference
from sacrerouge_litepyramid.statistics.estimate import round_value
from sacrerouge_litepyramid.statistics.intervals import clip_share
from sacrerouge_litepyramid.statistics.paired import count_documents
from sacrerouge_litepyramid.statistics.result_table import sort_warnings
from sacrerouge_litepyramid.statistics.significance import assign_tiers
from sacrerouge_litepyramid.statistics.system_effects import estimate_comparable_means

#: the levels of agreement that a page shows
LEVELS = ("system", "summary")


class ReportSettings(NamedTuple):
    """Resamples of documents for intervals of agreement, permutations for tests between systems, and a seed."""

    resamples: int = 1000
    permutations: int = 10_000
    seed: int = 0


def compute_statistics(
    inputs: Inputs, signatures: Sequence[Signature], settings: ReportSettings, table: TableEvaluation | None = None
) -> dict[str, Any]:
    """Return under ``metrics`` each metric's scores, ranking, pairs, verdict and agreement, human scores first.

    Scores are indexed [document][system]. ``judges``: see `measure_judges`. ``agreement_rules`` says how correlations
    are computed, as the caption of their table does. ``table``: the evaluation of the inputs by one of the metrics,
    whose results are reused.
    """
    scores, human = inputs.scores, inputs.human
    measured = None
    if human:
        drawn = settings.resamples if len(scores.documents) >= MIN_DOCUMENTS else 0
        statistics = Statistics(resamples=drawn, permutations=0, seed=settings.seed)
        earlier = None if table is None else table.agreement
        measured_before = {} if earlier is None else earlier.constant_documents
        others = {name: matrix for name, matrix in scores.metrics.items() if name not in measured_before}
        measured = measure_agreement(scores._replace(metrics=others).sort_documents(), human, statistics, LEVELS)
        if earlier is not None:
            joined = earlier.join(measured)
            counts = {name: joined.constant_documents[name] for name in scores.metrics}
            measured = replace(joined, constant_documents=counts)
    units = () if table is None else table.unit_agreement
    by_human = compare_in_order(human, scores.human, scores, settings) if human else None
    judges = measure_judges(inputs, signatures, settings.resamples, settings.seed, units)
    matrices = {**({human: scores.human} if human else {}), **scores.metrics}
    keys = [SummaryKey(document, system) for document in scores.documents for system in scores.systems]
    lengths = [len(flatten(inputs.summaries[key].text).split()) for key in keys if key in inputs.summaries]
    words = float(np.mean(lengths)) if lengths else 0.0
    weak: dict[str, list[str]] = {}
    if human:
        ordered = scores.sort_documents()
        known_units = inputs.evidence[0].units if inputs.evidence else {}
        sentinels = score_by_sentinels(ordered, inputs.summaries.values(), known_units)
        for name, matrix in ordered.metrics.items():
            weak[name] = warn_of_words(ordered._replace(metrics={name: matrix}), sentinels, statistics)
    rows = None if measured is None else measured.rows
    shared = _Shared(inputs, signatures, rows, judges, settings, by_human, weak, words)
    return {
        "metrics": [
            _build_metric(name, matrix, shared, table if table is not None and name == table.metric else None)
            for name, matrix in matrices.items()
        ],
        "judges": judges,
        "agreement_rules": " ".join([caption(measured), *measured.warnings]) if measured is not None else None,
    }


def list_verdict(data: Mapping[str, Any]) -> list[str]:
    """Return, for a terminal, the verdict on the metric that the page shows first, one paragraph per line."""
    first = data["metrics"][1 if data["human"] and len(data["metrics"]) > 1 else 0]
    return Verdict(**first["verdict"]).lines()


class _Shared(NamedTuple):
    """The statistics that all metrics of a page share.

    ``rows``: agreement with human scores, None without these; ``weak``: by metric, warnings that it is not
    significantly better than counting words; ``words``: the mean number of words of the summaries.
    """

    inputs: Inputs
    signatures: Sequence[Signature]
    rows: Sequence[AgreementRow] | None
    judges: Sequence[Mapping[str, Any]]
    settings: ReportSettings
    by_human: SystemComparison | None
    weak: Mapping[str, Sequence[str]]
    words: float


def _build_metric(name: str, matrix: np.ndarray, shared: _Shared, table: TableEvaluation | None) -> dict[str, Any]:
    """Return the page's data of a metric; ``table``: its evaluation, whose results are reused, if there is one."""
    inputs, by_human = shared.inputs, shared.by_human
    scores = inputs.scores
    rows = [row for row in shared.rows or () if row.metric == name and row.level in LEVELS]
    if table is not None:
        comparison, verdict, trust = table.comparison, table.verdict, table.trust
    else:
        comparison = by_human if name == inputs.human else compare_in_order(name, matrix, scores, shared.settings)
        quality = next((judge for judge in shared.judges if name == f"{judge['name']}_{judge['measure']}"), None)
        signature, is_estimated = find_signature(name, shared.signatures), name == inputs.estimated
        findings = Findings(name, comparison, signature, rows, quality, by_human=by_human, is_estimated=is_estimated)
        data = DataIdentity(inputs.name, inputs.units_digest)
        verdict = make_verdict(findings, scores, inputs.human, data)
        trust = rate_trust(findings, shared.words, data)
    verdict = verdict._replace(warnings=tuple(sort_warnings(verdict.warnings)))
    if inputs.low_agreement:
        verdict = verdict._replace(warnings=(inputs.low_agreement, *verdict.warnings))
    verdict = verdict._replace(trust=(*verdict.trust, *shared.weak.get(name, ())))
    return {
        "name": name,
        "scores": _round_matrix(matrix.T),
        "ranking": rank(scores, matrix, comparison, name),
        "pairs": list_pairs(comparison),
        "verdict": verdict._asdict(),
        "trust": None if name == inputs.human else trust,
        "agreement": {f"{row.level}_{row.coefficient}": {**row.estimate.to_dict(), "n": row.n} for row in rows}
        if shared.rows is not None and name in scores.metrics
        else None,
    }


def compare_in_order(
    name: str, matrix: np.ndarray, scores: Scores, settings: ReportSettings
) -> SystemComparison | None:
    """Compare all systems of a metric; None if no two systems have scores of the same document."""
    ordered = scores._replace(metrics={name: matrix}).sort_documents()
    compared = ComparisonSettings(settings.permutations, 0, settings.seed, 0)
    return compare_where_shared(ordered.metrics[name], ordered.systems, ordered.documents, name, compared)


def _round_matrix(matrix: np.ndarray) -> list[list[float | None]]:
    return [[round_value(float(value)) for value in row] for row in matrix]


def rank(scores: Scores, matrix: np.ndarray, comparison: SystemComparison | None, metric: str = "") -> list[list[Any]]:
    """Return a row for each system with scores, the highest mean first.

    A row is [system, mean, low, high, documents, best rank, worst rank, letters, tier]: Student's 95% interval of the
    mean; the ranks consistent with the significant differences; the letters of the groups that do not differ
    significantly; and the tier, from 1: every system of a tier is better than all systems of later tiers.
    """
    means = clip_share(estimate_comparable_means(matrix), metric)
    documents = count_documents(matrix)
    order = [int(place) for place in np.argsort(-means.value, kind="stable") if documents[place]]
    names = [scores.systems[place] for place in order]
    better = find_better(names, comparison)
    letters = {row.system: row.groups for row in comparison.systems} if comparison is not None else {}
    tiers = assign_tiers(better)
    return [
        [
            place,
            *(round_value(float(values[place])) for values in means[:3]),
            int(documents[place]),
            1 + int(better[:, row].sum()),
            len(order) - int(better[row].sum()),
            letters.get(names[row], ""),
            tiers[row],
        ]
        for row, place in enumerate(order)
    ]


def find_better(names: list[str], comparison: SystemComparison | None) -> np.ndarray:
    """Return whether the row's system is better than the column's, (systems, systems), in the order of ``names``."""
    better = np.zeros((len(names), len(names)), dtype=bool)
    places = {name: place for place, name in enumerate(names)}
    for pair in comparison.pairs if comparison is not None else ():
        if pair.better and pair.worse:
            better[places[pair.better], places[pair.worse]] = True
    return better


def list_pairs(comparison: SystemComparison | None) -> list[list[Any]]:
    """Return a row for each pair, in the order of the ranking.

    A row is [difference, low, high, adjusted p, wins, ties, losses, effect size, 1 if the first system is significantly
    better, -1 if the second is, else 0].
    """
    return [_build_pair(pair) for pair in comparison.pairs] if comparison is not None else []


def _build_pair(pair: Difference) -> list[Any]:
    better = 0 if pair.better is None else 1 if pair.better == pair.first else -1
    numbers = map(round_value, (*pair.difference[:3], pair.adjusted_p))
    return [*numbers, pair.wins, pair.ties, pair.losses, round_value(pair.effect_size), better]
