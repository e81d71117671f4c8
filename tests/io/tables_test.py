import math
import re

import pytest

from helpers.support import write_table
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.files import Line
from sacrerouge_litepyramid.io.table_columns import find_columns
from sacrerouge_litepyramid.io.tables import list_rows, read_table
from sacrerouge_litepyramid.verdict.tables.rows import collect_units, parse_rows

ROWS = [
    {"id": "a", "system": "one", "summary": 'It said "no",\nthen left\ttown.', "score": 0.5},
    {"id": "b", "system": "two", "summary": "Ünï \u202e漢", "score": 0.25},
]


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_table_is_read_as_written(tmp_path, ending):
    write_table(tmp_path / f"t.{ending}", ROWS)
    rows = [line.data for line in read_table(tmp_path / f"t.{ending}")]
    assert [{**row, "score": float(row["score"])} for row in rows] == ROWS


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_field_that_only_some_rows_have_is_a_column(tmp_path, ending):
    write_table(tmp_path / f"t.{ending}", [{"id": "a"}, {"id": "b", "extra": "x"}])
    first, second = (line.data for line in read_table(tmp_path / f"t.{ending}"))
    assert (first.get("extra", ""), second) == ("", {"id": "b", "extra": "x"})


def test_a_saved_data_set_is_a_table(tmp_path):
    datasets = pytest.importorskip("datasets")
    datasets.Dataset.from_list(ROWS).save_to_disk(tmp_path / "saved")
    assert [line.data for line in read_table(tmp_path / "saved")] == ROWS


def test_the_only_split_is_read(tmp_path):
    datasets = pytest.importorskip("datasets")
    table = datasets.DatasetDict({"test": datasets.Dataset.from_list(ROWS)})
    table.save_to_disk(tmp_path / "saved")
    for lines in (read_table(tmp_path / "saved"), list_rows(table)):
        assert [line.data for line in lines] == ROWS


def test_one_of_several_splits_must_be_chosen(tmp_path):
    datasets = pytest.importorskip("datasets")
    rows = datasets.Dataset.from_list(ROWS)
    table = datasets.DatasetDict({"dev": rows, "test": rows})
    table.save_to_disk(tmp_path / "saved")
    for read in (lambda: read_table(tmp_path / "saved"), lambda: list_rows(table)):
        with pytest.raises(
            ValueError, match="(table|saved): it has the splits dev, test; pass one of"
        ):
            read()


def test_a_saved_data_set_with_invalid_files_is_refused(tmp_path):
    datasets = pytest.importorskip("datasets")
    datasets.Dataset.from_list(ROWS).save_to_disk(tmp_path / "saved")
    (tmp_path / "saved/state.json").write_text("[]")
    with pytest.raises(ValueError, match="saved: not a folder that datasets' save_to_disk wrote"):
        read_table(tmp_path / "saved")


BAD_TABLES = {
    "t.csv: the first row has no column names": "\n",
    "t.csv: the first row names the column 'id' twice": "id,id\na,b\n",
    "t.csv, line 3: 3 cells, but the first row names 2; quote texts": "id,summary\na,b\na,b,c\n",
    "t.csv, line 2: not a table": 'id,summary\na,"b"c\n',
}


@pytest.mark.parametrize("message", BAD_TABLES)
def test_invalid_tables_are_refused(tmp_path, message):
    (tmp_path / "t.csv").write_text(BAD_TABLES[message])
    with pytest.raises(ValueError, match=re.escape(message)):
        read_table(tmp_path / "t.csv")


def test_unknown_endings_and_other_folders_are_refused(tmp_path):
    with pytest.raises(
        ValueError, match=r"t.xls: a table must end in .csv, .tsv, .parquet, .jsonl"
    ):
        read_table(tmp_path / "t.xls")
    with pytest.raises(ValueError, match="not a folder that datasets' save_to_disk wrote"):
        read_table(tmp_path)


def tables():
    import datasets
    import pandas

    rows = [{"summary": "A bridge.", "x": 1.0}, {"summary": None, "x": math.nan}]
    return {
        "pandas": pandas.DataFrame(rows),
        "datasets": datasets.Dataset.from_list(rows),
        "list": rows,
    }


@pytest.mark.parametrize("kind", ["pandas", "datasets", "list"])
def test_tables_in_memory_drop_missing_values(kind):
    assert [line.data for line in list_rows(tables()[kind])] == [
        {"summary": "A bridge.", "x": 1.0},
        {},
    ]


def test_lists_in_cells_of_pandas_are_kept(tmp_path):
    import pandas

    pandas.DataFrame({"summary": ["x"], "units": [["One.", "Two."]]}).to_parquet(
        tmp_path / "t.parquet"
    )
    lines = list_rows(pandas.read_parquet(tmp_path / "t.parquet"))
    (row,) = parse_rows(lines, find_columns(lines, {}))
    assert row.units == (Unit("One."), Unit("Two."))


def rows(*data, columns=None, scores=()):
    lines = [Line(cells, f"t, row {number}") for number, cells in enumerate(data, 1)]
    return parse_rows(lines, find_columns(lines, columns or {}), scores)


def test_a_row_is_a_summary():
    (row,) = rows(
        {
            "id": 7,
            "system": "bart",
            "prediction": "S.",
            "reference": "R.",
            "source": "D.",
            "facts": "One.\n\nTwo.\n",
            "h": "0.5",
        },
        scores=["h"],
    )
    assert row.summary[:6] == ("7", "bart", "peer", "S.", ["R."], ["D."])
    assert row.units == (Unit("One."), Unit("Two."))
    assert row.scores == {"h": 0.5}


