"""The quality of a judge on this data: agreement with labels, a baseline, and calibration."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.io.evidence import Evidence
from sacrerouge_litepyramid.meta_evaluation.judges import find_signature
from sacrerouge_litepyramid.meta_evaluation.unit_agreement import (
    UnitAgreement,
    UnitStatistics,
    collect_labelled_units,
    compare_with_votes,
    has_labels,
)
from sacrerouge_litepyramid.signature import Signature
from sacrerouge_litepyramid.statistics.estimate import round_value
from sacrerouge_litepyramid.statistics.judge_quality import calibration_bins
from sacrerouge_litepyramid.verdict.assessment import Assessment
from sacrerouge_litepyramid.verdict.report.inputs import Inputs

#: the statistics of a judge's labels that the page shows
SHOWN = ("auc", "kappa", "f1", "accuracy", "ece")


def describe_judges(inputs: Inputs, assessment: Assessment) -> list[dict[str, Any]]:
    """Return the page's data of the judge of each evidence with units that annotators labelled."""
    labelled = [row for row in inputs.evidence if has_labels(row, inputs.labels)]
    return [
        _describe_judge(evidence, agreement, inputs, assessment.signatures)
        for evidence, agreement in zip(labelled, assessment.judges, strict=True)
    ]


def _describe_judge(
    evidence: Evidence,
    agreement: UnitAgreement,
    inputs: Inputs,
    signatures: Sequence[Signature],
) -> dict[str, Any]:
    units = collect_labelled_units(evidence, inputs.labels)
    signature = find_signature(evidence.name, signatures) or {}
    described = {
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
        described["test"] = test.note
    return described


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
