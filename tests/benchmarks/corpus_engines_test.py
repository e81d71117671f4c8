"""The benchmark's own parts; tests/scale compares the engines."""

import json
import os
from pathlib import Path

import pytest

pytest.importorskip("pandas", reason="needs pandas and pyarrow")

import corpus_engines

from helpers.support import read_lines, write_lines


def test_the_corpus_has_systems_that_share_units(tmp_path: Path) -> None:
    corpus_engines.make_corpus(tmp_path / "corpus.jsonl", 60, 3)
    lines = read_lines(tmp_path / "corpus.jsonl")
    assert len(lines) == 60 and len({line["instance_id"] for line in lines}) == 3
    for line in lines:
        assert line["units"] == lines[25 * int(line["instance_id"][1:])]["units"] and len(line["units"]) == 3
        assert len(line["summary"].split()) >= 30


def test_a_run_is_timed_and_its_memory_sampled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    corpus_engines.make_corpus(tmp_path / "corpus.jsonl", 60, 2)
    output = tmp_path / "scores.parquet"
    row = corpus_engines.measure_run("local", 60, 120, tmp_path / "corpus.jsonl", output, ["--batch-size", "20"])
    data = json.loads(json.dumps(corpus_engines.as_json(row)))
    assert 0 < data["scoring_seconds"] <= data["seconds"] and data["memory"]["driver"] > 10
    assert data["pairs_per_second"] == 2 * 60 / data["seconds"]
    corpus_engines.check_equal(output, output)


def test_processes_are_told_apart_by_what_they_are() -> None:
    own = os.getpid()
    assert corpus_engines.kind_of(own, "python -m sacrerouge_litepyramid", own) == "driver"
    assert corpus_engines.kind_of(1, "ray::MapWorker(MapBatches(BatchWorker)).submit", own) == "workers"
    assert corpus_engines.kind_of(1, "ray::ReadCorpus", own) == "readers"
    assert corpus_engines.kind_of(1, "/lib/ray/core/gcs_server", own) == "rest of Ray"
    assert corpus_engines.kind_of(1, "bash", own) == ""
    assert corpus_engines.sample_memory(own)["driver"] > 10


def test_outputs_that_differ_are_found(tmp_path: Path) -> None:
    from pyarrow import Table, parquet

    for name, score in {"one": 0.5, "other": 0.5000001, "third": 0.5}.items():
        parquet.write_table(Table.from_pylist([{"score": score}]), tmp_path / name)
        write_lines(tmp_path / f"{name}.signature.json", [])
    corpus_engines.check_equal(tmp_path / "one", tmp_path / "third")
    with pytest.raises(ValueError, match="the scores in .*one and .*other differ"):
        corpus_engines.check_equal(tmp_path / "one", tmp_path / "other")
