"""The judge by character n-grams: texts in thirteen languages, and what it takes from them."""

import os
import subprocess
import sys
from itertools import product

import numpy as np
import pytest

from helpers.languages import LANGUAGES
from sacrerouge_litepyramid import score
from sacrerouge_litepyramid.core.judgements import judge_measures
from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.evaluation.judges import describe_limits, find_weights
from sacrerouge_litepyramid.judges.character_ngrams import (
    ABSENT,
    COEFFICIENTS,
    INTERCEPT,
    CharacterNgramJudge,
    compare_units,
    normalize,
    weigh_ngrams,
)
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.judges.lexical import LexicalJudge
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.scoring import Scorer

JUDGES = {"character-ngrams": CharacterNgramJudge(), "lexical": LexicalJudge()}


def probabilities(judge, summary, *units):
    return judge_measures(judge.predict([Group(summary, units)])[0])["p2c"]


def split(text):
    return [part for part in text.replace("。", "。\n").replace("।", "।\n").replace(". ", ".\n").split("\n") if part]


@pytest.mark.parametrize(
    ("language", "judge"), [pair for pair in product(LANGUAGES, JUDGES) if pair != ("English", "lexical")]
)
def test_identical_and_disjoint_texts(language, judge):
    for text, other in (LANGUAGES[language], reversed(LANGUAGES[language])):
        for units in ([text], split(text)):
            assert probabilities(JUDGES[judge], text, *units).mean() >= 0.85
            assert probabilities(JUDGES[judge], other, *units).mean() <= 0.15


@pytest.mark.parametrize("language", LANGUAGES)
def test_scores_by_default_of_identical_and_disjoint_texts(language):
    for text, other in (LANGUAGES[language], reversed(LANGUAGES[language])):
        assert score([text], references=[text], judge="lexical").mean["p2c"] >= 0.85
        assert score([other], references=[text], judge="lexical").mean["p2c"] <= 0.15


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "English"])
def test_lexical_leaves_other_languages_to_it_and_says_so(language):
    text, other = LANGUAGES[language]
    groups = [Group(other, tuple(split(text))), Group(text, tuple(split(text)))]
    lexical, ngrams = LexicalJudge(), CharacterNgramJudge()
    for found, expected in zip(lexical.predict(groups), ngrams.predict(groups), strict=True):
        np.testing.assert_array_equal(found, expected)
    assert lexical.observed() == {"not_english": [f"character-ngrams REALSumm {ngrams.identity()['revision']}"]}


def test_lexical_judges_english_among_other_languages_as_before():
    english, german = LANGUAGES["English"], LANGUAGES["German"]
    groups = [Group(text.other + text.bridge[:50], tuple(split(text.bridge))) for text in (english, german, english)]
    alone, mixed = LexicalJudge(), LexicalJudge()
    (expected,) = alone.predict(groups[:1])
    first, second, third = mixed.predict(groups)
    np.testing.assert_array_equal(first, expected)
    np.testing.assert_array_equal(third, expected)
    assert alone.observed() == {} and mixed.observed()
    np.testing.assert_array_equal(second, CharacterNgramJudge().predict(groups[1:2])[0])


def test_weights_of_ones_own_judge_every_language(tmp_path):
    shipped = LexicalJudge()
    shipped.weights.save(tmp_path / "w.json")
    german = Group(LANGUAGES["German"].bridge, (LANGUAGES["German"].bridge,))
    for judge in (LexicalJudge(str(tmp_path / "w.json")), LexicalJudge.from_weights(shipped.weights)):
        assert (judge.predict([german])[0] != shipped.predict([german])[0]).any() and judge.observed() == {}


def test_the_log_odds_are_the_regression_over_shares():
    (unit,) = units = ("Anna bought 30 red hats.",)
    summary = "She bought red hats. It rained on 3 hats."
    ngrams = {
        text: {normalize(text)[at : at + 4] for at in range(len(normalize(text)) - 3)} for text in (unit, summary)
    }
    first = {" she bought red hats "[at : at + 4] for at in range(18)}
    share, best = (len(ngrams[unit] & text) / len(ngrams[unit]) for text in (ngrams[summary], first))
    (row,) = compare_units(Group(summary, units))
    assert row == pytest.approx([share, best, 1, 0]), "Anna begins the sentence, and 30 is not there"
    (logits,) = CharacterNgramJudge().predict([Group(summary, units)])
    assert logits[0] == pytest.approx([INTERCEPT + np.dot(row, COEFFICIENTS), 0])


