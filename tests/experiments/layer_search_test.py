"""The search for the best layer: data, ranks, scores from one pass, tables."""

from contextlib import closing

import numpy as np
import pytest

from helpers.support import write_lines
from sacrerouge_litepyramid.experiments.layer_search import (
    LayerSearch,
    ScoredSet,
    layers_to_json,
    rank_layers,
    read_scored_set,
    render_layers,
)
from sacrerouge_litepyramid.io.store import KeyValueStore
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenVectors

WORDS = ("cat", "dog", "sat", "ran")


class ThreeLayers:
    """Layer 1 knows the word, layer 2 only whether it is a verb, layer 3 nothing; counts the texts it is asked for."""

    alignment_device = None

    def __init__(self, stop_after=None):
        self.asked = []
        self.stop_after = stop_after

    def identity(self):
        return {"type": "three", "layer": 3}

    def encode_layers(self, texts, layers):
        for text in texts:
            if len(self.asked) == self.stop_after:
                raise KeyboardInterrupt
            self.asked.append(text)
            words = tuple(text.split())
            place = np.array([WORDS.index(word) for word in words])
            vectors = {1: np.eye(4)[place], 2: np.eye(2)[place // 2], 3: np.ones((len(words), 1))}
            special = np.zeros(len(words), dtype=bool)
            yield {layer: TokenVectors(words, vectors[layer].astype(np.float32), special) for layer in layers}


def judged(name, texts, **human):
    summaries = [
        Summary(str(place), "x", "peer", [text], [[reference]], [["cat sat", "dog ran", "cat ran"]], "here")
        for place, (text, reference) in enumerate(texts)
    ]
    return ScoredSet(name, summaries, human)


#: precision by layer 1: 1, 1/2, 0, 1/2; by layer 2: 1, 1, 1/2, 1/2; recall by layer 1: 1/2, 1/2, 0, 1
TEXTS = [("cat", "cat sat"), ("cat ran", "cat sat"), ("cat ran", "dog"), ("cat sat", "cat")]


@pytest.fixture
def store(tmp_path):
    with closing(KeyValueStore(tmp_path / "layers.sqlite")) as store:
        yield store


def test_scores_and_correlations_by_hand(store):
    data = judged("set", TEXTS, focus=[1, 0.5, 0, 0.5], coverage=[0, 0, 1, 1])
    search = LayerSearch(ThreeLayers(), [1, 2, 3], store, block=3)
    scores = search.scores(data)
    np.testing.assert_allclose(scores["focus"].T, [[1, 0.5, 0, 0.5], [1, 1, 0.5, 0.5], [1, 1, 1, 1]], atol=1e-6)
    np.testing.assert_allclose(scores["coverage"].T, [[0.5, 0.5, 0, 1], [0.5, 1, 1, 1], [1, 1, 1, 1]], atol=1e-6)
    found = search.find([data])
    # Layer 2: deviations (1, 1, -1, -1)/4 and (2, 0, -2, 0)/4; layer 3 is constant.
    np.testing.assert_allclose(found["focus"].correlations, [[1, 1 / np.sqrt(2), np.nan]], atol=1e-6)
    np.testing.assert_array_equal(found["focus"].ranked.average, [1, 2, 3])
    assert found["focus"].ranked.best == 0 and found["coverage"].ranked.best == 1
    assert "faithfulness" not in found


def test_faithfulness_averages_the_three_best_source_sentences(store):
    data = judged("set", [("cat sat", ""), ("cat", "")], faithfulness=[1, 0])
    scores = LayerSearch(ThreeLayers(), [1], store).scores(data)["faithfulness"]
    # "cat sat" against "cat sat", "dog ran", "cat ran": 1, 0, 1/2; "cat": precision 1, recall 1/2, so 2/3, 0, 2/3
    np.testing.assert_allclose(scores[:, 0], [(1 + 0 + 0.5) / 3, (2 / 3 + 0 + 2 / 3) / 3], atol=1e-6)


def test_ranks_are_over_the_data_sets_that_have_the_dimension(store):
    sets = [
        judged("one", TEXTS, focus=[1, 0.5, 0, 0.5]),
        judged("two", TEXTS, focus=[1, 1, 0, 0]),
        judged("three", TEXTS, focus=[1, 1, 0, 0], coverage=[1, 0, 0, 0]),
    ]
    search = LayerSearch(ThreeLayers(), [1, 2, 3], store)
    found = search.find(sets)
    np.testing.assert_array_equal(found["focus"].ranked.ranks, [[1, 2, 3], [2, 1, 3], [2, 1, 3]])
    np.testing.assert_allclose(found["focus"].ranked.average, [5 / 3, 4 / 3, 3])
    assert [data.name for data in found["coverage"].data] == ["three"]
    report = layers_to_json(found, search.layers)
    assert report["focus"]["best_layer"] == 2
    assert report["focus"]["data"]["two"]["correlations"]["3"] is None
    assert report["focus"]["data"]["one"]["ranks"] == {"1": 1, "2": 2, "3": 3}
    assert report["coverage"]["data"]["three"]["summaries"] == 4
    lines = list(render_layers(found, search.layers))
    assert lines[0] == "# focus: best layer 2"
    assert lines[1].split() == ["layer", "one", "two", "three", "rank"]
    assert lines[3].split() == ["2", "0.707", "1.000", "1.000", "1.33", "best"]
    assert lines[4].split() == ["3", "nan", "nan", "nan", "3.00"]
    assert (
        lines[5].startswith("Warning: 4 summaries in one: with fewer than 20") and len(report["focus"]["warnings"]) == 3
    )


def test_rank_correlations(store):
    data = judged("set", TEXTS, focus=[9, 2, 1, 2])
    search = LayerSearch(ThreeLayers(), [1], store)
    assert search.find([data], "pearson")["focus"].correlations[0, 0] < 0.95
    assert search.find([data], "spearman")["focus"].correlations[0, 0] == pytest.approx(1)
    assert search.find([data], "kendall")["focus"].correlations[0, 0] == pytest.approx(1)
    with pytest.raises(ValueError, match="coefficient must be one of pearson, spearman, kendall, not 'r'"):
        search.find([data], "r")


def test_a_summary_that_people_did_not_score_is_left_out(store):
    data = judged("set", TEXTS, focus=[1, float("nan"), 0, 0.5])
    assert LayerSearch(ThreeLayers(), [1], store).find([data])["focus"].correlations[0, 0] == pytest.approx(1)


@pytest.mark.parametrize("texts, people", [(TEXTS, [1, 1, 1, 1]), (TEXTS[:2], [1, 0])])
def test_no_layer_is_the_best_without_any_correlation(store, texts, people):
    sets = [judged("alike", texts, focus=people)]
    with pytest.raises(ValueError, match="no layer's focus correlates with human scores in alike: 3 summaries or more"):
        LayerSearch(ThreeLayers(), [1, 2], store).find(sets)
    # Beside a set that tells the layers apart it changes nothing.
    sets.append(judged("other", TEXTS, focus=[1, 1, 0, 0]))
    assert LayerSearch(ThreeLayers(), [1, 2], store).find(sets)["focus"].ranked.best == 1


def test_a_stopped_search_goes_on(store):
    data = judged("set", TEXTS, focus=[1, 0.5, 0, 0.5])
    whole = ThreeLayers()
    with pytest.raises(KeyboardInterrupt):
        LayerSearch(ThreeLayers(stop_after=5), [1, 2], store, block=2).scores(data)
    again = ThreeLayers()
    scores = LayerSearch(again, [1, 2], store, block=2).scores(data)["focus"]
    assert sorted(again.asked) == ["cat", "cat ran", "cat sat", "dog"]
    expected = LayerSearch(whole, [2, 1], store, block=2).scores(data)["focus"]
    np.testing.assert_array_equal(scores, expected[:, ::-1])
    third = ThreeLayers()
    np.testing.assert_array_equal(LayerSearch(third, [1, 2], store, block=2).scores(data)["focus"], scores)
    assert third.asked == []


def test_wrong_settings(store):
    with pytest.raises(ValueError, match="layers is empty; give at least one"):
        LayerSearch(ThreeLayers(), [], store)
    with pytest.raises(ValueError, match="block must be at least 1 summary, not 0"):
        LayerSearch(ThreeLayers(), [1], store, block=0)


def test_ranks_by_hand():
    found = rank_layers(np.array([[0.5, 0.7, 0.6], [0.4, 0.1, 0.3]]))
    np.testing.assert_array_equal(found.ranks, [[3, 1, 2], [1, 3, 2]])
    np.testing.assert_array_equal(found.average, [2, 2, 2])
    # All ranks are 2 on average; the means are .45, .4 and .45, and the first of these is the shallower.
    assert found.best == 0


def test_the_smallest_average_rank_is_not_the_largest_mean():
    found = rank_layers(np.array([[0.9, 0.5, 0.1], [0.1, 0.2, 0.15], [0.1, 0.2, 0.15]]))
    np.testing.assert_allclose(found.average, [(1 + 3 + 3) / 3, (2 + 1 + 1) / 3, (3 + 2 + 2) / 3])
    assert found.best == 1


def test_equal_correlations_share_their_ranks():
    np.testing.assert_array_equal(rank_layers(np.array([[0.3, 0.5, 0.5, 0.1]])).ranks, [[3, 1.5, 1.5, 4]])


def test_a_layer_without_a_correlation_comes_last():
    found = rank_layers(np.array([[np.nan, -0.9, np.nan], [0.9, 0.1, 0.5]]))
    np.testing.assert_array_equal(found.ranks, [[2.5, 1, 2.5], [1, 3, 2]])
    np.testing.assert_array_equal(found.average, [1.75, 2, 2.25])
    assert found.best == 0
    assert rank_layers(np.array([[np.nan, -0.9]])).best == 1


def test_a_missing_correlation_is_worse_than_a_negative_one():
    np.testing.assert_array_equal(rank_layers(np.array([[-0.5, 0.0, np.nan]])).ranks, [[2, 1, 3]])


def test_one_layer():
    found = rank_layers(np.array([[0.2], [0.3]]))
    assert found.best == 0 and found.average.tolist() == [1]


@pytest.mark.parametrize("shape", [(0, 3), (2, 0), (3,)])
def test_no_table(shape):
    with pytest.raises(ValueError, match=r"of shape \(data sets, layers\) were expected"):
        rank_layers(np.zeros(shape))


NAMES = {"faithfulness": "human_faithfulness", "focus": "human_focus", "coverage": "recall"}


def write(folder, summaries, metrics):
    folder.mkdir(exist_ok=True)
    fields = {"summarizer_type": "peer", "summary": {"text": "a"}, "references": [{"text": "b"}]}
    write_lines(
        folder / "summaries.jsonl",
        [{"instance_id": name, "summarizer_id": system, **fields} for name, system in summaries],
    )
    write_lines(
        folder / "metrics.jsonl",
        [
            {"instance_id": name, "summarizer_id": system, "summarizer_type": "peer", "metrics": values}
            for (name, system), values in metrics.items()
        ],
    )
    return folder


def test_what_people_judged_in_every_dimension(tmp_path):
    folder = write(
        tmp_path / "set",
        [("b", "x"), ("a", "x"), ("b", "y"), ("a", "y")],
        {
            ("a", "x"): {"human_focus": 1, "recall": 2},
            ("b", "x"): {"human_focus": 3, "recall": 4},
            ("b", "y"): {"human_focus": 5, "recall": 6, "other": 7},
            ("a", "y"): {"human_focus": 8},
        },
    )
    data = read_scored_set(folder, NAMES)
    assert data.name == "set"
    assert [(each.instance_id, each.summarizer_id) for each in data.summaries] == [("a", "x"), ("b", "x"), ("b", "y")]
    assert data.human == {"focus": [1, 3, 5], "coverage": [2, 4, 6]}


def test_none_of_the_dimensions(tmp_path):
    folder = write(tmp_path / "set", [("a", "x")], {("a", "x"): {"other": 1}})
    with pytest.raises(ValueError, match="none of the metrics human_faithfulness, human_focus, recall; give --human"):
        read_scored_set(folder, NAMES)


def test_no_summary_that_was_judged(tmp_path):
    folder = write(tmp_path / "set", [("a", "x")], {("b", "x"): {"recall": 1}})
    with pytest.raises(ValueError, match="set: the human scores and the summaries have no summary in common"):
        read_scored_set(folder, NAMES)


def test_what_a_dimension_needs(tmp_path):
    folder = write(tmp_path / "set", [("a", "x")], {("a", "x"): {"human_faithfulness": 1}})
    with pytest.raises(ValueError, match="line 1, instance 'a': faithfulness needs documents; add them or leave"):
        read_scored_set(folder, NAMES)
