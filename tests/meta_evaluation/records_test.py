"""Records are read by their fields: no string of a level and no text of a warning decides."""

import ast
import random
from pathlib import Path

import pytest

import sacrerouge_litepyramid
from sacrerouge_litepyramid import evaluate_table
from sacrerouge_litepyramid.meta_evaluation.records import (
    GLOBAL,
    SUMMARY,
    MetricAgreement,
    list_agreement_rows,
)
from sacrerouge_litepyramid.statistics.correlation_estimates import Correlation
from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.warning import ResultWarning

PACKAGE = Path(sacrerouge_litepyramid.__file__).parent
LEVELS = {"system", "summary", "global"}
NAMES = LEVELS | {
    "pearson",
    "spearman",
    "kendall",
    "accuracy",
    "spa",
    "acc_eq",
    "acc_eq_in_sample",
    "epsilon",
    "ties",
}


def list_compared_strings(source):
    """Yield the strings that a program compares, or passes to startswith and endswith."""
    for node in ast.walk(ast.parse(source)):
        parts = []
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            parts = node.args if node.func.attr in ("startswith", "endswith") else []
        for constant in (inner for part in parts for inner in ast.walk(part)):
            if isinstance(constant, ast.Constant) and isinstance(constant.value, str):
                yield constant.value.strip("_")


@pytest.mark.parametrize(
    "source", ["a.level == 'system'", "x in ('r', 'spa')", "name.endswith('_pearson')"]
)
def test_a_comparison_with_a_name_is_seen(source):
    assert NAMES & set(list_compared_strings(source))


@pytest.mark.parametrize("room", ["meta_evaluation", "statistics", "verdict"])
def test_no_name_of_a_level_or_coefficient_is_compared(room):
    # Columns of tables have names of their own, such as summary.
    files = [path for path in PACKAGE.joinpath(room).rglob("*.py") if path.parent.name != "tables"]
    assert files
    compared = {file.name: NAMES & set(list_compared_strings(file.read_text())) for file in files}
    assert {name: strings for name, strings in compared.items() if strings} == {}


FACTS = ["A fire closed the harbour.", "Nobody was hurt.", "The mayor spoke on Monday."]
OUTPUTS = [
    {
        "id": f"d{number}",
        "system": f"s{place}",
        "summary": " ".join(FACTS[:place]),
        "units": FACTS,
        "quality": -place,
    }
    for number in range(4)
    for place in range(4)
]


def test_the_words_of_warnings_decide_nothing(monkeypatch):
    expected = evaluate_table(OUTPUTS, human="quality")
    words = "no better than others lack documents says little agrees poorly trained here".split()

    def reword(cls, kind, text):
        return tuple.__new__(cls, (kind, " ".join(random.Random(text).choices(words, k=8))))

    monkeypatch.setattr(ResultWarning, "__new__", reword)
    reworded = evaluate_table(OUTPUTS, human="quality")
    kinds = [warning.kind for warning in expected.verdict.warnings]
    assert len(kinds) > 2 and kinds == sorted(kinds)
    assert [warning.kind for warning in reworded.verdict.warnings] == kinds
    assert reworded.trust == expected.trust
    texts = {warning.text for warning in expected.verdict.warnings}
    assert not texts.intersection(warning.text for warning in reworded.verdict.warnings)


def test_rows_name_the_levels_that_were_measured():
    r, rho, tau = Estimate(0.5, 0.4, 0.6), Estimate(0.3), Estimate(float("nan"))
    measured = MetricAgreement("m", summary=Correlation(r, rho, tau), averaged_documents=9)
    rows = list(list_agreement_rows(measured))
    assert rows[0] == {
        **{"metric": "m", "level": "summary", "coefficient": "pearson"},
        **{"value": 0.5, "low": 0.4, "high": 0.6, "n": 9},
    }
    assert [(row["coefficient"], row["value"]) for row in rows[1:]] == [
        ("spearman", 0.3),
        ("kendall", None),
    ]
    assert measured.find_r(SUMMARY) is r and measured.find_r(GLOBAL) is None
