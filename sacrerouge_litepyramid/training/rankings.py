"""Rank the sentences whose SCUs are replaced by STUs: the paper's ranking, and baselines to compare it with."""

import numpy as np

from sacrerouge_litepyramid.extraction.aligned_units import AlignedUnits
from sacrerouge_litepyramid.training.easiness import gold_easiness

#: the score of sentences without gold easiness, which have no SCUs and come last
SCORE_WITHOUT_GOLD = -1.0

#: the rankings that need a regressor
BY_REGRESSOR = ("regressor", "reverse")
RANKINGS = (*BY_REGRESSOR, "random", "shortest", "oracle")


def rank_sentences(name: str, data: AlignedUnits, predicted: np.ndarray | None = None, seed: int = 0) -> np.ndarray:
    """Return a score for each of the data's sentences, (sentences,); the highest are replaced first.

    ``regressor``: easiest by ``predicted`` (sentences,) first; ``reverse``: hardest first; ``random``: by ``seed``;
    ``shortest``: fewest words first; ``oracle``: easiest in truth first, which needs the SCUs that the mix should
    save. Raises ValueError for another name, a negative seed, and a regressor's ranking without predictions.
    """
    if name in BY_REGRESSOR:
        if predicted is None:
            raise ValueError(f"the selection {name!r} needs the predictions of a regressor")
        return predicted.astype(np.float64) * (1 if name == "regressor" else -1)
    if name == "random":
        if seed < 0:
            raise ValueError(f"seed must be at least 0, not {seed}")
        return np.random.default_rng(seed).random(len(data.sentences))
    if name == "shortest":
        return np.array([-len(text.split()) for text in data.texts.values()], dtype=np.float64)
    if name == "oracle":
        return np.nan_to_num(gold_easiness(data), nan=SCORE_WITHOUT_GOLD)
    raise ValueError(f"the selection {name!r} is unknown; known: {', '.join(RANKINGS)}")
