from pathlib import Path

import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

from typing import Any

from helpers import miniature
from sacrerouge_litepyramid.models.hidden_states import count_layers, find_final_norm, load_layers, resolve_layer


@pytest.mark.parametrize("layer, resolved", [(0, 0), (1, 1), (12, 12), (-1, 12), (-12, 1), (-13, 0)])
def test_layers_from_both_ends(layer: int, resolved: int) -> None:
    assert resolve_layer(layer, 12) == resolved


@pytest.mark.parametrize("layer", [13, -14])
def test_a_layer_beyond_the_ends_is_refused(layer: int) -> None:
    with pytest.raises(ValueError, match=rf"layer {layer} is not there: the model has 12 layers; .* to -13"):
        resolve_layer(layer, 12)


@pytest.mark.parametrize("deepest, kept", [(0, 1), (1, 2), (3, 4), (4, 4)])
def test_the_layers_up_to_the_deepest_and_one_more_stay(tmp_path: Path, deepest: int, kept: int) -> None:
    folder = miniature.save_gpt2(tmp_path / "gpt2", n_layer=4)
    assert len(load_layers(folder, deepest, "fp32").h) == kept


def test_a_model_whose_layers_lie_in_several_lists_stays_whole(tmp_path: Path) -> None:
    import torch
    from transformers import XLMConfig, XLMModel

    XLMModel(XLMConfig(vocab_size=50, emb_dim=32, n_layers=3, n_heads=4)).save_pretrained(tmp_path)
    model = load_layers(tmp_path, 1, "fp32")
    assert len(model(torch.ones((1, 5), dtype=torch.long), output_hidden_states=True).hidden_states) == 4


def test_an_encoder_saved_without_its_decoder_will_do(tmp_path: Path) -> None:
    from transformers import T5EncoderModel

    folder = miniature.save_t5(tmp_path / "t5")
    T5EncoderModel.from_pretrained(folder).save_pretrained(folder)
    encoder = load_layers(folder, 2, "fp32")
    assert len(encoder.block) == 2 and not hasattr(encoder, "decoder")


def test_a_decoder_alone_may_lack_nothing(tmp_path: Path) -> None:
    from safetensors.torch import load_file, save_file
    from transformers import OPTConfig, OPTModel

    sizes = {"hidden_size": 32, "word_embed_proj_dim": 32, "ffn_dim": 64, "num_hidden_layers": 2}
    OPTModel(OPTConfig(vocab_size=50, num_attention_heads=4, **sizes)).save_pretrained(tmp_path)
    weights = {name: value for name, value in load_file(tmp_path / "model.safetensors").items() if "fc2" not in name}
    save_file(weights, tmp_path / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(ValueError, match="its checkpoint lacks weights .*fc2"):
        load_layers(tmp_path, 1, "fp32")


def test_the_layers_of_an_encoder_are_not_its_decoders() -> None:
    from transformers import BartConfig, T5Config

    assert count_layers(BartConfig(encoder_layers=3, decoder_layers=5)) == 3
    assert count_layers(T5Config(num_layers=3, num_decoder_layers=5)) == 3


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
