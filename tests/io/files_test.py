"""Outputs appear complete and in their place; files that cannot be read or written are named."""

import contextlib
import os
import threading
from pathlib import Path

import pytest

from sacrerouge_litepyramid.core.json_text import parse_json
from sacrerouge_litepyramid.io.files import (
    atomic_write,
    check_writable,
    read_json_lines,
    read_text,
    stream_json_lines,
    write_json,
    write_together,
)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_target_of_a_linked_output_is_written(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "o.json").symlink_to("real/r.json")
    for data in (1, 2):
        write_json(tmp_path / "o.json", data)
        assert (tmp_path / "o.json").is_symlink()
        assert read_text(tmp_path / "real" / "r.json") == f"{data}\n"
    assert names(tmp_path / "real") == ["r.json"]


def test_two_writers_of_an_output_do_not_share_a_file(tmp_path):
    with atomic_write(tmp_path / "o") as first:
        first.write("a long first text")
        other = threading.Thread(target=write_json, args=(tmp_path / "o", 2))
        other.start()
        other.join()
        assert read_text(tmp_path / "o") == "2\n"
    assert read_text(tmp_path / "o") == "a long first text" and names(tmp_path) == ["o"]


@pytest.mark.parametrize("output", ["named", "/dev/null"])
def test_a_special_file_is_refused(tmp_path, monkeypatch, output):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("named")
    with pytest.raises(
        ValueError, match="cannot be written \\(it is not a regular file\\); choose another"
    ):
        check_writable(output)


@pytest.mark.parametrize("read", [read_text, lambda path: list(stream_json_lines(path))])
def test_a_file_that_fails_while_it_is_read_is_named(read):
    with pytest.raises(
        ValueError,
        match=r"/proc/self/mem: cannot be read \(Input/output error\); choose another path",
    ):
        read("/proc/self/mem")


def test_a_repeated_key_is_refused(tmp_path):
    with pytest.raises(ValueError, match="--x: an object has the key 'b' twice; keep one"):
        parse_json('{"a": [{"b": 1, "c": 2, "b": 1}]}', "--x")
    (tmp_path / "x.jsonl").write_text('{"a": 1}\n{"a": 1, "a": 1}\n')
    with pytest.raises(ValueError, match="x.jsonl, line 2: an object has the key 'a' twice"):
        read_json_lines(tmp_path / "x.jsonl")
    assert parse_json('{"a": {"a": 1}}', "--x") == {"a": {"a": 1}}


def test_files_appear_together(tmp_path):
    paths = [tmp_path / "a", tmp_path / "new" / "b"]
    with write_together():
        for path in paths:
            write_json(path, 1)
        with write_together():
            write_json(tmp_path / "c", 1)
        assert not any(path.exists() for path in (*paths, tmp_path / "c"))
    assert names(tmp_path) == ["a", "c", "new"] and names(tmp_path / "new") == ["b"]


@pytest.mark.parametrize("nested", [write_together, contextlib.nullcontext])
def test_nothing_appears_after_an_error(tmp_path, nested):
    (tmp_path / "a").write_text("old")
    with pytest.raises(KeyError), write_together():
        with nested():
            write_json(tmp_path / "a", 1)
            write_json(tmp_path / "b", 1)
        raise KeyError
    assert names(tmp_path) == ["a"] and (tmp_path / "a").read_text() == "old"


def test_folders_made_for_an_output_go_with_it_after_an_error(tmp_path):
    (tmp_path / "kept").mkdir()
    with pytest.raises(ValueError, match="stop"), write_together():
        write_json(tmp_path / "new/deep/first.json", 1)
        write_json(tmp_path / "new/second.json", 2)
        write_json(tmp_path / "kept/third.json", 3)
        raise ValueError("stop")
    assert list(tmp_path.rglob("*")) == [tmp_path / "kept"]


def test_an_error_within_a_block_does_not_affect_other_files(tmp_path):
    with write_together():
        write_json(tmp_path / "a", 1)
        with pytest.raises(KeyError), atomic_write(tmp_path / "b"):
            raise KeyError
        (temporary,) = names(tmp_path)
        assert temporary != "a"
    assert names(tmp_path) == ["a"]
