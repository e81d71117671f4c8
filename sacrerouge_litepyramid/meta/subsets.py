"""Select systems: all, those whose names have a prefix, or those that a file lists."""

from collections.abc import Sequence
from pathlib import Path

from sacrerouge_litepyramid.meta.scores import Scores
from sacrerouge_litepyramid.storage.files import read_text

ALL = "mix"


def select_subset(scores: Scores, which: str) -> Scores:
    """Return the scores of some systems: ``which`` is "mix" for all, a file with a name a line, or a prefix ("abs").

    Raises ValueError for a name in the file that has no scores, and for fewer than two systems.
    """
    if which == ALL:
        names = list(scores.systems)
    elif Path(which).is_file():
        names = [line.strip() for line in read_text(which).split("\n") if line.strip()]
        unknown = sorted(set(names) - set(scores.systems))
        if unknown:
            raise ValueError(f"{which}: the system {unknown[0]!r} has no scores; known: {', '.join(scores.systems)}")
    else:
        names = [name for name in scores.systems if name.startswith(which)]
    if len(names) < 2:
        raise ValueError(
            f"--subset {which!r} means {len(names)} systems, but agreement needs two; give {ALL}, a file of names, or "
            f"the beginning of names such as {', '.join(scores.systems[:3])}"
        )
    return scores.part("systems", names)


def subset_label(which: str) -> str:
    """Return a subset's name in tables and file names."""
    return Path(which).stem if Path(which).is_file() else which


def select_systems(scores: Scores, names: Sequence[str]) -> Scores:
    """Return the scores of the named systems; raise ValueError for a system without scores."""
    unknown = sorted(set(names) - set(scores.systems))
    if unknown:
        raise ValueError(f"--summarizers: {unknown[0]!r} has no scores; known: {', '.join(scores.systems)}")
    return scores.part("systems", names)
