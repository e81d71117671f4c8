"""Problems of a file that people filled in, which are collected so that all can be mended at once."""

from typing import NamedTuple


class Problem(NamedTuple):
    """A problem: its place (file and row, instance, sentence), what is wrong, and the remedy."""

    where: str
    what: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}; {self.remedy}"
