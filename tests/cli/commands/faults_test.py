"""Faults from outside: signals, full disks, closed pipes, odd locales, folders that cannot be
written.
"""

import json
import os
import resource
import runpy
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from helpers.support import ROOT, read_lines, write_lines
from sacrerouge_litepyramid.cli.main import main

PROGRAM = (
    "import sys, helpers.fakes; from sacrerouge_litepyramid.__main__ import main; sys.exit(main())"
)
SUMMARY = {
    "instance_id": "../../escaped é",
    "summarizer_id": "/s",
    "summary": "rain",
    "units": ["rain"],
}


@pytest.fixture
def work(tmp_path) -> Path:
    """A corpus of three summaries and, where the output goes, an older one."""
    rows = [SUMMARY | {"summarizer_id": f"/s{number}"} for number in range(3)]
    write_lines(tmp_path / "corpus.jsonl", rows)
    (tmp_path / "started").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "x.jsonl").write_text("older")
    return tmp_path


def start(
    work: Path, words: list[str], environment: dict[str, str] | None = None, **settings
) -> subprocess.Popen:
    path = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words],
        cwd=work,
        env={**os.environ, "PYTHONPATH": path, **(environment or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **{"preexec_fn": heed_interrupts, **settings},
    )


def heed_interrupts() -> None:
    """A shell lets what it runs in the background ignore SIGINT, and so these tests' commands."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def corpus(seconds: float, output: str = "x.jsonl") -> list[str]:
    """Return a command whose judge waits over each call."""
    judge = json.dumps({"type": "slow-words", "folder": "started", "seconds": seconds})
    words = ["score-corpus", "corpus.jsonl", "--output", f"out/{output}"]
    return [*words, "--batch-size", "1", "--judge", judge]


def left(work: Path) -> list[str]:
    return sorted(path.name for path in (work / "out").iterdir())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_leaves_the_older_output(work, number):
    process = start(work, corpus(60.0))
    while not any((work / "started").iterdir()) and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(number)
    _, error = process.communicate()
    assert process.returncode == 128 + number
    assert b"Traceback" not in error and error.count(b"error: ") == 1
    assert left(work) == ["x.jsonl"]
    assert (work / "out" / "x.jsonl").read_text() == "older"


class Interrupted:
    """Finds modules; the one of the command line is interrupted while it is imported."""

    @staticmethod
    def find_spec(name, *others):
        if name == "sacrerouge_litepyramid.cli.main":
            raise KeyboardInterrupt


def test_an_interrupt_while_the_program_is_imported_is_one_line(monkeypatch, capsys):
    for name in ("__main__", "cli.main"):
        monkeypatch.delitem(sys.modules, f"sacrerouge_litepyramid.{name}", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Interrupted, *sys.meta_path])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("sacrerouge_litepyramid", run_name="__main__")
    assert ended.value.code == 128 + signal.SIGINT
    assert capsys.readouterr().err == "error: stopped from the keyboard\n"


def files_of(size: int) -> Callable[[], None]:
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.parametrize(
    ("words", "size"), [(corpus(0.0), 64), (["demo", "--output-dir", "out"], 12_000)]
)
def test_a_full_disk_leaves_the_older_output_alone(work, words, size):
    process = start(work, words, preexec_fn=files_of(size))
    error = process.communicate()[1].decode().splitlines()[-1]
    assert process.returncode == 1
    assert error.startswith("error: ") and "cannot be written (File too large); free" in error
    assert (work / "out/x.jsonl").read_text() == "older"
    assert left(work) == ["x.jsonl"]


def test_a_closed_pipe_is_no_error_of_ours(work):
    process = start(work, corpus(0.0))
    process.stdout.close()
    error = process.stderr.read()
    assert process.wait() == 128 + signal.SIGPIPE
    assert (
        b"Traceback" not in error and b"Exception ignored" not in error and b"error: " not in error
    )
    assert len(read_lines(work / "out" / "x.jsonl")) == 3


def test_the_locale_changes_nothing(work):
    plain = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    wrong = ["score-corpus", "é.jsonl", "--output", "out/x.jsonl"]
    for environment, output in ((plain, "c.jsonl"), ({"PYTHONUTF8": "1"}, "utf8.jsonl")):
        process = start(work, corpus(0.0, output), environment)
        assert b"3 summaries" in process.communicate()[0] and process.returncode == 0
    process = start(work, wrong, plain)
    assert process.communicate()[1].count(b".jsonl: no such file") == 1 and process.returncode == 1
    assert (work / "out" / "c.jsonl").read_bytes() == (work / "out" / "utf8.jsonl").read_bytes()


def test_names_never_become_paths(tmp_path, monkeypatch):
    work = tmp_path / "deep/er"
    work.mkdir(parents=True)
    monkeypatch.chdir(work)
    write_lines(Path("corpus.jsonl"), [SUMMARY])
    assert main(["score-corpus", "corpus.jsonl", "--output", "x.jsonl"]) == 0
    written = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    assert written == {"corpus.jsonl", "x.jsonl", "x.jsonl.signature.json"}
    assert read_lines(Path("x.jsonl"))[0]["instance_id"] == SUMMARY["instance_id"]
