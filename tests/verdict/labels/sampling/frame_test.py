"""The population of judgements: its rows, their weights, and the digest that names it."""

import numpy as np
import pytest

from helpers.labelled_frames import make_evidence
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.evidence import Evidence
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.verdict.labels.sampling.frame import FrameRow, build_frame

EVIDENCE = Evidence(
    "lite2pyramid",
    "p2c",
    {"x": (Unit("one", 3.0), Unit("two", 1.0), Unit("none", 0.0)), "y": (Unit("three"),)},
    {
        SummaryKey("y", "B"): np.array([0.5]),
        SummaryKey("x", "A"): np.array([0.25, 0.75, 1.0]),
        SummaryKey("x", "B"): np.array([np.nan, 1.0, 1.0]),
    },
)


def test_rows_and_weights():
    frame = build_frame(EVIDENCE)
    assert list(frame.list_rows()) == [
        FrameRow("x", "A", 0),
        FrameRow("x", "A", 1),
        FrameRow("x", "B", 1),
        FrameRow("y", "B", 0),
    ]
    assert frame.text == ("one", "two", "two", "three")
    assert frame.weight.tolist() == [0.75, 0.25, 0.5, 0.5]
    assert frame.probability.tolist() == [0.25, 0.75, 1, 0.5]
    chosen = build_frame(EVIDENCE, ["B", "A"])
    assert chosen.systems == ("B", "A")
    assert [row.summarizer_id for row in chosen.list_rows()] == ["B", "B", "A", "A"]


def test_a_unit_is_labelled_as_a_statement():
    units = {"x": (Unit("new buses", introduction="The town buys:"),)}
    frame = build_frame(Evidence("m", "p2c", units, {SummaryKey("x", "A"): np.array([0.5])}))
    assert frame.text == ("The town buys: new buses",)


def test_an_unknown_system():
    with pytest.raises(ValueError, match="no evidence of the system 'C'; known: A, B"):
        build_frame(EVIDENCE, ["A", "C"])


def test_units_without_weight_are_no_population():
    with pytest.raises(ValueError, match="no unit with a weight"):
        build_frame(make_evidence(units=1, weights=[0.0]))


def test_the_digest_changes_with_probabilities_and_texts_and_not_with_the_last_bits():
    digest = build_frame(EVIDENCE).digest()
    values = {**EVIDENCE.values, SummaryKey("y", "B"): np.array([0.5 + 1e-9])}
    assert build_frame(EVIDENCE._replace(values=values)).digest() == digest
    values[SummaryKey("y", "B")] = np.array([0.51])
    assert build_frame(EVIDENCE._replace(values=values)).digest() != digest
    units = {**EVIDENCE.units, "y": (Unit("four"),)}
    assert build_frame(EVIDENCE._replace(units=units)).digest() != digest
