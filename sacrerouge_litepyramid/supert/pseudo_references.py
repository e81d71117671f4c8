"""SUPERT's pseudo-references: which of the selected sentences are compared with a summary together."""

from collections.abc import Sequence

import numpy as np

from sacrerouge_litepyramid.core.precision_recall import Alignment

#: with so many sentences selected from all documents, each document is a pseudo-reference of its own
SEPARATE_FROM = 15


def grouped(selected: np.ndarray, documents: np.ndarray) -> list[np.ndarray]:
    """The selected sentences, by document when there are at least 15 of them, else all together (the released code).

    ``selected``: indices of sentences; ``documents``: each sentence's document. No sentences are no group.
    """
    if len(selected) < SEPARATE_FROM:
        return [selected] if len(selected) else []
    owners = documents[selected]
    return [selected[owners == document] for document in np.unique(owners)]


def mean_alignment(alignments: Sequence[Alignment]) -> Alignment:
    """The mean of each measure over the pseudo-references; NaN over none. Rounding leaves none above 1."""
    if not alignments:
        return Alignment(np.nan, np.nan, np.nan)
    return Alignment(*np.minimum(np.mean(alignments, axis=0), 1).tolist())
