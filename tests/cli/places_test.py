"""Files that two options of a command have in common."""

import json
from pathlib import Path

import pytest

from sacrerouge_litepyramid.cli.files import Declared, Use, find_common_file, list_of_component, read_input


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A working directory with the folder data, in which only there.txt is."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LITEPYRAMID_CACHE", str(tmp_path / "cache"))
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "there.txt").write_text("x")
    (tmp_path / "link").symlink_to("data")
    return tmp_path


def written(path, *files):
    return Declared(Use.WRITE, Path(path), "--out", files)


def read(path, *files):
    return Declared(Use.READ, Path(path), "--in", files)


SAME = {
    "a file": (written("a"), read("a")),
    "by another way": (written("data/../a"), read("./a")),
    "by a link": (written("link/there.txt"), read("data/there.txt")),
    "a file of a folder that is read": (written("data/there.txt"), read("data", "*.txt")),
    "a file to come that is read by name": (written("data/b"), read("data", "b")),
    "a file in a folder that is written": (written("link", "*.txt"), read("data/there.txt")),
    "a file in a folder below one that is written": (written("data", "*"), read("data/run/a")),
    "a folder that is written whole": (written("a.parts", "*"), read("a.parts")),
    "a folder that is read and written": (written("data", "there.txt"), read("link", "*")),
    "a folder around the other": (written(".", "data/*"), read("data", "there.txt")),
}
APART = {
    "two files": (written("a"), read("b")),
    "a new file in a folder that is read": (written("data/new.txt"), read("data", "*.txt")),
    "other files of a folder": (written("data", "*.json"), read("data/there.txt")),
    "files of two folders": (written("data", "*"), read("other", "*")),
    "another file beside the input": (written("data/a"), read("data", "there.txt")),
}


@pytest.mark.parametrize("places", SAME.values(), ids=SAME)
def test_one_file_by_two_names_is_found(places):
    assert find_common_file(*places) is not None


@pytest.mark.parametrize("places", APART.values(), ids=APART)
def test_files_that_are_apart_are_let_be(places):
    assert find_common_file(*places) is None


def uses(description):
    return [(place.use, str(place.path)) for place in list_of_component(description, "--judge")]


def test_a_component_names_what_is_read_cached_and_written(folder):
    cached = {"type": "cached", "path": "~/c.sqlite", "model": {"type": "lexical", "weights": "data/there.txt"}}
    home = str(Path("~/c.sqlite").expanduser())
    assert uses(json.dumps(cached)) == [(Use.CACHE, home), (Use.READ, "data/there.txt")]
    assert uses({"metrics": [{"type": "x", "evidence_output": "e.jsonl"}]}) == [
        (Use.WRITE, "e.jsonl"),
        (Use.WRITE, "e.jsonl.signature.json"),
    ]
    caches = [(Use.CACHE, str(folder / "cache" / name)) for name in ("judgements.sqlite", "units.sqlite")]
    assert uses('{"type": "cached", "model": "lexical"}') == caches


@pytest.mark.parametrize(
    "description", ["lexical", "data", "{broken", "", None, 3, {"type": "data", "prompt": "x" * 5000}]
)
def test_what_names_no_file_names_none(description):
    assert uses(description) == []


def test_a_path_that_is_read_may_be_a_folder():
    assert read_input("data", "--model").files and not read_input("data/there.txt", "--model").files
