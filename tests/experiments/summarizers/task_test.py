"""Metrics as rewards: the fast SUPERT and the metric agree, and wrong rewards are refused."""

import numpy as np
import pytest

from helpers.fake_rewards import make_task
from sacrerouge_litepyramid.experiments.summarizers.task import Reward
from sacrerouge_litepyramid.metrics.metric import Item, SummaryMetric

DOCUMENTS = [
    "The cat sat on the mat. It purred, and it slept. Of the and is. Dogs barked at the gate all "
    "night long!",
    ["A cat slept on a mat.", "", "Nobody heard the dogs.", "The gate stayed shut."],
]
LONG = [[f"word{i} of{i} doc{d}" for i in range(9)] for d in range(2)]


@pytest.mark.parametrize("measure", ["f1", "recall", "precision"])
@pytest.mark.parametrize(
    ("selection", "documents"),
    [("whole", DOCUMENTS), ('{"type": "top", "sentences": 1}', DOCUMENTS), ("whole", LONG)],
)
def test_the_fast_reward_is_the_metric(measure, selection, documents):
    task, _ = make_task(documents, reward="supert-native", selection=selection, measure=measure)
    rng = np.random.default_rng(0)
    extracts = [
        rng.permutation(len(task.sentences))[:size]
        for size in rng.integers(0, len(task.sentences) + 1, 60)
    ]
    metric = SummaryMetric.by_name("supert-native")(selection=selection)
    values = metric.score(
        [Item(task.texts(extract) or "", documents) for extract in extracts]
    ).values
    expected = [value[measure] for value in values]
    assert task.rewards(extracts) == pytest.approx(expected, abs=1e-6)
    assert len(set(np.round(expected, 9))) > 1


def test_an_extract_is_scored_once_whatever_its_order_as_a_list_of_sentences_or_an_empty_text():
    task, metric = make_task([["a b", "too long for it", "b c", "d"]], budget=2)
    assert task.rewards([(0, 1), (1, 0), (2,)]).tolist() == [3, 3, 1]
    assert task.rewards([(2,), np.array([1, 0]), ()]).tolist() == [1, 3, 0]
    assert metric.asked == [["a b", "b c"], ["d"], ""]


def test_metrics_with_documents_and_with_measures():
    assert make_task(DOCUMENTS, reward="document-count")[0].rewards([(0,), (3, 1)]).tolist() == [
        21,
        22,
    ]
    task, _ = make_task(DOCUMENTS, reward="sentence-count", measure="twice")
    assert task.rewards([(0, 1), (4,), ()]).tolist() == [4, 2, 0]


@pytest.mark.parametrize(
    ("description", "message"),
    [
        (
            {"type": "lite2pyramid"},
            "the metric 'lite2pyramid' needs units, but a reward has only the summary and its "
            "documents",
        ),
        (
            {"type": "nothing"},
            "the metric 'nothing' is unknown.*known: .*distinct-words.*supert-native",
        ),
        ({"type": "supert-native", "tokens": 3}, "the argument 'tokens' is unknown"),
    ],
)
def test_a_wrong_reward_is_refused(description, message):
    with pytest.raises(ValueError, match=message):
        Reward(description)


@pytest.mark.parametrize("measure", [None, "count"])
def test_a_measure_has_to_be_clear(measure):
    task, _ = make_task(DOCUMENTS, reward="sentence-count", measure=measure)
    with pytest.raises(
        ValueError,
        match=f"the measures of fake are sentences, twice; choose one .* not {measure!r}",
    ):
        task.rewards([(0,)])
