"""The summary level of the notebook of Bhandari et al. 2020: the mean over significant documents alone.

Leaving out the documents in which a metric fails makes any metric look better; use it only to compare with their table.
"""

import warnings
from typing import Any

import numpy as np

ALPHA = 0.05


def significant_only(ours: np.ndarray, people: np.ndarray, alpha: float = ALPHA) -> dict[str, Any]:
    """Return by coefficient the mean over the documents whose p is at most ``alpha``, and their number."""
    from scipy import stats

    tests = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}
    known = ~(np.isnan(ours) | np.isnan(people))
    result = {}
    for name, test in tests.items():
        kept = []
        for document in range(ours.shape[1]):
            systems = known[:, document]
            # pearsonr refuses fewer than two values, and gives 1 without meaning for exactly two.
            if systems.sum() > 2:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    value, p = test(ours[systems, document], people[systems, document])
                if p <= alpha:
                    kept.append(float(value))
        result[name] = {"value": float(np.mean(kept)) if kept else None, "documents": len(kept)}
    return result