def test_an_empty_cell_is_a_missing_value_or_an_empty_summary(tmp_path):
    (tmp_path / "t.csv").write_text("id,system,summary,reference,facts,h\na,bart,,,,\n")
    lines = read_table(tmp_path / "t.csv")
    (row,) = parse_rows(lines, find_columns(lines, {}), ["h"])
    assert (
        row.summary[:6] == ("a", "bart", "peer", "", [], [])
        and row.units is None
        and row.scores == {}
    )


def test_columns_may_have_any_name_and_lists_be_written_as_json():
    (row,) = rows(
        {
            "out": "S.",
            "refs": '["R one.", "R two."]',
            "acus": '[{"text": "One.", "weight": 2}, "Two."]',
        },
        columns={"summary": "out", "references": "refs", "units": "acus"},
    )
    assert row.summary.references == ["R one.", "R two."]
    assert row.units == (Unit("One.", weight=2), Unit("Two."))
    assert (row.summary.instance_id, row.summary.summarizer_id) == ("0", "system")


def test_lists_may_be_empty():
    (row,) = rows({"summary": "S.", "references": [], "units": "[]"})
    assert row.references == [] and row.units == ()


def test_texts_may_be_in_sacrerouges_format():
    (row,) = rows({"summary": {"text": ["S one.", "S two."]}, "references": [{"text": "R."}]})
    assert row.text == ["S one.", "S two."] and row.references == ["R."]


def test_annotators_score_a_summary_or_label_its_units():
    first, second = rows(
        {"summary": "x", "Rating": "0.5", "labels": "[1, 0]"},
        {"summary": "x", "Rating": "nan", "labels": ""},
    )
    assert (first.ratings, first.labels) == ({"Rating": 0.5}, [1, 0])
    assert (second.ratings, second.labels) == ({}, None)


BAD_ROWS = {
    "t, row 1: no column 'out'; the columns are: summary": {
        "columns": {"summary": "out"},
        "data": [{"summary": "x"}],
    },
    "t, row 1: no column was recognised as the summary; the columns are: x, y; name it: columns={": {
        "data": [{"x": "1"}, {"y": "2"}]
    },
    "t, row 2: the cell in the column 'id' is blank; fill it in, or leave the column out: "
    "columns={'instance_id': ": {
        "data": [{"summary": "x", "id": "1"}, {"summary": "x", "id": " "}]
    },
    "t, row 2: the cell in the column 'model' is blank; fill it in, or leave the column out: "
    "columns={'summariz": {"data": [{"summary": "x", "model": "s"}, {"summary": "x"}]},
    "t, row 1: no column 'h'; the columns are: summary": {
        "data": [{"summary": "x"}],
        "scores": ["h"],
    },
    "t, row 1, instance '0': the score 'Human' must be a number, not 'good'; columns={'human': ''} "
    "leaves the col": {"data": [{"summary": "x", "Human": "good"}]},
    "t, row 1, instance '0': the metric 'human' must be a finite number": {
        "data": [{"summary": "x", "human": "inf"}]
    },
    "t, row 1, instance '0': labels must be a list of numbers from 0 to 1, one for each unit, not "
    "'yes'; columns={": {"data": [{"summary": "x", "labels": "yes"}]},
    "t, row 1, instance '0': the score 'h' must be a number, not 'good'": {
        "data": [{"summary": "x", "h": "good"}],
        "scores": ["h"],
    },
    "t, row 1, instance '0': summary must be a text or a list of texts, not {'n': 3}": {
        "data": [{"summary": {"n": 3}}]
    },
    "t, row 1, instance '0', unit 1: a unit must be a text or an object, not 3": {
        "data": [{"summary": "x", "units": [3]}]
    },
}


@pytest.mark.parametrize("message", BAD_ROWS)
def test_invalid_rows_are_refused(message):
    given = dict(BAD_ROWS[message])
    with pytest.raises(ValueError, match=re.escape(message)):
        rows(*given.pop("data"), **given)


def test_an_instance_must_have_the_same_units_in_each_row():
    same = {"id": "a", "summary": "x", "units": ["One."]}
    assert collect_units(rows(same, same, {"id": "b", "summary": "y"})) == {"a": (Unit("One."),)}
    with pytest.raises(
        ValueError, match="t, row 2, instance 'a': its units differ from those in an earlier row"
    ):
        collect_units(rows(same, {**same, "units": ["Two."]}))


def test_merged_cells_of_a_workbook_are_refused(tmp_path):
    workbook = pytest.importorskip("openpyxl").Workbook()
    for row in (["id", "human"], ["a", 0.5], ["b", 0.25]):
        workbook.active.append(row)
    workbook.active.merge_cells("B2:B3")
    workbook.save(tmp_path / "t.xlsx")
    with pytest.raises(ValueError, match="the merged cells B2:B3 have one value"):
        read_table(tmp_path / "t.xlsx")


def test_characters_that_excel_escapes_are_decoded(tmp_path):
    workbook = pytest.importorskip("openpyxl").Workbook()
    for row in (["output", "rating"], ["one_x000D_\ntwo_x005F_x0041_", 3]):
        workbook.active.append(row)
    workbook.save(tmp_path / "t.xlsx")
    (line,) = read_table(tmp_path / "t.xlsx")
    assert line.data == {"output": "one\r\ntwo_x0041_", "rating": 3}
