import logging
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from sacrerouge_litepyramid.metrics.ffci.coherence import CoherenceModel, SentencePair
from sacrerouge_litepyramid.plugin.ffci import FfciCoherence


class Steps(CoherenceModel):
    """Sentences are numbers: a pair's score is .1 for each step from the first to the second."""

    def __init__(self) -> None:
        self.seen: list[SentencePair] = []

    def score_distinct(self, pairs: Sequence[SentencePair]) -> np.ndarray:
        self.seen.extend(pairs)
        return np.array([(int(second) - int(first)) / 10 for first, second in pairs])

    def identity(self) -> dict[str, Any]:
        return {"type": "steps"}


def measures(metrics):
    return metrics["ffci-coherence"]


def test_mean_min_and_max_over_adjacent_pairs():
    found = measures(FfciCoherence(coherence=Steps()).score(["1", "2", "5", "4"]))
    assert found == pytest.approx({"mean": 0.1, "min": -0.1, "max": 0.3})


def test_percent():
    found = measures(FfciCoherence(coherence=Steps(), percent=True).score(["1", "2", "5", "4"]))
    assert found == pytest.approx({"mean": 10.0, "min": -10.0, "max": 30.0})


def test_nested_summaries_keep_their_places_and_equal_pairs_are_judged_once():
    model = Steps()
    found = FfciCoherence(coherence=model).score_multi_all(
        [[["1", "2"], ["7"]], [], [["1", "2", "4"], "", ["1", "2"]]]
    )
    assert [[measures(each)["mean"] for each in row] for row in found] == [
        [pytest.approx(0.1), pytest.approx(math.nan, nan_ok=True)],
        [],
        [pytest.approx(0.15), pytest.approx(math.nan, nan_ok=True), pytest.approx(0.1)],
    ]
    assert model.seen == [("1", "2"), ("2", "4")]


@pytest.mark.parametrize(
    "summary", ["", "  ", [], ["One sentence."], "One sentence.", ["One sentence.", " "]]
)
def test_without_two_sentences_there_is_no_value(summary):
    found = measures(FfciCoherence().score(summary))
    assert list(found) == ["mean", "min", "max"] and all(map(math.isnan, found.values()))


def test_a_string_is_split_into_sentences():
    text = ["The mayor opened a bridge.", "It cost nine million euros."]
    assert FfciCoherence().score(" ".join(text)) == FfciCoherence().score(text)


def test_summaries_without_a_value_are_left_out_of_the_mean_and_counted(caplog):
    metric = FfciCoherence(coherence=Steps())
    with caplog.at_level(logging.WARNING):
        mean, each = metric.evaluate([["1", "2"], ["1"], ["1", "4"], ""])
    assert measures(mean) == pytest.approx({"mean": 0.2, "min": 0.2, "max": 0.2})
    assert len(each) == 4
    warning = (
        "ffci-coherence: 2 of 4 summaries have fewer than two sentences; the mean excludes them"
    )
    assert caplog.messages.count(warning) == 1


def test_the_signature_has_the_model_and_a_notice_calls_the_default_weak(caplog):
    with caplog.at_level(logging.DEBUG):
        FfciCoherence().score(["One day.", "Another day."])
    assert "agrees with human scores only weakly" in caplog.text
    assert (
        "coherence.type:logistic|coherence.model:REALSumm|" in caplog.text
        and "percent:false" in caplog.text
    )
    caplog.clear()
    with caplog.at_level(logging.DEBUG):
        FfciCoherence(coherence="nayeem-chali", percent=True).score(["One day.", "Another day."])
    assert "weakly" not in caplog.text and "coherence.entity_weight:0.5" in caplog.text
    assert "percent:true" in caplog.text


def test_repeating_a_sentence_lowers_coherence():
    text = ["The mayor opened a bridge over the river.", "The bridge cost nine million euros."]
    metric = FfciCoherence()
    assert measures(metric.score([*text, text[1]]))["mean"] < measures(metric.score(text))["mean"]
