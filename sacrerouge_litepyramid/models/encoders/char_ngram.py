"""The encoder that needs no model: hashed character n-grams of stems."""

import re
import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.words import stem
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenEncoder, TokenVectors, unit_vectors

#: words and numbers of any script; other characters would match in unrelated texts
_TOKEN = re.compile(r"[^\W\d_]+|\d+(?:[.,]\d+)*")
DIMENSIONS = 256
#: lengths of n-grams, as in fastText (Bojanowski et al. 2017)
MIN_NGRAM, MAX_NGRAM = 3, 6
#: increased by a change that changes the vectors of a text
_VERSION = 1


@TokenEncoder.register("char-ngram")
class CharNgramEncoder(TokenEncoder):
    """Encodes each word's stem, with marks at its ends, as signed counts of its hashed n-grams of 3 to 6 characters.

    Words with the same stem have the same vector, and words with similar spelling similar ones: the vectors represent
    wording, neither meaning nor context. There are 256 dimensions, and no special tokens.
    """

    def encode_distinct(self, texts: Sequence[str]) -> list[TokenVectors]:
        return [_encode(tuple(_TOKEN.findall(text))) for text in texts]

    def identity(self) -> dict[str, Any]:
        return {"type": "char-ngram", "version": _VERSION}


def _encode(tokens: tuple[str, ...]) -> TokenVectors:
    vectors = np.array([_vector(token) for token in tokens], dtype=np.float32).reshape(len(tokens), DIMENSIONS)
    return TokenVectors(tokens, vectors, np.zeros(len(tokens), dtype=bool))


@lru_cache(maxsize=1 << 15)
def _vector(token: str) -> np.ndarray:
    marked = f"<{stem(token)}>"
    vector = np.zeros(DIMENSIONS, dtype=np.float32)
    for size in range(MIN_NGRAM, MAX_NGRAM + 1):
        for start in range(len(marked) - size + 1):
            code = zlib.crc32(marked[start : start + size].encode("utf-8", "surrogatepass"))
            vector[code % DIMENSIONS] += 1.0 if code & 0x80000000 else -1.0
    return unit_vectors(vector)
