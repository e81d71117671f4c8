"""Small things that tests of several folders use."""

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def write_lines(path: Path, objects: list) -> None:
    path.write_text("".join(json.dumps(each) + "\n" for each in objects), "utf-8")


def read_lines(path: Path) -> list:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def without_padding(table: str) -> str:
    """A table of text with one space where its columns are padded with several."""
    return re.sub(" +", " ", table)
