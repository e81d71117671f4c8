"""Cross-validation folds."""

from collections.abc import Sequence

import numpy as np


def draw_folds(names: Sequence[str], folds: int = 5, seed: int = 0) -> list[list[str]]:
    """Split distinct names at random into sorted folds whose sizes differ by at most one.

    Raises ValueError for fewer names than folds or fewer than two folds.
    """
    if folds < 2 or len(names) < folds:
        raise ValueError(f"{len(names)} names cannot be split into {folds} folds of at least one; two folds at least")
    ordered = sorted(names)
    shuffled = np.random.default_rng(seed).permutation(len(ordered))
    return [sorted(ordered[index] for index in part) for part in np.array_split(shuffled, folds)]
