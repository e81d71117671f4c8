"""Files of paths, folders, globs and URLs."""

from pathlib import Path
from uuid import uuid4

import pytest

from sacrerouge_litepyramid.io.sources import SourceFile, check_apart, list_sources, open_source

SUFFIXES = (".jsonl", ".parquet")
NAMES = ("a.jsonl", "b.parquet", "b.txt", "deep/c.jsonl", "deep/_d.jsonl", ".e/f.jsonl")


@pytest.fixture(params=["path", "url"])
def base(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A folder of files, whose texts are their names."""
    if request.param == "url":
        fsspec = pytest.importorskip("fsspec")
        base = f"memory://{uuid4().hex}"
        for name in NAMES:
            with fsspec.open(f"{base}/{name}", "w") as out:
                out.write(name)
        return base
    for name in NAMES:
        (tmp_path / "my files" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "my files" / name).write_text(name)
    return str(tmp_path / "my files")


def list_texts(*places: str) -> list[str]:
    texts = []
    for source in list_sources(places, SUFFIXES):
        with open_source(source) as file:
            texts.append(file.read().decode())
    return texts


def test_a_folder_yields_its_files_with_the_endings(base: str) -> None:
    assert list_texts(base) == ["a.jsonl", "b.parquet", "deep/c.jsonl"]


def test_a_named_file_may_have_any_ending(base: str) -> None:
    assert list_texts(f"{base}/b.txt", f"{base}/a.jsonl") == ["b.txt", "a.jsonl"]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("*.jsonl", ["a.jsonl"]),
        ("b.*", ["b.parquet", "b.txt"]),
        ("[ab].jsonl", ["a.jsonl"]),
        ("d??p/c.jsonl", ["deep/c.jsonl"]),
        ("**/c.jsonl", ["deep/c.jsonl"]),
        ("**/[ac].jsonl", ["a.jsonl", "deep/c.jsonl"]),
        (".e/*.jsonl", [".e/f.jsonl"]),
    ],
)
def test_a_glob_yields_the_files_that_match(base: str, pattern: str, expected: list[str]) -> None:
    assert list_texts(f"{base}/{pattern}") == expected


def test_each_file_is_read_once(base: str) -> None:
    assert list_texts(f"{base}/a.jsonl", base, f"{base}/a*") == [
        "a.jsonl",
        "b.parquet",
        "deep/c.jsonl",
    ]


def test_a_file_is_identified_under_every_spelling(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.jsonl").write_text("a")
    Path("link.jsonl").symlink_to("a.jsonl")
    spellings = ["a.jsonl", tmp_path / "a.jsonl", f"../{tmp_path.name}/a.jsonl"]
    (source,) = list_sources([*spellings, "link.jsonl"], SUFFIXES)
    assert source.name == "a.jsonl"


def test_linked_folders_are_read(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "else").mkdir()
    (tmp_path / "else/a.jsonl").write_text("a")
    (tmp_path / "in/link").symlink_to(tmp_path / "else")
    (tmp_path / "else/up").symlink_to(tmp_path / "in")
    assert [source.name for source in list_sources([tmp_path / "in"], SUFFIXES)] == [
        str(tmp_path / "in/link/a.jsonl")
    ]


@pytest.mark.parametrize("place", ["", "**x.jsonl"])
def test_an_invalid_place_is_refused(place: str) -> None:
    with pytest.raises(ValueError, match="a path of an input is empty|no such file"):
        list_sources([place], SUFFIXES)


def test_a_place_without_files_is_refused(base: str) -> None:
    with pytest.raises(
        ValueError,
        match=r"no\*: no such file, and no folder or glob with files that end in .jsonl or",
    ):
        list_sources([f"{base}/no*"], SUFFIXES)


def test_a_missing_file_is_reported_by_name(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"no.jsonl: no such file"):
        list_sources([tmp_path / "no.jsonl"], SUFFIXES)


@pytest.mark.parametrize("url", ["nowhere://bucket/x.jsonl", "memory://nothing/x.jsonl"])
def test_a_url_that_cannot_be_opened_is_refused(url: str) -> None:
    pytest.importorskip("fsspec")
    with pytest.raises(ValueError, match=f"{url}: (cannot be opened|no such file)"):
        list_sources([url], SUFFIXES)


@pytest.mark.parametrize("output", ["in/corpus.jsonl", "link.jsonl"])
def test_an_output_that_is_an_input_is_refused(
    output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("link.jsonl").symlink_to("in/corpus.jsonl")
    sources = [SourceFile("in/corpus.jsonl", str(tmp_path / "in/corpus.jsonl"))]
    with pytest.raises(ValueError, match=r"is in/corpus.jsonl, an input; choose another output"):
        check_apart(output, sources)
    check_apart("in/scores.jsonl", sources)
