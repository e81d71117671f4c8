"""The interface of token encoders, and one without a model: hashed character n-grams of stems."""

import re
import zlib
from abc import abstractmethod
from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.pairs import unique
from sacrerouge_litepyramid.core.words import stem
from sacrerouge_litepyramid.registry import Registrable


class TokenVectors(NamedTuple):
    """A text's tokens and their vectors."""

    #: the characters that each token covers, or the name of a special token
    tokens: tuple[str, ...]
    #: float32, (tokens, dimensions)
    vectors: np.ndarray
    #: booleans, (tokens,): whether a token is one of the encoder's special tokens ([CLS], </s>)
    special: np.ndarray
    #: booleans, (tokens,): whether a token is a part of a longer word; None if all are whole words
    pieces: np.ndarray | None = None
    #: the tokeniser's ids; None without a vocabulary
    ids: np.ndarray | None = None

    @property
    def terms(self) -> tuple[Hashable, ...]:
        """The terms that idf counts: ids, as in BERTScore's code.

        Without a vocabulary they are the words in lower case.
        """
        if self.ids is None:
            return tuple(token.lower() for token in self.tokens)
        return tuple(self.ids.tolist())


class TokenEncoder(Registrable):
    """Encodes each text independently of the others, and each distinct text once."""

    noun = "encoder"
    default_implementation = "char-ngram"

    def encode(self, texts: Sequence[str]) -> list[TokenVectors]:
        """Return the vectors of each text, in order; equal texts share them."""
        distinct, inverse = unique(texts)
        encoded = self.encode_distinct(distinct)
        return [encoded[index] for index in inverse]

    @abstractmethod
    def encode_distinct(self, texts: Sequence[str]) -> list[TokenVectors]:
        """Return the vectors of each text; all texts differ."""

    @abstractmethod
    def identity(self) -> dict[str, Any]:
        """Return the settings that change the vectors, JSON-ready, for signatures.

        Settings of speed are omitted.
        """


def unit_vectors(vectors: np.ndarray) -> np.ndarray:
    """Scale each row to length 1.

    A row of zeros stays, and its cosine with every other row is 0.
    """
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    scaled = np.zeros_like(vectors)
    return np.divide(vectors, lengths, out=scaled, where=lengths > 0)


#: the special tokens that represent the whole text in models like BERT, RoBERTa and XLNet
_TEXT_TOKENS = ("[CLS]", "<cls>", "<s>")


def mean_vector(encoded: TokenVectors) -> np.ndarray:
    """Return the unit vector of the mean over all tokens, special ones too, or zeros.

    The source is Reimers and Gurevych 2019.
    """
    if not len(encoded.tokens):
        return np.zeros(encoded.vectors.shape[1], dtype=np.float32)
    return unit_vectors(encoded.vectors.mean(axis=0))


def text_vector(encoded: TokenVectors) -> np.ndarray:
    """Return a text's unit vector, (dimensions,).

    It is that of its special token, else of the mean of its tokens. Use it with bidirectional
    models only: in a decoder the first token does not see the text.
    """
    for index in np.flatnonzero(encoded.special):
        if encoded.tokens[index] in _TEXT_TOKENS:
            return unit_vectors(encoded.vectors[index])
    return mean_vector(encoded)


#: the number of groups that are encoded together; more groups need less padding, but more memory
GROUPS_PER_BLOCK = 512


def encoded_groups(
    encoder: TokenEncoder, groups: Sequence[Sequence[str]], block: int = GROUPS_PER_BLOCK
) -> Iterator[list[list[TokenVectors]]]:
    """Yield the vectors of each group's texts, block by block.

    Equal texts share one object. A text's vectors are dropped after the last block that needs them,
    so that groups of the same document should be adjacent.
    """
    last_group = {}
    for index, group in enumerate(groups):
        for text in group:
            last_group[text] = index
    encoded: dict[str, TokenVectors] = {}
    for start in range(0, len(groups), block):
        end = start + block
        members = groups[start:end]
        texts = dict.fromkeys(chain.from_iterable(members))
        new = [text for text in texts if text not in encoded]
        encoded.update(zip(new, encoder.encode(new), strict=True))
        yield [[encoded[text] for text in group] for group in members]
        encoded = {text: tokens for text, tokens in encoded.items() if last_group[text] >= end}


#: a word or number in any script; other characters would match in unrelated texts
_WORD_OR_NUMBER = re.compile(r"[^\W\d_]+|\d+(?:[.,]\d+)*")
_DIMENSIONS = 256
#: lengths of n-grams, as in fastText (Bojanowski et al. 2017)
_MIN_NGRAM = 3
_MAX_NGRAM = 6
#: increased by a change that changes the vectors of a text
VERSION = 1


@TokenEncoder.register("char-ngram")
class CharNgramEncoder(TokenEncoder):
    """Encodes each word as signed counts of the hashed n-grams of 3 to 6 characters in its stem.

    A stem is marked at its ends. Words with the same stem have the same vector, and words with
    similar spelling similar vectors: they represent wording, but neither meaning nor context. There
    are 256 dimensions, and no special tokens.
    """

    def encode_distinct(self, texts: Sequence[str]) -> list[TokenVectors]:
        return [_encode_words(tuple(_WORD_OR_NUMBER.findall(text))) for text in texts]

    def identity(self) -> dict[str, Any]:
        return {"type": "char-ngram", "version": VERSION}


def _encode_words(tokens: tuple[str, ...]) -> TokenVectors:
    vectors = np.zeros((len(tokens), _DIMENSIONS), dtype=np.float32)
    for index, token in enumerate(tokens):
        vectors[index] = _hash_word(token)
    return TokenVectors(tokens, vectors, np.zeros(len(tokens), dtype=bool))


@lru_cache(maxsize=1 << 15)
def _hash_word(token: str) -> np.ndarray:
    marked = f"<{stem(token)}>"
    vector = np.zeros(_DIMENSIONS, dtype=np.float32)
    for size in range(_MIN_NGRAM, _MAX_NGRAM + 1):
        for start in range(len(marked) - size + 1):
            ngram = marked[start : start + size]
            code = zlib.crc32(ngram.encode("utf-8", "surrogatepass"))
            dimension = code % _DIMENSIONS
            is_positive = code & 0x80000000
            vector[dimension] += 1.0 if is_positive else -1.0
    return unit_vectors(vector)
