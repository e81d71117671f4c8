"""The shapes in which tables of summaries come: those that are read, and those that are refused."""

import codecs
import gzip
import io
import json
import re
from itertools import product

import pytest

from sacrerouge_litepyramid.io.table_data_set import build_data_set
from sacrerouge_litepyramid.io.tables import list_rows, read_table

REFERENCES = {"a": "A fire closed the harbour.", "b": "Nobody was hurt."}
TEXTS = {"one": "A fire, it closed; all.", "two": "It rained all day."}
#: what each shape below is read as: document, system, summary and reference
ROWS = [(name, system, TEXTS[system], REFERENCES[name]) for name, system in product(REFERENCES, TEXTS)]
NAMES = ("id", "system", "summary", "reference")


def records(*names):
    """The rows as objects, with other names of the columns."""
    return [dict(zip(names or NAMES, row, strict=True)) for row in ROWS]


def delimited(separator, names=NAMES, rows=ROWS):
    """The rows as a text; each cell is quoted."""
    return "".join(separator.join(f'"{cell}"' for cell in row) + "\n" for row in [names, *rows])


def lines(items):
    return "".join(json.dumps(each) + "\n" for each in items)


def workbook(rows):
    openpyxl = pytest.importorskip("openpyxl")
    book, out = openpyxl.Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.create_sheet("notes")
    book.save(out)
    return out.getvalue()


def columns_of(items):
    return {name: [each[name] for each in items] for name in items[0]}


COMMA = delimited(",")
READ = {
    "commas": ("t.csv", COMMA),
    "semicolons in .csv": ("t.csv", delimited(";").replace('"', "", 8)),
    "tabs in .csv": ("t.csv", delimited("\t")),
    "tabs": ("t.tsv", delimited("\t")),
    "an ending in capitals": ("T.CSV", COMMA),
    "CRLF, byte order mark": ("t.csv", codecs.BOM_UTF8 + COMMA.replace("\n", "\r\n").encode()),
    "UTF-16": ("t.csv", COMMA.encode("utf-16")),
    "gzip": ("t.csv.gz", gzip.compress(COMMA.encode())),
    "gzip of JSON Lines": ("t.jsonl.gz", gzip.compress(lines(records()).encode())),
    "an index of pandas, empty rows": (
        "t.csv",
        delimited(",", ("", *NAMES), [(n, *row) for n, row in enumerate(ROWS)]) + ",,,,\n",
    ),
    "Excel": ("t.xlsx", lambda: workbook([NAMES, *ROWS, [None] * 4])),
    "JSON Lines": ("t.jsonl", lines(records())),
    "JSON Lines in .json": ("t.json", lines(records())),
    "a list in .json": ("t.json", json.dumps(records(), indent=1)),
    "a list in .jsonl": ("t.jsonl", json.dumps(records())),
    "an object of columns": ("t.json", json.dumps(columns_of(records()))),
    "pandas' object of columns": (
        "t.json",
        json.dumps({name: dict(enumerate(column)) for name, column in columns_of(records()).items()}, indent=1),
    ),
}


def read(folder, name, content, columns=None):
    content = content() if callable(content) else content
    (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return build_data_set(read_table(folder / name), columns)


def shown(data):
    return sorted((*row.key, row.text, *row.references) for row in data.rows)


@pytest.mark.parametrize("shape", READ)
def test_a_shape_is_read(tmp_path, shape):
    assert shown(read(tmp_path, *READ[shape])) == sorted(ROWS)


def test_a_mapping_of_columns_is_a_table():
    assert shown(build_data_set(list_rows(columns_of(records())))) == sorted(ROWS)


def test_a_comma_in_a_number_is_a_point_between_semicolons(tmp_path):
    (row,) = read(tmp_path, "t.csv", "summary;human\n0,5 of it.;0,25\n").rows
    assert (row.text, row.human) == ("0,5 of it.", 0.25)


REFUSED = {
    "t.csv: the first row names the column 'id' twice": ("t.csv", "id;id\na;b\n"),
    "t.csv, line 3: 1 cells for 2 columns; quote texts": ("t.csv", "id\tsummary\na\tb\na\n"),
    "t.csv: not UTF-8 text (byte 8); convert it to UTF-8": ("t.csv", "summary\né\n".encode("latin-1")),
    "t.csv: not UTF-16 text (byte 4); convert it to UTF-8": ("t.csv", codecs.BOM_UTF16_LE + b"a\0b"),
    "t.csv.gz: not a gzip file that can be read": ("t.csv.gz", COMMA),
    "t.csv.gz: not a gzip file that can be read (Compressed file ended": (
        "t.csv.gz",
        gzip.compress(COMMA.encode())[:-9],
    ),
    "t.xlsx: not an Excel file that can be read": ("t.xlsx", COMMA),
    "t.json, row 2: a row must be a mapping of columns to values, not str": ("t.json", '[{"summary": "x"}, "y"]'),
    "t.json: not JSON": ("t.json", '{"summary": "x"'),
    "t.jsonl: the file is empty; each line must be one JSON object": ("t.jsonl", "\n"),
    "t.parquet.gz: a table must end in .csv, .tsv, .parquet, .jsonl, .json, .xlsx, or as": ("t.parquet.gz", ""),
}


@pytest.mark.parametrize("message", REFUSED)
def test_a_shape_is_refused(tmp_path, message):
    if ".xlsx: " in message:
        pytest.importorskip("openpyxl")
    with pytest.raises(ValueError, match=re.escape(message)):
        read(tmp_path, *REFUSED[message])


def test_excel_without_its_package_is_refused(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "openpyxl", None)
    with pytest.raises(ValueError, match=r't.xlsx: .* need openpyxl: pip install "sacrerouge-litepyramid\[tables\]"'):
        read(tmp_path, "t.xlsx", b"")
