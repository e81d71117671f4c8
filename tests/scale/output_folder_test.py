"""The folder of parts, on this machine and on a file system behind a URL."""

import json
from pathlib import Path
from uuid import uuid4

import pytest

pytest.importorskip("pyarrow")

from pyarrow import Table, fs, parquet

from sacrerouge_litepyramid.scale.parts import digest_of, hold_output_folder, name_part, open_part_folder

SIGNATURE = {"metric": "lite2pyramid", "version": "0"}
TABLE = Table.from_pylist([{"instance_id": "a", "lite2pyramid_p2c": 0.5}])
FIRST, SECOND = name_part(0, 1, "a" * 32), name_part(1, 1, "b" * 32)


@pytest.fixture(params=["path", "url"])
def output(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "url":
        pytest.importorskip("fsspec")
        return f"memory://{uuid4().hex}/scores"
    return str(tmp_path / "scores")


def list_names(output: str) -> list[str]:
    folder = open_part_folder(output)
    return sorted(info.base_name for info in folder.filesystem.get_file_info(fs.FileSelector(folder.path)))


def test_a_run_collects_parts_and_finishes(output: str) -> None:
    with hold_output_folder(output) as folder:
        folder.parts.write(name_part(9, 1, "c" * 32), TABLE, {"summaries": 9})  # of an earlier run
    with hold_output_folder(output) as folder:
        assert folder.parts.read_counts(FIRST) is None
        folder.parts.write(FIRST, TABLE, {"summaries": 1})
        folder.parts.write(SECOND, TABLE, {"summaries": 2})
        assert folder.parts.read_counts(SECOND) == {"summaries": 2}
        folder.finish([FIRST, SECOND], SIGNATURE)
    assert list_names(output) == [FIRST, SECOND]
    done = open_part_folder(output)
    assert parquet.read_table(done.path, filesystem=done.filesystem)["instance_id"].to_pylist() == ["a", "a"]
    with done.filesystem.open_input_file(f"{done.path}.signature.json") as file:
        assert json.loads(file.read()) == [{"text": "lite2pyramid|version:0", **SIGNATURE}]
    with pytest.raises(ValueError, match="scores: it is there already; remove it and its signature"):
        hold_output_folder(output).__enter__()


def test_a_damaged_part_counts_as_missing(output: str) -> None:
    with hold_output_folder(output) as folder:
        folder.parts.write(FIRST, TABLE, {"summaries": 1})
        with folder.parts.filesystem.open_output_stream(f"{folder.parts.path}/{FIRST}") as out:
            out.write(b"PAR1, but no table")
        assert folder.parts.read_counts(FIRST) is None
        folder.parts.write(SECOND, TABLE, {"summaries": 1})
        place = f"{folder.parts.path}/{SECOND}"
        with folder.parts.filesystem.open_input_file(place) as file:
            whole = bytearray(file.read())
        whole[12] ^= 1  # within the first page, which the footer says nothing of
        with folder.parts.filesystem.open_output_stream(place) as out:
            out.write(bytes(whole))
        assert folder.parts.read_counts(SECOND) is None


def test_parts_that_another_machine_wrote_elsewhere_are_missed(output: str) -> None:
    with hold_output_folder(output) as folder:
        folder.parts.write(FIRST, TABLE, {"summaries": 1})
        with pytest.raises(ValueError, match="1 parts that were written are not there .*; choose an output that all"):
            folder.finish([FIRST, SECOND], SIGNATURE)


def test_an_output_that_is_a_link_to_nothing_is_refused(tmp_path: Path) -> None:
    (tmp_path / "scores").symlink_to(tmp_path / "nothing")
    with pytest.raises(ValueError, match="scores: it is there already"):
        hold_output_folder(tmp_path / "scores").__enter__()


def test_nothing_but_parts_is_removed(output: str) -> None:
    with hold_output_folder(output) as folder:
        for name in ("thesis.tex", f".part-7-{FIRST}", SECOND):
            with folder.parts.filesystem.open_output_stream(f"{folder.parts.path}/{name}") as out:
                out.write(b"x")
        folder.finish([], SIGNATURE)
    assert list_names(output) == ["thesis.tex"]


def test_a_signature_that_cannot_be_written_leaves_no_output(tmp_path: Path) -> None:
    (tmp_path / "scores.signature.json").mkdir()
    with hold_output_folder(tmp_path / "scores") as folder:
        folder.parts.write(FIRST, TABLE, {"summaries": 1})
        with pytest.raises(ValueError, match="scores.signature.json: cannot be written"):
            folder.finish([FIRST], SIGNATURE)
    assert not (tmp_path / "scores").exists() and (tmp_path / "scores.parts/table" / FIRST).exists()


def test_another_run_on_this_machine_is_refused(tmp_path: Path) -> None:
    refusal = pytest.raises(ValueError, match="scores: another run writes it now")
    with hold_output_folder(tmp_path / "scores"), refusal:
        hold_output_folder(tmp_path / "scores").__enter__()
    assert not list(tmp_path.iterdir())


def test_names_sort_as_the_corpus_does() -> None:
    names = [name_part(file, first, "f" * 32) for file in (0, 2, 10) for first in (1, 1001, 99_001)]
    assert names == sorted(names)
    assert digest_of(names[0]) == "f" * 32
