"""The character n-gram judge: scores of texts in thirteen languages, and its features."""

import numpy as np
import pytest

from helpers.languages import LANGUAGES
from sacrerouge_litepyramid.core.judgements import judge_measures
from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.extraction.clauses import ClauseExtractor
from sacrerouge_litepyramid.judges.character_ngrams import (
    ABSENT,
    COEFFICIENTS,
    INTERCEPT,
    CharacterNgramJudge,
    compare_units,
    normalize,
    weigh_ngrams,
)
from sacrerouge_litepyramid.judges.lexical import LexicalJudge
from sacrerouge_litepyramid.meta_evaluation.judges import describe_limits
from sacrerouge_litepyramid.scoring import judge_summaries

JUDGES = {"character-ngrams": CharacterNgramJudge(), "lexical": LexicalJudge()}


def probabilities(judge, summary, *units):
    return judge_measures(judge.predict([Group(summary, units)])[0])["p2c"]


def split(text):
    return [
        part
        for part in text.replace("。", "。\n").replace("।", "।\n").replace(". ", ".\n").split("\n")
        if part
    ]


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "English"])
def test_the_lexical_judge_delegates_other_languages_and_reports_it(language):
    text, other = LANGUAGES[language]
    groups = [Group(other, tuple(split(text))), Group(text, tuple(split(text)))]
    lexical, ngrams = LexicalJudge(), CharacterNgramJudge()
    for logits, expected in zip(lexical.predict(groups), ngrams.predict(groups), strict=True):
        np.testing.assert_array_equal(logits, expected)
    assert lexical.observed() == {
        "not_english": [f"character-ngrams REALSumm {ngrams.identity()['revision']}"]
    }


def test_other_languages_do_not_change_the_lexical_judges_answers_about_english():
    english, german = LANGUAGES["English"], LANGUAGES["German"]
    groups = [
        Group(text.other + text.bridge[:50], tuple(split(text.bridge)))
        for text in (english, german, english)
    ]
    alone, mixed = LexicalJudge(), LexicalJudge()
    (expected,) = alone.predict(groups[:1])
    first, second, third = mixed.predict(groups)
    np.testing.assert_array_equal(first, expected)
    np.testing.assert_array_equal(third, expected)
    assert alone.observed() == {} and mixed.observed()
    np.testing.assert_array_equal(second, CharacterNgramJudge().predict(groups[1:2])[0])


def test_custom_weights_judge_every_language(tmp_path):
    shipped = LexicalJudge()
    shipped.weights.save(tmp_path / "w.json")
    german = Group(LANGUAGES["German"].bridge, (LANGUAGES["German"].bridge,))
    for judge in (
        LexicalJudge(str(tmp_path / "w.json")),
        LexicalJudge.from_weights(shipped.weights),
    ):
        assert (
            judge.predict([german])[0] != shipped.predict([german])[0]
        ).any() and judge.observed() == {}


def test_log_odds_are_a_linear_function_of_the_shares():
    (unit,) = units = ("Anna bought 30 red hats.",)
    summary = "She bought red hats. It rained on 3 hats."
    ngrams = {
        text: {normalize(text)[at : at + 4] for at in range(len(normalize(text)) - 3)}
        for text in (unit, summary)
    }
    first = {" she bought red hats "[at : at + 4] for at in range(18)}
    share, best = (
        len(ngrams[unit] & text) / len(ngrams[unit]) for text in (ngrams[summary], first)
    )
    (row,) = compare_units(Group(summary, units))
    assert row == pytest.approx([share, best, 1, 0]), "Anna begins the sentence, and 30 is missing"
    (logits,) = CharacterNgramJudge().predict([Group(summary, units)])
    assert logits[0] == pytest.approx([INTERCEPT + np.dot(row, COEFFICIENTS), 0])


def test_an_ngram_that_all_units_share_has_less_weight():
    shared, other = weigh_ngrams(("abcd wxyz", "abcd"))
    assert shared["abcd"] / shared["wxyz"] == pytest.approx(
        (np.log(3 / 2) + 0.05) / (np.log(3) + 0.05)
    )
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
def test_texts_are_normalized(written, compared):
    assert normalize(written) == compared


def test_numbers_match_in_other_digits_and_names_with_other_endings():
    summary = "В ноябре ٣٥ поездов из Линдау пришли к Анастасией."
    rows = compare_units(
        Group(summary, ("Их 35 и 36.", "Письмо Анастасии в Линдау", "Письмо Ольги"))
    )
    assert rows[:, 2].tolist() == [0.5, 0, 0] and rows[:, 3].tolist() == [0, 0, 1]


def test_a_unit_with_nothing_to_compare_is_absent():
    for summary, unit in (("...", "Ein Haus"), ("Ein Haus", "…")):
        assert CharacterNgramJudge().predict([Group(summary, (unit,))])[0].tolist() == [[ABSENT, 0]]
    assert CharacterNgramJudge().predict([Group("Ein Haus", ())])[0].shape == (0, 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_scores_by_clauses_are_high_for_the_same_text_and_low_for_another(language):
    """Parts of Thai clauses may have only two letters, which other texts contain by chance."""
    judge = LexicalJudge()
    for text, other in (LANGUAGES[language], reversed(LANGUAGES[language])):
        (units,) = ClauseExtractor().extract([text])
        same, different = judge_summaries(judge, [(text, units), (other, units)])
        assert same.measures["p2c"].mean() >= 0.85
        assert different.measures["p2c"].mean() <= (0.2 if language == "Thai" else 0.15)
    assert ("not_english" in judge.observed()) == (language != "English")


def test_agreement_on_english_is_not_claimed_if_the_ngram_judge_took_part():
    weights = LexicalJudge().weights
    english = {"metric": "m", "judge": LexicalJudge().identity(), "extractor": {"type": "clauses"}}
    others = {**english, "judge": english["judge"] | {"not_english": ["character-ngrams"]}}
    for agreement in (None, weights.agreement):
        assert "r with human scores" in describe_limits(english, agreement)
        assert "r with human scores" not in describe_limits(others, agreement)


def test_english_text_is_recognised_although_parts_repeat_words():
    units = ("fight las", "las vegas", "vegas las", "las nevada")
    judge = LexicalJudge()
    judge.predict([Group("the fight in las vegas will be watched by nevada.", units)])
    assert judge.observed() == {}
