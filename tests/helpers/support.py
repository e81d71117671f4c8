"""Small things that tests of several folders use."""

import csv
import json
import os
import re
from pathlib import Path
from typing import NoReturn

import pytest

ROOT = Path(__file__).parents[2]


def write_lines(path: Path, objects: list) -> None:
    path.write_text("".join(json.dumps(each) + "\n" for each in objects), "utf-8")


def read_lines(path: Path) -> list:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def write_table(path: Path, rows: list) -> None:
    """Write rows as CSV, TSV, Parquet or JSON Lines, by the ending; a row may lack columns."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    if path.suffix == ".jsonl":
        write_lines(path, rows)
    elif path.suffix == ".parquet":
        from pyarrow import parquet, table

        parquet.write_table(table({name: [row.get(name) for row in rows] for name in names}), path)
    else:
        with path.open("w", encoding="utf-8", newline="") as out:
            delimiter = {".csv": ",", ".tsv": "\t"}[path.suffix]
            # Unquoted, a carriage return would end the row.
            writer = csv.DictWriter(out, names, delimiter=delimiter, quoting=csv.QUOTE_ALL)
            writer.writeheader()
            writer.writerows(rows)


def skip_without(what: str, target: str) -> NoReturn:
    """Skip a test for want of what ``make test-TARGET`` installs; under that target, which sets
    ``$LITEPYRAMID_REQUIRE_TARGET``, fail.
    """
    variable, command = f"LITEPYRAMID_REQUIRE_{target.upper()}", f"make test-{target}"
    if os.environ.get(variable):
        pytest.fail(f"{variable} is set, but there is no {what} ({command})")
    pytest.skip(f"no {what} ({command})")


def without_padding(table: str) -> str:
    """A table of text with one space where its columns are padded with several."""
    return re.sub(" +", " ", table)
