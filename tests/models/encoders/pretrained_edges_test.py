"""Miniature encoders at their limits: empty and unusual texts, missing layers, damaged files."""

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

from helpers.encoder_models import MODELS, TEXTS, encoder
from sacrerouge_litepyramid.models.encoders.alignment import prepare_content
from sacrerouge_litepyramid.models.encoders.pretrained import TransformersEncoder
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenEncoder
from sacrerouge_litepyramid.registry import build


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("text", ["", " \n"])
def test_an_empty_text_has_only_special_tokens(
    folders: dict[str, Path], name: str, text: str
) -> None:
    empty, other = encoder(folders[name]).encode([text, TEXTS[1]])
    assert empty.special.all() and empty.vectors.shape == (len(empty.tokens), 32)
    assert prepare_content(empty).tokens == () and len(other.tokens) > 0


def test_a_lone_surrogate_counts_as_a_question_mark(folders: dict[str, Path]) -> None:
    half, mark = encoder(folders["bert"]).encode(["the \ud800 bridge", "the ? bridge"])
    np.testing.assert_allclose(half.vectors, mark.vectors, atol=1e-5)


def test_bf16_is_near_fp32(folders: dict[str, Path]) -> None:
    half, whole = (
        encoder(folders["gpt2"], precision=precision).encode(TEXTS)[0]
        for precision in ("bf16", "fp32")
    )
    assert half.vectors.dtype == np.float32
    difference = np.abs(half.vectors - whole.vectors).max()
    assert 0 < difference < 0.2 * np.abs(whole.vectors).max()


@pytest.mark.parametrize("layer", [-4, 3, 48])
def test_a_layer_that_does_not_exist_is_refused(folders: dict[str, Path], layer: int) -> None:
    model = encoder(folders["bart"], layer=layer)
    message = (
        rf"layer {layer} does not exist: the model has 2 layers; choose 0 \(its embeddings\) to 2"
    )
    with pytest.raises(ValueError, match=message):
        model.encode(TEXTS)
    with pytest.raises(ValueError, match=message):
        model.identity()


def test_several_layers_with_the_final_norm_are_refused(folders: dict[str, Path]) -> None:
    with pytest.raises(
        ValueError, match="with final_norm the model ends at one layer; pass one layer"
    ):
        encoder(folders["bart"], final_norm=True).encode_layers(TEXTS, [1, 2])


@pytest.mark.parametrize(
    "settings, message",
    [
        ({"max_length": 0}, "max_length must be at least 1 token, not 0"),
        ({"precision": "int8"}, "precision 'int8' is unknown; known: auto, fp32, bf16, fp16"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        TransformersEncoder(model="roberta-base", **settings)


def test_an_encoder_is_built_from_json_and_has_an_identity(folders: dict[str, Path]) -> None:
    line = json.dumps(
        {"type": "transformers", "model": str(folders["t5"]), "layer": -2, "device": "cpu"}
    )
    model = build(TokenEncoder, json.loads(line))
    identity = model.identity()
    assert identity.pop("revision").startswith("sha256:")
    assert identity == {
        "type": "transformers",
        "model": "t5",
        "layer": 1,
        "final_norm": False,
        "max_length": 512,
        "precision": "fp32",
    }


def test_a_checkpoint_without_some_weights_is_refused(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    from safetensors.torch import load_file, save_file

    folder = Path(shutil.copytree(folders["gpt2"], tmp_path / "gpt2"))
    weights = load_file(folder / "model.safetensors")
    save_file(
        {name: value for name, value in weights.items() if "h.2.mlp" not in name}, folder / "model.safetensors",
        metadata={"format": "pt"},
    )  # fmt: skip
    with pytest.raises(
        ValueError, match=r"gpt2' cannot be loaded: its checkpoint lacks weights \(h\.2\.mlp"
    ):
        encoder(folder).encode(TEXTS)


def test_a_tokeniser_without_offsets_is_refused(folders: dict[str, Path], tmp_path: Path) -> None:
    from transformers import ByT5Tokenizer

    folder = Path(shutil.copytree(folders["t5"], tmp_path / "byt5"))
    for path in folder.glob("tokenizer*"):
        path.unlink()
    ByT5Tokenizer().save_pretrained(folder)
    (folder / "vocab.txt").touch()
    with pytest.raises(ValueError, match="not a fast one"):
        encoder(folder).encode(TEXTS)
