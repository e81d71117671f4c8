"""The runs of clauses, by values to compute with by hand, and what the page gets of them."""

import numpy as np
import pytest

from sacrerouge_litepyramid.core.judge_input import split_parts
from sacrerouge_litepyramid.core.units import CLAUSE, Unit
from sacrerouge_litepyramid.io.evidence import Evidence
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.verdict.report.clauses import (
    NOT_STATED,
    PARTLY_STATED,
    STATED,
    Run,
    describe_value,
    encode_clauses,
    judge_wholes,
    list_runs,
    merge_runs,
)

#: its content words: VAT, charged, 19, instead, 21; its parts: VAT … charged, charged … 19, 19 …
#: instead, instead … 21%
CLAUSE_TEXT = "VAT was charged at 19% instead of 21%"
KEY = SummaryKey("d", "s")


@pytest.mark.parametrize(
    ("text", "parts", "expected"),
    [
        # charged: (.9 + .3) / 2 = .6; 19: (.3 + .1) / 2 = .2; instead: .1; 21: .1
        (
            CLAUSE_TEXT,
            [0.9, 0.3, 0.1, 0.1],
            [
                ("VAT was charged", (0.9 + 0.6) / 2),
                ("at 19% instead of 21%", (0.2 + 0.1 + 0.1) / 3),
            ],
        ),
        # one run has the clause's own value, .45
        (CLAUSE_TEXT, [0.8] * 4, [(CLAUSE_TEXT, 0.45)]),
        (CLAUSE_TEXT, [0.2] * 4, [(CLAUSE_TEXT, 0.45)]),
        ("rain fell", [0.5], [("rain fell", 0.45)]),
        ("Rain", [0.4], [("Rain", 0.45)]),
        ("she did it", [0.7], [("she did it", 0.45)]),
        # one half counts as stated: (.5 + .5) / 2, and (.5 + .4) / 2
        (
            "rain fell west again",
            [0.5, 0.5, 0.4],
            [("rain fell", 0.5), ("west again", (0.45 + 0.4) / 2)],
        ),
        # west: (.2 + .9) / 2 = .55
        (
            "Rain fell west, of Ghent.",
            [0.1, 0.2, 0.9],
            [("Rain fell", (0.1 + 0.15) / 2), ("west, of Ghent.", (0.55 + 0.9) / 2)],
        ),
        # no white space parts the runs
        ("rain/fell/west", [0.1, 0.9], [("rain/", 0.1), ("fell/west", 0.7)]),
        # é as two characters is judged as one
        ("cafe\u0301 closed", [0.3], [("café closed", 0.45)]),
    ],
)
def test_runs(text, parts, expected):
    assert len(parts) == len(split_parts(text))
    runs = merge_runs(text, 0.45, parts)
    assert [run.text for run in runs] == [run for run, _ in expected]
    assert [run.share for run in runs] == pytest.approx([share for _, share in expected])


def test_runs_begin_where_they_stand():
    assert [run.start for run in merge_runs(CLAUSE_TEXT, 0.0, [0.9, 0.3, 0.1, 0.1])] == [
        0,
        len("VAT was charged "),
    ]


@pytest.mark.parametrize("parts", [None, [0.9, np.nan, 0.9, 0.9]])
def test_a_clause_without_judged_parts_is_one_run(parts):
    assert merge_runs(CLAUSE_TEXT, 0.6, parts) == [Run(CLAUSE_TEXT, 0, 0.6)]


@pytest.mark.parametrize(
    ("shares", "verdict"),
    [([0.5], STATED), ([0.49], NOT_STATED), ([0.9, 0.1], PARTLY_STATED), ([], NOT_STATED)],
)
def test_verdict(shares, verdict):
    assert describe_value(0.1, [Run("a", 0, share) for share in shares]) == verdict


@pytest.fixture
def evidence():
    units = (Unit(CLAUSE_TEXT, 5.0, CLAUSE), Unit("It rained."), Unit("rain fell", 2.0, CLAUSE))
    parts = {KEY: {0: np.array([0.9, 0.3, 0.1, 0.1])}}
    return Evidence("m", "p2c", {"d": units}, {KEY: np.array([0.4, 0.7, np.nan])}, parts=parts)


def test_the_clauses_that_were_judged_have_runs(evidence):
    runs = list_runs(evidence, KEY)
    assert list(runs) == [0] and len(runs[0]) == 2
    encoded = encode_clauses(runs, judge_wholes(evidence, KEY))
    assert encoded == {"runs": {0: [0, 15, 750, 16, 37, 133]}, "wholes": {0: 450}}


def test_the_whole_is_what_the_parts_leave(evidence):
    # (whole + .35) / 2 = .4
    assert judge_wholes(evidence, KEY).tolist() == pytest.approx([0.45, 0.7, np.nan], nan_ok=True)


def test_each_part_of_a_clause_has_a_probability():
    with pytest.raises(ValueError, match="2 probabilities, not one for each part"):
        merge_runs(CLAUSE_TEXT, 0.5, [0.9, 0.1])
