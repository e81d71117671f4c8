"""How wrong systems' scores are: by their squared errors, and by the order in which they put the systems."""

from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.discrimination import pair_indices
from sacrerouge_litepyramid.statistics.rounding import restore_ties


class ScoreErrors(NamedTuple):
    """``rmse``: the root of the mean squared error; ``wrong_pairs``: the share of pairs of systems in wrong order."""

    rmse: float
    wrong_pairs: float


def measure_errors(scores: np.ndarray, truth: np.ndarray) -> ScoreErrors:
    """Measure the errors of scores (draws, systems) against the true ones (systems,), over all draws and systems.

    A pair counts if its true scores differ; equal scores of such a pair are half wrong. ``wrong_pairs`` is 0 without
    such a pair. Differences that are due to rounding count as none.
    """
    found, (true,) = restore_ties(scores), restore_ties(truth[None])
    first, second = pair_indices(len(truth))
    expected = np.sign(true[first] - true[second])
    order = np.sign(found[:, first] - found[:, second])[:, expected != 0]
    wrong = (1 - order * expected[expected != 0]) / 2
    return ScoreErrors(
        rmse=float(np.sqrt(((scores - truth) ** 2).mean())), wrong_pairs=float(wrong.mean()) if wrong.size else 0.0
    )
