import json
import math

import numpy as np
import pytest

from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.experiments.reproduce import ffci
from sacrerouge_litepyramid.experiments.reproduce.realsumm import average_significant
from sacrerouge_litepyramid.experiments.reproduce.targets import (
    ComparedNumber,
    compare_with_expected,
    read_expected,
    render_rows,
)

EXPECTED = [
    {"source": "counted", "tolerance": 0, "values": {"systems": 25, "documents": 100}},
    {"source": "a paper", "tolerance": None, "values": {"alpha": 0.66}},
    {"source": "an oracle", "tolerance": 1e-4, "values": {"r": 0.9085}},
]


def test_rows_and_their_verdicts():
    rows = compare_with_expected(
        {"systems": 25.0, "alpha": 0.5, "r": 0.90861, "more": 1.0}, EXPECTED
    )
    assert [(row.name, row.verdict) for row in rows] == [
        ("systems", "ok"),
        ("documents", "NOT MEASURED"),
        ("alpha", "no tolerance"),
        ("r", "OUTSIDE"),
    ]
    assert [row.has_failed for row in rows] == [False, True, False, True]
    lines = list(render_rows(rows))
    assert lines[-1] == "4 rows: 1 within their tolerance, 2 outside, 1 without a tolerance"
    assert "# an oracle" in lines
    (line,) = (line for line in lines if line.startswith("r "))
    assert line.split() == ["r", "0.908610", "0.908500", "+0.000110", "0.0001", "OUTSIDE"]


def test_too_low_is_outside_as_too_high_is():
    assert [
        ComparedNumber("r", measured, 0.5, 0.1, "x").verdict for measured in (0.3, 0.45, 0.55, 0.7)
    ] == [*("OUTSIDE", "ok", "ok", "OUTSIDE")]


def test_nan_is_outside_of_any_tolerance():
    row = ComparedNumber("r", math.nan, 0.5, 1.0, "x")
    assert row.has_failed
    assert next(line for line in render_rows([row]) if line.startswith("r ")).split()[1] == "nan"
    assert row.to_dict()["measured"] is None and row.to_dict()["verdict"] == "OUTSIDE"


def rows(source):
    """What the made-up target measures: the number in the file."""
    return [ComparedNumber("value", float(source.read_text("utf-8")), 1.0, 0.1, str(source))]


@pytest.fixture
def target(monkeypatch):
    monkeypatch.setattr(ffci, "compute_rows", rows)
    return "ffci"


@pytest.mark.parametrize("value, status", [("1.05", 0), ("1.2", 1)])
def test_a_target_is_one_module_whose_rows_give_the_exit_status(
    target, tmp_path, capsys, value, status
):
    source = tmp_path / "value"
    source.write_text(value, "utf-8")
    words = ["experiment", "reproduce", target, "--source", str(source)]
    assert main(words) == status
    assert f"1 rows: {1 - status} within" in capsys.readouterr().out
    assert main([*words, "--json"]) == status
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert row["verdict"] == ("OUTSIDE" if status else "ok") and row["measured"] == float(value)


def test_a_missing_source_is_named(target, tmp_path, capsys):
    assert main(["experiment", "reproduce", target, "--source", str(tmp_path / "none")]) == 1
    assert "none: no such file or folder" in capsys.readouterr().err


@pytest.mark.numbers
def test_realsumms_numbers(shared, capsys):
    assert (
        main(["experiment", "reproduce", "realsumm", "--source", str(shared / "data/realsumm")])
        == 0
    )
    assert (
        capsys.readouterr().out.splitlines()[-1]
        == "184 rows: 181 within their tolerance, 0 outside, 3 without a tolerance"
    )


def test_each_fact_has_one_name():
    names = [name for group in read_expected("realsumm") for name in group["values"]]
    assert len(names) == len(set(names)) == 184


def test_significant_documents_only():
    ours = np.array([[1.0, 4.0], [2.0, 1.0], [3.0, 3.0], [4.0, 2.0], [5.0, 5.0]])
    people = np.array([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0], [4.0, 4.0], [6.0, 5.0]])
    # Of the second document p is .48.
    assert average_significant(ours, people) == pytest.approx(1.0)
