"""Parse JSON strictly, and digest data."""

import hashlib
import json
from pathlib import Path
from typing import Any


def parse_json(text: str, where: str | Path, remedy: str = "get the file again") -> Any:
    """Return a JSON text's value; raise ValueError beginning with ``where`` if it cannot be parsed.

    An object that names a key twice is refused: JSON leaves open which of the values counts.
    """
    try:
        return json.loads(text, object_pairs_hook=_build_object)
    except _RepeatedKey as error:
        raise ValueError(f"{where}: the key {error.args[0]!r:.60} is there twice in one object; keep one") from None
    # json.JSONDecodeError is a ValueError; a whole number of thousands of digits raises a plain one.
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{where}: not JSON ({error}); {remedy}") from None


class _RepeatedKey(Exception):
    """An object of JSON has a key twice."""


def _build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        names = [name for name, _ in pairs]
        raise _RepeatedKey(next(name for name in data if names.count(name) > 1))
    return data


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
