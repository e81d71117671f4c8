"""The units that one system states and the other omits, by hand."""

import numpy as np

from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.evaluation.stated_units import StatedUnits, find_stated_units, render_stated_units
from sacrerouge_litepyramid.io.evidence import Evidence
from sacrerouge_litepyramid.io.metrics import SummaryKey

UNITS = (Unit("one"), Unit("two", weight=3.0), Unit("three"), Unit("four"))
EVIDENCE = Evidence(
    "m",
    "p2c",
    {"a": UNITS, "b": UNITS[:1]},
    {
        SummaryKey("a", "x"): np.array([0.9, 0.6, 0.1, np.nan]),
        SummaryKey("a", "y"): np.array([0.2, 0.4, 0.5, 0.1]),
        SummaryKey("b", "x"): np.array([0.9]),
    },
)


def test_units_stated_alone_are_sorted_by_weighted_gap():
    found = find_stated_units(EVIDENCE, "x", "y")
    assert [(unit.unit, unit.stated_by) for unit in found] == [("one", "x"), ("two", "x"), ("three", "y")]
    assert StatedUnits("m", "p2c", "x", "y", found).to_dict()["stated_alone"] == {"x": 2, "y": 1}


def test_the_text_counts_the_units_of_both_systems():
    text = render_stated_units(find_stated_units(EVIDENCE, "x", "y"), "x", "y")
    assert text.startswith("2 units that x states and y omits\n") and "1 units that y states and x omits" in text
    assert render_stated_units([], "x", "y").count("0 units") == 2
