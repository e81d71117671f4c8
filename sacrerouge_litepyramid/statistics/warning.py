"""Warnings of results as records: what a warning is about decides its place, not its wording."""

from collections.abc import Iterable, Sequence
from enum import IntEnum, auto
from typing import NamedTuple


class Kind(IntEnum):
    """What a warning is about, the gravest first."""

    UNANSWERED = auto()
    TRAINED_HERE = auto()
    UNKNOWN_DIRECTION = auto()
    BEATEN_BY_SENTINEL = auto()
    EXCLUDED_SCORES = auto()
    LOW_AGREEMENT = auto()
    UNITS_LIKE_MAJORITY = auto()
    MEANS_NOT_COMPARABLE = auto()
    LIKE_SENTINEL = auto()
    NO_HUMAN_SCORES = auto()
    NO_CORRELATION = auto()
    MISSING_SCORES = auto()
    UNITS_AGREE_WEAKLY = auto()
    FEW_SYSTEMS = auto()
    FEW_DOCUMENTS = auto()
    NOTE = auto()


class ResultWarning(NamedTuple):
    """A warning that a result carries."""

    kind: Kind
    text: str

    def __str__(self) -> str:
        return self.text


def sort_warnings(warnings: Iterable[ResultWarning]) -> list[ResultWarning]:
    """Return the warnings, the gravest first; those of the same kind keep their order."""
    return sorted(warnings, key=lambda warning: warning.kind)


def list_texts(warnings: Iterable[ResultWarning]) -> list[str]:
    """Return the texts of warnings, for JSON."""
    return [warning.text for warning in warnings]


def describe_gravest(warnings: Sequence[ResultWarning]) -> str:
    """Return the gravest warning with the number of the others, "" if there is none."""
    if not warnings:
        return ""
    others = f" ({len(warnings) - 1} more: --details)" if len(warnings) > 1 else ""
    return f"Warning: {min(warnings, key=lambda warning: warning.kind)}{others}"
