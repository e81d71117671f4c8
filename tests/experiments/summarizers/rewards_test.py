"""Metrics as rewards: the fast SUPERT and the metric agree, and wrong rewards are refused."""

import numpy as np
import pytest

from helpers.fake_rewards import DistinctWords, DocumentCount, SentenceCount, WordScorer
from sacrerouge_litepyramid.experiments.summarizers.genetic import GeneticSummarizer
from sacrerouge_litepyramid.experiments.summarizers.interfaces import build_reward, build_summarizer, read_source
from sacrerouge_litepyramid.experiments.summarizers.rewards import MetricReward, SupertReward
from sacrerouge_litepyramid.metrics.metric import Metric

DOCUMENTS = [
    "The cat sat on the mat. It purred, and it slept. Of the and is. Dogs barked at the gate all night long!",
    ["A cat slept on a mat.", "", "Nobody heard the dogs.", "The gate stayed shut."],
]


def some_extracts(source, count=60):
    rng = np.random.default_rng(0)
    sizes = rng.integers(0, len(source.sentences) + 1, size=count)
    return [tuple(rng.permutation(len(source.sentences))[:size].tolist()) for size in sizes]


@pytest.mark.parametrize("measure", ["f1", "recall", "precision"])
@pytest.mark.parametrize("selection", ["whole", "top", '{"type": "top", "sentences": 1}'])
def test_the_fast_reward_is_the_metric(measure, selection):
    source = read_source(DOCUMENTS)
    metric = Metric.by_name("supert-native")(selection=selection)
    fast = SupertReward(selection=selection, measure=measure).scorer(source)
    plain = MetricReward(metric, f"supert-native_{measure}").scorer(source)
    extracts = some_extracts(source)
    expected = plain.score(extracts)
    assert fast.score(extracts) == pytest.approx(expected, abs=1e-6)
    assert len(set(expected.round(9))) > 1


def test_with_fifteen_sentences_each_document_is_a_pseudo_reference_of_its_own():
    documents = [[f"word{i} of{i} doc{d}" for i in range(9)] for d in range(2)]
    source = read_source(documents)
    plain = MetricReward(Metric.by_name("supert-native")(), "supert-native_f1").scorer(source)
    extracts = some_extracts(source)
    assert SupertReward().scorer(source).score(extracts) == pytest.approx(plain.score(extracts), abs=1e-6)


@pytest.mark.parametrize("documents", [[""], ["Of the and."]])
def test_documents_without_words_have_no_reward(documents):
    source = read_source(documents)
    assert np.isnan(SupertReward().scorer(source).score([(), tuple(range(len(source.sentences)))])).all()


def test_an_extract_is_scored_once_whatever_its_order():
    scorer = WordScorer(read_source([["a b", "b c", "d"]]))
    assert scorer.score([(0, 1), (1, 0), (2,)]).tolist() == [3, 3, 1]
    assert scorer.score([(2,), (np.int64(1), np.int64(0)), ()]).tolist() == [1, 3, 0]
    assert scorer.asked == [(0, 1), (2,), ()]


def test_metrics_with_and_without_documents():
    source = read_source(DOCUMENTS)
    assert MetricReward(DocumentCount()).scorer(source).score([(0,), (3, 1)]).tolist() == [21, 22]
    reward = MetricReward(SentenceCount(), "count_twice")
    assert reward.scorer(source).score([(0, 1), (4,), ()]).tolist() == [4, 2, 0]


def test_a_metric_gets_lists_of_sentences_and_an_empty_text_for_the_empty_extract():
    class Given(SentenceCount):
        def score(self, items):
            self.summaries = [item.summary for item in items]
            return super().score(items)

    metric = Given()
    MetricReward(metric, "count_twice").scorer(read_source(DOCUMENTS)).score([(2, 1), ()])
    assert metric.summaries == [["It purred, and it slept.", "Of the and is."], ""]


def test_what_the_command_line_may_name():
    assert isinstance(build_reward("supert-native"), SupertReward)
    assert build_reward('{"type": "supert-native", "selection": "top", "measure": "recall"}').measure == "recall"
    assert isinstance(build_reward("distinct-words"), DistinctWords)
    assert isinstance(build_reward("document-count").metric, DocumentCount)
    assert build_reward('{"type": "sentence-count", "measure": "count_twice"}').measure == "count_twice"
    nested = build_reward('{"type": "metric", "metric": {"type": "supert-native"}, "measure": "supert-native_f1"}')
    assert nested.metric.name == "supert-native"
    assert isinstance(build_summarizer("genetic"), GeneticSummarizer)
    assert build_summarizer('{"type": "genetic", "rounds": 3}').rounds == 3


@pytest.mark.parametrize(
    ("description", "message"),
    [
        ("lite2pyramid", "the metric 'lite2pyramid' needs units; a reward has the summary and its documents alone"),
        ("nothing", "the reward 'nothing' is unknown.*known: .*distinct-words.*supert-native"),
        ("{", "the reward '{': not JSON .*; give a name, or an object"),
        ('{"selection": "top"}', "has no 'type'; name one"),
        ('{"type": "supert-native", "measure": "p2c"}', "measure must be one of f1, recall, precision, not 'p2c'"),
        ('{"type": "supert-native", "tokens": 3}', "the argument 'tokens' is unknown"),
    ],
)
def test_a_wrong_reward_is_refused(description, message):
    with pytest.raises(ValueError, match=message):
        build_reward(description)


@pytest.mark.parametrize(
    ("description", "message"),
    [
        ("abstractive", "the summarizer 'abstractive' is unknown.* known: genetic, "),
        ('{"type": "genetic", "rounds": -1}', "rounds must be at least 0"),
        ('{"type": "lead", "sentences": 3}', "the argument 'sentences' is unknown"),
        ('["genetic"]', "is unknown"),
    ],
)
def test_a_wrong_summarizer_is_refused(description, message):
    with pytest.raises(ValueError, match=message):
        build_summarizer(description)


@pytest.mark.parametrize(
    ("measure", "message"),
    [
        (None, "no measure is named; the reward's metric has count_sentences, count_twice: choose one"),
        ("count", "the measure 'count' is unknown; the reward's metric has count_sentences, count_twice"),
    ],
)
def test_a_measure_has_to_be_clear(measure, message):
    with pytest.raises(ValueError, match=message):
        MetricReward(SentenceCount(), measure).scorer(read_source(DOCUMENTS)).score([(0,)])
