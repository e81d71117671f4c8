"""Parse JSON strictly, and digest data."""

import hashlib
import json
from pathlib import Path
from typing import Any


def parse_json(text: str, where: str | Path, remedy: str = "get the file again") -> Any:
    """Return a JSON text's value; raise ValueError beginning with ``where`` if it cannot be parsed.

    An object with a repeated key is refused: JSON leaves open which value counts.
    """
    try:
        return json.loads(text, object_pairs_hook=_build_object)
    except _RepeatedKey as error:
        raise ValueError(
            f"{where}: an object has the key {error.args[0]!r:.60} twice; keep one"
        ) from None
    # A whole number of thousands of digits raises a plain ValueError, not json.JSONDecodeError.
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{where}: not JSON ({error}); {remedy}") from None


def parse_json_object(text: str, where: str | Path, remedy: str) -> dict[str, Any]:
    """Return a JSON object; raise ValueError beginning with ``where`` for any other text."""
    value = parse_json(text, where, remedy)
    if not isinstance(value, dict):
        raise ValueError(f"{where}: {remedy}, not {type(value).__name__}")
    return value


class _RepeatedKey(Exception):
    """A JSON object has a key twice."""


def _build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = {}
    for name, value in pairs:
        if name in data:
            raise _RepeatedKey(name)
        data[name] = value
    return data


def sha256(data: bytes) -> str:
    """Return the digest of data as 64 hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()
