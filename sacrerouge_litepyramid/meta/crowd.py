"""Measure how far the people behind a human score agree with each other."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.meta.scores import finite_or_none
from sacrerouge_litepyramid.statistics.krippendorff import binary_counts, mean_alpha, nominal_alpha


def crowd_agreement(pages: Mapping[str, Sequence[np.ndarray]], systems: Sequence[str]) -> dict[str, Any]:
    """Return Krippendorff's alpha of the systems' pages of votes (workers, SCUs).

    "pooled": over all SCUs at once; "per_page": the mean over pages, unanimous ones as 1 (Bhandari et al. 2020).
    Raises ValueError where none of the systems has votes.
    """
    counts = [binary_counts(page) for system in systems for page in pages.get(system, ())]
    if not counts:
        raise ValueError(f"no votes on any of the systems {', '.join(systems[:3])}…; both must have the same names")
    return {
        "pages": len(counts),
        "items": sum(map(len, counts)),
        "pooled": finite_or_none(nominal_alpha(np.concatenate(counts))),
        "per_page": finite_or_none(mean_alpha(counts)),
    }
