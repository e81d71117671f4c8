"""How much a token says: inverse document frequency among the reference texts."""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np


class InverseDocumentFrequency:
    """−log((df + 1) / (N + 1)) over N texts (Zhang et al. 2020, section 3; their code's smoothing).

    ``texts``: the tokens of each reference text. Case is not told apart, which BERTScore leaves to the tokeniser. A
    token of every text weighs 0, one of no text log(N + 1). ValueError for fewer than two texts: every weight of the
    one text would be 0.
    """

    def __init__(self, texts: Iterable[Iterable[str]]) -> None:
        distinct = [{token.lower() for token in tokens} for tokens in texts]
        if len(distinct) < 2:
            raise ValueError(f"idf needs at least two reference texts, not {len(distinct)}; leave idf out")
        self._texts = len(distinct)
        self._holding = Counter(token for tokens in distinct for token in tokens)

    def weights(self, tokens: Sequence[str]) -> np.ndarray:
        """The weight of each token, float32 of shape (tokens,)."""
        holding = np.array([self._holding[token.lower()] for token in tokens], dtype=np.float32)
        return np.log((self._texts + 1) / (holding + 1))
