"""What became of a requirement, by which a command of a pipeline has its exit status."""

from typing import NamedTuple

HOLDS, FAILS, UNDECIDED = "holds", "does not hold", "undecided"


class Decision(NamedTuple):
    """What became of a requirement: HOLDS, FAILS or UNDECIDED, with the numbers behind it in a sentence or two.

    ``documents_needed``: what would decide an undecided one with the power DEFAULT_POWER; None where it is not known.
    """

    required: str
    outcome: str
    reason: str
    documents_needed: int | None = None

    @property
    def exit_status(self) -> int:
        """The exit status of a command that requires it."""
        return {HOLDS: 0, FAILS: 3, UNDECIDED: 4}[self.outcome]

    def __str__(self) -> str:
        return f"Required: {self.required}: {self.outcome}. {self.reason}"
