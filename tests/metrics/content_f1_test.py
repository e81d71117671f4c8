"""content-f1: both directions, with texts that are equal, empty, of one fact, of none."""

import math

import pytest

import sacrerouge_litepyramid as litepyramid

REFERENCE = "The council approved the plan on Monday. Two members voted against it because of the costs."
UNRELATED = "Snow fell in Norway."


@pytest.fixture(scope="module")
def metric():
    return litepyramid.load("content-f1", judge="lexical")


def measure(metric, summary, references):
    """The values of one summary: recall, precision, F1."""
    (values,) = metric.score([summary], references=[references]).scores
    return [values[name] for name in ("recall", "precision", "f1")]


@pytest.mark.parametrize("text", [REFERENCE, "No.", "- Snow fell.\n- Prices rose by 3.5%.", "雪が降った。"])
def test_identical_texts_have_1_in_all(metric, text):
    (values,) = metric.score([text], references=[text]).scores
    assert set(values.values()) == {1.0} and len(values) == 6


@pytest.mark.parametrize("summary", ["", " \n", "---"])
def test_a_summary_without_text_has_0_in_all(metric, summary):
    assert measure(metric, summary, REFERENCE) == pytest.approx([0, 0, 0], abs=1e-6)


@pytest.mark.parametrize("summary", [REFERENCE, ""])
def test_without_a_unit_in_the_reference_nothing_is_defined(metric, summary):
    assert all(map(math.isnan, measure(metric, summary, "")))


def test_one_fact_of_two_is_precise_and_incomplete(metric):
    recall, precision, f1 = measure(metric, "The council approved the plan on Monday.", REFERENCE)
    # 4 of the reference's 10 content words are verbatim; what the judge gives to the other clause is small.
    assert precision == 1 and 0.4 < recall < 0.6
    assert f1 == pytest.approx(2 * recall / (recall + 1), abs=1e-12)


def test_what_is_added_costs_precision_alone(metric):
    recall, precision, _ = measure(metric, f"{REFERENCE} {UNRELATED}", REFERENCE)
    # 3 of the summary's 13 content words are of the clause that the reference lacks.
    assert recall == 1 and 10 / 13 <= precision < 10 / 13 + 0.1


def test_unrelated_texts_share_hardly_anything(metric):
    assert max(measure(metric, UNRELATED, REFERENCE)) < 0.15


def test_a_fact_of_any_reference_is_precise(metric):
    recall, precision, _ = measure(metric, REFERENCE, [REFERENCE, UNRELATED])
    assert precision == 1 and recall < 1
    assert measure(metric, UNRELATED, [REFERENCE, UNRELATED])[1] == 1


def test_recall_is_that_of_lite3pyramid(metric):
    summary = "The plan was approved, against the votes of two members."
    (lite3,) = litepyramid.score([summary], references=[REFERENCE], metric="lite3pyramid", judge="lexical").scores
    (values,) = metric.score([summary], references=[REFERENCE]).scores
    assert (values["recall"], values["l2c_recall"]) == (lite3["p2c"], lite3["l2c"])


def test_the_signature_names_judge_and_extractor(metric):
    signature = metric.score([REFERENCE], references=[REFERENCE]).signature
    assert (signature["metric"], signature["judge"]["type"], signature["extractor"]["type"]) == (
        "content-f1",
        "lexical",
        "clauses",
    )


def test_vowel_signs_count():
    # "whether" and "of" in Hindi differ by a combining mark alone
    (values,) = litepyramid.score(["की की की"], references=["कि कि कि"], metric="content-f1", judge="lexical").scores
    assert values["recall"] < 1
