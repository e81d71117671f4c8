"""FFCI's arithmetic: similarities of texts to a summary's faithfulness, focus and coverage (Koto et al., JAIR 2022)."""

from collections.abc import Sequence

import numpy as np


def faithfulness(similarity: np.ndarray, sentences: int) -> float:
    """Return how well a source supports a summary: the mean support of its sentences.

    ``similarity``: of shape (summary sentences, source sentences). A sentence's support is the mean of its
    ``sentences`` largest similarities, or of all where there are fewer. NaN without a sentence on either side.
    """
    if sentences < 1:
        raise ValueError(f"sentences must be at least 1, not {sentences}")
    if not similarity.size:
        return float("nan")
    largest = np.sort(similarity, axis=1)[:, -sentences:]
    return float(largest.mean(axis=1).mean())


def best_value(values: Sequence[float]) -> float:
    """Return the highest value over several references; NaN where no reference has a value."""
    known = [value for value in values if not np.isnan(value)]
    return max(known, default=float("nan"))
