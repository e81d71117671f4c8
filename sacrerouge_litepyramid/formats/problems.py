"""What is wrong with a file that people filled in: all of it is gathered, so that it is mended in one go."""

from typing import NamedTuple


class Problem(NamedTuple):
    """Where it is (file and row, instance, sentence), what is wrong, and what to do about it."""

    where: str
    what: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}; {self.remedy}"
