"""Read facts from a language model's answer: the formats are strict, and repairs are reported."""

import json
import re
from collections.abc import Callable
from typing import NamedTuple

#: increased by a change in how answers are read: part of the extractor's identity
PARSER = 1

FACT = re.compile(r"- +(\S.*)")
#: what models write in place of "- ": other bullets and numbers
BULLET = re.compile(r"(?:[-*•–]|\(?\d{1,2}[.)])\s*(?=\D)(\S.*)")
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


class Reading(NamedTuple):
    """The distinct facts of an answer; ``repaired``: whether its format was wrong. Without facts it is refused."""

    facts: tuple[str, ...]
    repaired: bool = False


def read_lines(answer: str, finished: bool = True) -> Reading:
    """Read facts on lines that begin with "- ". Repairs other bullets, lines without a bullet, and a cut last line."""
    lines = [line.strip() for line in answer.splitlines() if line.strip()]
    kept = lines if finished else lines[:-1]
    strict = [match[1] for match in map(FACT.fullmatch, kept) if match]
    if finished and len(strict) == len(lines):
        return Reading(_drop_repetitions(strict))
    return Reading(_drop_repetitions([match[1] for match in map(BULLET.fullmatch, kept) if match]), repaired=True)


def read_json(answer: str, finished: bool = True) -> Reading:
    """Read a JSON list of strings. Repairs text or a fence around it, and a cut list, which keeps its whole strings."""
    facts = _list_of_strings(answer)
    if facts is not None:
        return Reading(_drop_repetitions(facts))
    start, end = answer.find("["), answer.rfind("]")
    if start < 0:
        return Reading(())
    facts = _list_of_strings(answer[start : end + 1])
    if facts is None and end < start and not finished:
        facts = _whole_strings(answer[start + 1 :])
    return Reading(_drop_repetitions(facts or []), repaired=True)


READERS: dict[str, Callable[[str, bool], Reading]] = {"lines": read_lines, "json": read_json}


def _list_of_strings(text: str) -> list[str] | None:
    """Return the strings of a JSON list; None for anything else, including a list with other values."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, list) and all(isinstance(item, str) for item in data) else None


def _whole_strings(inside: str) -> list[str] | None:
    """Return the closed strings at the beginning of an unclosed list; None where something else is among them."""
    closed = inside[: max((match.end() for match in STRING.finditer(inside)), default=0)]
    return _list_of_strings(f"[{closed}]")


def _drop_repetitions(facts: list[str]) -> tuple[str, ...]:
    """Return the distinct facts in order, with single white space, without those that have no letter or digit."""
    single = (" ".join(fact.split()) for fact in facts)
    return tuple(dict.fromkeys(fact for fact in single if any(character.isalnum() for character in fact)))
