"""Checkpoints of NLI models in other formats, with missing files, or in the hub's cache."""

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

from helpers import miniature
from helpers.nli_models import PAIRS, nli, plain_logits
from sacrerouge_litepyramid.core.pairs import Pair
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


HUB_SCRIPT = """
import json, sys
from sacrerouge_litepyramid.core.pairs import Pair
from sacrerouge_litepyramid.judges.nli import NliJudge
for settings in json.loads(sys.argv[1]):
    try:
        model = NliJudge(**settings, max_length=128, device="cpu")
        answer = {"identity": model.identity(), "logits": model.predict_pairs([Pair("A bridge .", "Tolls")]).tolist()}
    except ValueError as error:
        answer = {"error": str(error)}
    print(json.dumps(answer))
"""


def answers_from_hub_cache(home: Path, settings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return answers from a new process.

    The hub's library reads its environment when it is imported.
    """
    environment = {
        **os.environ,
        "HF_HOME": str(home),
        "HF_HUB_OFFLINE": "1",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    environment.pop("HF_HUB_CACHE", None)
    done = subprocess.run(
        [sys.executable, "-c", HUB_SCRIPT, json.dumps(settings)],
        env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_hub_models_are_identified_by_their_commit(tmp_path: Path) -> None:
    repository = tmp_path / "hub" / "models--shiyue--miniature"
    (repository / "refs").mkdir(parents=True)
    commits = {"main": "a" * 40, "v2": "b" * 40}
    for name, commit in commits.items():
        (repository / "refs" / name).write_text(commit)
    unnamed = miniature.save_roberta(
        repository / "snapshots" / commits["main"], ["LABEL_0", "LABEL_1", "LABEL_2"]
    )
    second = miniature.save_bert(
        repository / "snapshots" / commits["v2"], ["neutral", "contradiction", "entailment"]
    )
    main, v2, pinned, no_revision, no_model = answers_from_hub_cache(
        tmp_path,
        [
            {"model": "shiyue/miniature"},
            {"model": "shiyue/miniature", "revision": "v2"},
            {"model": "shiyue/miniature", "revision": commits["v2"]},
            {"model": "shiyue/miniature", "revision": "v3"},
            {"model": "shiyue/nothing"},
        ],
    )
    pair = [Pair("A bridge .", "Tolls")]
    assert (main["identity"]["model"], main["identity"]["revision"]) == (
        "shiyue/miniature",
        commits["main"],
    )
    assert main["identity"]["labels"] == ["entailment", "neutral", "contradiction"]
    np.testing.assert_allclose(main["logits"], plain_logits(unnamed, pair), atol=1e-5)
    assert v2["identity"]["revision"] == commits["v2"]
    np.testing.assert_allclose(v2["logits"], plain_logits(second, pair)[:, [2, 0, 1]], atol=1e-5)
    assert pinned == v2
    assert no_revision["error"].startswith(
        "model 'shiyue/miniature' (revision 'v3') cannot be loaded: "
    )
    assert no_model["error"].startswith("model 'shiyue/nothing' cannot be loaded: ")
    assert no_model["error"].endswith(
        "without a connection the model must be in the hub's cache (HF_HOME)."
    )
