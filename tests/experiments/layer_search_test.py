"""The search for the best layer: data, ranks, scores from one pass, tables."""

from contextlib import closing

import numpy as np
import pytest

from helpers.support import write_lines
from sacrerouge_litepyramid.experiments import layer_search
from sacrerouge_litepyramid.experiments.layer_search import (
    LayerSearch,
    ScoredSet,
    rank_layers,
    read_scored_set,
    score_layers,
    search_layers,
    split_layers,
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
    scores = score_layers(data, ThreeLayers(), [1, 2, 3], store)
    np.testing.assert_allclose(scores[:, 0].T, [[1, 0.5, 0, 0.5], [1, 1, 0.5, 0.5], [1, 1, 1, 1]], atol=1e-6)
    np.testing.assert_allclose(scores[:, 1].T, [[0.5, 0.5, 0, 1], [0.5, 1, 1, 1], [1, 1, 1, 1]], atol=1e-6)
    found = search_layers([data], ThreeLayers(), [1, 2, 3], store)
    # Layer 2: deviations (1, 1, -1, -1)/4 and (2, 0, -2, 0)/4; layer 3 is constant.
    np.testing.assert_allclose(found["focus"].correlations, [[1, 1 / np.sqrt(2), np.nan]], atol=1e-6)
    np.testing.assert_array_equal(found["focus"].average, [1, 2, 3])
    assert found["focus"].best == 0 and found["coverage"].best == 1
    assert "faithfulness" not in found


def test_faithfulness_averages_the_three_best_source_sentences(store):
    data = judged("set", [("cat sat", ""), ("cat", "")], faithfulness=[1, 0])
    scores = score_layers(data, ThreeLayers(), [1], store)
    # "cat sat" against "cat sat", "dog ran", "cat ran": 1, 0, 1/2; "cat": precision 1, recall 1/2, so 2/3, 0, 2/3
    np.testing.assert_allclose(scores[:, 0, 0], [(1 + 0 + 0.5) / 3, (2 / 3 + 0 + 2 / 3) / 3], atol=1e-6)


def test_ranks_are_over_the_data_sets_that_have_the_dimension(store):
    sets = [
        judged("one", TEXTS, focus=[1, 0.5, 0, 0.5]),
        judged("two", TEXTS, focus=[1, 1, 0, 0]),
        judged("three", TEXTS, focus=[1, 1, 0, 0], coverage=[1, 0, 0, 0]),
    ]
    found = search_layers(sets, ThreeLayers(), [1, 2, 3], store)
    np.testing.assert_array_equal(found["focus"].ranks, [[1, 2, 3], [2, 1, 3], [2, 1, 3]])
    np.testing.assert_allclose(found["focus"].average, [5 / 3, 4 / 3, 3])
    assert [data.name for data in found["coverage"].data] == ["three"]
    search = LayerSearch({}, [1, 2, 3], found)
    report = search.to_dict()["dimensions"]
    assert report["focus"]["best_layer"] == 2
    assert report["focus"]["data"]["two"]["correlations"]["3"] is None
    assert report["focus"]["data"]["one"]["ranks"] == {"1": 1, "2": 2, "3": 3}
    assert report["coverage"]["data"]["three"]["summaries"] == 4
    lines = str(search).splitlines()
    assert lines[0] == "# focus: best layer 2"
    assert lines[1].split() == ["layer", "one", "two", "three", "rank"]
    assert lines[3].split() == ["2", "0.707", "1.000", "1.000", "1.33", "best"]
    assert lines[4].split() == ["3", "nan", "nan", "nan", "3.00"]
    assert (
        lines[5].startswith("Warning: 4 summaries in one: with fewer than 20") and len(report["focus"]["warnings"]) == 3
    )


def test_a_summary_without_a_human_score_is_not_compared(store):
    data = judged("set", TEXTS, focus=[1, float("nan"), 0, 0.5])
    assert search_layers([data], ThreeLayers(), [1], store)["focus"].correlations[0, 0] == pytest.approx(1)


@pytest.mark.parametrize("texts, human", [(TEXTS, [1, 1, 1, 1]), (TEXTS[:2], [1, 0])])
def test_no_layer_is_the_best_without_any_correlation(store, texts, human):
    sets = [judged("alike", texts, focus=human)]
    with pytest.raises(
        ValueError, match="focus: no layer has a correlation with human scores in alike; they need 3 summaries or more"
    ):
        search_layers(sets, ThreeLayers(), [1, 2], store)
    # Beside a set that tells the layers apart it changes nothing.
    sets.append(judged("other", TEXTS, focus=[1, 1, 0, 0]))
    assert search_layers(sets, ThreeLayers(), [1, 2], store)["focus"].best == 1


def test_a_stopped_search_goes_on(store, monkeypatch):
    monkeypatch.setattr(layer_search, "BLOCK", 2)
    data = judged("set", TEXTS, focus=[1, 0.5, 0, 0.5])
    with pytest.raises(KeyboardInterrupt):
        score_layers(data, ThreeLayers(stop_after=5), [1, 2], store)
    again, third = ThreeLayers(), ThreeLayers()
    scores = score_layers(data, again, [1, 2], store)
    assert sorted(again.asked) == ["cat", "cat ran", "cat sat", "dog"]
    np.testing.assert_array_equal(scores, score_layers(data, ThreeLayers(), [2, 1], store)[:, :, ::-1])
    np.testing.assert_array_equal(score_layers(data, third, [1, 2], store), scores)
    assert third.asked == []


@pytest.mark.parametrize(
    ("correlations", "ranks", "best"),
    [
        # All ranks are 2 on average; the means are .45, .4 and .45, and the first of these is the shallower.
        ([[0.5, 0.7, 0.6], [0.4, 0.1, 0.3]], [[3, 1, 2], [1, 3, 2]], 0),
        # The smallest average rank is not the largest mean.
        ([[0.9, 0.5, 0.1], *[[0.1, 0.2, 0.15]] * 2], [[1, 2, 3], [3, 1, 2], [3, 1, 2]], 1),
        # Equal correlations share their ranks.
        ([[0.3, 0.5, 0.5, 0.1]], [[3, 1.5, 1.5, 4]], 1),
        # A layer without a correlation comes last, after a negative one.
        ([[np.nan, -0.9, np.nan], [0.9, 0.1, 0.5]], [[2.5, 1, 2.5], [1, 3, 2]], 0),
        ([[-0.5, 0.0, np.nan]], [[2, 1, 3]], 1),
        ([[0.2], [0.3]], [[1], [1]], 0),
    ],
)
def test_ranks_by_hand(correlations, ranks, best):
    found = rank_layers([], np.array(correlations))
    np.testing.assert_array_equal(found.ranks, ranks)
    np.testing.assert_array_equal(found.average, np.mean(ranks, axis=0))
    assert found.best == best


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


def test_human_scores_in_every_dimension(tmp_path):
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
    assert [(summary.instance_id, summary.summarizer_id) for summary in data.summaries] == [
        ("a", "x"),
        ("b", "x"),
        ("b", "y"),
    ]
    assert data.human == {"focus": [1, 3, 5], "coverage": [2, 4, 6]}


@pytest.mark.parametrize(
    ("instance", "scores", "message"),
    [
        ("a", {"other": 1}, "no metric human_faithfulness or human_focus or recall; pass human"),
        ("b", {"recall": 1}, "set: the human scores and the summaries have no summary in common"),
        ("a", {"human_faithfulness": 1}, "line 1, instance 'a': faithfulness needs documents; add them, or remove"),
    ],
)
def test_what_cannot_be_searched(tmp_path, instance, scores, message):
    folder = write(tmp_path / "set", [("a", "x")], {(instance, "x"): scores})
    with pytest.raises(ValueError, match=message):
        read_scored_set(folder, NAMES)


def test_each_layer_is_an_encoder_and_each_text_is_encoded_once():
    encoder = ThreeLayers()
    first, second = split_layers(encoder, [1, 2])
    np.testing.assert_array_equal(first.encode(["cat sat", "dog", "cat sat"])[2].vectors, np.eye(4)[[0, 2]])
    np.testing.assert_array_equal(second.encode(["dog", "ran"])[0].vectors, [[1, 0]])
    assert encoder.asked == ["cat sat", "dog", "ran"]
    assert second.identity() == {"type": "three", "layer": 2} and second.alignment_device is None
