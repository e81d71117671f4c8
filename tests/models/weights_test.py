"""Weights that do not fit, the output of transformers while it reads, and limits of positions."""

import json
import logging
from pathlib import Path

import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

from typing import Any

from transformers import AutoModelForSequenceClassification
from transformers.utils import logging as transformers_logging

from helpers import miniature
from sacrerouge_litepyramid.models.language_model import LanguageModel
from sacrerouge_litepyramid.models.placement import (
    clip_max_length,
    find_position_limit,
    load_pretrained,
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return miniature.save_bert(tmp_path / "bert", list(miniature.THREE_LABELS))


def test_weights_that_do_not_match_the_configuration_are_refused(folder: Path) -> None:
    config = json.loads((folder / "config.json").read_text("utf-8"))
    size = config["intermediate_size"]
    (folder / "config.json").write_text(
        json.dumps({**config, "intermediate_size": size + 1}), "utf-8"
    )
    message = (
        rf"its weights .*dense.bias have the shape \[{size}\], but config.json requires "
        rf"\[{size + 1}\]$"
    )
    with pytest.raises(ValueError, match=message):
        load_pretrained(AutoModelForSequenceClassification, folder, "fp32")


@pytest.mark.parametrize("has_progress_bar", [True, False])
def test_the_output_of_transformers_is_suppressed_only_while_it_reads(
    folder: Path,
    has_progress_bar: bool,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(transformers_logging, "_tqdm_active", has_progress_bar)
    log = logging.getLogger("transformers.modeling_utils")
    before = list(log.filters)
    _, missing = load_pretrained(AutoModelForSequenceClassification, folder, "fp32")
    assert missing == []
    assert "Loading weights" not in capfd.readouterr().err
    assert transformers_logging.is_progress_bar_enabled() is has_progress_bar
    assert log.filters == before


def load(folder: Path, name: str) -> Any:
    from transformers import AutoModel

    return AutoModel.from_pretrained(getattr(miniature, f"save_{name}")(folder / name)).eval()


@pytest.mark.parametrize("name", ["roberta", "bert", "bart", "gpt2"])
def test_the_position_limit_of_a_model_with_learned_positions_is_exact(
    tmp_path: Path, name: str
) -> None:
    import torch

    model = load(tmp_path, name)
    assert find_position_limit(model) == 128
    model(torch.full((1, 128), 3))
    with pytest.raises(Exception, match="index out of range|must match|beyond|size"):
        model(torch.full((1, 129), 3))


@pytest.mark.parametrize("name", ["t5", "xlnet"])
def test_relative_positions_have_no_limit(tmp_path: Path, name: str) -> None:
    assert find_position_limit(load(tmp_path, name)) == float("inf")


def test_the_tokenisers_limit_also_lowers_max_length(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    from transformers import AutoTokenizer

    model = load(tmp_path, "t5")
    tokenizer = AutoTokenizer.from_pretrained(tmp_path / "t5")
    assert clip_max_length(300, tokenizer, model) == 300 and not caplog.text
    tokenizer.model_max_length = 64
    assert clip_max_length(64, tokenizer, model) == 64 and not caplog.text
    assert clip_max_length(65, tokenizer, model) == 64
    assert "max_length 65 is more than the model's 64 positions; using 64" in caplog.text


def test_a_causal_models_position_limit_excludes_reserved_positions(tmp_path: Path) -> None:
    import torch
    from transformers import RobertaConfig, RobertaForCausalLM

    folder = miniature.save_roberta(tmp_path / "roberta")
    config = RobertaConfig.from_pretrained(folder, is_decoder=True)
    RobertaForCausalLM(config).save_pretrained(folder)
    model = LanguageModel(folder, "cpu", "fp32")
    assert model.positions == 128
    model.model(torch.full((1, 128), 3))
