"""Problems in the files that annotators filled in."""

from collections.abc import Sequence
from typing import NamedTuple

from sacrerouge_litepyramid.core.texts import count_nouns


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
