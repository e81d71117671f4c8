"""The JSON file that a form saves in the browser."""

import math
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.storage.files import Line, parse_json, read_text

VERSION = 1


def read_saved_form(path: str | Path, kind: str) -> dict[str, Any]:
    """Read the object of a file whose "format" is ``kind``; ValueError names a file that holds anything else."""
    data = parse_json(read_text(path), path, "save it again in the form")
    found = data.get("format") if isinstance(data, dict) else data
    if found != kind:
        raise ValueError(f"{path}: a file of the format {kind!r} was expected, not {found!r:.60}; save it in the form")
    if data.get("version") != VERSION:
        raise ValueError(f"{path}: its version is {data.get('version')!r}, but {VERSION} is known; make the form again")
    return data


def read_items(path: str | Path, data: dict[str, Any], field: str, noun: str) -> list[Line]:
    """Return the objects of a list in a saved form, which messages call ``noun`` and count from 1.

    Raises ValueError if the field is no list of objects.
    """
    items = data.get(field)
    if not isinstance(items, list):
        raise ValueError(f"{path}: the field {field!r} must be a list; save it again in the form")
    lines = []
    for number, item in enumerate(items, start=1):
        where = f"{path}, {noun} {number}"
        if not isinstance(item, dict):
            raise ValueError(f"{where}: an object was expected, not {type(item).__name__}; save it again in the form")
        lines.append(Line(item, where))
    return lines


def read_seconds(line: Line) -> float | None:
    """Return the seconds that the form measured for a task, None without any; ValueError for anything but 0 or more."""
    seconds = line.data.get("seconds")
    if seconds is None:
        return None
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 <= seconds < math.inf:
        raise ValueError(f"{line.where}: 'seconds' must be 0 or more, not {seconds!r:.60}; save it again in the form")
    return float(seconds)
