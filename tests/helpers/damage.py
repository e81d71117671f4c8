"""Damaged copies of a file, each with a name: what the tests of hardening feed to readers and
commands.
"""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

#: what stands in for any value of a JSON file
VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    0.5,
    10**30,
    float("nan"),
    "",
    "\0",
    "../../escaped",
    [],
    [[]],
    {},
    [None, 1, "x"],
)
MARK = "the place of a value"


def damaged_bytes(content: bytes, seed: int = 0, tries: int = 12) -> Iterator[tuple[str, bytes]]:
    """Copies that are cut, shuffled, repeated, flipped, in another encoding, or huge.

    For files of any kind.
    """
    draw = random.Random(seed)
    lines = content.splitlines(keepends=True)
    text = content.decode("utf-8", "replace")
    yield "empty", b""
    yield "white space", b" \n\n\t\n"
    yield "reversed lines", b"".join(lines[::-1])
    yield "doubled lines", b"".join(line for line in lines for _ in range(2))
    yield "first line lost", b"".join(lines[1:])
    yield "DOS ends of lines", content.replace(b"\n", b"\r\n")
    yield "byte order mark", b"\xef\xbb\xbf" + content
    yield "UTF-16", text.encode("utf-16")
    yield "Latin-1", content.replace(b"a", b"\xe9", 1)
    yield "a surrogate's bytes", content.replace(b"a", b"\xed\xa0\x80", 1)
    yield "a long line", content + b"x" * 300_000
    for number in range(tries):
        place = draw.randrange(1, max(2, len(content)))
        other = draw.randrange(1, max(2, len(content)))
        yield f"cut {number}", content[:place]
        yield (
            f"flipped byte {number}",
            content[:place] + bytes([draw.randrange(256)]) + content[place + 1 :],
        )
        yield f"zero byte {number}", content[:place] + b"\0" + content[place:]
        yield f"swapped parts {number}", content[place:] + content[:place]
        yield f"repeated part {number}", content[: max(place, other)] + content[min(place, other) :]


def damaged_json(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Each value of a JSON or JSON Lines file replaced by each of VALUES, removed, or given
    twice.
    """
    whole, objects = _parsed(content)
    for path in dict.fromkeys(path for each in objects[:2] for path in _paths(each)):
        name = "/".join(map(str, path)) or "all"
        for value in VALUES:
            yield f"{name} = {value!r:.30}", _text(whole, objects, path, json.dumps(value))
        if path:
            yield f"{name} removed", _text(whole, objects, path, None)
            yield f"{name} twice", _text(whole, objects, path, '1, "again": 2')


def _parsed(content: bytes) -> tuple[bool, list[Any]]:
    try:
        return True, [json.loads(content)]
    except ValueError:
        return False, [json.loads(line) for line in content.splitlines() if line.strip()]


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value[:2]):
            yield from _paths(each, (*path, key))


def _text(whole: bool, objects: list[Any], path: tuple[Any, ...], text: str | None) -> bytes:
    """The file with ``text`` at the path in its last object that has it."""
    changed = copy.deepcopy(objects)
    index = max(index for index, each in enumerate(objects) if path in set(_paths(each)))
    if not path:
        changed[index] = MARK
    else:
        holder = changed[index]
        for key in path[:-1]:
            holder = holder[key]
        if text is None:
            del holder[path[-1]]
        else:
            holder[path[-1]] = MARK
    lines = [json.dumps(each).replace(json.dumps(MARK), text or "") for each in changed]
    return (lines[0] if whole else "\n".join(lines) + "\n").encode()
