"""The sentence about a score, contributions to the log-odds, and the weights of a signature."""

import math

import numpy as np
import pytest

from sacrerouge_litepyramid.core.judgements import judge_measures
from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.core.units import CLAUSE, Unit
from sacrerouge_litepyramid.io.evidence import Evidence
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.judges.embedding import EmbeddingWeights
from sacrerouge_litepyramid.judges.lexical import LexicalJudge, LexicalWeights
from sacrerouge_litepyramid.judges.lexical_features import unit_table
from sacrerouge_litepyramid.judges.word_matches import match_units
from sacrerouge_litepyramid.meta_evaluation.judges import find_weights
from sacrerouge_litepyramid.verdict.report.clauses import Run, describe_score, to_percent
from sacrerouge_litepyramid.verdict.report.explanation import (
    ALIGNMENT_DESCRIPTION,
    explain_summary,
    list_contributions,
    list_mismatch_parts,
)

UNITS = ("Ten ships sank.", "The port was closed.", "Ana Diaz leads the port.")
SUMMARY = "Twelve ships sank. The port was not closed."


def matches(units=UNITS, summary=SUMMARY):
    return match_units(unit_table(units, LexicalWeights.load().frequencies.idf), [summary])[0]


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        # a stated unit with a conflict comes before one that is nearer to the threshold
        (
            [0.9, 0.1, 0.49],
            "1 of 3 units stated; “Ten ships sank.” (90%) is doubtful: “Ten”, where the nearest "
            "sentence has “Twelve”.",
        ),
        (
            [0.1, 0.2, 0.45],
            "0 of 3 units stated; “Ana Diaz leads the port.” (45%) is doubtful: “Ana”, “Diaz”, "
            "“leads” are missing.",
        ),
        ([0.1, 0.1, 0.1], "0 of 3 units stated; none is doubtful."),
        ([np.nan, 0.1, np.nan], "0 of 1 unit stated; none is doubtful."),
        ([np.nan] * 3, "No unit of this summary was judged."),
    ],
)
def test_one_sentence(values, sentence):
    assert describe_score([*map(Unit, UNITS)], values, matches()) == sentence


def test_weights_are_named_and_nothing_is_missing():
    units = [Unit("Ships sank."), Unit("Ana leads.", 2.0)]
    assert describe_score(units, [0.6, np.nan], matches([unit.text for unit in units])) == (
        "1 of 1 unit stated, which count by their weights; “Ships sank.” (60%) is doubtful: all of "
        "its words are there."
    )


def clauses(*texts):
    return [Unit(text, float(len(text.split())), CLAUSE) for text in texts]


@pytest.mark.parametrize(
    ("shares", "values", "sentence"),
    [
        # a clause near one half is stated in part, and not doubtful; one with a conflict is
        (
            [[0.9, 0.1], [0.1], [0.9]],
            [0.49, 0.1, 0.45],
            "1 of 3 clauses stated, 1 in part, weighted by words; none is doubtful.",
        ),
        (
            [[0.9, 0.1], [0.1], [0.1]],
            [0.6, 0.1, 0.1],
            "0 of 3 clauses stated, 1 in part, weighted by words; “Ten ships sank.” (60%) is "
            "doubtful: “Ten”, where the nearest sentence has “Twelve”.",
        ),
        (
            [[0.1], [0.1], [0.1]],
            [0.1] * 3,
            "0 of 3 clauses stated, weighted by words; none is doubtful.",
        ),
    ],
)
def test_the_sentence_about_clauses(shares, values, sentence):
    runs = [[Run("", 0, share) for share in of_clause] for of_clause in shares]
    assert describe_score(clauses(*UNITS), values, matches(), runs) == sentence


def test_clauses_beside_other_units_are_units():
    units = [Unit("Ten ships sank."), *clauses("The port was closed.")]
    sentence = describe_score(units, [0.1, 0.1], matches(UNITS[:2]), [[], [Run("", 0, 0.1)]])
    assert sentence == "0 of 2 units stated, which count by their weights; none is doubtful."


def test_log_odds_are_those_of_the_whole_clause():
    weights = EmbeddingWeights.load()
    (unit,) = units = clauses("Ten ships sank.")
    key = SummaryKey("d", "s")
    # (.9 + (.2 + .4) / 2) / 2 = .6
    parts = {key: {0: np.array([0.2, 0.4])}}
    evidence = Evidence("m", "p2c", {"d": (unit,)}, {key: np.array([0.6])}, parts=parts)
    (found,) = explain_summary(evidence, key, SUMMARY, weights).units
    (expected,) = list_contributions(
        weights, Group(SUMMARY, tuple(unit.text for unit in units)), [0.9]
    )
    assert [contribution.what for contribution in found.contributions] == [
        contribution.what for contribution in expected
    ]
    assert [contribution.log_odds for contribution in found.contributions] == pytest.approx(
        [contribution.log_odds for contribution in expected]
    )


def test_contributions_and_the_start_add_up_to_the_log_odds():
    model = LexicalJudge()
    group = Group(SUMMARY, UNITS)
    values = judge_measures(model.predict([group])[0])["p2c"]
    for value, parts in zip(values, list_contributions(model.weights, group, values), strict=True):
        total = model.weights.intercept + sum(part.log_odds for part in parts)
        # those below 0.05 are left out
        assert total == pytest.approx(math.log(value / (1 - value)), abs=0.35)
        assert [abs(part.log_odds) for part in parts] == sorted(
            (abs(part.log_odds) for part in parts), reverse=True
        )


def test_what_the_words_leave_is_the_token_vectors_part():
    weights = EmbeddingWeights.load()
    (parts,) = list_contributions(weights, Group("Boats went down.", ("Ships sank.",)), [0.9])
    meaning = next(part.log_odds for part in parts if part.what == ALIGNMENT_DESCRIPTION)
    others = sum(part.log_odds for part in parts if part.what != ALIGNMENT_DESCRIPTION)
    assert weights.intercept + meaning + others == pytest.approx(math.log(9), abs=0.2)


def test_negation_and_numbers_have_their_parts():
    weights = LexicalWeights.load()
    negation, numbers, name = list_mismatch_parts(weights, matches()[0])
    assert (negation, name) == (0.0, 0.0) and numbers < -0.5
    assert list_mismatch_parts(weights, matches()[1])[0] < -2


def test_the_shipped_weights_are_known_by_their_revision():
    weights = LexicalWeights.load()
    signature = {"metric": "m", "judge": {"type": "lexical", "revision": weights.revision}}
    assert find_weights(signature) == weights
    assert find_weights({"metric": "m", "judge": {"type": "lexical", "revision": "other"}}) is None
    assert (
        find_weights({"metric": "m", "judge": {"type": "nli"}}) is None
        and find_weights(None) is None
    )


@pytest.mark.parametrize(("value", "percent"), [(0.4999, 49), (0.5, 50), (0.29, 29), (1.0, 100)])
def test_percents_are_rounded_down(value, percent):
    assert to_percent(value) == percent
