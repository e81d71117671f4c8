"""Reading weights that do not fit, and what transformers prints while it reads."""

import json
import logging
from pathlib import Path

import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

from transformers import AutoModelForSequenceClassification
from transformers.utils import logging as transformers_logging

from helpers import miniature
from sacrerouge_litepyramid.models.weights import load_pretrained


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return miniature.save_bert(tmp_path / "bert", list(miniature.THREE_LABELS))


def test_weights_of_another_shape_than_the_configurations_are_refused(folder: Path) -> None:
    config = json.loads((folder / "config.json").read_text("utf-8"))
    size = config["intermediate_size"]
    (folder / "config.json").write_text(json.dumps({**config, "intermediate_size": size + 1}), "utf-8")
    message = rf"its weights .*dense.bias have the shape \[{size}\], and by its config.json \[{size + 1}\]$"
    with pytest.raises(ValueError, match=message):
        load_pretrained(AutoModelForSequenceClassification, folder, "fp32")


@pytest.mark.parametrize("has_progress_bar", [True, False])
def test_the_output_of_transformers_is_off_while_it_reads_and_no_longer(
    folder: Path, has_progress_bar: bool, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(transformers_logging, "_tqdm_active", has_progress_bar)
    log = logging.getLogger("transformers.modeling_utils")
    before = list(log.filters)
    _, missing = load_pretrained(AutoModelForSequenceClassification, folder, "fp32")
    assert missing == []
    assert "Loading weights" not in capfd.readouterr().err
    assert transformers_logging.is_progress_bar_enabled() is has_progress_bar
    assert log.filters == before
