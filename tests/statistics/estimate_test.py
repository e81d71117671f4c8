"""How an estimate, numbers and p-values are printed and written."""

from typing import NamedTuple

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.estimate import (
    Estimate,
    Interval,
    describe_p,
    finite_or_none,
    format_number,
    format_p,
    round_value,
    row_to_json,
)


def test_printed():
    found = Estimate(0.4116, 0.38, 0.444)
    assert (
        str(found) == "0.412 [0.380, 0.444]" and found.format(4, "+") == "+0.4116 [0.3800, 0.4440]"
    )
    assert found.describe() == "0.412 (95% interval 0.380 to 0.444)"


@pytest.mark.parametrize(("value", "text"), [(0.5, "0.500"), (np.nan, "none"), (None, "none")])
def test_without_an_interval(value, text):
    found = Estimate(value)
    assert (str(found), found.describe(), found.has_interval) == (text, text, False)


def test_written():
    class Row(NamedTuple):
        name: str
        difference: Estimate
        n: int

    row = Row("a", Estimate(np.float64(0.25), 0.125, np.nan), 3)
    assert row_to_json(row) == {"name": "a", "difference": 0.25, "low": 0.125, "high": None, "n": 3}
    assert Estimate(np.inf).to_dict() == {"value": None, "low": None, "high": None}


def test_the_limit_of_a_correlation_is_an_interval_of_its_own():
    r = Estimate(0.915, 0.85, 0.96, limit=Interval(0.95, 1.0))
    assert str(r) == "0.915 [0.850, 0.960]" and r.tested == (0.95, 1.0)
    assert r.describe() == "0.915 (95% interval 0.850 to 0.960)"
    limit = {"low": 0.95, "high": 1.0}
    assert r.to_dict() == {"value": 0.915, "low": 0.85, "high": 0.96, "limit": limit}
    assert Estimate(0.5, 0.4, 0.6).tested == (0.4, 0.6)


@pytest.mark.parametrize(
    ("ends", "text"),
    [
        ((0.312, 0.911), "0.312 to 0.911"),
        ((0.9901, 0.99999), "0.990 or more"),
        ((0.99999, 1.0), "0.999 or more"),
        ((-1.0, -0.4), "-0.400 or less"),
        ((-1.0, 1.0), "-0.999 to 0.999"),
    ],
)
def test_the_largest_correlation_is_never_named(ends, text):
    assert Interval(*ends).describe() == text


def test_one_number_of_arrays():
    found = Estimate(np.array([1.0, 2.0]), np.array([0.5, np.nan]), np.array([1.5, np.nan]))
    assert found.at(0) == Estimate(1.0, 0.5, 1.5) and not found.at(1).has_interval


@pytest.mark.parametrize(
    ("p", "cell", "sentence"),
    [
        (0.0123, ".012", "p = .012"),
        (0.0009, "< .001", "p < .001"),
        (1.0, "1.000", "p = 1.000"),
        (None, "none", "no p"),
        (np.nan, "none", "no p"),
    ],
)
def test_p(p, cell, sentence):
    assert (format_p(p), describe_p(p)) == (cell, sentence)


def test_numbers():
    assert (format_number(-0.5), format_number(0.25, 2, "+"), format_number(None)) == (
        "-0.500",
        "+0.25",
        "none",
    )
    assert (format_number(-0.0004), format_number(-0.0006)) == ("0.000", "-0.001")
    assert (format_number(-0.0004, sign="+"), format_number(-0.4, 0)) == ("+0.000", "0")
    assert (round_value(0.000123456), round_value(np.nan), round_value(None)) == (
        0.00012346,
        None,
        None,
    )
    assert (finite_or_none(np.float64(2)), finite_or_none(np.inf), finite_or_none(None)) == (
        2.0,
        None,
        None,
    )
