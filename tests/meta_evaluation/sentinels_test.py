"""Sentinels by hand: their values, and the warning about metrics like counting words."""

import numpy as np
import pytest

from helpers.languages import LANGUAGES
from sacrerouge_litepyramid.core.units import as_units
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.meta_evaluation.scores import Scores
from sacrerouge_litepyramid.meta_evaluation.sentinels import (
    CONTENT_WORDS,
    LENGTH,
    ROUGE,
    judge_by_sentinel,
    measure_gaps,
    score_by_sentinels,
    warn_of_sentinels,
)

KEY = SummaryKey("a", "x")
UNITS = {"a": as_units(["The old Harbour's fire burned.", "It is what it is.", "Fire, fire!"])}


@pytest.mark.parametrize(
    ("name", "values"),
    [
        (
            CONTENT_WORDS,
            [3 / 4, 0, 1],
        ),  # old, harbour's and fire of four words; a unit of stop words alone has 0
        (LENGTH, [5, 5, 5]),
        ("constant", [1, 1, 1]),
        (ROUGE, [5 / 6, 0, 1 / 2]),
    ],
)
def test_values_by_hand(name, values):
    evidence = judge_by_sentinel(
        name, {KEY: "The harbour's FIRE - old", SummaryKey("other", "x"): "?"}, UNITS
    )
    assert evidence.values[KEY].tolist() == pytest.approx(values) and list(evidence.values) == [KEY]


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "English"])
def test_words_of_other_scripts_are_counted(language):
    text, other = LANGUAGES[language]
    units = {"a": as_units([text])}
    for name in (CONTENT_WORDS, ROUGE):
        found = judge_by_sentinel(name, {KEY: text, SummaryKey("a", "y"): other}, units)
        same, different = (values[0] for values in found.values.values())
        assert same == 1 and different < 0.7, "Thai is compared by characters"
    part = text[: len(text) // 2]
    values = judge_by_sentinel(CONTENT_WORDS, {KEY: part}, units).values[KEY]
    assert 0.3 < values[0] < 0.9, "a part of a text states a part of its words"
    length = judge_by_sentinel(LENGTH, {KEY: part, SummaryKey("a", "y"): text}, units)
    assert 5 < length.values[KEY][0] < length.values[SummaryKey("a", "y")][0]


def make_scores(systems=6, documents=30):
    """Return scores with three metrics, the summaries, and their words of the reference.

    Human scores follow these counts with noise. The metrics are the human scores, noise, and none.
    """
    generator = np.random.default_rng(0)
    counts = generator.integers(0, 9, (systems, documents))
    words = [f"word{number}" for number in range(8)]
    names = (
        tuple(f"s{row}" for row in range(systems)),
        tuple(f"d{column}" for column in range(documents)),
    )
    summaries = []
    for row, system in enumerate(names[0]):
        for column, document in enumerate(names[1]):
            text = " ".join([*words[: counts[row, column]], "and so"])
            summaries.append(Summary(document, system, "peer", text, [" ".join(words)], [], ""))
    human = counts / 8 + generator.normal(0, 0.5, counts.shape)
    metrics = {
        "better": human,
        "noise": generator.random(counts.shape),
        "absent": np.full(counts.shape, np.nan),
    }
    return Scores(*names, human, metrics), summaries, counts


def test_scores_by_the_references_and_the_warning():
    scores, summaries, counts = make_scores()
    sentinels = score_by_sentinels(scores, summaries, {})
    np.testing.assert_allclose(sentinels.metrics[CONTENT_WORDS], counts / 8)
    np.testing.assert_array_equal(sentinels.metrics[LENGTH], counts + 2)
    warnings = {}
    for name in scores.metrics:
        gaps = measure_gaps(scores, sentinels, name, Statistics())
        warnings[name] = [str(warning) for warning in warn_of_sentinels(gaps)]
    (line,) = warnings["noise"]
    assert line.startswith(f"Without any judge, {CONTENT_WORDS} (r within documents 0.")
    assert line.endswith(" agree significantly better with human scores.")
    assert warnings["better"] == warnings["absent"] == []
    without_intervals = measure_gaps(scores, sentinels, "noise", Statistics(resamples=0))
    assert list(warn_of_sentinels(without_intervals)) == []


def test_units_are_preferred_to_the_references():
    scores, summaries, counts = make_scores()
    units = {name: as_units(["word0"]) for name in scores.documents[:-1]}
    found = score_by_sentinels(scores, summaries, units).metrics[CONTENT_WORDS]
    np.testing.assert_array_equal(found[:, :-1], counts[:, :-1] > 0)
    assert np.isnan(found[:, -1]).all()
