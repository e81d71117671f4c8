"""One run at a time writes an output's parts, and nothing but parts is removed."""

import logging
import multiprocessing
import time

import pytest

from sacrerouge_litepyramid.scale.parts import LineParts, TableParts, hold_parts

FORK = multiprocessing.get_context("fork")
PART = f"{0:06d}-{1:012d}-{'a' * 32}.jsonl"


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
    assert (tmp_path / "o.jsonl.parts/finished" / PART).exists()


def test_a_killed_run_holds_nothing(tmp_path, other_run):
    other_run.kill()
    other_run.join()
    with hold_parts(tmp_path / "o.jsonl") as folder:
        assert (folder / PART).exists() and (folder.parent / "lock").exists()
        LineParts(folder).remove_all()
    assert not folder.exists()


def test_what_is_no_part_stays(tmp_path, caplog):
    folder = tmp_path / "o.jsonl.parts/finished"
    folder.mkdir(parents=True)
    others = {"thesis.tex", "0.jsonl", f"{PART}.bak"}
    for name in (*others, PART, f".part-0-{PART}", f"{'b' * 32}.jsonl"):
        (folder / name).write_text("x")
    with caplog.at_level(logging.WARNING), hold_parts(tmp_path / "o.jsonl"):
        LineParts(folder).remove_all()
    assert {path.name for path in folder.iterdir()} == others
    assert "o.jsonl.parts/finished is kept: it holds 3 files that are no parts (0.jsonl, " in caplog.text


def test_parts_of_another_format_are_refused(tmp_path):
    with hold_parts(tmp_path / "scores") as folder:
        (folder / PART).write_text("{}\n")
    message = (
        r"scores: .*finished holds the parts of a run that wrote .jsonl, not .parquet; go on with that run's engine"
    )
    with pytest.raises(ValueError, match=message), hold_parts(tmp_path / "scores", TableParts.ending):
        pass
    assert (folder / PART).exists()


def test_parts_stay_after_an_error(tmp_path):
    with pytest.raises(KeyError), hold_parts(tmp_path / "o.jsonl") as folder:
        (folder / PART).write_text("{}\n")
        raise KeyError
    assert [path.name for path in folder.iterdir()] == [PART]
