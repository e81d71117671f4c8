"""Labels against probabilities: the units that are compared, the rows, and the majority."""

import numpy as np
import pytest

from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.evidence import Evidence
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.meta_evaluation.unit_agreement import (
    collect_labelled_units,
    list_unit_rows,
    measure_unit_agreement,
)

FIRST, SECOND = SummaryKey("a", "x"), SummaryKey("b", "x")
UNITS = (Unit("cat", kind="scu"), Unit("dog", kind="scu"), Unit("a cat", kind="stu"))
LABELS = {
    FIRST: LabelledSummary("a", "x", "text", UNITS[:2], (1, 0)),
    SECOND: LabelledSummary("b", "x", "text", UNITS[:1], (0,)),
    SummaryKey("c", "x"): LabelledSummary("c", "x", "text", UNITS[:1], (1,)),
}
EVIDENCE = Evidence(
    "m",
    "p2c",
    {"a": UNITS, "b": UNITS[:1]},
    {FIRST: np.array([0.9, np.nan, 0.3]), SECOND: np.array([0.6])},
)


def test_units_with_a_label_and_a_probability():
    found = collect_labelled_units(EVIDENCE, LABELS)
    assert found.probabilities.tolist() == [0.9, 0.6] and found.labels.tolist() == [1, 0]
    assert found.documents.tolist() == [0, 1]


def test_statistics_and_the_majority_baseline():
    found = measure_unit_agreement(EVIDENCE, LABELS, Statistics(resamples=30))
    accuracy = found.quality["accuracy"]
    assert (found.judge, found.units, found.quality["auc"].value) == ("m_p2c", 2, 1.0)
    assert accuracy.value == 0.5 and accuracy.low <= 0.5 <= accuracy.high
    assert found.majority["brier"].value == 0.25
    names = {row["metric"] for row in list_unit_rows(found)}
    assert names == {"m_p2c", "majority, units of m_p2c"}


def test_evidence_of_other_units_is_refused():
    other = EVIDENCE._replace(
        units={"a": (Unit("x", kind="stu"),)}, values={FIRST: np.array([0.5])}
    )
    with pytest.raises(
        ValueError,
        match="'m' has no unit that annotators labelled; pass evidence by the units that they "
        "labelled",
    ):
        measure_unit_agreement(other, LABELS, Statistics())


def test_an_interval_of_another_quantity_is_omitted():
    """The majority's probability is the base rate: its ECE is 0, and that of resamples is more."""
    labels, values = {}, {}
    for place in range(40):
        key = SummaryKey(f"d{place}", "x")
        labels[key] = LabelledSummary(*key, "text", UNITS[:2], (place % 3 == 0, place % 2))
        values[key] = np.array([0.9, 0.2])
    evidence = Evidence("m", "p2c", {key.instance_id: UNITS[:2] for key in labels}, values)
    found = measure_unit_agreement(evidence, labels, Statistics(resamples=50))
    assert found.majority["ece"].value == 0 and not found.majority["ece"].has_interval
    assert found.quality["ece"].has_interval
