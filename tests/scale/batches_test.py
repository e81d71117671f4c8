"""Batches of rows: how files are cut, units of a file, and what a judge observes."""

from pathlib import Path

import pytest

from helpers.corpus_lines import SAMPLE, make_lines
from helpers.fakes import AllWords
from helpers.support import write_lines
from sacrerouge_litepyramid.io.corpus import SUFFIXES
from sacrerouge_litepyramid.io.files import Line
from sacrerouge_litepyramid.io.sources import list_sources
from sacrerouge_litepyramid.io.units import read_units
from sacrerouge_litepyramid.metrics.lite_pyramid import Lite2Pyramid
from sacrerouge_litepyramid.scale.batches import read_batches, score_rows


@pytest.fixture
def rows() -> list[Line]:
    return [
        Line(line, f"corpus.jsonl, line {number}")
        for number, line in enumerate(make_lines(), start=1)
    ]


def test_a_batch_is_of_one_file_and_of_the_size(tmp_path: Path) -> None:
    lines = make_lines()
    write_lines(tmp_path / "a.jsonl", lines[:30])
    write_lines(tmp_path / "b.jsonl", lines[30:])
    batches = list(read_batches(list_sources([tmp_path], SUFFIXES), 20))
    assert [len(batch) for batch in batches] == [20, 10, 20]
    assert [row.data for batch in batches for row in batch] == lines
    assert batches[1][0].where == f"{tmp_path / 'a.jsonl'}, line 21"


def test_units_of_a_file_serve_rows_without_units(rows: list[Line]) -> None:
    bare = [Line({**row.data}, row.where) for row in rows]
    for row in bare:
        del row.data["units"]
    scored = score_rows(bare, Lite2Pyramid(), read_units(SAMPLE / "scus.jsonl"))
    expected = score_rows(rows, Lite2Pyramid(), {})
    assert scored == expected and scored.units == {"scu": 375}
    with pytest.raises(
        ValueError,
        match="^corpus.jsonl, line 1, instance '.*': no field 'units', and no units file",
    ):
        score_rows(bare, Lite2Pyramid(), {})


class Observing(AllWords):
    """Observes the number of pairs that it has scored."""

    def observed(self) -> dict[str, list[str]]:
        return {"scored": [str(self.scored)]}


def test_what_a_judge_observes_is_known_after_the_batch(rows: list[Line]) -> None:
    scored = score_rows(rows, Lite2Pyramid(judge=Observing()), {})
    assert scored.observed["scored"] != ["0"]
