"""The shapes in which tables of summaries come: those that are read, and those that are refused."""

import codecs
import gzip
import io
import json
import re
from itertools import product

import pytest

from sacrerouge_litepyramid.io.tables import list_rows, read_table
from sacrerouge_litepyramid.verdict.tables.table_data_set import build_data_set

REFERENCES = {"a": "A fire closed the harbour.", "b": "Nobody was hurt."}
TEXTS = {"one": "A fire, it closed; all.", "two": "It rained all day."}
#: what each shape below is read as: document, system, summary and reference
ROWS = [
    (name, system, TEXTS[system], REFERENCES[name]) for name, system in product(REFERENCES, TEXTS)
]
NAMES = ("id", "system", "summary", "reference")


def records(*names):
    """The rows as objects, with other names of the columns."""
    return [dict(zip(names or NAMES, row, strict=True)) for row in ROWS]


def delimited(separator, names=NAMES, rows=ROWS):
    """The rows as a text; each cell is quoted."""
    return "".join(separator.join(f'"{cell}"' for cell in row) + "\n" for row in [names, *rows])


def lines(items):
    return "".join(json.dumps(item) + "\n" for item in items)


def workbook(rows):
    openpyxl = pytest.importorskip("openpyxl")
    book, out = openpyxl.Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.create_sheet("notes")
    book.save(out)
    return out.getvalue()


def columns_of(items):
    return {name: [item[name] for item in items] for name in items[0]}


def by_document(**more):
    """An object for each document, with the summaries by system."""
    return [
        {"id": name, "reference": text, "summaries": TEXTS, **more}
        for name, text in REFERENCES.items()
    ]


WIDE = [(name, text, *TEXTS.values(), "en", 3) for name, text in REFERENCES.items()]
WIDE_NAMES = ("id", "reference", *TEXTS, "lang", "words")
COMMA = delimited(",")
PROMPTFOO = [
    {
        **{
            "testIdx": "ab".index(row["id"]),
            "id": f"result {number}",
            "provider": {"id": row["system"], "label": ""},
        },
        **{
            "vars": {"expected": row["reference"]},
            "response": {"output": row["summary"], "cached": False},
        },
    }
    for number, row in enumerate(records())
]
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
        json.dumps(
            {name: dict(enumerate(column)) for name, column in columns_of(records()).items()},
            indent=1,
        ),
    ),
    "names that people use": (
        "t.jsonl",
        lines(records("idx", "model_name", "generated_text", "gold")),
    ),
    "other names that people use": (
        "t.jsonl",
        lines(records("Doc", "Model", "Predictions", "ref")),
    ),
    "names that are given": (
        *("t.csv", delimited(",", ("i", "s", "text", "r"))),
        {"id": "i", "system": "s", "summary": "text", "target": "r"},
    ),
    "a column for each system, given beside another text": (
        *(
            "t.csv",
            delimited(
                ",", (*WIDE_NAMES[:-1], "day"), [(*row[:-1], "It was Monday.") for row in WIDE]
            ),
        ),
        {"summary": ["one", "two"]},
    ),
    "an object for each document": ("t.jsonl", lines(by_document())),
    "an object for each document, in a list": ("t.json", json.dumps(by_document(), indent=1)),
    "an object of documents": (
        "t.json",
        json.dumps({document.pop("id"): document for document in by_document()}, indent=1),
    ),
    "outputs of a document, as null": ("t.jsonl", lines(by_document(note=None))),
    "a list in an object": ("t.json", json.dumps({"version": 3, "results": records()})),
    "promptfoo's results": (
        *(
            "t.json",
            json.dumps(
                {"results": {"prompts": [{"raw": "x"}], "results": PROMPTFOO}, "config": {}},
                indent=1,
            ),
        ),
    ),
    "nested values": (
        *(
            "t.jsonl",
            lines({"meta": {"nr": row["id"]}, "all": [1], "texts": row} for row in records()),
        ),
        {
            "id": "meta.nr",
            "system": "texts.system",
            "summary": "texts.summary",
            "ref": "texts.reference",
        },
    ),
    "a repeated row": ("t.jsonl", lines([*records(), records()[0]])),
}


