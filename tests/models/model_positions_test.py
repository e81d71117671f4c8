"""How many tokens miniatures take, by their configurations and by trying."""

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

from helpers import miniature
from sacrerouge_litepyramid.models.language_model import LanguageModel
from sacrerouge_litepyramid.models.weights import clip_max_length, position_limit


def load(folder: Path, name: str) -> Any:
    from transformers import AutoModel

    return AutoModel.from_pretrained(getattr(miniature, f"save_{name}")(folder / name)).eval()


@pytest.mark.parametrize("name", ["roberta", "bert", "bart", "gpt2"])
def test_a_model_of_learned_positions_takes_as_many_tokens_as_it_is_said_to(tmp_path: Path, name: str) -> None:
    import torch

    model = load(tmp_path, name)
    assert position_limit(model) == 128
    model(torch.full((1, 128), 3))
    with pytest.raises(Exception, match="index out of range|must match|beyond|size"):
        model(torch.full((1, 129), 3))


@pytest.mark.parametrize("name", ["t5", "xlnet"])
def test_relative_positions_have_no_bound(tmp_path: Path, name: str) -> None:
    assert position_limit(load(tmp_path, name)) == float("inf")


def test_the_tokenisers_limit_counts_too(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    from transformers import AutoTokenizer

    model = load(tmp_path, "t5")
    tokenizer = AutoTokenizer.from_pretrained(tmp_path / "t5")
    assert clip_max_length(300, tokenizer, model) == 300 and not caplog.text
    tokenizer.model_max_length = 64
    assert clip_max_length(64, tokenizer, model) == 64 and not caplog.text
    assert clip_max_length(65, tokenizer, model) == 64
    assert "max_length 65 is more than the model's 64 positions; using 64" in caplog.text


def test_a_causal_model_does_not_spend_its_positions_on_padding(tmp_path: Path) -> None:
    import torch
    from transformers import RobertaConfig, RobertaForCausalLM

    folder = miniature.save_roberta(tmp_path / "roberta")
    config = RobertaConfig.from_pretrained(folder, is_decoder=True)
    RobertaForCausalLM(config).save_pretrained(folder)
    model = LanguageModel(folder, "cpu", "fp32")
    assert model.positions == 128
    model.model(torch.full((1, 128), 3))
