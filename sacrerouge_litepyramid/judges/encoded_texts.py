"""Texts as the embedding judge compares them: token vectors of three layers, words and sentences; kept on disk."""

import hashlib
import io
import json
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.texts import split_sentences
from sacrerouge_litepyramid.io.store import KeyValueStore
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenVectors, unit_vectors


class EncodedText(NamedTuple):
    """A text's tokens without the encoder's special ones.

    ``vectors``: of length 1, (layers, tokens, dimensions), in half precision, which is enough for cosines; ``words``:
    the index of each token's word, (tokens,); ``texts``: the words; ``starts``: the first token of each sentence,
    ascending from 0; ``sentences``: the sentences' mean vectors in the last layer, each of length 1, (sentences,
    dimensions); ``mean``: the same of the whole text, (dimensions,).
    """

    vectors: np.ndarray
    words: np.ndarray
    texts: tuple[str, ...]
    starts: np.ndarray
    sentences: np.ndarray
    mean: np.ndarray

    @property
    def size(self) -> int:
        """The memory of the vectors in bytes."""
        return int(self.vectors.nbytes + self.sentences.nbytes)


def prepare_text(text: str, layers: Sequence[TokenVectors]) -> EncodedText:
    """Return a text from its token vectors in each layer; the tokens are the same in all."""
    first = layers[0]
    kept = np.flatnonzero(~first.special)
    tokens = [first.tokens[index] for index in kept]
    pieces = np.zeros(len(kept), dtype=bool) if first.pieces is None else first.pieces[kept]
    words = np.cumsum(~pieces | (np.arange(len(kept)) == 0)) - 1
    texts = [""] * (int(words[-1]) + 1 if len(words) else 0)
    for word, token in zip(words.tolist(), tokens, strict=True):
        texts[word] += token.strip()
    vectors = np.stack([layer.vectors[kept] for layer in layers])
    starts = _sentence_starts(text, tokens)
    sums = np.add.reduceat(vectors[-1], starts, axis=0) if len(kept) else vectors[-1]
    return EncodedText(
        vectors=unit_vectors(vectors).astype(np.float16),
        words=words,
        texts=tuple(texts),
        starts=starts,
        sentences=unit_vectors(sums),
        mean=unit_vectors(vectors[-1].sum(axis=0)),
    )


def _sentence_starts(text: str, tokens: Sequence[str]) -> np.ndarray:
    """Return the first token of each sentence, found by the number of characters before it, without white space."""
    if not tokens:
        return np.zeros(0, dtype=np.int64)
    ends = np.cumsum([len("".join(sentence.split())) for sentence in split_sentences(text)])
    sizes = [len("".join(token.split())) for token in tokens]
    before = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    places = np.searchsorted(ends, before, side="right")
    return np.flatnonzero(np.concatenate([[True], places[1:] != places[:-1]]))


_ARRAYS = ("vectors", "words", "starts", "sentences", "mean")


class EncodedStore:
    """Encoded texts by text, for one encoder; ``identity``: all that determines the vectors."""

    def __init__(self, store: KeyValueStore, identity: dict[str, object]) -> None:
        self.store = store
        self._prefix = json.dumps(["encoded text", identity], sort_keys=True)

    def get(self, texts: Sequence[str]) -> dict[str, EncodedText]:
        """Return the texts that are in the store."""
        keys = {self._key(text): text for text in texts}
        return {keys[key]: _from_bytes(value) for key, value in self.store.get(list(keys)).items()}

    def put(self, encoded: dict[str, EncodedText]) -> None:
        self.store.put({self._key(text): _to_bytes(each) for text, each in encoded.items()})

    def _key(self, text: str) -> bytes:
        return hashlib.sha256(f"{self._prefix}\0{text}".encode("utf-8", "surrogatepass")).digest()


def _to_bytes(encoded: EncodedText) -> bytes:
    """Encode as numpy's archive; the words' texts as JSON."""
    buffer = io.BytesIO()
    texts = np.frombuffer(json.dumps(encoded.texts).encode(), dtype=np.uint8)
    np.savez(buffer, texts=texts, **{name: getattr(encoded, name) for name in _ARRAYS})
    return buffer.getvalue()


def _from_bytes(data: bytes) -> EncodedText:
    with np.load(io.BytesIO(data), allow_pickle=False) as archive:
        texts = tuple(json.loads(archive["texts"].tobytes()))
        return EncodedText(texts=texts, **{name: archive[name] for name in _ARRAYS})
