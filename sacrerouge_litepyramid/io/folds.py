"""Folds for cross-validation, ``{"by_documents": [[instance_id]], "by_systems": [[system]]}``."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.json_text import parse_json_object
from sacrerouge_litepyramid.io.files import Line, read_text, required


def draw_folds(names: Sequence[str], folds: int = 5, seed: int = 0) -> list[list[str]]:
    """Split distinct names at random into sorted folds whose sizes differ by at most one.

    Raises ValueError if there are fewer names than folds, or fewer than two folds.
    """
    if folds < 2 or len(names) < folds:
        raise ValueError(
            f"{len(names)} names cannot be split into {folds} folds; choose at least 2 folds, and "
            "at most one per name"
        )
    ordered = sorted(names)
    shuffled = np.random.default_rng(seed).permutation(len(ordered))
    parts = np.array_split(shuffled, folds)
    return [sorted(ordered[index] for index in part) for part in parts]


def read_folds(path: str | Path, by: str = "documents") -> list[list[str]]:
    """Read the folds by documents or systems; raise ValueError if they are not lists of names."""
    field = f"by_{by}"
    folds = required(Line(read_fold_file(path), str(path)), field, list)
    for fold in folds:
        if not isinstance(fold, list) or not all(isinstance(name, str) for name in fold):
            kind = "instance ids" if by == "documents" else "systems"
            raise ValueError(f"{path}: the field {field!r} must be a list of lists of {kind}")
    return folds


def read_fold_file(path: str | Path) -> dict[str, Any]:
    """Return the folds by kind, ``by_documents`` and ``by_systems``."""
    return parse_json_object(
        read_text(path), path, "it must be an object with the field 'by_documents'"
    )


def check_folds(
    folds: Sequence[Sequence[str]], names: Sequence[str], by: str = "documents"
) -> None:
    """Raise ValueError unless there are two or more folds with distinct, known names."""
    if len(folds) < 2 or not all(folds):
        raise ValueError(
            f"folds must be two or more lists of {by}, none of them empty, not {folds!r:.80}"
        )
    counts = Counter(name for fold in folds for name in fold)
    unknown = set(counts) - set(names)
    if unknown:
        raise ValueError(
            f"folds name {len(unknown)} {by} without labels, such as {min(unknown)!r}; remove them"
        )
    for name, count in counts.items():
        if count > 1:
            raise ValueError(f"folds name {name!r} more than once; keep it in one fold")
