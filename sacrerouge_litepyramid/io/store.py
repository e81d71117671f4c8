"""Keep finished work on disk, so that a run killed at any moment can be resumed."""

import hashlib
import logging
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

logger = logging.getLogger(__name__)

TABLE = "kept"
#: as SQLite keeps it; a view or a computed column might never end
SCHEMA = f"CREATE TABLE {TABLE} (key BLOB PRIMARY KEY, value BLOB) WITHOUT ROWID"
CHECKSUM_SIZE = 8
#: SQLite's message about a file of another format
NO_DATABASE = "not a database"
# SQLite takes at least 999 parameters in one statement.
MAX_KEYS_PER_QUERY = 500

Value = TypeVar("Value")


def cache_folder() -> Path:
    """Return the default folder of caches: $LITEPYRAMID_CACHE, else ~/.cache/sacrerouge-litepyramid."""
    chosen = os.environ.get("LITEPYRAMID_CACHE")
    return expand_home(chosen) if chosen else Path.home() / ".cache" / "sacrerouge-litepyramid"


def expand_home(path: str | Path) -> Path:
    """Return a path with the home folder for its tilde, which a shell does not expand within JSON.

    Raises ValueError for the home folder of a user who does not exist.
    """
    try:
        return Path(path).expanduser()
    except RuntimeError:
        raise ValueError(f"{path}: there is no such home folder; write the path without ~") from None


class KeyValueStore:
    """Bytes by key in an SQLite file that several processes may use at once.

    A value is kept with a checksum. One that is damaged, or that its reader cannot decode, counts as missing, and is
    replaced when it is put again; `close` logs how many were found. Raises ValueError naming the file when it cannot be
    written or is not such a store.
    """

    def __init__(self, path: Path) -> None:
        self.path = path = expand_home(path)
        self._damaged: dict[bytes, bytes | None] = {}
        if "\0" in str(path):
            raise ValueError(f"{str(path)!r}: cannot be used as a cache (a path holds no zero character)")
        with self._explain_errors():
            path.parent.mkdir(parents=True, exist_ok=True)
            self.connection = sqlite3.connect(path, timeout=120, isolation_level=None)
            self._check_tables()
            # No write-ahead log: turning it on fails while another process writes, and it needs shared memory, which
            # network file systems do not have.
            self.connection.execute(SCHEMA.replace("TABLE", "TABLE IF NOT EXISTS", 1))

    def _check_tables(self) -> None:
        """Raise ValueError for another program's database."""
        try:
            tables = self.connection.execute("SELECT CAST(sql AS BLOB) FROM sqlite_master").fetchall()
            is_cache = {sql for (sql,) in tables} <= {SCHEMA.encode()}
        except sqlite3.DatabaseError as error:
            if NO_DATABASE not in str(error):
                raise
            is_cache = False
        if not is_cache:
            raise ValueError(f"{self.path}: cannot be used as a cache (the file is another program's); choose another")

    @contextmanager
    def _explain_errors(self) -> Iterator[None]:
        try:
            yield
        # A damaged file may give a message that is no UTF-8.
        except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
            raise ValueError(
                f"{self.path}: cannot be used as a cache ({error}); make room, move a damaged cache away, or choose "
                "another path: $LITEPYRAMID_CACHE is the folder of caches"
            ) from None

    def get(self, keys: Sequence[bytes], decode: Callable[[bytes, bytes], Value]) -> dict[bytes, Value]:
        """Return the values of the keys that are in the store, undamaged.

        ``decode`` is given a key and its bytes; any error that it raises says that they are damaged.
        """
        found: dict[bytes, Value] = {}
        for start in range(0, len(keys), MAX_KEYS_PER_QUERY):
            some = keys[start : start + MAX_KEYS_PER_QUERY]
            marks = ",".join("?" * len(some))
            with self._explain_errors():
                # A flipped bit of a row's header makes a text or a number of the bytes.
                query = f"SELECT key, CAST(value AS BLOB) FROM {TABLE} WHERE key IN ({marks})"
                rows = self.connection.execute(query, some).fetchall()
            for key, kept in rows:
                try:
                    found[key] = decode(key, check_intact(key, kept))
                # Another program's bytes may raise nearly any exception.
                except Exception:
                    self._damaged.setdefault(key, kept)
        return found

    def put(self, values: Mapping[bytes, bytes]) -> None:
        """Keep a batch in one transaction: of two processes the first counts."""
        damaged = [(key, self._damaged[key]) for key in values if key in self._damaged]
        with self._explain_errors():
            self.connection.execute("BEGIN IMMEDIATE")
            # Only what was found damaged: another process may have put the value meanwhile.
            self.connection.executemany(f"DELETE FROM {TABLE} WHERE key = ? AND CAST(value AS BLOB) IS ?", damaged)
            self.connection.executemany(
                f"INSERT OR IGNORE INTO {TABLE} VALUES (?, ?)",
                ((key, make_checksum(key, value) + value) for key, value in values.items()),
            )
            self.connection.execute("COMMIT")

    def close(self) -> None:
        """Close the file, and log the number of damaged values."""
        self.connection.close()
        if self._damaged:
            logger.warning("%s: %d damaged values were computed again", self.path, len(self._damaged))


def make_checksum(key: bytes, value: bytes) -> bytes:
    """Return what is kept before a value, so that neither it nor its key changes unnoticed."""
    return hashlib.blake2b(key + value, digest_size=CHECKSUM_SIZE).digest()


def check_intact(key: bytes, kept: bytes | None) -> bytes:
    """Return a value without its checksum; raise ValueError where they differ. A damaged file may also hold NULL."""
    if kept is None or kept[:CHECKSUM_SIZE] != make_checksum(key, kept[CHECKSUM_SIZE:]):
        raise ValueError("the value is damaged")
    return kept[CHECKSUM_SIZE:]