def read(folder, name, content, columns=None):
    content = content() if callable(content) else content
    (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return build_data_set(read_table(folder / name), columns)


def shown(data):
    return sorted((*row.key, row.text, *row.references) for row in data.rows)


@pytest.mark.parametrize("shape", READ)
def test_a_shape_is_read(tmp_path, shape):
    numbers = {"0": "a", "1": "b"} if shape == "promptfoo's results" else {}
    summaries = shown(read(tmp_path, *READ[shape]))
    assert [(numbers.get(row[0], row[0]), *row[1:]) for row in summaries] == sorted(ROWS)


def test_missing_cells_at_the_end_of_a_row_are_blank(tmp_path):
    (row,) = read(tmp_path, "t.csv", "id,summary,human,approve\na,x\n").rows
    assert (row.key.instance_id, row.text, row.human) == ("a", "x", None)


def test_decimal_commas_are_read_in_files_with_semicolons(tmp_path):
    (row,) = read(tmp_path, "t.csv", "summary;human\n0,5 of it.;0,25\n").rows
    assert (row.text, row.human) == ("0,5 of it.", 0.25)


REFUSED = {
    "t.csv, line 2: not UTF-8 text, perhaps Windows-1252 or Latin-1 ('summary\\né\\n'); convert it: "
    "iconv -f WINDOWS-1252 -t UTF-8": (
        "t.csv",
        "summary\né\n".encode("latin-1"),
    ),
    "t.csv: not UTF-16 text (byte 4); convert it to UTF-8": (
        "t.csv",
        codecs.BOM_UTF16_LE + b"a\0b",
    ),
    "t.csv.gz: cannot be read as gzip": ("t.csv.gz", COMMA),
    "t.csv.gz: cannot be read as gzip (Compressed file ended": (
        "t.csv.gz",
        gzip.compress(COMMA.encode())[:-9],
    ),
    "t.xlsx: cannot be read as an Excel file": ("t.xlsx", COMMA),
    "t.json, row 2: a row must be a mapping of columns to values, not str": (
        "t.json",
        '[{"summary": "x"}, "y"]',
    ),
    "t.json: not JSON": ("t.json", '{"summary": "x"'),
    "t.jsonl: the file is empty; each line must be one JSON object": ("t.jsonl", "\n"),
    "t.jsonl, line 2: the column 'summaries' must map systems to summaries, as in other rows, not "
    "'x'": (
        "t.jsonl",
        lines([*by_document()[:1], {"id": "b", "summaries": "x"}]),
    ),
}


@pytest.mark.parametrize("message", REFUSED)
def test_a_shape_is_refused(tmp_path, message):
    if ".xlsx: " in message:
        pytest.importorskip("openpyxl")
    with pytest.raises(ValueError, match=re.escape(message)):
        read(tmp_path, *REFUSED[message])


def test_excel_without_its_package_is_refused(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "openpyxl", None)
    with pytest.raises(
        ValueError,
        match=r't.xlsx: .* need openpyxl: pip install "sacrerouge-litepyramid\[tables\]"',
    ):
        read(tmp_path, "t.xlsx", b"")


def test_mappings_from_systems_are_split_with_the_summaries(tmp_path):
    data = read(
        tmp_path, "t.jsonl", lines(by_document(human={"one": 0.5, "two": 0.25}, facts=["One."]))
    )
    assert [(row.key.summarizer_id, row.human) for row in data.rows] == [
        ("one", 0.5),
        ("two", 0.25),
    ] * 2
    assert set(data.units) == {"a", "b"}


def test_guesses_and_missing_data_are_noted(tmp_path):
    rows = records("idx", "model", "output", "gold")
    rows = [{**rows[0], "output": " ", "lang": "en"}, *rows[1:], rows[1]]
    rows = [{**row, "rating": "" if number == 2 else 3} for number, row in enumerate(rows)]
    data = read(
        tmp_path,
        "t.jsonl",
        lines([{name: row[name] for name in row if row["idx"] + name != "bgold"} for row in rows]),
    )
    assert data.notices == (
        "columns: instance_id=idx, summarizer_id=model, summary=output, references=gold, "
        "human=rating",
        "columns not read: 'lang'",
        "1 of 5 rows repeat an earlier one and were dropped",
        "blank summaries: 1 of 4 (line 1)",
        "summaries without a human score: 1 of 4 (line 3)",
        "documents without a reference: 1 of 2 (b)",
    )


PANDAS = "['It\\'s a fire.', \"Nobody's hurt.\"]"


def test_lists_that_pandas_wrote_are_read():
    row = {"summary": "A fire.", "units": PANDAS, "labels": "[1, 0]", "references": "['One.']"}
    (parsed,) = build_data_set(list_rows([row])).rows
    assert [unit.text for unit in parsed.units] == ["It's a fire.", "Nobody's hurt."]
    assert (parsed.labels, parsed.references) == ([1, 0], ["One."])


@pytest.mark.parametrize(
    "cell", ["['A fire' 'Nobody']", "['A fire', 'Nobo", "['A fire'\n 'Nobody']"]
)
def test_a_broken_list_is_refused(cell):
    for field in ("units", "references", "labels"):
        with pytest.raises(ValueError, match=rf"row 1.*{field} begin like a list, but are not one"):
            build_data_set(list_rows([{"summary": "A fire.", "units": ["A fire."], field: cell}]))


@pytest.mark.parametrize("cell", ["[1] A fire.", "[CNN] A fire closed the harbour.", "[update]"])
def test_a_text_may_begin_with_a_bracket(cell):
    (parsed,) = build_data_set(list_rows([{"summary": "A fire.", "references": cell}])).rows
    assert parsed.references == [cell]


def test_units_that_are_an_object_are_refused():
    with pytest.raises(ValueError, match="row 1.*units must be a list of texts"):
        build_data_set(list_rows([{"summary": "A fire.", "units": {"A fire": 1}}]))
