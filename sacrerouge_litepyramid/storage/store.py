"""Keep finished work on disk, so that a run killed at any moment can be resumed."""

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

# SQLite takes at least 999 parameters in one statement.
MAX_KEYS_PER_QUERY = 500


def cache_folder() -> Path:
    """Return the default folder of caches: $LITEPYRAMID_CACHE, else ~/.cache/sacrerouge-litepyramid."""
    chosen = os.environ.get("LITEPYRAMID_CACHE")
    return Path(chosen).expanduser() if chosen else Path.home() / ".cache" / "sacrerouge-litepyramid"


class KeyValueStore:
    """Bytes by key in an SQLite file that several processes may use at once.

    Raises ValueError naming the file when it cannot be written or is not such a store.
    """

    def __init__(self, path: Path) -> None:
        # A shell does not expand the tilde of a home folder within JSON.
        self.path = path = path.expanduser()
        with self._explain_errors():
            path.parent.mkdir(parents=True, exist_ok=True)
            self.connection = sqlite3.connect(path, timeout=120, isolation_level=None)
            # No write-ahead log: turning it on fails while another process writes, and it needs shared memory, which
            # network file systems do not have.
            self.connection.execute("CREATE TABLE IF NOT EXISTS kept (key BLOB PRIMARY KEY, value BLOB) WITHOUT ROWID")

    @contextmanager
    def _explain_errors(self) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            raise ValueError(
                f"{self.path}: cannot be used as a cache ({error}); delete it, make room, or choose another path: "
                "$LITEPYRAMID_CACHE is the folder of caches"
            ) from None

    def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """Return the values of the keys that are in the store."""
        found: dict[bytes, bytes] = {}
        for start in range(0, len(keys), MAX_KEYS_PER_QUERY):
            some = keys[start : start + MAX_KEYS_PER_QUERY]
            marks = ",".join("?" * len(some))
            with self._explain_errors():
                found.update(self.connection.execute(f"SELECT key, value FROM kept WHERE key IN ({marks})", some))
        return found

    def put(self, values: Mapping[bytes, bytes]) -> dict[bytes, bytes]:
        """Keep a batch in one transaction and return what the store now holds: of two processes the first counts."""
        with self._explain_errors():
            self.connection.execute("BEGIN IMMEDIATE")
            self.connection.executemany("INSERT OR IGNORE INTO kept VALUES (?, ?)", values.items())
            self.connection.execute("COMMIT")
        return self.get(list(values))

    def close(self) -> None:
        self.connection.close()
