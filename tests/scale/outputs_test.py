"""The folder of Parquet files that the Ray engine writes, on this machine and on a file system behind a URL."""

import json
from pathlib import Path
from uuid import uuid4

import pytest

pytest.importorskip("pyarrow")

from pyarrow import fs, parquet

from sacrerouge_litepyramid.io.files import write_together
from sacrerouge_litepyramid.io.sources import local_path, open_filesystem
from sacrerouge_litepyramid.scale.outputs import check_replaceable, write_folder, write_signature

SIGNATURE = {"metric": "lite2pyramid", "version": "0"}
FIRST, SECOND = (f"{file:06d}-{1:012d}-{letter * 32}" for file, letter in enumerate("ab"))


@pytest.fixture(params=["path", "url"])
def output(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "url":
        pytest.importorskip("fsspec")
        return f"memory://{uuid4().hex}/scores"
    return str(tmp_path / "scores")


def locate(output: str | Path) -> tuple[fs.FileSystem, str]:
    return (fs.LocalFileSystem(), str(output)) if local_path(output) else open_filesystem(str(output))


def list_names(output: str | Path) -> list[str]:
    filesystem, path = locate(output)
    return sorted(info.base_name for info in filesystem.get_file_info(fs.FileSelector(path)))


def write(output: str | Path, *names: str) -> None:
    check_replaceable(output)
    line = json.dumps({"instance_id": "a", "metrics": {"lite2pyramid": {"p2c": 0.5}}}) + "\n"
    with write_together():
        write_folder(output, [(name, line) for name in names])
        write_signature(output, SIGNATURE)


def test_a_folder_has_a_file_for_each_batch_and_a_signature(output: str) -> None:
    write(output, FIRST, SECOND)
    assert list_names(output) == [f"{FIRST}.parquet", f"{SECOND}.parquet"]
    filesystem, path = locate(output)
    assert (
        parquet.read_table(path, filesystem=filesystem).to_pylist()
        == [{"instance_id": "a", "lite2pyramid_p2c": 0.5}] * 2
    )
    with filesystem.open_input_file(f"{path}.signature.json") as file:
        assert json.loads(file.read()) == [{"text": "lite2pyramid|version:0", **SIGNATURE}]


def test_a_finished_output_is_replaced_on_this_machine_alone(output: str) -> None:
    write(output, FIRST)
    if local_path(output) is None:
        with pytest.raises(ValueError, match="scores: it exists already; remove it and its signature"):
            write(output, SECOND)
    else:
        write(output, SECOND)
        assert list_names(output) == [f"{SECOND}.parquet"]
        assert list_names(Path(output).parent) == ["scores", "scores.signature.json"]


def test_what_a_stopped_run_left_behind_a_url_is_removed_and_nothing_else() -> None:
    pytest.importorskip("fsspec")
    url = f"memory://{uuid4().hex}/scores"
    check_replaceable(url)
    filesystem, path = locate(url)
    for name in ("thesis.tex", f"{SECOND}.parquet"):
        with filesystem.open_output_stream(f"{path}/{name}") as out:
            out.write(b"x")
    write(url, FIRST)
    assert list_names(url) == [f"{FIRST}.parquet", "thesis.tex"]


def test_other_files_in_place_of_an_output_stay(tmp_path: Path) -> None:
    (tmp_path / "scores").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "nothing")
    for name in ("scores", "link"):
        with pytest.raises(ValueError, match=f"{name}: it exists already"):
            check_replaceable(tmp_path / name)
    (tmp_path / "scores" / "thesis.tex").write_text("x")
    with pytest.raises(ValueError, match="scores: it exists already"):
        check_replaceable(tmp_path / "scores")


def test_a_signature_that_cannot_be_written_leaves_the_older_output(tmp_path: Path) -> None:
    write(tmp_path / "scores", FIRST)
    (tmp_path / "scores.signature.json").unlink()
    (tmp_path / "scores.signature.json").mkdir()
    with pytest.raises(ValueError, match="scores.signature.json: cannot be written"):
        write(tmp_path / "scores", SECOND)
    assert list_names(tmp_path) == ["scores", "scores.signature.json"]
    assert list_names(tmp_path / "scores") == [f"{FIRST}.parquet"]
