from contextlib import closing

import numpy as np
import pytest

from sacrerouge_litepyramid.experiments.layer_search import JudgedSet, LayerSearch, as_json, as_lines
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
    return JudgedSet(name, summaries, human)


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
    report = as_json(found, search.layers)
    assert report["focus"]["best_layer"] == 2
    assert report["focus"]["data"]["two"]["correlations"]["3"] is None
    assert report["focus"]["data"]["one"]["ranks"] == {"1": 1, "2": 2, "3": 3}
    assert report["coverage"]["data"]["three"]["summaries"] == 4
    lines = list(as_lines(found, search.layers))
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
    with pytest.raises(ValueError, match="no layer's focus correlates with people's in alike: 3 summaries or more"):
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
