"""The Ray engine over two workers: the local engine's own scores, also when a worker or the whole run is killed."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("ray", reason="needs ray")

import pandas
from pyarrow import Table, parquet

from helpers.corpus_lines import make_lines
from helpers.fakes import AllWords, Mortal, Siblings, SlowWords
from helpers.ray_machine import start_ray
from helpers.support import ROOT, write_lines
from sacrerouge_litepyramid.extraction.extractor import UnitExtractor
from sacrerouge_litepyramid.io.corpus import SUFFIXES
from sacrerouge_litepyramid.io.signatures import SUFFIX
from sacrerouge_litepyramid.io.sources import list_sources
from sacrerouge_litepyramid.io.store import KeyValueStore
from sacrerouge_litepyramid.metrics.lite_pyramid import Lite2Pyramid, Lite3Pyramid, LitePyramid
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.scale.batches import BatchScorer
from sacrerouge_litepyramid.scale.ray_data import RaySettings, score_with_ray
from sacrerouge_litepyramid.scale.runs import CorpusRun, score_locally

BATCH = 7


@pytest.fixture(scope="module", autouse=True)
def two_cpus() -> Iterator[None]:
    with start_ray(2):
        yield


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run_ray(metric: LitePyramid, places: list[str], **settings: Any) -> CorpusRun:
    sources = list_sources(places, SUFFIXES)
    return score_with_ray(BatchScorer(metric), sources, "ray.parquet", BATCH, RaySettings(**settings))


def run_locally(metric: LitePyramid, places: list[str]) -> CorpusRun:
    return score_locally(BatchScorer(metric), list_sources(places, SUFFIXES), Path("local.parquet"), BATCH)


def assert_equal_outputs() -> None:
    assert parquet.read_table("ray.parquet").equals(parquet.read_table("local.parquet"))
    assert Path(f"ray.parquet{SUFFIX}").read_text() == Path(f"local.parquet{SUFFIX}").read_text()
    assert not Path("ray.parquet.parts").exists()


def count_parts() -> int:
    path = Path("ray.parquet.parts")
    return len(KeyValueStore(path).list_keys()) if path.exists() else 0


def test_both_engines_give_the_same_bits_over_files_of_both_formats() -> None:
    lines = make_lines()
    Path("corpus").mkdir()
    write_lines(Path("corpus/a.jsonl"), lines[:23])
    rows = [{**line, "units": [unit["text"] for unit in line["units"]]} for line in lines[23:]]
    parquet.write_table(Table.from_pylist(rows), "corpus/b.parquet", row_group_size=10)
    found, expected = run_ray(Lite2Pyramid(), ["corpus"]), run_locally(Lite2Pyramid(), ["corpus"])
    assert_equal_outputs()
    assert (found.counts.summaries, found.counts.units, found.resumed) == (50, expected.counts.units, 0)
    assert found.batches == expected.batches == len(list(Path("ray.parquet").iterdir()))
    assert found.signature == expected.signature
    assert found.counts.means.to_json() == expected.counts.means.to_json()
    read = pandas.read_parquet("ray.parquet")
    assert list(read["instance_id"]) == [line["instance_id"] for line in lines]


def test_units_are_extracted_from_references_by_the_workers() -> None:
    write_lines(Path("corpus.jsonl"), make_lines())
    metric = Lite3Pyramid(extractor=build(UnitExtractor, "sentence"))
    run = run_ray(metric, ["corpus.jsonl"])
    run_locally(metric, ["corpus.jsonl"])
    assert_equal_outputs()
    assert run.signature["extractor"]["type"] == "sentence" and set(run.counts.units) == {"stu"}


def test_a_killed_worker_is_replaced_and_nothing_is_lost(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    pids.mkdir()
    write_lines(Path("corpus.jsonl"), make_lines(copies=2))
    killed: list[int] = []

    def kill_one() -> None:
        while len(found := sorted(pids.iterdir())) < 2:
            time.sleep(0.01)
        killed.append(int(found[0].name))
        os.kill(killed[0], signal.SIGKILL)

    killer = threading.Thread(target=kill_one, daemon=True)
    killer.start()
    run_ray(Lite2Pyramid(judge=SlowWords(str(pids), seconds=0.3)), ["corpus.jsonl"])
    killer.join()
    assert os.getpid() not in killed and len(list(pids.iterdir())) == 3
    run_locally(Lite2Pyramid(judge=AllWords()), ["corpus.jsonl"])
    assert_equal_outputs()


def test_a_killed_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    write_lines(Path("corpus.jsonl"), make_lines(copies=2))
    judge = json.dumps({"type": "slow-words", "folder": str(tmp_path), "seconds": 0.3})
    script = "import sys, helpers.fakes; from sacrerouge_litepyramid.__main__ import main; sys.exit(main(sys.argv[1:]))"
    options = ["--output", "ray.parquet", "--batch-size", str(BATCH), "--engine", "ray", "--judge", judge]
    process = subprocess.Popen(
        [sys.executable, "-c", script, "score-corpus", "corpus.jsonl", *options],
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while count_parts() < 3:
        assert process.poll() is None
        time.sleep(0.05)
    process.kill()
    process.wait()
    assert not Path("ray.parquet").exists()
    run = run_ray(Lite2Pyramid(judge=AllWords()), ["corpus.jsonl"])
    assert 3 <= run.resumed < run.batches
    run_locally(Lite2Pyramid(judge=AllWords()), ["corpus.jsonl"])
    assert_equal_outputs()


def test_the_engines_share_finished_parts() -> None:
    lines = make_lines()
    write_lines(Path("corpus.jsonl"), [*lines[:48], {"instance_id": "x", "summarizer_id": "y"}, *lines[49:]])
    scorer, sources = BatchScorer(Lite2Pyramid(judge=AllWords())), list_sources(["corpus.jsonl"], SUFFIXES)
    with pytest.raises(ValueError, match="^corpus.jsonl, line 49"):
        score_locally(scorer, sources, Path("ray.parquet"), BATCH)
    write_lines(Path("corpus.jsonl"), lines)
    run = run_ray(Lite2Pyramid(judge=AllWords()), ["corpus.jsonl"])
    assert (run.resumed, run.batches) == (6, 8)
    run_locally(Lite2Pyramid(judge=AllWords()), ["corpus.jsonl"])
    assert_equal_outputs()
    with pytest.raises(ValueError, match="ray.jsonl: the engine 'ray' writes a folder of Parquet files"):
        score_with_ray(scorer, sources, "ray.jsonl", BATCH, RaySettings())


def test_after_a_mistake_is_mended_only_what_changed_is_computed() -> None:
    lines = make_lines()
    write_lines(Path("corpus.jsonl"), [*lines[:48], {"instance_id": "x", "summarizer_id": "y"}, *lines[49:]])
    message = (
        "^corpus.jsonl, line 49, instance 'x': no field 'units', and no units file has this instance; add its units"
    )
    with pytest.raises(ValueError, match=message):
        run_ray(Lite2Pyramid(judge=AllWords()), ["corpus.jsonl"])
    kept = count_parts()
    assert kept and not Path("ray.parquet").exists()
    lines[48]["summary"] = "Another text."
    write_lines(Path("corpus.jsonl"), lines)
    run = run_ray(Lite2Pyramid(judge=AllWords()), ["corpus.jsonl"])
    assert run.resumed == kept
    run_locally(Lite2Pyramid(judge=AllWords()), ["corpus.jsonl"])
    assert_equal_outputs()


def test_an_error_of_a_reader_or_of_the_model_is_the_run_s() -> None:
    Path("corpus.jsonl").write_bytes(b"\n")
    with pytest.raises(ValueError, match="^corpus.jsonl: the file is empty; each line must be one JSON object$"):
        run_ray(Lite2Pyramid(judge=Mortal()), ["corpus.jsonl"])
    assert not list(Path().glob("ray.parquet*"))
    write_lines(Path("corpus.jsonl"), [{"instance_id": "a", "summarizer_id": "s", "summary": "refuse", "units": ["x"]}])
    with pytest.raises(ValueError, match="^the summary 'refuse' is refused$"):
        run_ray(Lite2Pyramid(judge=Mortal()), ["corpus.jsonl"])


def test_scores_of_different_models_are_not_mixed() -> None:
    """`Siblings` says in its identity which process it is of, as a model says its precision."""
    write_lines(Path("corpus.jsonl"), make_lines(copies=2))
    with pytest.raises(ValueError, match="the workers' models differ .*siblings.* so their scores are"):
        run_ray(Lite2Pyramid(judge=Siblings()), ["corpus.jsonl"])


def test_an_output_that_is_there_and_too_many_workers_are_refused() -> None:
    write_lines(Path("corpus.jsonl"), make_lines()[:1])
    with pytest.raises(
        ValueError, match="3 workers of 1 CPUs and 0 GPUs do not fit: Ray has 2 CPUs and 0 GPUs, room for 2; lower"
    ):
        run_ray(Lite2Pyramid(), ["corpus.jsonl"], concurrency=3)
    Path("ray.parquet").mkdir()
    with pytest.raises(ValueError, match="ray.parquet: it exists already; remove it and its signature"):
        run_ray(Lite2Pyramid(), ["corpus.jsonl"])
