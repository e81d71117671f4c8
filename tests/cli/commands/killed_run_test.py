"""A cached run of the nli model, killed and started again, ends with the same
bytes.
"""

import json
from pathlib import Path

import pytest

import sacrerouge_litepyramid
from helpers.killed_runs import count_stored, kill_when
from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.__main__ import main

SAMPLE = Path(sacrerouge_litepyramid.__file__).parent / "sample"
BATCH_SIZE = 16


def command(name: str, model: Path) -> list[str]:
    nli = {"type": "nli", "model": str(model), "max_length": 128}
    judge = {"type": "cached", "model": nli, "path": f"{name}.sqlite", "batch_size": BATCH_SIZE}
    files = ["summaries.jsonl", "--units", str(SAMPLE / "scus.jsonl")]
    return ["score-corpus", *files, "--output", f"{name}.jsonl", "--judge", json.dumps(judge)]


def test_a_killed_run_ends_with_the_same_bytes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_lines(Path("summaries.jsonl"), read_lines(SAMPLE / "summaries.jsonl")[:20])
    pytest.importorskip("transformers")
    from helpers.miniature import save_roberta

    model = save_roberta(tmp_path / "model", num_hidden_layers=3)
    assert main(command("whole", model)) == 0
    total = count_stored("whole.sqlite")
    third = total // 3
    kill_when(lambda: count_stored("killed.sqlite") > third, main, command("killed", model))
    stored = count_stored("killed.sqlite")
    assert third < stored < total
    assert stored % BATCH_SIZE == 0
    assert not Path("killed.jsonl").exists()

    assert main(command("killed", model)) == 0
    assert Path("killed.jsonl").read_bytes() == Path("whole.jsonl").read_bytes()
    assert count_stored("killed.sqlite") == total
