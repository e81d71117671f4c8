"""Outputs appear whole and where they belong; what cannot be read or written is named."""

import json
import multiprocessing
import os
import time
from pathlib import Path

import pytest

from sacrerouge_litepyramid.core.json_text import MAX_JSON_DEPTH, parse_json
from sacrerouge_litepyramid.io.files import (
    atomic_path,
    atomic_write,
    check_no_leftovers,
    check_writable,
    read_json_lines,
    read_text,
    stream_json_lines,
    write_json,
    write_together,
)
from sacrerouge_litepyramid.io.locks import hold_file


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_an_output_that_is_a_link_is_written_through(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "o.json").symlink_to("real/r.json")
    for data in (1, 2):
        write_json(tmp_path / "o.json", data)
        assert (tmp_path / "o.json").is_symlink()
        assert read_text(tmp_path / "real" / "r.json") == f"{data}\n"
    assert names(tmp_path / "real") == ["r.json"]


def test_links_in_a_loop_are_refused(tmp_path):
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(ValueError, match=r"/a: cannot be written \(its symbolic links form a loop\); choose"):
        write_json(tmp_path / "a", 1)
    assert (tmp_path / "a").is_symlink()


def test_the_files_of_a_killed_run_go_with_the_next(tmp_path):
    process = os.fork()
    if not process:
        with atomic_path(tmp_path / "o.json"), atomic_path(tmp_path / "o.json"):
            os._exit(9)
    os.waitpid(process, 0)
    assert names(tmp_path) == [".part-0-o.json", ".part-1-o.json"]
    write_json(tmp_path / "o.json", 1)
    assert names(tmp_path) == ["o.json"] and read_text(tmp_path / "o.json") == "1\n"


def test_two_writers_of_an_output_do_not_share_a_file(tmp_path):
    with atomic_write(tmp_path / "o") as first:
        first.write("a long first text")
        with atomic_write(tmp_path / "o") as second:
            second.write("second")
        assert read_text(tmp_path / "o") == "second"
    assert read_text(tmp_path / "o") == "a long first text" and names(tmp_path) == ["o"]


def test_a_temporary_name_that_is_taken_is_left_alone(tmp_path):
    (tmp_path / "victim").write_text("precious")
    (tmp_path / ".part-0-o").symlink_to("victim")
    (tmp_path / ".part-1-o").mkdir()
    with atomic_write(tmp_path / "o") as out:
        out.write("x")
    assert names(tmp_path) == [".part-0-o", ".part-1-o", "o", "victim"]
    assert read_text(tmp_path / "victim") == "precious" and read_text(tmp_path / "o") == "x"


@pytest.mark.parametrize(
    "path, message",
    [
        ("n" * 300, r"n{100}…n{100}: cannot be written \(File name too long\); choose another"),
        ("a\0b", r"'a\\x00b': cannot be written \(a path holds no zero character\)"),
    ],
)
def test_an_impossible_output_is_named(path, message):
    with pytest.raises(ValueError, match=message):
        check_writable(path)


@pytest.mark.parametrize("read", [read_text, lambda path: list(stream_json_lines(path))])
def test_a_file_that_fails_while_it_is_read_is_named(read):
    with pytest.raises(ValueError, match=r"/proc/self/mem: cannot be read \(Input/output error\); give another path"):
        read("/proc/self/mem")


def test_a_key_that_is_there_twice_is_refused(tmp_path):
    with pytest.raises(ValueError, match="--x: the key 'b' is there twice in one object; keep one"):
        parse_json('{"a": [{"b": 1, "c": 2, "b": 1}]}', "--x")
    (tmp_path / "x.jsonl").write_text('{"a": 1}\n{"a": 1, "a": 1}\n')
    with pytest.raises(ValueError, match="x.jsonl, line 2: the key 'a' is there twice"):
        read_json_lines(tmp_path / "x.jsonl")
    assert parse_json('{"a": {"a": 1}}', "--x") == {"a": {"a": 1}}


@pytest.mark.parametrize(("start", "middle", "end"), [("[", "1", "]"), ('{"a":', "1", "}"), ('[{"a":', "[]", "}]")])
def test_a_text_of_too_many_levels_is_refused_on_every_python(start, middle, end):
    depth = start.count("[") + start.count("{")
    fits = (MAX_JSON_DEPTH - len(middle) // 2) // depth
    assert parse_json(start * fits + middle + end * fits, "--x")
    with pytest.raises(ValueError, match="--x: more than 500 objects or lists within each other; get the file again"):
        parse_json(start * (fits + 1) + middle + end * (fits + 1), "--x")


def test_many_objects_beside_each_other_and_brackets_in_a_text_are_no_levels():
    wide = [{"text": "[" * 1000}] * 1000
    assert parse_json(json.dumps(wide), "--x") == wide


def test_files_appear_together(tmp_path):
    with write_together(tmp_path / "new" / "out") as folder:
        (folder / "a").write_text("1")
        assert not (tmp_path / "new" / "out" / "a").exists()
    assert (tmp_path / "new" / "out" / "a").read_text() == "1"
    assert [each.name for each in (tmp_path / "new" / "out").iterdir()] == ["a"]


def test_nothing_appears_after_an_error(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "a").write_text("old")
    with pytest.raises(KeyError), write_together(tmp_path / "out") as folder:
        (folder / "a").write_text("new")
        raise KeyError
    assert [(each.name, each.read_text()) for each in (tmp_path / "out").iterdir()] == [("a", "old")]


def test_a_folder_that_cannot_be_is_named(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(ValueError, match="file: cannot be written"), write_together(tmp_path / "file" / "out"):
        pass


def test_a_file_of_another_run_is_refused(tmp_path):
    (tmp_path / "b").write_text("x")
    check_no_leftovers(tmp_path, ["a", "b"], ["a", "b", "c"])
    check_no_leftovers(tmp_path / "none", [], ["a"])
    with pytest.raises(ValueError, match="b: it is of another run, .*; remove it, or choose another --output-dir"):
        check_no_leftovers(tmp_path, ["a"], ["a", "b", "c"])


def test_what_a_killed_run_left_goes_with_the_next(tmp_path):
    process = os.fork()
    if not process:
        with write_together(tmp_path) as folder:
            (folder / "a").write_text("half")
            os._exit(9)
    os.waitpid(process, 0)
    assert len(list(tmp_path.iterdir())) == 2
    with write_together(tmp_path) as folder:
        (folder / "b").write_text("1")
    assert [each.name for each in tmp_path.iterdir()] == ["b"]


def test_a_file_that_is_a_link_is_written_through(tmp_path):
    (tmp_path / "a").symlink_to("real")
    with write_together(tmp_path) as folder:
        (folder / "a").write_text("1")
    assert (tmp_path / "a").is_symlink() and (tmp_path / "real").read_text() == "1"


FORK = multiprocessing.get_context("fork")


def _hold(path, log, held):
    with hold_file(path):
        held.send(True)
        time.sleep(0.3)
        log.write_text("released")


def test_a_held_file_is_refused_or_waited_for(tmp_path):
    received, held = FORK.Pipe(duplex=False)
    process = FORK.Process(target=_hold, args=(tmp_path / "lock", tmp_path / "log", held))
    process.start()
    assert received.recv()
    with pytest.raises(BlockingIOError), hold_file(tmp_path / "lock"):
        pass
    with hold_file(tmp_path / "lock", waits=True):
        assert (tmp_path / "log").read_text() == "released"
    process.join()
