"""All pairs of systems: numbers by hand and by scipy, groups, and the sentences about who leads."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from sacrerouge_litepyramid.evaluation.compared_systems import ComparisonSettings, describe_test
from sacrerouge_litepyramid.evaluation.system_comparison import (
    compare_systems,
    describe_leaders,
    join_names,
    name_group,
)

NAMES, DOCUMENTS = ["low", "high", "middle", "absent"], [f"d{place}" for place in range(9)]
QUICK = ComparisonSettings(permutations=512, listed=2)


def made_up():
    """Return scores of three systems, of which "high" is above the others, and of one system without scores."""
    generator = np.random.default_rng(1)
    scores = generator.integers(0, 9, (4, 9)) / 8
    scores[1] = np.minimum(scores[[0, 2]], 1).max(axis=0) + 0.5
    scores[2] = scores[0] + np.array([1, -1, 1, 1, -1, 1, -1, 1, 0]) / 8
    scores[3] = np.nan
    return scores


def test_every_pair_equals_scipys():
    scores = made_up()
    found = compare_systems(scores, NAMES, DOCUMENTS, "m", QUICK)
    assert [row.system for row in found.systems] == ["high", "middle", "low"]
    for pair in found.pairs:
        first, second = scores[NAMES.index(pair.first)], scores[NAMES.index(pair.second)]
        exact = stats.permutation_test(
            (first, second), lambda x, y, axis: np.mean(x - y, axis=axis), permutation_type="samples",
            n_resamples=np.inf, vectorized=True,
        )  # fmt: skip
        assert pair.p == pytest.approx(exact.pvalue, abs=1e-9)
        assert pair.difference.value == pytest.approx((first - second).mean(), abs=1e-9)
        assert pair.effect_size == pytest.approx((first - second).mean() / np.std(first - second, ddof=1), abs=1e-9)
        assert (pair.wins, pair.losses) == ((first > second).sum(), (first < second).sum())
        assert pair.wins + pair.ties + pair.losses == 9
        assert pair.p <= pair.adjusted_p <= min(1, 3 * max(other.p for other in found.pairs))


@given(
    systems=st.integers(2, 6), documents=st.integers(3, 16), seed=st.integers(0, 10_000),
    step=st.sampled_from([0, 0.25]), missing=st.sampled_from([0, 0.2]),
)  # fmt: skip
@settings(max_examples=40, deadline=None)
def test_an_interval_is_on_one_side_of_0_exactly_where_the_pair_differs_significantly(
    systems, documents, seed, step, missing
):
    generator = np.random.default_rng(seed)
    scores = generator.normal(size=(systems, documents)) / 2 + generator.random((systems, 1)) * 2
    scores = np.round(scores / step) * step if step else scores
    scores[1:][generator.random((systems - 1, documents)) < missing] = np.nan
    scores[:, 0] = 1.0
    names, repeated = [f"s{place}" for place in range(systems)], ComparisonSettings(500, seed, 0)
    for pair in compare_systems(scores, names, [f"d{place}" for place in range(documents)], "m", repeated).pairs:
        low, high = pair.difference[1:3]
        assert pair.better is None or low >= 0 or high <= 0
        assert pair.better is not None or not pair.difference.has_interval or low <= 0 <= high
        assert not pair.difference.has_interval or low <= pair.difference.value <= high


def test_groups_and_who_is_better():
    found = compare_systems(made_up(), NAMES, DOCUMENTS, "m", QUICK)
    assert found.groups == (("high",), ("middle", "low"))
    assert [row.groups for row in found.systems] == ["a", "b", "b"]
    assert [pair.better for pair in found.pairs] == ["high", "high", None]


def test_the_documents_with_the_largest_differences():
    scores = np.array([[1.0, 0.5, 0.0, 0.3], [0.0, 0.5, 0.6, 0.2]])
    pair = compare_systems(scores, ["x", "y"], ["a", "b", "c", "d"], "m", QUICK).pairs[0]
    assert [(row.instance_id, row.difference) for row in pair.largest_differences] == [("a", 1.0), ("c", -0.6)]
    everything = compare_systems(scores, ["x", "y"], ["a", "b", "c", "d"], "m", QUICK._replace(listed=9)).pairs[0]
    assert [row.instance_id for row in everything.largest_differences] == ["a", "c", "d"]


def test_a_pair_in_the_order_given_and_in_words():
    documents = [str(place) for place in range(12)]
    found = compare_systems(np.stack([np.zeros(12), np.ones(12)]), ["x", "y"], documents, "m", QUICK, ranked=False)
    (pair,) = found.pairs
    assert (pair.first, pair.difference.value, pair.better) == ("x", -1.0, "y")
    assert pair.effect_size is None
    text = found.details()
    assert "\ny scores significantly higher than x.\nx − y: -1.0000 [-1.0000, -1.0000]" in text
    assert "0 wins, 0 ties, 12 losses of 12 documents" in text and "Warning: 12 documents" in text


def test_the_details_have_ranking_and_pairs():
    text = compare_systems(made_up(), NAMES, DOCUMENTS, "m", QUICK).details()
    assert "p ≤ 0.05 corrected for 3 pairs (max-T). Two-sided, 512 permutations, seed 0." in text
    assert "Warning: 9 documents: with fewer than 20" in text
    rows = [line.split() for line in text.splitlines() if " − " in line]
    assert [row[:3] for row in rows] == [["high", "−", name] for name in ("middle", "low")] + [["middle", "−", "low"]]
    assert [(row[7], row[-1]) for row in rows[:2]] == [(".012", "high")] * 2


def test_the_answer_is_a_sentence_a_table_of_the_best_and_one_warning():
    scores = np.random.default_rng(0).random((12, 9)) + np.arange(12)[:, None]
    found = compare_systems(scores, [f"s{place}" for place in range(12)], DOCUMENTS, "m", QUICK)
    found = replace(found, leaders=" ".join(describe_leaders(found)))
    lines = str(found).splitlines()
    assert lines[0].startswith("By m, s11 leads") and max(map(len, lines)) <= 100 and len(lines) <= 18
    shown = [line.split()[0] for line in lines if line.startswith("s1") and "  " in line]
    assert shown == ["s11", "s10"] and "… 5 more: --details" in lines and "… 5 more: .details()" in repr(found)
    assert sum(line.startswith("Warning: ") for line in lines) == 1 and "(1 more: --details)" in " ".join(lines[-2:])
    assert "max-T" not in str(found)


def test_the_mean_of_two_documents_has_no_interval():
    found = compare_systems(np.array([[0.9, 0.1], [0.2, 0.3]]), ["x", "y"], ["a", "b"], "m", QUICK)
    rows = [line.split() for line in str(found).splitlines() if line[:2] in ("x ", "y ")]
    assert ["x", "0.500", "2", "a"] in rows and found.systems[0].mean.has_interval


def test_too_few_documents_give_a_warning():
    scores = np.random.default_rng(0).random((3, 30))
    documents = [str(place) for place in range(30)]
    short = compare_systems(scores[:, :5], list("xyz"), documents[:5], "m", QUICK)
    assert short.warnings[1].text == "5 documents are too few for a significant difference at 0.05."
    assert compare_systems(scores, list("xyz"), documents, "m", QUICK).warnings == ()


def test_a_pair_without_a_common_document_has_no_numbers():
    scores = np.array([[1.0, 2.0, np.nan], [0.0, 1.0, np.nan], [np.nan, np.nan, 3.0]])
    found = compare_systems(scores, list("xyz"), list("abc"), "m", QUICK)
    pairs = {(pair.first, pair.second): pair for pair in found.pairs}
    assert pairs["z", "x"].p is None and pairs["z", "x"].documents == 0
    assert pairs["x", "y"].adjusted_p == pairs["x", "y"].p == 0.5
    assert json.loads(json.dumps(found.to_dict()))["pairs"][0]["difference"] is None
    assert "none" in found.details()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: compare_systems(made_up()[3:], ["x"], DOCUMENTS, "m"), "systems with scores of 'm': 0;"),
        (
            lambda: compare_systems(np.array([[1.0, np.nan], [np.nan, 1.0]]), ["x", "y"], ["a", "b"], "m", QUICK),
            "no document has scores of 'm' for two systems",
        ),
        (
            lambda: compare_systems(made_up(), NAMES, DOCUMENTS, "m", ComparisonSettings(permutations=19)),
            "permutations must be 20 or more, not 19",
        ),
    ],
)
def test_wrong_arguments(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_letters_of_groups():
    assert [name_group(index) for index in (0, 25, 26, 53)] == ["a", "z", "a1", "b2"]


#: ten documents, on which a system's scores differ by 0.1 from document to document
WAVE = np.array([0.0, 0.1] * 5)


def found(*scores):
    names = [f"s{place}" for place in range(len(scores))]
    documents = [f"d{place}" for place in range(10)]
    return compare_systems(np.array(scores), names, documents, "m", ComparisonSettings(1024, 0))


def test_one_system_leads():
    result = found(WAVE, WAVE + 0.5, WAVE * 0.9)
    assert describe_leaders(result) == [
        "By m, s1 leads with the highest mean, 0.550: every other system scores significantly lower.",
        "The next, s0, is 0.500 (simultaneous 95% interval 0.500 to 0.500) lower.",
    ]


def test_the_first_two_do_not_differ_and_the_others_score_lower():
    sentences = describe_leaders(found(WAVE + 0.5, WAVE[::-1] + 0.49, WAVE, WAVE - 0.5))
    assert sentences[0] == "By m, s0 has the highest mean, 0.550, but s1 does not differ significantly from it."
    assert sentences[1].startswith("The closest that scores significantly lower, s2, is 0.500 (simultaneous 95% ")


@pytest.mark.parametrize(
    ("systems", "rest"),
    [(2, "s1 does not differ significantly from it"), (3, "s1 and s2 do not differ significantly from it")],
)
def test_no_system_leads(systems, rest):
    scores = [WAVE + 0.5, WAVE[::-1] + 0.49, WAVE[::-1] + 0.48][:systems]
    assert describe_leaders(found(*scores)) == [f"By m, no system leads: s0 has the highest mean, 0.550, but {rest}."]


def test_the_test_is_named():
    assert describe_test(found(WAVE, WAVE + 1, WAVE + 2)) == (
        "Significance: a paired permutation test over 10 documents, p ≤ 0.05 corrected for 3 pairs (max-T)."
    )


@pytest.mark.parametrize(
    ("count", "joined"), [(1, "a"), (2, "a and b"), (4, "a, b, c and d"), (5, "a, b, c, d and 1 other")]
)
def test_long_lists_of_names_are_cut(count, joined):
    assert join_names("abcdef"[:count]) == joined


def test_tied_or_skewed_scores_give_a_warning():
    generator = np.random.default_rng(0)
    zeros = np.where(generator.random((2, 30)) < 0.9, 0, generator.random((2, 30)))
    skewed = np.array([[1.0], [30.0]]) * generator.lognormal(0, 1.5, (2, 30))
    even = generator.random((2, 30))
    for scores, is_uneven in ((zeros, True), (skewed, True), (even, False)):
        found = compare_systems(scores, ["a", "b"], [f"d{n}" for n in range(30)], "m", ComparisonSettings(500))
        said = "In 1 of 1 pairs the scores are equal in most documents"
        uneven = [warning for warning in found.warnings if said in warning.text]
        assert bool(uneven) == is_uneven


def test_intervals_of_a_judges_means_stay_within_0_and_1():
    scores = np.array([[0.9, 0.1], [0.2, 0.8]])
    for metric, low in (("lite3pyramid_p2c", 0), ("other", None)):
        found = compare_systems(scores, ["a", "b"], ["x", "y"], metric, ComparisonSettings(500)).systems[0].mean
        assert (found.low == low) if low is not None else (found.low < 0 and found.high > 1)
