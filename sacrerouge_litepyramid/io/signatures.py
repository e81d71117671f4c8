"""The signatures beside files of scores and evidence."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.io.files import read_text, write_json, write_json_lines, write_together
from sacrerouge_litepyramid.io.machine_files import refuse_changes
from sacrerouge_litepyramid.signature import Signature, as_text

#: the ending of the file with an output's signatures, after the output's name
SUFFIX = ".signature.json"


def write_signatures(output: str | Path, signatures: Sequence[Signature]) -> None:
    """Write the signatures of an output, if there are any, to OUTPUT.signature.json."""
    if signatures:
        write_json(f"{output}{SUFFIX}", as_file_data(signatures))


def as_file_data(signatures: Sequence[Signature]) -> list[dict[str, Any]]:
    """Return signatures as in the file beside an output, each with its text."""
    return [{"text": as_text(signature), **signature} for signature in signatures]


def write_signed_lines(
    output: str | Path, objects: Iterable[dict[str, Any]], signatures: Sequence[Signature]
) -> None:
    """Write JSON Lines and the signatures beside them, or neither."""
    with write_together():
        write_json_lines(output, objects)
        write_signatures(output, signatures)


def read_signatures(paths: Sequence[str | Path]) -> list[Signature]:
    """Read the distinct signatures beside files of scores or evidence.

    Raises ValueError if a file beside them has other content.
    """
    signatures: dict[str, Signature] = {}
    for path in paths:
        file = Path(f"{path}{SUFFIX}")
        if not file.exists():
            continue
        with refuse_changes(file, "signature", "scoring"):
            for entry in json.loads(read_text(file)):
                signatures[entry["text"]] = entry
    return list(signatures.values())
