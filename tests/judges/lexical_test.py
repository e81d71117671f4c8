from dataclasses import replace

import numpy as np
import pytest

from sacrerouge_litepyramid.core.judgements import judge_measures
from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.judges.lexical import ABSENT, LexicalJudge, LexicalWeights
from sacrerouge_litepyramid.judges.lexical_features import FEATURES
from sacrerouge_litepyramid.registry import build

UNITS = ("A cat sat on the mat.", "The cat is black.", "Two dogs barked in Paris.")


@pytest.fixture(scope="module")
def model() -> LexicalJudge:
    return LexicalJudge()


def test_logits_are_the_log_odds_and_zero(model):
    groups = [Group("A black cat sat on a mat .", UNITS), Group("rain", UNITS[:1])]
    for logits in model.predict(groups):
        assert not logits[:, 1].any()
        np.testing.assert_allclose(judge_measures(logits)["p2c"], 1 / (1 + np.exp(-logits[:, 0])))


def test_log_odds_are_the_regression(model):
    weights = replace(
        LexicalWeights.load(),
        intercept=-1.0,
        coefficients=tuple({"r1_con": 3.0, "n_uc": 0.5}.get(name, 0.0) for name in FEATURES),
    )
    (logits,) = LexicalJudge.from_weights(weights).predict([Group("the cat", ("cat sleeps", "dog"))])
    odds = logits[:, 0]
    np.testing.assert_allclose(odds, [-1 + 3 * 0.5 + 0.5 * 2, -1 + 0.5])


def test_present_and_absent_units(model):
    (logits,) = model.predict([Group("Two dogs barked in Paris. A cat sat on the mat.", UNITS)])
    assert judge_measures(logits)["l2c"].tolist() == [1.0, 0.0, 1.0]


def test_a_unit_is_judged_with_its_siblings(model):
    alone, together = model.predict([Group("a cat", UNITS[1:2]), Group("a cat", UNITS)])
    assert together[1, 0] < alone[0, 0], "its sibling tells of a cat too"


@pytest.mark.parametrize("summary", ["", "   ", ". . .\n", "😀"])
def test_an_empty_summary_holds_nothing(model, summary):
    (logits,) = model.predict([Group(summary, UNITS)])
    assert logits[:, 0].tolist() == [ABSENT] * 3
    assert judge_measures(logits)["p2c"].max() < 1e-6


def test_a_unit_without_words_is_absent_and_one_of_stop_words_is_judged(model):
    (logits,) = model.predict([Group("It is him.", ("!?", "It is him."))])
    assert logits[0, 0] == ABSENT
    assert logits[1, 0] > 0


@pytest.mark.parametrize(
    ("summary", "units"),
    [
        ("猫在垫子上睡觉。", ("猫睡觉", "狗叫")),
        ("Кошка спит на коврике.", ("Кошка спит.",)),
        ("🐱 slept 🎉", ("🐱", "cat \u0000 slept", "\ud800 slept")),
        ("cat " * 50_000, ("cat", "word " * 2_000, "y" * 100_000)),
        (" ".join(f"w{number}" for number in range(70_000)), (" ".join(f"w{number}" for number in range(500)),)),
        ("cat", ()),
    ],
    ids=["chinese", "russian", "emoji", "long", "many words", "no units"],
)
def test_any_text_gets_finite_logits(model, summary, units):
    (logits,) = model.predict([Group(summary, units)])
    assert logits.shape == (len(units), 2)
    assert np.isfinite(logits).all()


def test_no_groups(model):
    assert model.predict([]) == []


def test_a_repeated_group_gets_its_own_equal_answer(model):
    first, other, again = model.predict([Group("a cat", UNITS), Group("a dog", UNITS), Group("a cat", UNITS)])
    np.testing.assert_array_equal(first, again)
    assert not np.shares_memory(first, again)
    assert not np.array_equal(first, other)


def test_answers_do_not_depend_on_what_else_is_asked(model):
    groups = [Group(summary, UNITS[:count]) for summary in ("a black cat", "Paris") for count in (1, 2, 3)]
    together = model.predict(groups)
    for group, expected in zip(groups, together, strict=True):
        np.testing.assert_array_equal(LexicalJudge().predict([group])[0], expected)


def test_built_by_name_and_from_a_file_of_weights(tmp_path, model):
    weights = replace(LexicalWeights.load(), intercept=5.0, provenance={})
    weights.save(tmp_path / "weights.json")
    other = build(Judge, {"type": "lexical", "weights": str(tmp_path / "weights.json")})
    assert isinstance(build(Judge), LexicalJudge), "it is the default"
    assert other.identity() == {"type": "lexical", "model": "unnamed", "revision": weights.revision}
    assert model.identity() == {"type": "lexical", "model": "REALSumm", "revision": LexicalWeights.load().revision}
    assert other.identity()["revision"] != model.identity()["revision"]
    (ours,), (theirs,) = (each.predict([Group("a cat", UNITS)]) for each in (model, other))
    np.testing.assert_allclose(theirs[:, 0] - ours[:, 0], 5.0 - LexicalWeights.load().intercept)


def test_missing_weights():
    with pytest.raises(ValueError, match=r"none\.json: no such file"):
        LexicalJudge(weights="none.json")
