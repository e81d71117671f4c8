"""A cached run of the nli model, killed at random moments and started again, ends with the same
bytes.
"""

import json
import multiprocessing
import random
import signal
import sqlite3
import time
from pathlib import Path

import pytest

import sacrerouge_litepyramid
from sacrerouge_litepyramid.__main__ import main

FORK = multiprocessing.get_context("fork")
SAMPLE = Path(sacrerouge_litepyramid.__file__).parent / "sample"
BATCH_SIZE = 16


def command(name: str, model: Path) -> list[str]:
    nli = {"type": "nli", "model": str(model), "max_length": 128}
    judge = {"type": "cached", "model": nli, "path": f"{name}.sqlite", "batch_size": BATCH_SIZE}
    files = [str(SAMPLE / "summaries.jsonl"), "--units", str(SAMPLE / "scus.jsonl")]
    return ["score-corpus", *files, "--output", f"{name}.jsonl", "--judge", json.dumps(judge)]


def kept(path: Path) -> int:
    """The number of predictions that a cache holds."""
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
            return connection.execute("SELECT count(*) FROM stored").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def kill_when(arguments: list[str], cache: Path, pairs: int) -> None:
    """Run a command line in a process of its own, without the seconds of a start, until the cache
    holds the pairs.
    """
    process = FORK.Process(target=main, args=(arguments,))
    process.start()
    while kept(cache) < pairs and process.is_alive():
        time.sleep(0.01)
    process.kill()
    process.join()
    assert process.exitcode == -signal.SIGKILL, "the run ended before it was killed"


def test_a_killed_run_ends_with_the_same_bytes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pytest.importorskip("transformers")
    from helpers.miniature import save_roberta

    model = save_roberta(tmp_path / "model", num_hidden_layers=4)
    assert main(command("whole", model)) == 0
    total = kept(tmp_path / "whole.sqlite")
    cache = tmp_path / "killed.sqlite"
    moments = sorted(random.Random(7).sample(range(1, total // 2), 2))
    for moment in moments:
        before = kept(cache)
        kill_when(command("killed", model), cache, pairs=moment)
        assert kept(cache) % BATCH_SIZE == 0 and kept(cache) >= max(before, moment)
        assert not (tmp_path / "killed.jsonl").exists()
    assert main(command("killed", model)) == 0
    assert (tmp_path / "killed.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert kept(cache) == total
