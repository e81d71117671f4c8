"""The quality of a judge on this data: agreement with labels, a baseline, and calibration."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.io.evidence import Evidence
from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.meta_evaluation.judges import find_signature
from sacrerouge_litepyramid.meta_evaluation.unit_agreement import (
    UnitAgreement,
    UnitStatistics,
    collect_labelled_units,
    compare_with_votes,
    has_labels,
    measure_unit_agreement,
)
from sacrerouge_litepyramid.signature import Signature
from sacrerouge_litepyramid.statistics.estimate import round_value
from sacrerouge_litepyramid.statistics.judge_quality import calibration_bins
from sacrerouge_litepyramid.verdict.report.inputs import Inputs

#: the statistics of a judge's labels that the page shows
SHOWN = ("auc", "kappa", "f1", "accuracy", "ece")


class MeasuredJudge(NamedTuple):
    """A judge's agreement with labels, and the page's data about it."""

    agreement: UnitAgreement
    # JSON-ready
    data: dict[str, Any]


def measure_judges(
    inputs: Inputs, signatures: Sequence[Signature], resamples: int, seed: int
) -> list[MeasuredJudge]:
    """Return the quality of the judge of each evidence with units that annotators labelled."""
    statistics = Statistics(resamples=resamples, seed=seed)
    return [
        _measure_judge(evidence, inputs, signatures, statistics)
        for evidence in inputs.evidence
        if has_labels(evidence, inputs.labels)
    ]


def _measure_judge(
    evidence: Evidence, inputs: Inputs, signatures: Sequence[Signature], statistics: Statistics
) -> MeasuredJudge:
    units = collect_labelled_units(evidence, inputs.labels)
    agreement = measure_unit_agreement(evidence, inputs.labels, statistics)
    signature = find_signature(evidence.name, signatures) or {}
    measured = {
        "name": evidence.name,
        "measure": evidence.measure,
        "units": agreement.units,
        "stated": round_value(agreement.stated),
        "model": _round_statistics(agreement.quality),
        "majority": _round_statistics(agreement.majority),
        "calibration": _list_calibration(units.probabilities, units.labels),
        # the floor and the ceiling, None if they were not measured
        "range": signature.get("range"),
    }
    test = compare_with_votes(evidence, inputs.voted)
    if test is not None:
        measured["test"] = test.note
    return MeasuredJudge(agreement, measured)


def _round_statistics(statistics: UnitStatistics) -> dict[str, list[float | None]]:
    """Return [value, low, high] of the known statistics among SHOWN, to five decimals."""
    rounded = {}
    for name in SHOWN:
        if name in statistics:
            numbers = statistics[name].to_dict().values()
            rounded[name] = [None if number is None else round(number, 5) for number in numbers]
    return rounded


def _list_calibration(probabilities: np.ndarray, labels: np.ndarray) -> list[list[float | None]]:
    """Return [mean probability, share that annotators call stated, units] for each bin."""
    bins = calibration_bins(probabilities, labels)
    return [[round_value(mean), round_value(stated), units] for mean, stated, units in bins]
