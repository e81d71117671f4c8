"""Checks of files that one command writes and another reads: format, version and digest."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.core.json_text import sha256


@contextmanager
def refuse_changes(path: str | Path, kind: str, command: str) -> Iterator[None]:
    """Re-raise errors in reading a file's fields as a ValueError with its path and the remedy."""
    try:
        yield
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        reason = str(error).removeprefix(f"{path}: ")
        if isinstance(error, KeyError):
            reason = f"no field {reason}"
        raise ValueError(
            f"{path}: not a {kind} as {command} wrote it ({reason}); use the original file"
        ) from None


def check_format(head: Mapping[str, Any], name: str, version: int) -> None:
    """Raise ValueError if the head is of another kind of file or another version."""
    if (head["format"], head["version"]) != (name, version):
        raise ValueError(f"its format is {head['format']!r:.60}, version {head['version']!r:.20}")


def digest_lines(head: Mapping[str, Any], lines: Sequence[Mapping[str, Any]]) -> str:
    """Return the digest of a file's lines without the digest in its head."""
    plain = {name: value for name, value in head.items() if name != "digest"}
    return sha256(json.dumps([plain, *lines], sort_keys=True).encode())
