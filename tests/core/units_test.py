import math

import pytest

from sacrerouge_litepyramid.core.units import (
    Unit,
    as_units,
    leave_reference_out,
    unit_from_json,
)


def test_a_text_is_a_unit_of_weight_one():
    assert unit_from_json("a fact") == Unit("a fact", 1.0, "scu", (0,), None)
    assert as_units(["a", Unit("b", 2)]) == (Unit("a"), Unit("b", 2))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"text": ""}, "text must be a non-empty string, not ''"),
        ({"text": 3}, "text must be a non-empty string, not 3"),
        ({"weight": 1}, "no field 'text'"),
        ({"text": "a", "weight": -1}, "finite and not negative, not -1"),
        ({"text": "a", "weight": math.nan}, "finite and not negative, not nan"),
        ({"text": "a", "weight": math.inf}, "finite and not negative, not inf"),
        ({"text": "a", "weight": "1"}, "weight must be a number, not '1'"),
        ({"text": "a", "weight": True}, "weight must be a number, not True"),
        ({"text": "a", "kind": "acu"}, "kind must be one of scu, stu, clause, not 'acu'"),
        ({"text": "a", "reference": -1}, "reference must be an index from 0"),
        ({"text": "a", "reference": []}, "reference must be an index from 0"),
        ({"text": "a", "sentence": 1.5}, "sentence must be an index from 0 or null, not 1.5"),
        ({"text": "a", "wieght": 1}, "unknown field 'wieght'; known: text, weight"),
        (7, "must be a text or an object, not 7"),
    ],
)
def test_wrong_units_are_named(data, message):
    with pytest.raises(ValueError, match=message):
        unit_from_json(data)


def test_leaving_a_reference_out():
    units = [
        Unit("only in 0", 1, references=(0,), sentence=2),
        Unit("only in 1", 1, references=(1,), sentence=3),
        Unit("in all", 3, references=(0, 1, 2), sentence=1),
    ]
    assert leave_reference_out(units, 0) == (
        Unit("only in 1", 1, references=(0,), sentence=3),
        Unit("in all", 2, references=(0, 1), sentence=None),
    )
    assert leave_reference_out(units, 1)[1] == Unit("in all", 2, references=(0, 1), sentence=1)
