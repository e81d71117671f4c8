"""Inverse document frequency of tokens in the reference texts."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence

import numpy as np


class InverseDocumentFrequency:
    """−log((df + 1) / (N + 1)) over N texts (Zhang et al. 2020, section 3; their code's smoothing).

    ``texts``: the terms of each reference text, words or a tokeniser's ids. A term of every text weighs 0, one of no
    text log(N + 1). ValueError for fewer than two texts: every weight of the one text would be 0.
    """

    def __init__(self, texts: Iterable[Iterable[Hashable]]) -> None:
        distinct = [set(terms) for terms in texts]
        if len(distinct) < 2:
            raise ValueError(f"idf needs at least two reference texts, not {len(distinct)}; leave idf out")
        self._texts = len(distinct)
        self._holding = Counter(term for terms in distinct for term in terms)

    def weights(self, terms: Sequence[Hashable]) -> np.ndarray:
        """Return the weight of each term, float32 of shape (terms,)."""
        holding = np.array([self._holding[term] for term in terms], dtype=np.float32)
        return np.log((self._texts + 1) / (holding + 1))
