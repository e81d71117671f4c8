"""The report's statistics: each metric's ranking of the systems, its verdict, and its agreement with human scores."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.evaluation.compared_systems import SystemComparison
from sacrerouge_litepyramid.evaluation.evaluation import TableEvaluation
from sacrerouge_litepyramid.evaluation.judges import DataIdentity, find_signature
from sacrerouge_litepyramid.evaluation.metric_agreement import AgreementReport, caption, measure_agreement
from sacrerouge_litepyramid.evaluation.scores import Scores
from sacrerouge_litepyramid.evaluation.system_agreement import ALL_DOCUMENTS, CLOSE_PAIRS
from sacrerouge_litepyramid.evaluation.verdict import Findings, Verdict, make_verdict
from sacrerouge_litepyramid.report.inputs import Inputs
from sacrerouge_litepyramid.report.judge_quality import measure_judges
from sacrerouge_litepyramid.report.ranking import compare_all, list_pairs, rank
from sacrerouge_litepyramid.signature import Signature
from sacrerouge_litepyramid.statistics.agreement import MIN_DOCUMENTS
from sacrerouge_litepyramid.statistics.estimate import round_value

#: the levels of agreement that are measured for a page, and those of the rows that it shows
LEVELS = ("system", "summary")
SHOWN_LEVELS = (*LEVELS, ALL_DOCUMENTS, CLOSE_PAIRS)


class ReportSettings(NamedTuple):
    """``resamples``: of the documents, for intervals of agreement; ``permutations``: of the tests between systems."""

    resamples: int = 1000
    permutations: int = 10_000
    seed: int = 0

    def check(self) -> None:
        """Raise ValueError for no resamples and no permutations."""
        for name in ("resamples", "permutations"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}")


def compute_statistics(
    inputs: Inputs, signatures: Sequence[Signature], settings: ReportSettings, table: TableEvaluation | None = None
) -> dict[str, Any]:
    """Return under ``metrics`` each metric's scores, ranking, pairs, verdict and agreement, human scores first.

    Scores are [document][system]. ``judges``: see `measure_judges`. ``agreement_rules`` says how the correlations are
    computed, in the words of the tables of meta-evaluation. ``table``: the evaluation of the inputs by one of the
    metrics, which is taken over.
    """
    scores, human = inputs.scores, inputs.human
    measured = None
    if human:
        drawn = settings.resamples if len(scores.documents) >= MIN_DOCUMENTS else 0
        statistics = Statistics(resamples=drawn, permutations=0, seed=settings.seed)
        known = None if table is None else table.agreement
        taken = {} if known is None else known.constant_documents
        others = {name: matrix for name, matrix in scores.metrics.items() if name not in taken}
        measured = measure_agreement(scores._replace(metrics=others).sort_documents(), human, statistics, LEVELS)
        if known is not None:
            joined = known.join(measured)
            counts = {name: joined.constant_documents[name] for name in scores.metrics}
            measured = replace(joined, constant_documents=counts)
    units = () if table is None else table.unit_agreement
    by_human = _compare(human, scores.human, scores, settings) if human else None
    judges = measure_judges(inputs, signatures, settings.resamples, settings.seed, units)
    named = {**({human: scores.human} if human else {}), **scores.metrics}
    return {
        "metrics": [
            _metric(name, matrix, inputs, signatures, measured, judges, settings, table, by_human)
            for name, matrix in named.items()
        ],
        "judges": judges,
        "agreement_rules": " ".join([caption(measured), *measured.warnings]) if measured is not None else None,
    }


def list_verdict(data: Mapping[str, Any]) -> list[str]:
    """Return the verdict on the metric that the page shows first for a terminal, a paragraph a line."""
    first = data["metrics"][1 if data["human"] and len(data["metrics"]) > 1 else 0]
    return Verdict(**first["verdict"]).lines()


def _metric(
    name: str,
    matrix: np.ndarray,
    inputs: Inputs,
    signatures: Sequence[Signature],
    measured: AgreementReport | None,
    judges: Sequence[Mapping[str, Any]],
    settings: ReportSettings,
    table: TableEvaluation | None,
    by_human: SystemComparison | None,
) -> dict[str, Any]:
    scores = inputs.scores
    rows = (
        [row for row in measured.rows if row.metric == name and row.level in SHOWN_LEVELS]
        if measured is not None
        else []
    )
    if table is not None and name == table.metric:
        found, verdict = table.comparison, table.verdict
    else:
        found = by_human if name == inputs.human else _compare(name, matrix, scores, settings)
        quality = next((each for each in judges if name == f"{each['name']}_{each['measure']}"), None)
        findings = Findings(name, found, find_signature(name, signatures), rows, quality, by_human=by_human)
        verdict = make_verdict(findings, scores, inputs.human, DataIdentity(inputs.name, inputs.units_digest))
    if inputs.low_agreement:
        verdict = verdict._replace(warnings=(inputs.low_agreement, *verdict.warnings))
    return {
        "name": name,
        "scores": _round_matrix(matrix.T),
        "ranking": rank(scores, matrix, found, name),
        "pairs": list_pairs(found),
        "verdict": verdict._asdict(),
        "agreement": {f"{row.level}_{row.coefficient}": {**row.estimate.to_dict(), "n": row.n} for row in rows}
        if measured is not None and name in scores.metrics
        else None,
    }


def _compare(name: str, matrix: np.ndarray, scores: Scores, settings: ReportSettings) -> SystemComparison | None:
    ordered = scores._replace(metrics={name: matrix}).sort_documents()
    return compare_all(ordered, name, settings.permutations, settings.seed)


def _round_matrix(matrix: np.ndarray) -> list[list[float | None]]:
    return [[round_value(float(value)) for value in row] for row in matrix]
