"""Exceptions that end a run early: an error about one text, and a dry run."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from sacrerouge_litepyramid.core.texts import Text, flatten

T = TypeVar("T")
R = TypeVar("R")


class TextError(ValueError):
    """An error about ``text``, raised by code that does not know its instance and system.

    `name_text` adds them.
    """

    def __init__(self, text: str, message: str) -> None:
        super().__init__(message)
        self.text = text


class DryRun(Exception):  # noqa: N818
    """A description of a run, which is raised instead of running."""


#: the parts of a message that differ between errors of one kind: the line or row, and quoted values
PARTICULARS = re.compile(r"^.*?, (line|row) \d+[^:]*: |'[^']*'")


def map_all(function: Callable[[T], R], items: Iterable[T]) -> list[R]:
    """Apply a function to all items.

    Raise the first ValueError, with the number of later ones of the same kind.
    """
    results, errors = [], []
    for item in items:
        try:
            results.append(function(item))
        except ValueError as error:
            errors.append(error)
    if not errors:
        return results
    kinds = [PARTICULARS.sub("", str(error)) for error in errors]
    later = kinds.count(kinds[0]) - 1
    raise ValueError(f"{errors[0]} (and {later} more like it)") if later else errors[0]


@contextmanager
def name_text(named: Iterable[tuple[Sequence[str], Iterable[Text]]]) -> Iterator[None]:
    """Put the instance and system of a text before a `TextError` that the block raises.

    ``named``: pairs of a key, (instance,) or (instance, system), and the texts that belong to it.
    A reference has no system.
    """
    try:
        yield
    except TextError as error:
        keys = [(key, flatten(text)) for key, texts in named for text in texts]
        # An error about a sentence of a reference is about the reference.
        for matches in (str.__eq__, str.__contains__):
            for (instance_id, *systems), text in keys:
                if matches(text, error.text):
                    system = "".join(f", system {system!r}" for system in systems)
                    raise ValueError(f"instance {instance_id!r}{system}: {error}") from None
        raise
