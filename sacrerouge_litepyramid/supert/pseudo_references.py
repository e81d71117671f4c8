"""SUPERT's pseudo-references: groups of selected sentences, each compared with a summary."""

from collections.abc import Sequence

import numpy as np

from sacrerouge_litepyramid.core.precision_recall import Alignment

#: with at least this number of selected sentences, each document is a pseudo-reference
MIN_SEPARATE_SENTENCES = 15


def group_by_document(selected: np.ndarray, documents: np.ndarray) -> list[np.ndarray]:
    """Group the selected sentences by document if there are at least 15, else put them in one group (released code).

    ``selected``: indices of sentences; ``documents``: each sentence's document. Without sentences there is no group.
    """
    if len(selected) < MIN_SEPARATE_SENTENCES:
        return [selected] if len(selected) else []
    owners = documents[selected]
    return [selected[owners == document] for document in np.unique(owners)]


def mean_alignment(alignments: Sequence[Alignment]) -> Alignment:
    """Return the mean of each measure over the pseudo-references, at most 1 despite rounding; NaN without any."""
    if not alignments:
        return Alignment(np.nan, np.nan, np.nan)
    return Alignment(*np.minimum(np.mean(alignments, axis=0), 1).tolist())
