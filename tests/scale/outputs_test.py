"""Scores at a path and at a URL: complete or absent, with a signature beside them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("fsspec")

import fsspec
from pyarrow import parquet

from sacrerouge_litepyramid.scale.outputs import write_scores, write_signature

SIGNATURE = {"metric": "lite2pyramid", "version": "0"}


def line(name: str, **scores: float) -> dict[str, Any]:
    return {"instance_id": name, "metrics": {"lite2pyramid": {"p2c": 0.5, **scores}}}


@pytest.fixture(params=["path", "url"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return f"memory://{uuid4().hex}" if request.param == "url" else str(tmp_path)


def read(place: str) -> bytes:
    with fsspec.open(place) as file:
        return file.read()


def list_names(folder: str) -> list[str]:
    filesystem, path = fsspec.url_to_fs(folder)
    return sorted(place.rpartition("/")[2] for place in filesystem.find(path))


def test_both_formats_and_a_signature(folder: str) -> None:
    batches = [[line("a"), line("b")], [line("c")]]
    write_scores(f"{folder}/scores.jsonl", iter(batches))
    lines = read(f"{folder}/scores.jsonl").splitlines()
    assert [json.loads(line) for line in lines] == [line for batch in batches for line in batch]
    write_scores(f"{folder}/scores.parquet", iter(batches))
    with fsspec.open(f"{folder}/scores.parquet") as file:
        table = parquet.read_table(file)
    assert table.to_pylist() == [
        {"instance_id": name, "lite2pyramid_p2c": 0.5} for name in ("a", "b", "c")
    ]
    write_signature(f"{folder}/scores.parquet", SIGNATURE)
    written = json.loads(read(f"{folder}/scores.parquet.signature.json"))
    assert written == [{"text": "lite2pyramid|version:0", **SIGNATURE}]


@pytest.mark.parametrize("ending", ["jsonl", "parquet"])
def test_after_an_error_the_older_output_is_there(folder: str, ending: str) -> None:
    output = f"{folder}/scores.{ending}"
    write_scores(output, iter([[line("older")]]))
    older = read(output)

    def fail() -> Iterator[list[dict[str, Any]]]:
        yield [line("newer")]
        raise ValueError("stopped")

    with pytest.raises(ValueError, match="^stopped$"):
        write_scores(output, fail())
    assert read(output) == older and list_names(folder) == [f"scores.{ending}"]


def test_the_first_batch_decides_the_columns_of_a_table(tmp_path: Path) -> None:
    output = tmp_path / "scores.parquet"
    write_scores(output, iter([[line("a"), line("b", l2c=0.25)], [line("c")]]))
    assert parquet.read_table(output)["lite2pyramid_l2c"].to_pylist() == [None, 0.25, None]
    with pytest.raises(
        ValueError, match="the first summaries have no score 'lite2pyramid_l2c'; write .jsonl"
    ):
        write_scores(output, iter([[line("a")], [line("b", l2c=0.25)]]))


def test_a_url_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    url = f"{(tmp_path / 'file').as_uri()}/scores.jsonl"
    with pytest.raises(ValueError, match=f"^{url}: cannot be written .*; choose another output"):
        write_scores(url, iter([[line("a")]]))
