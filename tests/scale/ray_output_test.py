"""The folder of parts, on this machine and on a file system behind a URL."""

import json
from pathlib import Path
from uuid import uuid4

import pytest

pytest.importorskip("pyarrow")

from pyarrow import fs, parquet

from sacrerouge_litepyramid.io.sources import local_path, open_filesystem
from sacrerouge_litepyramid.scale.batches import Counts, ScoredBatch
from sacrerouge_litepyramid.scale.parts import TableParts, open_table_parts
from sacrerouge_litepyramid.scale.ray_output import hold_output
from sacrerouge_litepyramid.scale.runs import CorpusRun

SIGNATURE = {"metric": "lite2pyramid", "version": "0"}
SCORED = ScoredBatch([{"instance_id": "a", "metrics": {"lite2pyramid": {"p2c": 0.5}}}], Counts())
COUNTS = Counts().to_json()
FIRST, SECOND = (f"{file:06d}-{1:012d}-{letter * 32}.parquet" for file, letter in enumerate("ab"))


def run_of(*names: str) -> CorpusRun:
    return CorpusRun(Counts(), list(names), 0, SIGNATURE)


def open_output(output: str) -> TableParts:
    own = local_path(output)
    return open_table_parts(own) if own else TableParts(*open_filesystem(output))


@pytest.fixture(params=["path", "url"])
def output(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "url":
        pytest.importorskip("fsspec")
        return f"memory://{uuid4().hex}/scores"
    return str(tmp_path / "scores")


def list_names(output: str) -> list[str]:
    folder = open_output(output)
    return sorted(info.base_name for info in folder.filesystem.get_file_info(fs.FileSelector(folder.path)))


def test_a_run_collects_parts_and_finishes(output: str) -> None:
    with hold_output(output) as folder:
        folder.parts.write(f"{9:06d}-{1:012d}-{'c' * 32}.parquet", SCORED)  # of an earlier run
    with hold_output(output) as folder:
        assert folder.parts.read_counts(FIRST) is None
        folder.parts.write(FIRST, SCORED)
        folder.parts.write(SECOND, SCORED)
        assert folder.parts.read_counts(SECOND) == COUNTS
        folder.finish(run_of(FIRST, SECOND))
    assert list_names(output) == [FIRST, SECOND]
    done = open_output(output)
    assert parquet.read_table(done.path, filesystem=done.filesystem)["instance_id"].to_pylist() == ["a", "a"]
    with done.filesystem.open_input_file(f"{done.path}.signature.json") as file:
        assert json.loads(file.read()) == [{"text": "lite2pyramid|version:0", **SIGNATURE}]


def test_a_finished_output_is_gone_on_with_on_this_machine(output: str) -> None:
    with hold_output(output) as folder:
        folder.parts.write(FIRST, SCORED)
        folder.finish(run_of(FIRST))
    if local_path(output) is None or "://" in output:
        with pytest.raises(ValueError, match="scores: it is there already; remove it and its signature"):
            hold_output(output).__enter__()
        return
    with pytest.raises(KeyError), hold_output(output) as folder:
        raise KeyError
    assert list_names(output) == [FIRST]
    with hold_output(output) as folder:
        assert folder.parts.read_counts(FIRST) == COUNTS
        folder.parts.write(SECOND, SCORED)
        folder.finish(run_of(FIRST, SECOND))
    assert list_names(output) == [FIRST, SECOND] and not Path(f"{output}.parts").exists()


def test_other_files_in_place_of_an_output_stay(tmp_path: Path) -> None:
    (tmp_path / "scores").mkdir()
    (tmp_path / "scores" / "thesis.tex").write_text("x")
    with pytest.raises(ValueError, match="scores: it is there already"):
        hold_output(tmp_path / "scores").__enter__()
    assert list_names(str(tmp_path)) == ["scores"]


def test_a_damaged_part_counts_as_missing(output: str) -> None:
    with hold_output(output) as folder:
        folder.parts.write(FIRST, SCORED)
        with folder.parts.filesystem.open_output_stream(f"{folder.parts.path}/{FIRST}") as out:
            out.write(b"PAR1, but no table")
        assert folder.parts.read_counts(FIRST) is None
        folder.parts.write(SECOND, SCORED)
        place = f"{folder.parts.path}/{SECOND}"
        with folder.parts.filesystem.open_input_file(place) as file:
            whole = bytearray(file.read())
        whole[12] ^= 1  # within the first page, which the footer says nothing of
        with folder.parts.filesystem.open_output_stream(place) as out:
            out.write(bytes(whole))
        assert folder.parts.read_counts(SECOND) is None


def test_parts_that_another_machine_wrote_elsewhere_are_missed(output: str) -> None:
    with hold_output(output) as folder:
        folder.parts.write(FIRST, SCORED)
        with pytest.raises(ValueError, match="1 parts that were written are not there .*; choose an output that all"):
            folder.finish(run_of(FIRST, SECOND))


def test_an_output_that_is_a_link_to_nothing_is_refused(tmp_path: Path) -> None:
    (tmp_path / "scores").symlink_to(tmp_path / "nothing")
    with pytest.raises(ValueError, match="scores: it is there already"):
        hold_output(tmp_path / "scores").__enter__()


def test_nothing_but_parts_is_removed(output: str) -> None:
    with hold_output(output) as folder:
        for name in ("thesis.tex", f".part-7-{FIRST}", SECOND):
            with folder.parts.filesystem.open_output_stream(f"{folder.parts.path}/{name}") as out:
                out.write(b"x")
        folder.finish(run_of())
    assert list_names(output) == ["thesis.tex"]


def test_a_signature_that_cannot_be_written_leaves_no_output(tmp_path: Path) -> None:
    (tmp_path / "scores.signature.json").mkdir()
    with hold_output(tmp_path / "scores") as folder:
        folder.parts.write(FIRST, SCORED)
        with pytest.raises(ValueError, match="scores.signature.json: cannot be written"):
            folder.finish(run_of(FIRST))
    assert not (tmp_path / "scores").exists() and (tmp_path / "scores.parts/finished" / FIRST).exists()


def test_another_run_on_this_machine_is_refused(tmp_path: Path) -> None:
    refusal = pytest.raises(ValueError, match="scores: another run writes it now")
    with hold_output(tmp_path / "scores"), refusal:
        hold_output(tmp_path / "scores").__enter__()
    assert not list(tmp_path.iterdir())
