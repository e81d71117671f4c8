from pathlib import Path

import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

import numpy as np

from helpers import miniature
from sacrerouge_litepyramid.models.hidden_states import (
    HiddenStates,
    TextTokenizer,
    count_layers,
    cut_windows,
    is_piece,
    load_layers,
)


@pytest.mark.parametrize(
    "final_norm, deepest, kept", [(False, 0, 1), (False, 3, 4), (False, 4, 4), (True, 3, 3)]
)
def test_one_layer_more_is_kept_without_the_final_norm(
    tmp_path: Path, final_norm: bool, deepest: int, kept: int
) -> None:
    folder = miniature.save_gpt2(tmp_path / "gpt2", n_layer=4)
    assert len(HiddenStates(folder, deepest, 128, "cpu", "fp32", final_norm).model.h) == kept


def test_layers_that_share_their_weights_are_not_computed_either(tmp_path: Path) -> None:
    import torch
    from transformers import AlbertConfig, AlbertModel

    sizes = {
        "hidden_size": 32,
        "embedding_size": 16,
        "intermediate_size": 64,
        "num_hidden_layers": 4,
    }
    AlbertModel(AlbertConfig(vocab_size=50, num_attention_heads=4, **sizes)).save_pretrained(
        tmp_path
    )
    output = load_layers(tmp_path, 2, "fp32")(
        torch.ones((1, 5), dtype=torch.long), output_hidden_states=True
    )
    assert len(output.hidden_states) == 3


def test_an_encoder_saved_without_its_decoder_is_loaded(tmp_path: Path) -> None:
    from transformers import T5EncoderModel

    folder = miniature.save_t5(tmp_path / "t5")
    T5EncoderModel.from_pretrained(folder).save_pretrained(folder)
    encoder = load_layers(folder, 3, "fp32")
    assert len(encoder.block) == 2 and not hasattr(encoder, "decoder")


def test_a_decoder_that_lacks_weights_is_refused(tmp_path: Path) -> None:
    from safetensors.torch import load_file, save_file
    from transformers import OPTConfig, OPTModel

    sizes = {"hidden_size": 32, "word_embed_proj_dim": 32, "ffn_dim": 64, "num_hidden_layers": 2}
    OPTModel(OPTConfig(vocab_size=50, num_attention_heads=4, **sizes)).save_pretrained(tmp_path)
    weights = {
        name: value
        for name, value in load_file(tmp_path / "model.safetensors").items()
        if "fc2" not in name
    }
    save_file(weights, tmp_path / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(ValueError, match="its checkpoint lacks weights .*fc2"):
        load_layers(tmp_path, 1, "fp32")


def test_the_encoders_layers_are_counted_not_the_decoders() -> None:
    from transformers import BartConfig, T5Config

    assert count_layers(BartConfig(encoder_layers=3, decoder_layers=5)) == 3
    assert count_layers(T5Config(num_layers=3, num_decoder_layers=5)) == 3


@pytest.mark.parametrize(
    "covered, piece",
    [
        ("un", True),
        ("heard", True),
        ("unheard", False),
        ("-", False),
        ("of", False),
        ("2", True),
        ("019", True),
    ],
)
def test_a_piece_is_a_part_of_a_longer_word(covered: str, piece: bool) -> None:
    text = "unheard-of in 2019"
    start = text.index(covered)
    assert is_piece(text, start, start + len(covered)) is piece


def test_byte_level_tokenisers_encode_the_first_word_as_elsewhere(tmp_path: Path) -> None:
    tokenizer = TextTokenizer(miniature.save_gpt2(tmp_path / "gpt2"))
    first, middle, empty = tokenizer(["bridge", "The bridge", ""])
    assert first.tokens == ("bridge",)
    assert middle.row["input_ids"].tolist()[-1:] == first.row["input_ids"].tolist()
    assert empty.tokens == () and len(empty.row["input_ids"]) == 0


def test_other_tokenisers_get_the_text_without_a_space(tmp_path: Path) -> None:
    folder = miniature.save_bert(tmp_path / "bert")
    (tokens,) = TextTokenizer(folder)(["  The mayor's\n"])
    plain = TextTokenizer(folder).tokenizer("The mayor's")
    assert {field: values.tolist() for field, values in tokens.row.items()} == dict(plain)
    assert tokens.special.tolist() == [True, *[False] * (len(tokens.tokens) - 2), True]


def mark_special(before, content, after):
    return np.array([True] * before + [False] * content + [True] * after)


def test_a_short_text_is_one_window():
    (only,) = cut_windows(mark_special(1, 6, 1), max_length=8)
    assert only.positions.tolist() == only.kept.tolist() == list(range(8))


def test_windows_of_a_long_text_overlap_by_half_and_have_the_special_tokens():
    first, second, third = cut_windows(mark_special(1, 8, 1), max_length=6)
    assert first.positions.tolist() == [0, 1, 2, 3, 4, 9] and first.kept.tolist() == [0, 1, 2, 3]
    assert second.positions.tolist() == [0, 3, 4, 5, 6, 9] and second.kept.tolist() == [2, 3]
    assert third.positions.tolist() == [0, 5, 6, 7, 8, 9] and third.kept.tolist() == [2, 3, 4, 5]


@pytest.mark.parametrize("before, after", [(0, 0), (1, 1), (0, 2)])
@pytest.mark.parametrize("content", [1, 5, 6, 7, 8, 23, 50])
@pytest.mark.parametrize("max_length", [3, 4, 8, 9])
def test_every_token_is_kept_once_in_order_with_context_on_both_sides(
    before, content, after, max_length
):
    special = mark_special(before, content, after)
    windows = cut_windows(special, max_length)
    kept = np.concatenate([window.positions[window.kept] for window in windows])
    assert kept.tolist() == list(range(len(special)))
    assert all(len(window.positions) <= max_length for window in windows)
    room = max_length - before - after
    for window in windows[1:-1]:
        inner = window.kept - before
        assert inner.min() >= room // 4 and inner.max() < room - room // 4


def test_special_tokens_that_fill_the_window_are_refused():
    with pytest.raises(ValueError, match="max_length 2 leaves no room beside 2 special tokens"):
        cut_windows(mark_special(1, 5, 1), max_length=2)
