"""Finished work on disk, with which a run resumes after it was stopped."""

import hashlib
import json
import os
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, ClassVar

CREATE_TABLE = "CREATE TABLE IF NOT EXISTS stored (key BLOB PRIMARY KEY, value BLOB) WITHOUT ROWID"
#: seconds to wait while another process writes
WAIT_S = 120


def cache_folder() -> Path:
    """Return the folder of caches: $LITEPYRAMID_CACHE, else ~/.cache/sacrerouge-litepyramid."""
    chosen = os.environ.get("LITEPYRAMID_CACHE")
    return (
        Path(chosen).expanduser() if chosen else Path.home() / ".cache" / "sacrerouge-litepyramid"
    )


class KeyValueStore:
    """Bytes by key in an SQLite file, which several processes may use at once.

    All methods raise ValueError, with the remedy, if the file cannot be read or written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path = path.expanduser()
        with self._explain_errors():
            path.parent.mkdir(parents=True, exist_ok=True)
            # No write-ahead log: it cannot be turned on while another process writes, and it needs
            # shared memory, which network file systems lack.
            self.connection = sqlite3.connect(path, timeout=WAIT_S)
            self.connection.execute(CREATE_TABLE)

    def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """Return the values of the keys that are in the store."""
        values: dict[bytes, bytes] = {}
        with self._explain_errors():
            for key in keys:
                query = self.connection.execute("SELECT value FROM stored WHERE key = ?", [key])
                row = query.fetchone()
                if row is not None:
                    values[key] = row[0]
        return values

    def put(self, values: Mapping[bytes, bytes]) -> None:
        """Store a batch in one transaction; if two processes store a key, the first value stays."""
        with self._explain_errors(), self.connection:
            self.connection.executemany(
                "INSERT OR IGNORE INTO stored VALUES (?, ?)", values.items()
            )

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    @contextmanager
    def _explain_errors(self) -> Iterator[None]:
        try:
            yield
        # The message about a damaged file may not be UTF-8.
        except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
            raise ValueError(
                f"{self.path}: cannot be used as a cache ({error}); delete the file if it is "
                "damaged, free some space, or set $LITEPYRAMID_CACHE to another folder"
            ) from None


class Cached(ABC):
    """A component whose answers are cached in a file, which several processes may share.

    An item is a JSON-ready tuple of everything besides the component's identity that determines its
    answer. With the file, a stopped run resumes.

    Args:
        component: the component that answers; its identity is part of the keys.
        path: the SQLite file.
        batch_size: the number of items that are computed together; a stopped run loses its last
            batch.
    """

    # the default name of the file in the cache folder ($LITEPYRAMID_CACHE)
    file_name: ClassVar[str]
    # the title of a progress bar, which counts stored answers as done; without one there is no bar
    title: ClassVar[str] = ""

    def __init__(self, component: Any, path: str | None, batch_size: int) -> None:
        if batch_size < 1:
            raise ValueError(f"batch_size must be at least 1, not {batch_size}")
        self.component = component
        self.path = Path(path) if path else cache_folder() / self.file_name
        self.batch_size = batch_size

    @abstractmethod
    def compute(self, items: list[Any]) -> Sequence[Any]:
        """Return the component's answer to each item, in order."""

    @abstractmethod
    def encode(self, answer: Any) -> bytes | None:
        """Return the bytes of an answer, or None for one that the next run asks for again."""

    @abstractmethod
    def decode(self, data: bytes, item: Any) -> Any:
        """Return the answer to an item from its bytes."""

    def identity(self) -> dict[str, Any]:
        return self.component.identity()

    def observed(self) -> dict[str, list[str]]:
        return self.component.observed()

    def answer(self, items: Sequence[Any], size: Callable[[Any], int] | None = None) -> list[Any]:
        """Return the answer to each item, in order; the largest by ``size`` are computed first."""
        from tqdm import tqdm

        identity = json.dumps(self.identity(), sort_keys=True)
        keys = []
        for item in items:
            facts = json.dumps([identity, *item])
            keys.append(hashlib.sha256(facts.encode()).digest())
        distinct = dict(zip(keys, items, strict=True))
        order = list(distinct)
        if size:
            order.sort(key=lambda key: (-size(distinct[key]), key))
        answers: dict[bytes, Any] = {}
        # With None, tqdm shows a bar only on a terminal.
        is_off = None if self.title else True
        bar = tqdm(total=len(order), desc=self.title, unit="text", disable=is_off)
        with bar, closing(KeyValueStore(self.path)) as store:
            # All items are divided into batches, not only the missing ones, so that a resumed run
            # has the same batches and hence the same numbers to the last bit.
            for start in range(0, len(order), self.batch_size):
                batch = {key: distinct[key] for key in order[start : start + self.batch_size]}
                answers |= self._answer_batch(batch, store)
                bar.update(len(batch))
        return [answers[key] for key in keys]

    def _answer_batch(self, batch: dict[bytes, Any], store: KeyValueStore) -> dict[bytes, Any]:
        """Return the answers by key: from the store, or computed and then stored."""
        stored = store.get(list(batch))
        missing = [key for key in batch if key not in stored]
        computed = {}
        if missing:
            answers = self.compute([batch[key] for key in missing])
            computed = dict(zip(missing, answers, strict=True))
            encoded = {}
            for key, answer in computed.items():
                data = self.encode(answer)
                if data is not None:
                    encoded[key] = data
            store.put(encoded)
            # If another process stored an answer first, that answer counts.
            stored |= store.get(missing)
        return computed | {key: self.decode(data, batch[key]) for key, data in stored.items()}
