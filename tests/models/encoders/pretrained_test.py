"""Miniature encoders of nine architectures, against plain transformers without padding."""

from functools import cache
from itertools import compress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

from helpers import miniature
from helpers.encoder_models import BYTE_LEVEL, FINAL_NORM, MODELS, TEXTS, encoder
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenVectors


def plain_model(folder: Path) -> Any:
    import torch
    from transformers import AutoModel

    model = AutoModel.from_pretrained(folder, dtype=torch.float32).eval()
    return model.get_encoder() if model.config.is_encoder_decoder else model


@cache
def plain_tokenizer(folder: Path) -> Any:
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(folder)


def plain_hidden_states(folder: Path, text: str, model: Any = None) -> list[np.ndarray]:
    import torch

    model = model or plain_model(folder)
    inputs = plain_tokenizer(folder)(text, return_tensors="pt")
    with torch.no_grad():
        output = model(**inputs, output_hidden_states=True)
    return [states[0].numpy() for states in output.hidden_states]


@cache
def plain_states_of_texts(folder: Path, space: str) -> list[list[np.ndarray]]:
    """Return the states of TEXTS by text and layer, from one model."""
    model = plain_model(folder)
    return [plain_hidden_states(folder, space + text, model) for text in TEXTS]


def ended_model(folder: Path, layers: str, kept: int) -> Any:
    """Return plain transformers' model with only the first ``kept`` layers."""
    model = plain_model(folder)
    setattr(model, layers, getattr(model, layers)[:kept])
    return model


def assert_same(encoded: list[TokenVectors], expected: list[np.ndarray]) -> None:
    for text, vectors in zip(encoded, expected, strict=True):
        np.testing.assert_allclose(text.vectors, vectors, atol=1e-5)


@pytest.mark.parametrize("name", MODELS)
def test_every_layer_equals_plain_transformers(folders: dict[str, Path], name: str) -> None:
    expected = plain_states_of_texts(folders[name], " " if name in BYTE_LEVEL else "")
    total = MODELS[name][1]
    assert {len(states) for states in expected} == {total + 1}
    for layer in range(total + 1):
        encoded = encoder(folders[name], layer=layer).encode(TEXTS)
        assert encoded[0].vectors.dtype == np.float32
        assert_same(encoded, [states[layer] for states in expected])
        from_the_end = encoder(folders[name], layer=layer - total - 1)
        assert_same(from_the_end.encode(TEXTS[:1]), [expected[0][layer]])


@pytest.mark.parametrize("tokens_per_batch", [1, 60])
@pytest.mark.parametrize("name", MODELS)
def test_batches_of_any_size_give_the_last_layer(
    folders: dict[str, Path], name: str, tokens_per_batch: int
) -> None:
    """It is computed from all others."""
    expected = plain_states_of_texts(folders[name], " " if name in BYTE_LEVEL else "")
    encoded = encoder(folders[name], tokens_per_batch=tokens_per_batch).encode(TEXTS)
    assert_same(encoded, [states[-1] for states in expected])


@pytest.mark.parametrize("name", FINAL_NORM)
def test_a_layer_with_the_final_norm_equals_the_output_of_a_model_that_ends_there(
    folders: dict[str, Path], name: str
) -> None:
    space = " " if name in BYTE_LEVEL else ""
    total = MODELS[name][1]
    for layer in range(1, total + 1):
        ended = ended_model(folders[name], FINAL_NORM[name], layer)
        expected = []
        for text in TEXTS:
            states = plain_hidden_states(folders[name], space + text, ended)
            expected.append(states[-1])
        assert_same(encoder(folders[name], layer=layer, final_norm=True).encode(TEXTS), expected)
        (plain,) = encoder(folders[name], layer=layer).encode(TEXTS[:1])
        assert (np.abs(plain.vectors - expected[0]).max() > 0.1) == (layer < total)


@pytest.mark.parametrize("name", MODELS)
def test_several_layers_in_one_pass_equal_single_layers(
    folders: dict[str, Path], name: str
) -> None:
    encoded = encoder(folders[name]).encode_layers(TEXTS, [1, -1, 0])
    for layer in (1, -1, 0):
        alone = encoder(folders[name], layer=layer).encode(TEXTS)
        assert_same([by_layer[layer] for by_layer in encoded], [text.vectors for text in alone])


SPECIAL_TOKENS = {
    "roberta": "<s> </s>",
    "bart": "<s> </s>",
    "gpt2": "",
    "llama": "<s>",
    "xlnet": "<sep> <cls>",
    "t5": "</s>",
    "pegasus": "</s>",
    "bert": "[CLS] [SEP]",
    "deberta": "[CLS] [SEP]",
}


@pytest.mark.parametrize("name", MODELS)
def test_tokens_state_the_characters_they_cover(folders: dict[str, Path], name: str) -> None:
    (encoded,) = encoder(folders[name]).encode(["  The mayor opened an unheard bridge.\n"])
    covered = list(compress(encoded.tokens, ~encoded.special))
    assert "".join(covered) == "Themayoropenedanunheardbridge."
    assert {"The", "mayor", "bridge", "."} <= set(covered)
    special_tokens = compress(encoded.tokens, encoded.special)
    assert list(special_tokens) == SPECIAL_TOKENS[name].split()
    pieces = list(compress(encoded.tokens, encoded.pieces))
    assert len(pieces) > 1 and set(pieces).isdisjoint({"The", "mayor", "bridge", "."})
    assert "unheard" in "".join(pieces)


def test_layers_after_the_requested_one_are_not_computed(folders: dict[str, Path]) -> None:
    model = encoder(folders["gpt2"], layer=1)
    for layer, kept in ((1, 2), (-1, 4)):
        model.encode_layers(TEXTS[:1], [layer])
        assert len(model._loaded.model.h) == kept


def test_a_windows_vectors_are_those_of_its_tokens_alone(folders: dict[str, Path]) -> None:
    text = " ".join(miniature.TEXTS[:3])
    (encoded,) = encoder(folders["gpt2"], max_length=40).encode([text])
    first = plain_hidden_states(folders["gpt2"], " " + text)[-1]
    np.testing.assert_allclose(encoded.vectors[:20], first[:20], atol=1e-5)
    assert np.abs(encoded.vectors[41:] - first[41:]).max() > 0.01
