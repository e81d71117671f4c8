"""The signatures beside files of scores and evidence."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.core.json_text import parse_json
from sacrerouge_litepyramid.io.files import read_text, write_json, write_json_lines, write_together
from sacrerouge_litepyramid.signature import Signature, as_text

#: appended to an output's name, this names the file of its signatures
SUFFIX = ".signature.json"


def write_signatures(output: str | Path, signatures: Sequence[Signature]) -> None:
    """Write signatures beside an output, as OUTPUT.signature.json; nothing where there are none."""
    if signatures:
        write_json(f"{output}{SUFFIX}", as_file_data(signatures))


def as_file_data(signatures: Sequence[Signature]) -> list[dict[str, Any]]:
    """Return signatures as the file beside an output has them, each with its text."""
    return [{"text": as_text(signature), **signature} for signature in signatures]


def write_signed_lines(output: str | Path, objects: Iterable[dict[str, Any]], signatures: Sequence[Signature]) -> None:
    """Write JSON Lines and the signatures beside them, or neither."""
    with write_together():
        write_json_lines(output, objects)
        write_signatures(output, signatures)


def read_signatures(paths: Sequence[str | Path]) -> list[Signature]:
    """Read the distinct signatures beside files of scores or evidence; ValueError for a file that is none."""
    found: dict[str, Signature] = {}
    for path in (Path(f"{path}{SUFFIX}") for path in paths):
        if path.exists():
            entries = parse_json(read_text(path), path, "remove the file")
            if not isinstance(entries, list) or not all(map(_is_signed, entries)):
                raise ValueError(f"{path}: not a signature as scoring writes it; remove the file")
            found.update((entry["text"], entry) for entry in entries)
    return list(found.values())


def _is_signed(entry: Any) -> bool:
    """Return whether an entry is a signature with its own text, and with objects where readers look for more."""
    if not isinstance(entry, dict) or not isinstance(entry.get("metric"), str):
        return False
    settings = {name: value for name, value in entry.items() if name != "text"}
    objects = (settings.get(name) or {} for name in ("judge", "training", "range", "units", "extractor"))
    return entry.get("text") == as_text(settings) and all(isinstance(each, dict) for each in objects)
