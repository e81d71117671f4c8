"""`setup-metric` downloads models from a stand-in of the hub, and judges find them by name."""

import os
import subprocess
import sys

import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

from helpers import miniature
from helpers.forked import WITHOUT_BERT_SCORE
from helpers.hostile_archives import archive_of
from helpers.hub_server import COMMIT, serve_hub
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.extraction.allennlp import models
from sacrerouge_litepyramid.judges.nli import NliJudge

PROGRAM = f"{WITHOUT_BERT_SCORE}from sacrerouge_litepyramid.__main__ import main; sys.exit(main())"
SETUP = ["setup-metric", "lite3pyramid", "--nli", "org/tiny"]
PAIRS = miniature.pairs_of_many_lengths()


@pytest.fixture(scope="module")
def model(build_once):
    return build_once("set-up-model", miniature.save_roberta)


@pytest.fixture
def hub(model, tmp_path, monkeypatch):
    monkeypatch.setenv("SACREROUGE_DATA_ROOT", str(tmp_path / "root"))
    with serve_hub({path.name: path.read_bytes() for path in model.iterdir()}) as server:
        monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", server.url)
        monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
        monkeypatch.setattr(
            "huggingface_hub.constants.HUGGINGFACE_CO_URL_TEMPLATE",
            server.url + "/{repo_id}/resolve/{revision}/{filename}",
        )
        yield server


def test_a_judge_finds_by_name_what_the_command_downloaded(hub, model, tmp_path, capsys):
    # As users run it: the address of the hub is read when its library is imported.
    environment = {**os.environ, "HF_ENDPOINT": hub.url, "HF_HUB_OFFLINE": "0"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *SETUP],
        env=environment, cwd=tmp_path, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    *files, last = done.stdout.splitlines()
    assert sorted(hub.sent) == sorted(hub.files)
    size = len(hub.files["config.json"])
    assert f"org/tiny: config.json, {size:,} bytes, digest as on the hub" in files
    assert len(files) == len(hub.files)
    assert last.startswith(f"Set up in {tmp_path / 'root/metrics/lite3pyramid'}, where judges")
    hub.shutdown()
    judge = NliJudge("org/tiny", device="cpu", max_length=128)
    assert judge.identity()["revision"] == COMMIT
    here = NliJudge(str(model), device="cpu", max_length=128)
    pairs = list(PAIRS)
    assert judge.predict_pairs(pairs).tolist() == here.predict_pairs(pairs).tolist()


def test_a_broken_download_continues_and_what_is_there_is_kept(hub, capsys):
    hub.broken.add("model.safetensors")
    assert main(SETUP) == 0
    assert main(SETUP) == 0
    assert hub.sent.count("config.json") == 1 and hub.sent.count("model.safetensors") == 2


@pytest.mark.parametrize("name", ["model.safetensors", "config.json"])
def test_a_file_that_differs_from_the_hubs_digest_is_deleted(hub, name, capsys):
    hub.altered.add(name)
    assert main(SETUP) == 1
    assert f"{name}: differs from the hub's file (digest " in capsys.readouterr().err
    hub.altered.clear()
    assert main(SETUP) == 0
    assert hub.sent.count(name) == 2


def test_errors_are_one_line(hub, capsys):
    hub.shutdown()
    hub.server_close()
    for words, message in [
        (SETUP, "org/tiny: cannot be downloaded ("),
        (SETUP[:2], "choose what to download: --nli, --minilm, --srl, --coref"),
        ([*SETUP[:3], "org/none"], "org/none: cannot be downloaded ("),
    ]:
        assert main(words) == 1
        error = capsys.readouterr().err.strip().splitlines()
        assert message in error[-1]


def test_an_archive_is_found_by_its_name(hub, tmp_path, monkeypatch, capsys):
    name = models.ARCHIVES["srl"]
    hub.files[name] = archive_of({"config.json": b"{}", "weights.th": bytes(range(256)) * 40})
    monkeypatch.setattr(models, "ADDRESS", f"{hub.url}/org/tiny/resolve/main")
    hub.broken.add(name)
    words = ["setup-metric", "lite3pyramid", "--srl"]
    assert main(words) == 1
    assert "cannot be downloaded (received " in capsys.readouterr().err
    assert main(words) == 0
    half = len(hub.files[name]) // 2
    assert hub.sent == [name, f"{name} from {half}"]
    assert f"{name}: {len(hub.files[name]):,} bytes, sha256 " in capsys.readouterr().out
    assert models.find_file(name).read_bytes() == hub.files[name]
