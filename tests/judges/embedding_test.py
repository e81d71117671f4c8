"""The embedding judge with encoders of character n-grams and with a miniature BERT."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from helpers.build_once import BuildOnce
from helpers.fakes import CountingEncoder
from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.judges import embedding
from sacrerouge_litepyramid.judges.embedding import (
    EmbeddingJudge,
    EmbeddingWeights,
    TextEncoder,
    aligned_group_features,
    identify_encoder,
)
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.judges.lexical import ABSENT, DocumentFrequencies
from sacrerouge_litepyramid.judges.lexical_features import group_features
from sacrerouge_litepyramid.models.encoders.token_encoder import CharNgramEncoder
from sacrerouge_litepyramid.registry import build

UNITS = ("A cat sat on the mat.", "The cat is black.", "Two dogs barked in Paris.")
GROUPS = [
    Group("A black cat sat on a mat .", UNITS),
    Group("Two dogs barked. It was in Paris.", UNITS),
]
SIZE = len(EmbeddingWeights.features)


def make_weights(encoder: object = None, **changes) -> EmbeddingWeights:
    numbers = {
        "intercept": -1.0,
        "coefficients": tuple(0.1 * (index % 3) for index in range(SIZE)),
        **changes,
    }
    return EmbeddingWeights(
        **numbers,
        frequencies=DocumentFrequencies(4, {"cat": 2}),
        encoder=identify_encoder(encoder or CharNgramEncoder()),
    )


@pytest.fixture
def weights_file(tmp_path) -> Path:
    make_weights().save(tmp_path / "weights.json")
    return tmp_path / "weights.json"


def test_logits_are_a_linear_function_of_lexical_and_alignment_features(weights_file):
    model = EmbeddingJudge(str(weights_file), CharNgramEncoder())
    features = aligned_group_features(
        GROUPS, model.weights.frequencies.idf, TextEncoder(CharNgramEncoder())
    )
    lexical = group_features(GROUPS, model.weights.frequencies.idf)
    for logits, ours, words in zip(model.predict(GROUPS), features, lexical, strict=True):
        np.testing.assert_array_equal(ours.values[:, : words.values.shape[1]], words.values)
        np.testing.assert_allclose(
            logits[:, 0], -1 + ours.values @ np.array(model.weights.coefficients)
        )
        np.testing.assert_array_equal(logits[:, 1], 0)


def test_blocks_do_not_change_the_answers(weights_file, monkeypatch):
    expected = EmbeddingJudge(str(weights_file), CharNgramEncoder()).predict(GROUPS)
    monkeypatch.setattr(embedding, "CHARACTERS_PER_BLOCK", 10)
    monkeypatch.setattr(embedding, "MAX_CACHE_BYTES", 1)
    model = EmbeddingJudge(str(weights_file), CharNgramEncoder())
    for logits, expected_logits in zip(model.predict(GROUPS), expected, strict=True):
        np.testing.assert_array_equal(logits, expected_logits)


def test_units_are_absent_if_the_summary_or_the_unit_has_no_words(weights_file):
    model = EmbeddingJudge(str(weights_file), CharNgramEncoder())
    empty, odd = model.predict([Group(" . ", UNITS), Group("a cat", ("!?", "cat"))])
    assert empty[:, 0].tolist() == [ABSENT] * 3
    assert odd[0, 0] == ABSENT
    assert np.isfinite(odd).all()


class OtherEncoder(CharNgramEncoder):
    def identity(self):
        return {**super().identity(), "type": "another"}


def test_weights_are_refused_for_another_encoder(weights_file):
    with pytest.raises(
        ValueError, match="fitted with the encoder .*char-ngram.*train judge --judge"
    ):
        EmbeddingJudge(str(weights_file), OtherEncoder())


def test_the_identity_includes_weights_and_encoder(weights_file):
    model = build(
        Judge, {"type": "embedding", "weights": str(weights_file), "encoder": "char-ngram"}
    )
    assert model.identity() == {
        "type": "embedding",
        "model": "unnamed",
        "revision": model.weights.revision,
        "encoder": CharNgramEncoder().identity(),
    }
    changed = replace(model.weights, encoder={"type": "another"})
    assert changed.revision != model.weights.revision


def test_saved_weights_are_loaded(weights_file):
    assert EmbeddingWeights.load(weights_file) == make_weights()
    data = json.loads(weights_file.read_text("utf-8"))
    del data["encoder"]
    weights_file.write_text(json.dumps(data), "utf-8")
    with pytest.raises(
        ValueError, match="no field 'encoder'; choose a file that train judge wrote"
    ):
        EmbeddingWeights.load(weights_file)


def test_the_shipped_weights_were_fitted_with_the_pinned_minilm():
    weights = EmbeddingWeights.load()
    assert weights.encoder["model"] == "sentence-transformers/all-MiniLM-L6-v2"
    assert weights.encoder["revision"] == "1110a243fdf4706b3f48f1d95db1a4f5529b4d41"
    assert weights.provenance["source"] == "REALSumm and RoSE"
    assert weights.provenance["command"].startswith(
        "sacrerouge-litepyramid train judge realsumm rose --judge"
    )
    assert weights.provenance["labels"] == 26400


def test_the_last_three_layers_of_a_transformer_are_compared(build_once: BuildOnce):
    pytest.importorskip("transformers", reason="needs torch and transformers")
    from helpers import miniature
    from sacrerouge_litepyramid.models.encoders.pretrained import TransformersEncoder

    folder = build_once("embedding-bert", lambda root: miniature.save_bert(root / "bert")) / "bert"
    encoder = TransformersEncoder(str(folder), device="cpu")
    texts = TextEncoder(encoder).encode([UNITS[0], UNITS[0]])
    (encoded,) = texts.values()
    (by_layer,) = encoder.encode_layers([UNITS[0]], [-3, -2, -1])
    kept = ~by_layer[-1].special
    for place, layer in enumerate((-3, -2, -1)):
        expected = by_layer[layer].vectors[kept]
        expected = expected / np.linalg.norm(expected, axis=1, keepdims=True)
        np.testing.assert_allclose(encoded.vectors[place], expected, rtol=1e-3, atol=1e-4)
    model = EmbeddingJudge.from_weights(make_weights(encoder), TextEncoder(encoder))
    assert all(np.isfinite(logits).all() for logits in model.predict(GROUPS))
    assert "layer" not in model.identity()["encoder"]


def test_each_distinct_text_is_encoded_once():
    encoder = CountingEncoder()
    model = EmbeddingJudge.from_weights(make_weights(), TextEncoder(encoder))
    model.predict([*GROUPS, Group(GROUPS[0].summary, UNITS[:1])])
    model.predict(GROUPS)
    assert sorted(encoder.seen) == sorted({*UNITS, GROUPS[0].summary, GROUPS[1].summary})