def test_an_ngram_of_all_units_counts_less_than_one_of_a_single_unit():
    shared, other = weigh_ngrams(("abcd wxyz", "abcd"))
    assert shared["abcd"] / shared["wxyz"] == pytest.approx((np.log(3 / 2) + 0.05) / (np.log(3) + 0.05))
    assert sum(shared.values()) == pytest.approx(1) == sum(other.values())


@pytest.mark.parametrize(
    ("written", "compared"),
    [
        ("Straße, (STRASSE)", " strasse strasse "),
        ("كَلِمَة ٣٫٥", " كلمة 3 5 "),
        ("हिन्दी।", " हिन्दी "),
        ("新橋 1２ km", "新\0橋\x0012 km "),
        ("ข้าม ฟาก", "ข้ามฟาก"),
        ("…!", ""),
    ],
)
def test_spelling(written, compared):
    assert normalize(written) == compared


def test_numbers_are_equal_in_other_digits_and_names_with_other_endings():
    summary = "В ноябре ٣٥ поездов из Линдау пришли к Анастасией."
    rows = compare_units(Group(summary, ("Их 35 и 36.", "Письмо Анастасии в Линдау", "Письмо Ольги")))
    assert rows[:, 2].tolist() == [0.5, 0, 0] and rows[:, 3].tolist() == [0, 0, 1]


def test_nothing_to_compare_is_absent():
    for summary, unit in (("...", "Ein Haus"), ("Ein Haus", "…")):
        assert CharacterNgramJudge().predict([Group(summary, (unit,))])[0].tolist() == [[ABSENT, 0]]
    assert CharacterNgramJudge().predict([Group("Ein Haus", ())])[0].shape == (0, 2)


def test_a_score_depends_on_its_document_alone():
    judge = build(Judge, "character-ngrams")
    groups = [Group(text.other, tuple(split(text.bridge))) for text in LANGUAGES.values()]
    together = judge.predict(groups)
    for group, expected in zip(groups, together, strict=True):
        np.testing.assert_array_equal(judge.predict([group])[0], expected)


def test_scores_do_not_depend_on_the_order_of_sets():
    """Python draws another order of sets of texts in each process."""
    program = (
        "from helpers.languages import LANGUAGES\n"
        "from sacrerouge_litepyramid.core.pairs import Group\n"
        "from sacrerouge_litepyramid.judges.character_ngrams import CharacterNgramJudge\n"
        "groups = [Group(t.bridge[20:] + t.other, (t.bridge, t.other, t.bridge[:40])) for t in LANGUAGES.values()]\n"
        "print([x.tobytes().hex() for x in CharacterNgramJudge().predict(groups)])"
    )
    environments = [{**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": seed} for seed in "123"]
    outputs = {
        subprocess.run([sys.executable, "-c", program], env=environment, check=True, capture_output=True).stdout
        for environment in environments
    }
    assert len(outputs) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_scores_by_clauses_of_the_reference(language):
    """Parts of Thai clauses have two letters, which other texts have by chance."""
    scorer = Scorer("lexical", "clauses")
    for text, other in (LANGUAGES[language], reversed(LANGUAGES[language])):
        (units,) = scorer.extract([[text]])
        same, different = scorer.score([(text, units), (other, units)])
        assert same.measures["p2c"].mean() >= 0.85
        assert different.measures["p2c"].mean() <= (0.2 if language == "Thai" else 0.15)
    assert ("not_english" in scorer.judge.observed()) == (language != "English")


def test_contributions_of_words_are_not_shown_where_others_judged():
    judge = LexicalJudge().identity()
    assert find_weights({"judge": judge}) is LexicalJudge().weights
    assert find_weights({"judge": judge | {"not_english": ["character-ngrams"]}}) is None


def test_agreement_on_english_is_not_claimed_where_others_judged():
    weights = LexicalJudge().weights
    english = {"metric": "m", "judge": LexicalJudge().identity(), "extractor": {"type": "clauses"}}
    others = {**english, "judge": english["judge"] | {"not_english": ["character-ngrams"]}}
    for given in (None, weights.agreement):
        assert "r with human scores" in describe_limits(english, given)
        assert "r with human scores" not in describe_limits(others, given)


def test_words_that_parts_repeat_do_not_make_english_text_foreign():
    units = ("fight las", "las vegas", "vegas las", "las nevada")
    judge = LexicalJudge()
    judge.predict([Group("the fight in las vegas will be watched by nevada.", units)])
    assert judge.observed() == {}
