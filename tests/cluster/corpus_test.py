"""The Ray engine over two workers: the local engine's own scores, also when a worker or the whole
run is killed.
"""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("ray", reason="needs ray")

from pyarrow import Table, parquet

from helpers.corpus_lines import make_lines
from helpers.fakes import AllWords, Refusing, SlowWords
from helpers.support import ROOT, write_lines
from sacrerouge_litepyramid.io.signatures import SUFFIX
from sacrerouge_litepyramid.scale.score_corpus import score_corpus


@contextmanager
def start_ray(cpus: int) -> Iterator[None]:
    """Start Ray with a number of CPUs, and stop it when the block ends."""
    import ray

    environment = {"env_vars": {"PYTHONPATH": os.pathsep.join(sys.path)}}
    ray.init(
        num_cpus=cpus,
        include_dashboard=False,
        logging_level="ERROR",
        log_to_driver=False,
        runtime_env=environment,
    )
    try:
        yield
    finally:
        ray.shutdown()


@pytest.fixture(scope="module", autouse=True)
def two_cpus() -> Iterator[None]:
    with start_ray(2):
        yield


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(name: str, places: list[str], judge: Any = "lexical", **settings: Any) -> list[str]:
    return list(
        score_corpus(places, output=f"{name}.parquet", judge=judge, batch_size=7, **settings).lines
    )


def run_ray(
    places: list[str], judge: Any = "lexical", concurrency: int | None = None, **settings: Any
) -> list[str]:
    engine = json.dumps({"type": "ray", "concurrency": concurrency})
    return run("ray", places, judge, engine=engine, **settings)


def assert_equal_outputs() -> None:
    assert parquet.read_table("ray.parquet").equals(parquet.read_table("local.parquet"))
    assert Path(f"ray.parquet{SUFFIX}").read_text() == Path(f"local.parquet{SUFFIX}").read_text()


def test_both_engines_give_the_same_bits_over_files_of_both_formats() -> None:
    lines = make_lines()
    Path("corpus").mkdir()
    write_lines(Path("corpus/a.jsonl"), lines[:23])
    rows = [{**line, "units": [unit["text"] for unit in line["units"]]} for line in lines[23:]]
    parquet.write_table(Table.from_pylist(rows), "corpus/b.parquet", row_group_size=10)
    assert run_ray(["corpus"]) == run("local", ["corpus"])
    assert_equal_outputs()
    names = parquet.read_table("ray.parquet")["instance_id"].to_pylist()
    assert names == [line["instance_id"] for line in lines]


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
    run_ray(["corpus.jsonl"], SlowWords(str(pids), seconds=0.3))
    killer.join()
    assert os.getpid() not in killed and len(list(pids.iterdir())) == 3
    run("local", ["corpus.jsonl"], AllWords())
    assert_equal_outputs()


def test_a_killed_run_leaves_no_output_and_ends_alike_when_repeated(tmp_path: Path) -> None:
    write_lines(Path("corpus.jsonl"), make_lines(copies=2))
    pids = tmp_path / "pids"
    pids.mkdir()
    judge = json.dumps({"type": "slow-words", "folder": str(pids), "seconds": 0.3})
    script = (
        "import sys, helpers.fakes; from sacrerouge_litepyramid.__main__ import main; "
        "sys.exit(main(sys.argv[1:]))"
    )
    options = ["--output", "ray.parquet", "--batch-size", "7", "--engine", "ray", "--judge", judge]
    process = subprocess.Popen(
        [sys.executable, "-c", script, "score-corpus", "corpus.jsonl", *options],
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while not any(pids.iterdir()):
        assert process.poll() is None
        time.sleep(0.05)
    process.kill()
    process.wait()
    assert not Path("ray.parquet").exists()
    run_ray(["corpus.jsonl"], AllWords())
    run("local", ["corpus.jsonl"], AllWords())
    assert_equal_outputs()
    # the killed run cannot remove what it was writing; the next runs leave nothing
    assert len(list(Path().glob(".part-*"))) <= 1


def test_an_error_of_a_reader_or_of_the_model_is_the_run_s() -> None:
    Path("corpus.jsonl").write_bytes(b"\n")
    with pytest.raises(
        ValueError, match="^corpus.jsonl: the file is empty; each line must be one JSON object$"
    ):
        run_ray(["corpus.jsonl"], Refusing())
    write_lines(
        Path("corpus.jsonl"),
        [{"instance_id": "a", "summarizer_id": "s", "summary": "refuse", "units": ["x"]}],
    )
    with pytest.raises(ValueError, match="^the summary 'refuse' is refused$"):
        run_ray(["corpus.jsonl"], Refusing())
    assert not list(Path().glob("*ray*"))


def test_too_many_workers_are_refused() -> None:
    write_lines(Path("corpus.jsonl"), make_lines()[:1])
    with pytest.raises(
        ValueError,
        match="3 workers of 1 CPUs and 0 GPUs do not fit: Ray has 2 CPUs and 0 GPUs, room for 2; "
        "lower",
    ):
        run_ray(["corpus.jsonl"], concurrency=3)
