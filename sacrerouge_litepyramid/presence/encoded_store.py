"""Keep encoded texts in a store on disk: another run, or other units for the same summaries, need no encoder."""

import hashlib
import io
import json
from collections.abc import Sequence

import numpy as np

from sacrerouge_litepyramid.presence.encoded_texts import EncodedText
from sacrerouge_litepyramid.storage.store import KeyValueStore

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
