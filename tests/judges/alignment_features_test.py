"""Alignment features of small texts, computed by hand; each word's vector is an axis."""

from math import log

import numpy as np
import pytest

from sacrerouge_litepyramid.judges.alignment_features import (
    FEATURES,
    LAYER_COUNT,
    EncodedText,
    alignment_features,
    build_encoded_text,
    join_units,
)
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenVectors

AXES = {"cat": 0, "sat": 1, "dog": 2, "the": 3, "ran": 4, ".": 5}


def encode(text: str, blend: float = 0.0) -> EncodedText:
    """Encode each word as an axis; ``blend``: the cosine of dog and cat."""
    words = text.split()
    vectors = np.zeros((len(words) + 1, len(AXES)), dtype=np.float32)
    for row, word in enumerate(words, start=1):
        vectors[row, AXES[word]] = 1.0
        if word == "dog" and blend:
            vectors[row] = [blend, 0, np.sqrt(1 - blend**2), 0, 0, 0]
    special = np.arange(len(words) + 1) == 0
    layer = TokenVectors(("[CLS]", *words), vectors, special)
    return build_encoded_text(text, [layer] * LAYER_COUNT)


def features(summary: str, *units: str, blend: float = 0.0) -> list[dict[str, float]]:
    joined = join_units([encode(unit) for unit in units], lambda stem: {"cat": 3.0}.get(stem, 1.0))
    values = alignment_features(joined, encode(summary, blend))
    return [dict(zip(FEATURES, row, strict=True)) for row in values]


def test_the_mean_is_weighted_by_idf_and_stop_words_do_not_count():
    (row,) = features("the cat ran .", "the cat sat")
    assert row["mean_-1"] == row["mean_-3"] == pytest.approx(3 / 4)
    assert row["smallest_-1"] == pytest.approx(0.0)
    assert row["close_-1"] == pytest.approx(1 / 2)
    assert row["tokens"] == 3


def test_the_best_sentence_feature_covers_one_sentence_only():
    (row,) = features("the cat ran . the dog sat .", "cat sat")
    assert row["mean_-1"] == pytest.approx(1.0)
    assert row["best_sentence_-1"] == pytest.approx(3 / 4)
    assert row["best_cosine"] == pytest.approx(1 / np.sqrt(8))
    assert row["second_cosine"] == pytest.approx(1 / np.sqrt(8))


def test_a_similar_word_counts_by_its_cosine():
    (row,) = features("the dog sat .", "cat sat", blend=0.8)
    assert row["mean_-1"] == pytest.approx((3 * 0.8 + 1) / 4, abs=1e-3), "half precision"
    assert row["close_-1"] == 1.0


def test_a_word_that_siblings_share_has_less_weight():
    first, _ = features("cat", "cat sat", "cat ran")
    shared, single = 3 * (log(3 / 2) + 0.05), log(3) + 0.05
    assert first["mean_-1"] == pytest.approx(shared / (shared + single))


def test_a_single_sentence_is_also_the_second_best():
    (row,) = features("the cat sat .", "cat")
    assert row["best_cosine"] == row["second_cosine"] == row["mean_cosine"] == pytest.approx(1 / 2)


def test_all_tokens_of_a_unit_of_stop_words_have_equal_weights():
    (row,) = features("the dog", "the .")
    assert row["mean_-1"] == pytest.approx(1 / 2)


def test_features_of_texts_without_tokens_are_zero():
    rows = features("cat", "", "cat")
    assert set(rows[0].values()) == {0.0}
    assert rows[1]["mean_-1"] == pytest.approx(1.0)
    assert set(features("", "cat")[0].values()) == {0.0}
    assert features("cat") == []


def test_sentences_begin_where_the_rules_split_them():
    encoded = encode("the cat sat . the dog ran .")
    assert encoded.starts.tolist() == [0, 4]
    assert encoded.sentences.shape == (2, len(AXES))
    assert encoded.texts == ("the", "cat", "sat", ".", "the", "dog", "ran", ".")


def test_pieces_of_a_word_share_its_weight():
    special = np.array([True, False, False, False])
    pieces = np.array([False, False, True, False])
    vectors = np.eye(4, dtype=np.float32)
    layers = [TokenVectors(("[CLS]", "ca", "t", "sat"), vectors, special, pieces)] * LAYER_COUNT
    encoded = build_encoded_text("cat sat", layers)
    assert encoded.texts == ("cat", "sat")
    assert encoded.words.tolist() == [0, 0, 1]
    joined = join_units([encoded], lambda stem: 1.0)
    np.testing.assert_allclose(joined.weights, [1 / 3] * 3)
