"""Sources whose similarities a reader can see: sentences as directions in a plane."""

from collections.abc import Sequence

import numpy as np

from sacrerouge_litepyramid.metrics.supert.selection import SourceSentences


def sources(*documents: Sequence[float]) -> SourceSentences:
    """Return sentences that are angles in degrees: the cosine of two is that of the difference."""
    angles: list[float] = []
    numbers: list[int] = []
    positions: list[int] = []
    for number, document in enumerate(documents):
        angles += document
        numbers += [number] * len(document)
        positions += range(len(document))
    radians = np.radians(angles)
    return SourceSentences(
        texts=tuple(f"sentence {index}" for index in range(len(angles))),
        documents=np.array(numbers, dtype=int),
        positions=np.array(positions, dtype=int),
        vectors=np.stack([np.cos(radians), np.sin(radians)], axis=1),
    )
