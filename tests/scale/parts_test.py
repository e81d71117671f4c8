"""One run at a time writes an output's parts, and nothing but parts is removed."""

import logging
import multiprocessing
import time

import pytest

from sacrerouge_litepyramid.scale.parts import hold_parts, remove_parts

FORK = multiprocessing.get_context("fork")
PART = f"{0:08d}-{'a' * 32}.jsonl"


def _hold(output, held):
    with hold_parts(output) as folder:
        (folder / PART).write_text("{}\n")
        held.send(True)
        time.sleep(60)


@pytest.fixture
def other_run(tmp_path):
    """Another process that writes the same output until it is killed."""
    received, held = FORK.Pipe(duplex=False)
    process = FORK.Process(target=_hold, args=(tmp_path / "o.jsonl", held))
    process.start()
    assert received.recv()
    yield process
    process.kill()
    process.join()


def test_a_second_run_on_one_output_is_refused(tmp_path, other_run):
    message = r"o.jsonl: another run writes it now .*o.jsonl.parts/lock.*; wait for it"
    with pytest.raises(ValueError, match=message), hold_parts(tmp_path / "o.jsonl"):
        pass
    with hold_parts(tmp_path / "another.jsonl") as folder:
        assert folder.is_dir()
    assert not folder.exists()
    assert (tmp_path / "o.jsonl.parts" / PART).exists()


def test_a_killed_run_holds_nothing(tmp_path, other_run):
    other_run.kill()
    other_run.join()
    with hold_parts(tmp_path / "o.jsonl") as folder:
        assert (folder / PART).exists() and (folder / "lock").exists()
        remove_parts(folder)
    assert not folder.exists()


def test_what_is_no_part_stays(tmp_path, caplog):
    folder = tmp_path / "o.jsonl.parts"
    folder.mkdir()
    others = {"thesis.tex", "0.jsonl", f"{PART}.bak"}
    for name in (*others, PART, f".part-0-{PART}", f"{'b' * 32}.jsonl"):
        (folder / name).write_text("x")
    with caplog.at_level(logging.WARNING), hold_parts(tmp_path / "o.jsonl"):
        remove_parts(folder)
    assert {path.name for path in folder.iterdir()} == others
    assert "o.jsonl.parts is kept: it holds 3 files that are no parts (0.jsonl, " in caplog.text


def test_parts_stay_after_an_error(tmp_path):
    with pytest.raises(KeyError), hold_parts(tmp_path / "o.jsonl") as folder:
        (folder / PART).write_text("{}\n")
        raise KeyError
    assert [path.name for path in folder.iterdir()] == [PART]
