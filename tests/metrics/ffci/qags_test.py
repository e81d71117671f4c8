"""QAGS with miniature models that were taught their questions and answers."""

import math

import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

import pytest

from helpers import miniature
from helpers.teaching import teach, teach_answers
from sacrerouge_litepyramid.metrics.ffci.qags import (
    Qags,
    answer_agreement,
    answer_f1,
    split_questions,
)
from sacrerouge_litepyramid.metrics.ffci.similarity import ComparedTexts, Similarity
from sacrerouge_litepyramid.plugin.ffci import FfciCoverage, FfciFaithfulness, FfciFocus
from sacrerouge_litepyramid.registry import build

SUMMARY = "The mayor opened a bridge ."
OTHER = "The mayor opened a new bridge on Monday ."
WHO, WHAT, WHEN = "Who opened ?", "What was opened ?", "When ?"
PROMPT = "ask : {text}"
QUESTIONS = {SUMMARY: f"{WHO} {WHAT} {WHEN}", OTHER: f"{WHO} {WHEN} {WHO}"}
ANSWERS = {
    (WHO, SUMMARY): "The mayor",
    (WHAT, SUMMARY): "a bridge",
    (WHEN, SUMMARY): "",
    (WHO, OTHER): "The mayor",
    (WHAT, OTHER): "a new bridge",
    (WHEN, OTHER): "Monday",
}
#: of the summary's questions the third has no answer in it: who agrees, "bridge" and "new bridge"
#: agree by 2/3
PRECISION = (1 + 2 / 3) / 2
#: of the other text's two questions who agrees, and when has no answer in the summary
RECALL = (1 + 0) / 2


@pytest.fixture(scope="module")
def folders(build_once):
    root = build_once("taught-qags", teach_both)
    models = {"question_model": str(root / "asking"), "answer_model": str(root / "answering")}
    return {**models, "prompt": PROMPT, "device": "cpu"}


def teach_both(root):
    texts = [*QUESTIONS, *QUESTIONS.values(), PROMPT]
    asking = miniature.save_t5(root / "asking", texts)
    teach(asking, {PROMPT.replace("{text}", text): answer for text, answer in QUESTIONS.items()})
    teach_answers(miniature.save_answerer(root / "answering", texts), ANSWERS)


@pytest.fixture(scope="module")
def qags(folders):
    return Qags(**folders)


def test_the_models_know_what_they_were_taught(qags):
    assert qags._ask([(SUMMARY,), (OTHER,)]) == [[WHO, WHAT, WHEN], [WHO, WHEN]]


def test_precision_asks_about_the_summary_and_recall_about_the_other(qags):
    pair = ComparedTexts((SUMMARY,), (OTHER,))
    assert qags.compare([pair], "precision") == pytest.approx([PRECISION])
    assert qags.compare([pair], "recall") == pytest.approx([RECALL])
    assert qags.compare([pair], "f1") == pytest.approx(
        [2 * PRECISION * RECALL / (PRECISION + RECALL)]
    )


def test_each_dimension_takes_its_route(qags):
    assert FfciFaithfulness(base=qags).score(SUMMARY, [OTHER])["ffci-faithfulness"][
        "qags"
    ] == pytest.approx(PRECISION)
    assert FfciFocus(base=qags).score(SUMMARY, [OTHER])["ffci-focus"]["qags"] == pytest.approx(
        PRECISION
    )
    assert FfciCoverage(base=qags).score(SUMMARY, [OTHER])["ffci-coverage"][
        "qags"
    ] == pytest.approx(RECALL)


def test_no_more_questions_than_asked_for(folders):
    assert Qags(**folders, questions=1)._ask([(SUMMARY,)]) == [[WHO]]


def test_without_questions_the_value_is_missing_and_left_out_of_the_mean(folders, caplog):
    class Silent(Qags):
        def _ask(self, texts):
            return [[] if "rained" in text[0] else [WHO] for text in texts]

    metric = FfciFocus(base=Silent(**folders))
    mean, scores = metric.evaluate([SUMMARY, "It rained ."], [[OTHER], [OTHER]])
    assert math.isnan(scores[1]["ffci-focus"]["qags"]) and mean["ffci-focus"][
        "qags"
    ] == pytest.approx(1.0)
    assert "ffci-focus: 1 of 2 summaries have no value" in caplog.text
    one_way = ComparedTexts(("It rained .",), (OTHER,))
    assert [
        math.isnan(value)
        for value in metric.metric.base.compare([one_way, ComparedTexts(*one_way[::-1])], "f1")
    ] == [
        True,
        True,
    ]


def test_nothing_to_compare_needs_no_model():
    assert Qags("nowhere", "nowhere").compare([], "f1").shape == (0,)


def test_its_identity_names_models_revisions_and_prompt(folders):
    base = build(Similarity, {"type": "qags", **folders})
    identity = base.identity()
    assert (identity["question_model"], identity["answer_model"]) == ("asking", "answering")
    assert identity["question_revision"].startswith("sha256:") and identity["prompt"] == PROMPT


@pytest.mark.parametrize(
    "answer, questions",
    [
        ("Who won? <sep> When was it? <sep> Wh", ["Who won?", "When was it?"]),
        ("1. Who won?\n- In 2019, who\n2) What  of 3 ?", ["Who won?", "What of 3 ?"]),
        ("2019 was what? ??", ["2019 was what?"]),
        ("no question", []),
        ("1. ?", []),
        (
            "Did it end 3 - 2? Who won in 2019. or later?",
            ["Did it end 3 - 2?", "Who won in 2019. or later?"],
        ),
    ],
)
def test_questions_are_read_from_lists_of_any_kind(answer, questions):
    assert split_questions(answer) == questions


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"questions": 0}, "questions must be at least 1, not 0"),
        ({"prompt": "ask"}, "prompt 'ask' lacks {text}"),
    ],
)
def test_wrong_arguments_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        Qags(**arguments)


@pytest.mark.parametrize(
    "expected, found, score",
    [
        ("The U.S. mayor", "a us mayor", 1.0),
        ("nine million euros", "nine euros", 2 * 1 * (2 / 3) / (1 + 2 / 3)),
        ("Monday", "", 0.0),
        ("the", "an", 1.0),
        ("Monday", "Tuesday", 0.0),
    ],
)
def test_words_count_without_case_marks_and_articles(expected, found, score):
    assert answer_f1(expected, found) == answer_f1(found, expected) == pytest.approx(score)


def test_questions_without_an_answer_of_their_own_are_dropped():
    assert answer_agreement([("Monday", "on Monday"), ("", "x"), ("mayor", "")]) == pytest.approx(
        (2 / 3 + 0) / 2
    )
    assert math.isnan(answer_agreement([("", "x")])) and math.isnan(answer_agreement([]))
