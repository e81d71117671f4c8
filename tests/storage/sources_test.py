"""Files of paths, folders, globs and URLs."""

from pathlib import Path
from uuid import uuid4

import pytest

from sacrerouge_litepyramid.storage.sources import check_apart, list_sources, local_path, open_source

SUFFIXES = (".jsonl", ".parquet")
NAMES = ("a.jsonl", "b.parquet", "b.txt", "deep/c.jsonl", "deep/_d.jsonl", ".e/f.jsonl")


@pytest.fixture(params=["path", "file url", "url"])
def base(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A folder of files, whose texts are their names."""
    if request.param == "url":
        fsspec = pytest.importorskip("fsspec")
        pytest.importorskip("pyarrow")
        base = f"memory://{uuid4().hex}"
        for name in NAMES:
            with fsspec.open(f"{base}/{name}", "w") as out:
                out.write(name)
        return base
    for name in NAMES:
        (tmp_path / "my files" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "my files" / name).write_text(name)
    return str(tmp_path / "my files") if request.param == "path" else (tmp_path / "my files").as_uri()


def list_texts(*places: str) -> list[str]:
    texts = []
    for source in list_sources(places, SUFFIXES):
        with open_source(source) as file:
            texts.append(file.read().decode())
    return texts


def test_a_folder_gives_its_files_with_the_endings(base: str) -> None:
    assert list_texts(base) == ["a.jsonl", "b.parquet", "deep/c.jsonl"]


def test_a_file_is_taken_whatever_its_ending(base: str) -> None:
    assert list_texts(f"{base}/b.txt", f"{base}/a.jsonl") == ["b.txt", "a.jsonl"]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("*.jsonl", ["a.jsonl"]),
        ("b.*", ["b.parquet", "b.txt"]),
        ("[ab].jsonl", ["a.jsonl"]),
        ("d??p/c.jsonl", ["deep/c.jsonl"]),
        ("**/c.jsonl", ["deep/c.jsonl"]),
    ],
)
def test_a_glob_gives_what_matches(base: str, pattern: str, expected: list[str]) -> None:
    assert list_texts(f"{base}/{pattern}") == expected


def test_each_file_is_read_once(base: str) -> None:
    assert list_texts(f"{base}/a.jsonl", base, f"{base}/a*") == ["a.jsonl", "b.parquet", "deep/c.jsonl"]


def test_a_place_without_files_is_refused(base: str) -> None:
    with pytest.raises(ValueError, match=r"no\*: no such file, and no folder or glob with files that end in .jsonl or"):
        list_sources([f"{base}/no*"], SUFFIXES)


def test_a_missing_file_is_reported_by_name(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"no.jsonl: no such file"):
        list_sources([tmp_path / "no.jsonl"], SUFFIXES)
    (tmp_path / "gone.jsonl").touch()
    (source,) = list_sources([tmp_path / "gone.jsonl"], SUFFIXES)
    (tmp_path / "gone.jsonl").unlink()
    with pytest.raises(ValueError, match=r"gone.jsonl: no such file"), open_source(source):
        pass


@pytest.mark.parametrize("url", ["nowhere://bucket/x.jsonl", "memory://nothing/x.jsonl"])
def test_a_url_that_cannot_be_opened_is_refused(url: str) -> None:
    pytest.importorskip("fsspec")
    pytest.importorskip("pyarrow")
    with pytest.raises(ValueError, match=f"{url}: (cannot be opened|no such file)"):
        list_sources([url], SUFFIXES)


def test_an_output_among_the_inputs_is_refused(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    with pytest.raises(ValueError, match="scores lies in .*in, whose files are read; choose another output"):
        check_apart(tmp_path / "in" / "scores", [tmp_path / "in"])
    check_apart(tmp_path / "input-scores", [tmp_path / "in"])
    check_apart("memory://in/scores", [tmp_path / "in"])


def test_the_path_of_a_file_url_is_one_of_this_machine(tmp_path: Path) -> None:
    assert local_path((tmp_path / "a b").as_uri()) == tmp_path / "a b"
    assert local_path("s3://bucket/a") is None
