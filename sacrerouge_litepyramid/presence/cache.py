"""Any presence model behind a cache on disk: a run killed at any moment goes on where it was."""

import hashlib
import json
import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.pairs import Group, Pair, predict_unique_pairs, unique
from sacrerouge_litepyramid.presence.base import PairPresenceModel, PresenceModel

Item = Group | Pair


def cache_folder() -> Path:
    """Where caches lie unless told otherwise: $LITEPYRAMID_CACHE, else ~/.cache/sacrerouge-litepyramid."""
    return Path(os.environ.get("LITEPYRAMID_CACHE") or Path.home() / ".cache" / "sacrerouge-litepyramid")


@PresenceModel.register("cached")
class CachedPresence(PresenceModel):
    """Asks ``model`` only for what no earlier run has asked it, and keeps each answered batch at once.

    Predictions are keyed by the model's identity and the texts. Several processes may share the file. Batches are cut
    from the whole sorted input, not from what is missing, so that a batch holds the same pairs in a run that is taken
    up again and its numbers are the same to the last bit.

    Args:
        model: the presence model.
        path: the SQLite file; default ``presence.sqlite`` in the cache folder ($LITEPYRAMID_CACHE).
        batch_size: the number of pairs that are predicted, and lost if the run is killed, together.
    """

    def __init__(self, model: PresenceModel, path: str = None, batch_size: int = 1024) -> None:
        if batch_size < 1:
            raise ValueError(f"batch_size must be at least 1, not {batch_size}")
        self.model = model
        self.path = Path(path) if path else cache_folder() / "presence.sqlite"
        self.batch_size = batch_size

    @property
    def classes(self) -> int:  # type: ignore[override]
        return self.model.classes

    def identity(self) -> dict[str, Any]:
        return self.model.identity()

    def predict(self, groups: Sequence[Group]) -> list[np.ndarray]:
        with closing(PredictionStore(self.path)) as store:
            model = self.model
            if isinstance(model, PairPresenceModel):
                return predict_unique_pairs(groups, lambda pairs: np.stack(self._predict(store, pairs)))
            distinct, inverse = unique(groups)
            answers = self._predict(store, distinct)
            return [answers[index] for index in inverse]

    def _predict(self, store: "PredictionStore", items: Sequence[Item]) -> list[np.ndarray]:
        """Answers to distinct items, in their order; long texts first, which pads less and fails early."""
        identity = json.dumps(self.identity(), sort_keys=True)
        keys = [_key(identity, item) for item in items]
        order = sorted(range(len(items)), key=lambda index: (-_length(items[index]), keys[index]))
        answers: dict[bytes, np.ndarray] = {}
        for start in range(0, len(order), self.batch_size):
            batch = order[start : start + self.batch_size]
            answers.update(self._answer([keys[index] for index in batch], [items[index] for index in batch], store))
        return [answers[key] for key in keys]

    def _answer(self, keys: list[bytes], items: list[Item], store: "PredictionStore") -> dict[bytes, np.ndarray]:
        known = store.get(keys)
        missing = [(key, item) for key, item in zip(keys, items, strict=True) if key not in known]
        if missing:
            answers = self._ask([item for _, item in missing])
            store.put([key for key, _ in missing], answers)
            # Another process may have been first: what the file holds is what everyone uses.
            known = store.get(keys)
        return known

    def _ask(self, items: list[Any]) -> list[np.ndarray]:
        if isinstance(self.model, PairPresenceModel):
            return list(self.model.predict_pairs(items))
        return self.model.predict(items)


class PredictionStore:
    """Arrays of float64 by key, in an SQLite file that several processes may use at once."""

    def __init__(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.connection = sqlite3.connect(path, timeout=120, isolation_level=None)
            self.connection.execute("PRAGMA journal_mode=WAL")
            self.connection.execute("PRAGMA synchronous=NORMAL")
            self.connection.execute(
                "CREATE TABLE IF NOT EXISTS predictions (key BLOB PRIMARY KEY, classes INTEGER, logits BLOB) "
                "WITHOUT ROWID"
            )
        except (OSError, sqlite3.Error) as error:
            raise ValueError(
                f"{path}: cannot be used as a cache of predictions ({error}); delete it or choose another path"
            ) from None

    def get(self, keys: Sequence[bytes]) -> dict[bytes, np.ndarray]:
        """The arrays of the keys that are known; a pair's has shape (classes,), a group's (units, classes)."""
        found = {}
        for start in range(0, len(keys), 500):
            some = keys[start : start + 500]
            rows = self.connection.execute(
                f"SELECT key, classes, logits FROM predictions WHERE key IN ({','.join('?' * len(some))})", some
            )
            for key, classes, logits in rows:
                values = np.frombuffer(logits, dtype="<f8")
                found[key] = values.reshape(-1, classes) if classes else values
        return found

    def put(self, keys: Sequence[bytes], arrays: Sequence[np.ndarray]) -> None:
        """Keeps a batch in one transaction; a key that is there stays as it is."""
        rows = [
            (key, array.shape[1] if array.ndim == 2 else 0, array.astype("<f8").tobytes())
            for key, array in zip(keys, arrays, strict=True)
        ]
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.executemany("INSERT OR IGNORE INTO predictions VALUES (?, ?, ?)", rows)
        self.connection.execute("COMMIT")

    def close(self) -> None:
        self.connection.close()


def _key(identity: str, item: Item) -> bytes:
    return hashlib.sha256(json.dumps([identity, *item]).encode()).digest()


def _length(item: Item) -> int:
    rest = item[1]
    return len(item.summary) + (len(rest) if isinstance(rest, str) else sum(map(len, rest)))
