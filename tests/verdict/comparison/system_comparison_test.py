"""All pairs of systems: groups, warnings, tables, and the sentences about who leads.

`truth_test.py` has more of the sentences.
"""

import json
from dataclasses import replace

import numpy as np
import pytest

from sacrerouge_litepyramid.core.texts import join_names
from sacrerouge_litepyramid.verdict.comparison.compared_systems import (
    ComparisonSettings,
    name_group,
    shorten_letters,
)
from sacrerouge_litepyramid.verdict.comparison.system_comparison import (
    compare_systems,
    describe_leaders,
)

NAMES, DOCUMENTS = ["low", "high", "middle", "absent"], [f"d{place}" for place in range(9)]
QUICK = ComparisonSettings(permutations=512)


def made_up():
    """Return scores of three systems, of which "high" is the highest, and of one without scores."""
    generator = np.random.default_rng(1)
    scores = generator.integers(0, 9, (4, 9)) / 8
    scores[1] = np.minimum(scores[[0, 2]], 1).max(axis=0) + 0.5
    scores[2] = scores[0] + np.array([1, -1, 1, 1, -1, 1, -1, 1, 0]) / 8
    scores[3] = np.nan
    return scores


def test_groups_and_who_is_better():
    found = compare_systems(made_up(), NAMES, DOCUMENTS, "m", QUICK)
    assert [row.groups for row in found.systems] == ["a", "b", "b"]
    assert [pair.better for pair in found.pairs] == ["high", "high", None]


def test_the_documents_with_the_largest_differences():
    scores = np.array([[1.0, 0.5, 0.0, 0.3], [0.0, 0.5, 0.6, 0.2]])
    pair = compare_systems(scores, ["x", "y"], ["a", "b", "c", "d"], "m", QUICK).pairs[0]
    largest = [(row.instance_id, row.difference) for row in pair.largest_differences]
    assert largest == [("a", 1.0), ("c", -0.6), ("d", pytest.approx(0.1))]


def test_a_pair_in_the_order_given_and_in_words():
    documents = [str(place) for place in range(12)]
    found = compare_systems(
        np.stack([np.zeros(12), np.ones(12)]), ["x", "y"], documents, "m", QUICK, ranked=False
    )
    (pair,) = found.pairs
    assert (pair.first, pair.difference.value, pair.better) == ("x", -1.0, "y")
    assert pair.effect_size is None
    (written,) = found.to_dict()["pairs"]
    assert [written[outcome] for outcome in ("wins", "ties", "losses")] == [0, 0, 12]
    text = found.details()
    assert "\ny scores significantly higher than x. x − y: -1.0000 [-1.0000, -1.0000], p" in text
    row = next(line.split() for line in text.splitlines() if line.startswith("x − y"))
    assert row[3:6] == ["-1.000", "[-1.000,", "-1.000]"] and "0/0/12" in row
    assert "Warning: 12 documents" in text


def test_the_details_have_ranking_and_pairs():
    text = compare_systems(made_up(), NAMES, DOCUMENTS, "m", QUICK).details()
    assert "p ≤ 0.05 corrected for 3 pairs (max-T). Two-sided, 512 permutations, seed 0." in text
    assert "Warning: 9 documents: with fewer than 20" in text
    rows = [line.split() for line in text.splitlines() if " − " in line]
    assert [row[:3] for row in rows] == [["high", "−", name] for name in ("middle", "low")] + [
        ["middle", "−", "low"]
    ]
    assert [(row[7], row[-1]) for row in rows[:2]] == [(".012", "high")] * 2


def test_the_answer_is_a_sentence_a_table_of_the_best_and_one_warning():
    scores = np.random.default_rng(0).random((12, 9)) + np.arange(12)[:, None]
    found = compare_systems(scores, [f"s{place}" for place in range(12)], DOCUMENTS, "m", QUICK)
    found = replace(found, leaders=" ".join(describe_leaders(found)))
    lines = str(found).splitlines()
    assert (
        lines[0].startswith("By m, s11 leads") and max(map(len, lines)) <= 100 and len(lines) <= 18
    )
    shown = [line.split()[0] for line in lines if line.startswith("s1") and "  " in line]
    assert (
        shown == ["s11", "s10"]
        and "… 5 more: --details" in lines
        and "… 5 more: .details()" in repr(found)
    )
    assert sum(line.startswith("Warning: ") for line in lines) == 1
    assert "max-T" not in str(found)


def test_too_few_documents_give_a_warning():
    scores = np.random.default_rng(0).random((3, 30))
    documents = [str(place) for place in range(30)]
    short = compare_systems(scores[:, :5], list("xyz"), documents[:5], "m", QUICK)
    assert short.warnings[1].text == "5 documents are too few for a significant difference at 0.05."
    assert compare_systems(scores, list("xyz"), documents, "m", QUICK).warnings == ()


def test_a_pair_without_a_common_document_has_no_numbers():
    scores = np.array([[1.0, 2.0, np.nan], [0.0, 1.0, np.nan], [np.nan, np.nan, 3.0]])
    found = compare_systems(scores, list("xyz"), list("abc"), "m", QUICK)
    first, *_ = json.loads(json.dumps(found.to_dict()))["pairs"]
    assert (first["first"], first["difference"], first["documents"]) == ("z", None, 0)
    assert "none" in found.details()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: compare_systems(made_up()[3:], ["x"], DOCUMENTS, "m"),
            "no document has scores of 'm' for two systems",
        ),
        (
            lambda: compare_systems(
                made_up(), NAMES, DOCUMENTS, "m", ComparisonSettings(permutations=19)
            ),
            "permutations must be 20 or more, not 19",
        ),
    ],
)
def test_wrong_arguments(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_letters_of_groups():
    assert [name_group(index) for index in (0, 25, 26, 53)] == ["a", "z", "a1", "b2"]
    shortened = {"": "", "d": "d", "a b": "a b", "a b c e y z a1 b1": "a–c e y–b1"}
    assert {letters: shorten_letters(letters) for letters in shortened} == shortened


#: ten documents, on which a system's scores differ by 0.1 from document to document
WAVE = np.array([0.0, 0.1] * 5)


def found(*scores):
    names = [f"s{place}" for place in range(len(scores))]
    documents = [f"d{place}" for place in range(10)]
    return compare_systems(np.array(scores), names, documents, "m", ComparisonSettings(1024, 0))


def test_one_system_leads():
    result = found(WAVE, WAVE + 0.5, WAVE * 0.9)
    assert describe_leaders(result) == [
        "By m, s1 leads with the highest mean, 0.550: every other system scores significantly "
        "lower.",
        "The next, s0, is 0.500 (simultaneous 95% interval 0.500 to 0.500) lower.",
    ]


@pytest.mark.parametrize(
    ("count", "joined"),
    [(1, "a"), (2, "a and b"), (4, "a, b, c and d"), (5, "a, b, c, d and 1 other")],
)
def test_long_lists_of_names_are_cut(count, joined):
    assert join_names("abcdef"[:count]) == joined


def test_intervals_of_a_judges_means_stay_within_0_and_1():
    scores = np.array([[0.9, 0.1], [0.2, 0.8]])
    for metric, low in (("lite3pyramid_p2c", 0), ("other", None)):
        found = (
            compare_systems(scores, ["a", "b"], ["x", "y"], metric, ComparisonSettings(500))
            .systems[0]
            .mean
        )
        assert (found.low == low) if low is not None else (found.low < 0 and found.high > 1)
