"""Saved label forms, and problems in the files that annotators filled in."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.texts import count_nouns
from sacrerouge_litepyramid.io.files import read_text
from sacrerouge_litepyramid.io.machine_files import check_format, refuse_changes


class Problem(NamedTuple):
    """A problem in a file."""

    # the file, and the row, the instance or the sentence in it
    where: str
    # what is wrong
    what: str
    # what to do about it
    remedy: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}; {self.remedy}"


#: the number of problems that a message lists
MAX_SHOWN = 50


class ProblemsError(ValueError):
    """The error about files that annotators filled in.

    ``notes`` are lines about the files to print in any case.
    """

    def __init__(self, problems: Sequence[object], notes: Sequence[str] = ()) -> None:
        lines = list(map(str, problems))
        more = [f"… and {len(lines) - MAX_SHOWN} more"] if len(lines) > MAX_SHOWN else []
        self.problems = [*lines[:MAX_SHOWN], *more]
        self.notes = notes
        super().__init__(f"{count_nouns(problem=len(problems))}, listed above; nothing was written")

    def __str__(self) -> str:
        return "\n".join([*self.problems, *self.args])


def refuse_problems(problems: Sequence[object], notes: Sequence[str] = ()) -> None:
    """Raise `ProblemsError` for problems; do nothing if there are none."""
    if problems:
        raise ProblemsError(problems, notes)


VERSION = 1


@contextmanager
def read_saved_form(path: str | Path, kind: str) -> Iterator[dict[str, Any]]:
    """Yield the object of a saved form whose "format" is ``kind``.

    Errors in the block are explained as `refuse_changes` does.
    """
    with refuse_changes(path, "saved form", "the form"):
        data = json.loads(read_text(path))
        check_format(data, kind, VERSION)
        yield data
