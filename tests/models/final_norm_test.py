from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

from helpers import miniature
from sacrerouge_litepyramid.models.hidden_states import find_final_norm, load_layers

WITH_ONE = {"gpt2": "ln_f", "t5": "final_layer_norm", "pegasus": "layer_norm", "llama": "norm"}
WITHOUT = ("bert", "roberta", "deberta", "bart", "xlnet")


def model(folder: Path, name: str) -> Any:
    return load_layers(getattr(miniature, f"save_{name}")(folder / name), 1, "fp32").eval()


@pytest.mark.parametrize("name", WITH_ONE)
def test_the_norm_after_the_layers(tmp_path: Path, name: str) -> None:
    loaded = model(tmp_path, name)
    assert find_final_norm(loaded) is getattr(loaded, WITH_ONE[name])
    assert not any(module._forward_hooks for module in loaded.modules())


@pytest.mark.parametrize("name", WITHOUT)
def test_a_norm_within_the_last_layer_is_no_final_one(tmp_path: Path, name: str) -> None:
    assert find_final_norm(model(tmp_path, name)) is None


def test_a_norm_of_padding_is_no_final_one(tmp_path: Path) -> None:
    from transformers import XLMConfig, XLMModel

    for index in range(3):
        config = XLMConfig(vocab_size=50, emb_dim=32, n_layers=2, n_heads=4, pad_token_id=index)
        XLMModel(config).save_pretrained(tmp_path)
        assert find_final_norm(load_layers(tmp_path, 1, "fp32").eval()) is None
