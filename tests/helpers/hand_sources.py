"""Sources whose similarities a reader can see: sentences as directions in a plane."""

from collections.abc import Sequence

import numpy as np

from sacrerouge_litepyramid.metrics.supert.selection import SourceSentences


def sources(*documents: Sequence[float]) -> SourceSentences:
    """Each document's sentences as angles in degrees: the cosine of two is that of the
    difference.
    """
    angles = np.radians([angle for document in documents for angle in document])
    lengths = [len(document) for document in documents]
    return SourceSentences(
        texts=tuple(f"sentence {index}" for index in range(len(angles))),
        documents=np.repeat(np.arange(len(documents)), lengths),
        positions=np.concatenate([np.arange(0), *map(np.arange, lengths)]),
        vectors=np.stack([np.cos(angles), np.sin(angles)], axis=1),
    )
