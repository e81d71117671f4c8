import gc
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from sacrerouge_litepyramid.extraction.allennlp.worker_client import WorkerClient, WorkerError

#: a worker that does what its texts say; it counts its starts in the file of its settings
WORKER = r"""
import json, os, signal, sys
def answer(**values):
    print(json.dumps(values), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    if "settings" in request:
        settings = request["settings"]
        with open(settings["starts"], "a") as starts:
            starts.write("x")
        if settings.get("refuses"):
            answer(id=request["id"], error="KeyError: no such model")
            continue
        answer(id=request["id"], results=[])
        continue
    for text in request["texts"]:
        if text == "die":
            print("last words", file=sys.stderr, flush=True)
            os.kill(os.getpid(), signal.SIGKILL)
        if text == "exit":
            sys.exit(3)
    if "chatter" in request["texts"]:
        print("Loading…\n[1, 2]\n{\"id\": 0, \"results\": []}", flush=True)
    if "fail" in request["texts"]:
        answer(id=request["id"], error="ValueError: too long")
    else:
        answer(id=request["id"], results=[text.upper() for text in request["texts"]])
"""


def make(tmp_path: Path, **settings: Any) -> WorkerClient:
    script = tmp_path / "worker.py"
    script.write_text(WORKER, encoding="utf-8")
    return WorkerClient(
        command=[sys.executable, str(script)],
        settings={"starts": str(tmp_path / "starts"), **settings},
        name="model m",
    )


def starts(tmp_path: Path) -> int:
    return (tmp_path / "starts").stat().st_size


def runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()


def test_answers_come_from_one_process(tmp_path: Path) -> None:
    client = make(tmp_path)
    assert client.pid is None
    assert client.ask(["a", "ü \u2028\n\ud800"]) == ["A", "Ü \u2028\n\ud800"]
    assert client.ask(["b" * 3_000_000]) == ["B" * 3_000_000]
    assert client.ask([]) == []
    assert starts(tmp_path) == 1


def test_lines_that_are_no_answer_are_passed_over(tmp_path: Path) -> None:
    assert make(tmp_path).ask(["chatter", "a"]) == ["CHATTER", "A"]


def test_a_process_that_ends_is_an_error_that_says_how(tmp_path: Path) -> None:
    client = make(tmp_path)
    with pytest.raises(WorkerError) as failure:
        client.ask(["die", "b"])
    assert str(failure.value) == (
        "model m (the batch of 2 begins with 'die'): the worker was ended by SIGKILL; "
        "the end of its standard error:\nlast words"
    )
    with pytest.raises(
        WorkerError,
        match=r"the worker ended with code 3; the end of its standard error:\n\(nothing\)",
    ):
        client.ask(["exit"])
    assert client.ask(["a"]) == ["A"]
    assert starts(tmp_path) == 3


def test_an_error_is_raised_at_once_and_the_process_replaced(tmp_path: Path) -> None:
    client = make(tmp_path)
    with pytest.raises(
        WorkerError, match=r"^model m \(the batch of 2 begins with 'a'\): ValueError: too long$"
    ):
        client.ask(["a", "fail"])
    assert starts(tmp_path) == 1
    assert client.ask(["a"]) == ["A"]
    assert starts(tmp_path) == 2


def test_settings_that_are_refused_are_not_tried_again(tmp_path: Path) -> None:
    with pytest.raises(WorkerError, match="^model m: KeyError: no such model$"):
        make(tmp_path, refuses=True).ask(["a"])
    assert starts(tmp_path) == 1


def test_the_process_ends_with_its_client(tmp_path: Path) -> None:
    client = make(tmp_path)
    client.ask(["a"])
    pid = client.pid
    client.close()
    assert client.pid is None and not runs(pid)
    client.ask(["a"])
    pid = client.pid
    del client
    gc.collect()
    assert not runs(pid)


def test_the_process_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    make(tmp_path)
    parent = (
        "import json, os, signal, sys\n"
        "from sacrerouge_litepyramid.extraction.allennlp.worker_client import WorkerClient\n"
        "command, settings = json.loads(sys.argv[1])\n"
        "client = WorkerClient(command, settings, 'm')\n"
        "client.ask(['a'])\n"
        "print(client.pid, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    arguments = [
        [sys.executable, str(tmp_path / "worker.py")],
        {"starts": str(tmp_path / "starts")},
    ]
    done = subprocess.run(
        [sys.executable, "-c", parent, json.dumps(arguments)], capture_output=True, text=True
    )
    assert done.returncode == -signal.SIGKILL
    for _ in range(100):
        if not runs(int(done.stdout)):
            return
        time.sleep(0.1)
    pytest.fail("the worker outlived its parent by 10 s")
