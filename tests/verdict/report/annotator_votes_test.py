"""A judge beside the votes of three annotators: the alt-test, and refusals."""

import numpy as np
import pytest

from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid import agreement
from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.evaluation_folder import EvaluationFolder
from sacrerouge_litepyramid.io.evidence import Evidence
from sacrerouge_litepyramid.io.labels import read_voted_summaries, write_votes
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.meta_evaluation.unit_agreement import compare_with_votes
from sacrerouge_litepyramid.statistics.alternative_annotator import compare_with_annotators
from sacrerouge_litepyramid.statistics.votes import Ballot
from sacrerouge_litepyramid.verdict.report.build import assess_inputs
from sacrerouge_litepyramid.verdict.report.inputs import read_inputs
from sacrerouge_litepyramid.verdict.report.judge_quality import describe_judges

PEOPLE = ("ann", "ben", "cem")


def make_case(probabilities, votes, names=PEOPLE):
    """Return evidence (documents, units) and votes (documents, voters, units).

    Each document has one summary.
    """
    units = tuple(Unit(f"unit {place}", kind="scu") for place in range(probabilities.shape[1]))
    keys = [SummaryKey(f"d{place}", "x") for place in range(len(votes))]
    voted = {
        key: (names, [LabelledSummary(*key, "", units, tuple(row)) for row in page])
        for key, page in zip(keys, votes, strict=True)
    }
    values = dict(zip(keys, probabilities, strict=True))
    return Evidence(
        "m", "p2c", dict.fromkeys((key.instance_id for key in keys), units), values
    ), voted


def draw(documents, accuracy, seed=0):
    """Return probabilities and the votes of three annotators on ten units per document.

    ``accuracy``: the probability that the judge is right; annotators are right with .85.
    """
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, (documents, 1, 10)).astype(float)
    votes = np.where(rng.random((documents, 3, 10)) > 0.85, 1 - truth, truth)
    return np.where(
        rng.random((documents, 10)) > accuracy, 0.9 - 0.8 * truth[:, 0], 0.1 + 0.8 * truth[:, 0]
    ), votes


@pytest.mark.parametrize(("accuracy", "passes"), [(0.95, True), (0.5, False)])
def test_the_test_is_that_of_the_judges_decisions(accuracy, passes):
    probabilities, votes = draw(40, accuracy)
    test = compare_with_votes(*make_case(probabilities, votes)).data
    expected = compare_with_annotators(
        [Ballot(PEOPLE, page) for page in votes],
        list((probabilities >= 0.5).astype(float)),
        list(map(str, range(40))),
    )
    assert (test["winning_rate"], test["advantage"]) == (expected.winning_rate, expected.advantage)
    assert test["passes"] is passes and test["epsilon"] == 0.2
    assert [row["annotator"] for row in test["comparisons"]] == list(PEOPLE)
    assert ("may replace" in test["note"]) is passes and (
        "is not shown to replace" in test["note"]
    ) is not passes
    assert "too few" not in test["note"] and f"ω = {expected.winning_rate:.2f}" in test["note"]


def test_a_judge_of_grades_is_rounded_to_the_grades_of_the_votes():
    votes = np.array([[[0, 0.5, 1]] * 3] * 40)
    evidence, voted = make_case(np.array([[0.24, 0.25, 0.75]] * 40), votes)
    test = compare_with_votes(evidence, voted).data
    assert test["advantage"] == 1.0 and test["passes"]
    # .74 is nearer to .5: the judge is as close as the annotators on two units of three.
    evidence, _ = make_case(np.array([[0.24, 0.25, 0.74]] * 40), votes)
    assert compare_with_votes(evidence, voted).data["advantage"] == pytest.approx(2 / 3)


def test_units_that_the_judge_left_out_are_not_compared():
    probabilities, votes = draw(40, 0.9)
    probabilities[:, 0] = np.nan
    test = compare_with_votes(*make_case(probabilities, votes)).data
    assert [row["units"] for row in test["comparisons"]] == [360] * 3


def test_fewer_than_three_annotators_say_nothing():
    probabilities, votes = draw(40, 0.9)
    assert compare_with_votes(*make_case(probabilities, votes[:, :2], PEOPLE[:2])) is None


@pytest.mark.parametrize(
    ("documents", "names", "reason"),
    [
        (
            2,
            PEOPLE,
            "none, as it needs 3 annotators with 30 units each, and 2 documents; there are 0 and 2.",
        ),
        (40, ("", "", ""), "none, as votes.jsonl does not name the annotators."),
    ],
)
def test_what_the_test_lacks_is_said(documents, names, reason):
    test = compare_with_votes(*make_case(*draw(documents, 0.9), names))
    assert test.data is None and test.note.endswith(reason)


@pytest.fixture
def voted(data, scores, evidence):
    """The small data set with scores, evidence and three annotators, of whom cem differs once."""
    evidence().rename(data / "evidence.jsonl")
    scores.rename(data / "scores.jsonl")
    human = [
        {**line, "metrics": {"litepyramid_recall": line["metrics"]["ours"]}}
        for line in read_lines(data / "scores.jsonl")
    ]
    write_lines(data / "metrics.jsonl", human)
    ballots = {}
    for line in read_lines(data / "labels.jsonl"):
        votes = np.array([line["labels"]] * 3, dtype=float)
        votes[2, 0] = 0.0
        ballots[SummaryKey(line["instance_id"], line["summarizer_id"])] = Ballot(PEOPLE, votes)
    write_votes(data / "votes.jsonl", ballots)
    return data


def test_agreement_and_the_report_have_the_test(voted):
    assert "Alt-test: none" in agreement(voted, resamples=0).details().splitlines()[-1]
    inputs = read_inputs(EvaluationFolder(voted))
    (judge,) = describe_judges(inputs, assess_inputs(inputs))
    assert "Alt-test: none" in judge["test"]
    (voted / "votes.jsonl").unlink()
    assert "Alt-test" not in agreement(voted, resamples=0).details()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"votes": [[1, 0]] * 2}, "line 1.*has no units, or its votes lack annotators; write"),
        ({"instance_id": "c"}, "instance 'c'.*the summary has no units"),
        ({"votes": [[1], [0], [1]]}, "1 label for 2 units"),
        ({"votes": [[1, 2]] * 3}, "a label must be a number from 0 to 1, not 2"),
        ({"votes": 3}, "'votes'"),
    ],
)
def test_votes_that_do_not_fit_are_refused(voted, change, message):
    lines = read_lines(voted / "votes.jsonl")
    write_lines(voted / "votes.jsonl", [{**lines[0], **change}, *lines[1:]])
    with pytest.raises(ValueError, match=message):
        read_voted_summaries(voted)
