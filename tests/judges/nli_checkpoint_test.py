"""Checkpoints of NLI models in other formats, with missing files, or with code."""

import json
import os
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

from helpers.nli_models import PAIRS, nli
from sacrerouge_litepyramid.models import classifier


def test_torch_weights_are_read_if_there_are_no_safetensors(
    folders: dict[str, Path], roberta: Path
) -> None:
    import torch
    from safetensors.torch import load_file

    torch.save(load_file(roberta / "model.safetensors"), roberta / "pytorch_model.bin")
    (roberta / "model.safetensors").unlink()
    ours, theirs = (
        classifier.load_classifier(folder, "fp32").state_dict()
        for folder in (roberta, folders["roberta"])
    )
    assert ours.keys() == theirs.keys() and all(
        torch.equal(ours[name], theirs[name]) for name in ours
    )
    # The weights are equal to the bit; torch's products of them may differ in the last one.
    np.testing.assert_allclose(
        nli(roberta).predict_pairs(PAIRS), nli(folders["roberta"]).predict_pairs(PAIRS), atol=1e-6
    )
    before = nli(roberta).identity()
    torch.save({}, roberta / "pytorch_model.bin")
    assert nli(roberta).identity() != before


class Planted:
    """An object that creates a folder when it is unpickled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (str(self.folder),)


def test_torch_weights_cannot_run_code(roberta: Path, tmp_path: Path) -> None:
    (roberta / "model.safetensors").unlink()
    (roberta / "pytorch_model.bin").write_bytes(
        pickle.dumps({"weight": Planted(tmp_path / "planted")}, protocol=2)
    )
    with pytest.raises(ValueError, match="cannot be loaded"):
        nli(roberta).predict_pairs(PAIRS)
    assert not (tmp_path / "planted").exists()


def test_code_of_a_model_is_not_run(roberta: Path, tmp_path: Path) -> None:
    (roberta / "own.py").write_text(
        f"import os\nos.mkdir({str(tmp_path / 'planted')!r})\nclass Own: pass\n"
    )
    config = json.loads((roberta / "config.json").read_text())
    config.update(model_type="own", auto_map={"AutoConfig": "own.Own"})
    (roberta / "config.json").write_text(json.dumps(config))
    with pytest.raises(ValueError, match="cannot be loaded"):
        _ = nli(roberta).classes
    assert not (tmp_path / "planted").exists()


def test_a_model_without_classification_head_is_refused(roberta: Path) -> None:
    from transformers import RobertaModel

    labels = json.loads((roberta / "config.json").read_text())["id2label"]
    RobertaModel.from_pretrained(roberta).save_pretrained(roberta)
    config = json.loads((roberta / "config.json").read_text())
    (roberta / "config.json").write_text(json.dumps({**config, "id2label": labels}))
    with pytest.raises(ValueError) as error:
        nli(roberta).predict_pairs(PAIRS)
    assert str(error.value) == (
        f"model '{roberta}' has no classification head (its checkpoint lacks "
        "classifier.dense.bias, classifier.dense.weight, classifier.out_proj.bias, "
        "classifier.out_proj.weight); choose a model that is finetuned for NLI, such as "
        "'shiyue/roberta-large-tac08'"
    )


def test_a_model_without_a_head_is_recognised_by_its_configuration(roberta: Path) -> None:
    from transformers import RobertaForMaskedLM

    config = json.loads((roberta / "config.json").read_text())
    (roberta / "config.json").write_text(
        json.dumps({**config, "id2label": {"0": "LABEL_0", "1": "LABEL_1"}})
    )
    RobertaForMaskedLM.from_pretrained(roberta).save_pretrained(roberta)
    message = (
        r"roberta' has no classification head \(by its config.json it is a RobertaForMaskedLM\); "
        "choose a model that is finetuned for NLI, such as"
    )
    with pytest.raises(ValueError, match=message):
        _ = nli(roberta).classes
    with pytest.raises(
        ValueError, match=r"roberta' has no classification head \(its checkpoint lacks classifier"
    ):
        nli(roberta, labels=["entailment", "not_entailment"]).predict_pairs(PAIRS)


def test_a_checkpoint_that_lacks_a_layer_is_refused(roberta: Path) -> None:
    from safetensors.numpy import load_file, save_file

    weights = load_file(roberta / "model.safetensors")
    kept = {name: value for name, value in weights.items() if "layer.1." not in name}
    save_file(kept, roberta / "model.safetensors")
    message = (
        r"roberta' lacks weights of its encoder \(roberta.encoder.layer.1.*, …\); copy or "
        r"download all its files$"
    )
    with pytest.raises(ValueError, match=message):
        nli(roberta).predict_pairs(PAIRS)


def test_a_folder_without_weights_is_refused(roberta: Path) -> None:
    (roberta / "model.safetensors").unlink()
    with pytest.raises(ValueError, match="roberta' has no weights"):
        nli(roberta).predict_pairs(PAIRS)


def test_a_folder_without_tokenizer_is_refused(roberta: Path) -> None:
    (roberta / "tokenizer.json").unlink()
    with pytest.raises(ValueError, match="roberta' has no tokeniser"):
        nli(roberta).predict_pairs(PAIRS)


def test_a_folder_without_config_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        ValueError, match="cannot be loaded.*Pass the path of a folder with config.json"
    ):
        _ = nli(tmp_path).classes
