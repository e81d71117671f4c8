"""A cached run of the nli model, killed at random moments and started again, ends with the same bytes."""

import json
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

import sacrerouge_litepyramid

SAMPLE = Path(sacrerouge_litepyramid.__file__).parent / "sample"
BATCH_SIZE = 16


def command(folder: Path, name: str, model: Path) -> list[str]:
    nli = {"type": "nli", "model": str(model), "max_length": 128}
    presence = {"type": "cached", "model": nli, "path": f"{name}.sqlite", "batch_size": BATCH_SIZE}
    files = [str(SAMPLE / "summaries.jsonl"), str(SAMPLE / "scus.jsonl")]
    reading = ["--dataset-reader", "units-based", "--input-files", *files]
    output = ["--output-jsonl", f"{name}.jsonl", "--silent"]
    plugin = [sys.executable, "-m", "sacrerouge_litepyramid", "lite2pyramid", "score"]
    return [*plugin, *reading, *output, "--presence", json.dumps(presence)]


def kept(path: Path) -> int:
    """The number of predictions that a cache holds."""
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
            return connection.execute("SELECT count(*) FROM kept").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def kill_when(arguments: list[str], folder: Path, cache: Path, pairs: int) -> None:
    process = subprocess.Popen(arguments, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while kept(cache) < pairs and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL, "the run ended before it was killed"


def test_a_killed_run_ends_with_the_same_bytes(tmp_path):
    pytest.importorskip("transformers")
    from helpers.miniature import save_roberta

    model = save_roberta(tmp_path / "model", num_hidden_layers=4)
    subprocess.run(command(tmp_path, "whole", model), cwd=tmp_path, check=True, capture_output=True)
    total = kept(tmp_path / "whole.sqlite")
    cache = tmp_path / "killed.sqlite"
    moments = sorted(random.Random(7).sample(range(1, total // 2), 2))
    for moment in moments:
        before = kept(cache)
        kill_when(command(tmp_path, "killed", model), tmp_path, cache, pairs=moment)
        assert kept(cache) % BATCH_SIZE == 0 and kept(cache) >= max(before, moment)
        assert not (tmp_path / "killed.jsonl").exists()
    subprocess.run(command(tmp_path, "killed", model), cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / "killed.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert kept(cache) == total
