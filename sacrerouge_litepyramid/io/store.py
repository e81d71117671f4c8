"""Keep finished work on disk, so that a run killed at any moment can be resumed."""

import hashlib
import json
import logging
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from sacrerouge_litepyramid.io.files import check_writable
from sacrerouge_litepyramid.io.locks import hold_file

logger = logging.getLogger(__name__)

TABLE = "kept"
#: as SQLite keeps it; a view or a computed column might never end
SCHEMA = f"CREATE TABLE {TABLE} (key BLOB PRIMARY KEY, value BLOB) WITHOUT ROWID"
CHECKSUM_SIZE = 8
#: added to an output's name, this names the store of its finished parts
PARTS = ".parts"
#: SQLite's message about a file of another format
NO_DATABASE = "not a database"
# SQLite takes at least 999 parameters in one statement.
MAX_KEYS_PER_QUERY = 500

Item = TypeVar("Item", bound=Any)
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

    A damaged file is set aside, as NAME.damaged, and begun anew with a warning. Raises ValueError naming the file when
    it cannot be written or is another program's.
    """

    def __init__(self, path: Path) -> None:
        self.path = path = expand_home(path)
        with self._explain_errors():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connect()
        self._try_twice(self._make_table)

    def get(self, keys: Sequence[bytes], decode: Callable[[bytes, bytes], Value]) -> dict[bytes, Value]:
        """Return the values of the keys that are in the store; ``decode`` is given a key and its bytes."""
        found = self._try_twice(lambda: self._read(keys))
        return {key: decode(key, value) for key, value in found.items()}

    def list_keys(self) -> set[bytes]:
        """Return the keys whose values are whole."""
        query = f"SELECT key, CAST(value AS BLOB) FROM {TABLE}"
        return self._try_twice(
            lambda: {key for key, kept in self.connection.execute(query) if _check_intact(key, kept) is not None}
        )

    def put(self, values: Mapping[bytes, bytes]) -> None:
        """Keep a batch in one transaction: of two processes the first counts."""
        self._try_twice(lambda: self._write(values))

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    def _connect(self) -> None:
        # No write-ahead log: turning it on fails while another process writes, and it needs shared memory, which
        # network file systems do not have.
        self.connection = sqlite3.connect(self.path, timeout=120, isolation_level=None)

    def _make_table(self) -> None:
        """Make the table in a new file; raise ValueError for another program's."""
        try:
            tables = self.connection.execute("SELECT sql FROM sqlite_master").fetchall()
            is_cache = {sql for (sql,) in tables} <= {SCHEMA}
        except sqlite3.DatabaseError as error:
            if NO_DATABASE not in str(error):
                raise
            is_cache = False
        if not is_cache:
            raise ValueError(f"{self.path}: cannot be used as a cache (the file is another program's); choose another")
        self.connection.execute(SCHEMA.replace("TABLE", "TABLE IF NOT EXISTS", 1))

    def _read(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        found = {}
        for start in range(0, len(keys), MAX_KEYS_PER_QUERY):
            some = keys[start : start + MAX_KEYS_PER_QUERY]
            marks = ",".join("?" * len(some))
            query = f"SELECT key, CAST(value AS BLOB) FROM {TABLE} WHERE key IN ({marks})"
            found.update({key: _check_intact(key, kept) for key, kept in self.connection.execute(query, some)})
        return found

    def _write(self, values: Mapping[bytes, bytes]) -> None:
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.executemany(
            f"INSERT OR IGNORE INTO {TABLE} VALUES (?, ?)",
            ((key, _make_checksum(key, value) + value) for key, value in values.items()),
        )
        self.connection.execute("COMMIT")

    def _try_twice(self, act: Callable[[], Value]) -> Value:
        """Return what ``act`` returns; of a damaged file, which is then set aside, what it returns of a new one."""
        with self._explain_errors():
            try:
                return act()
            except sqlite3.OperationalError:  # the disk is full, or the file is locked
                raise
            except sqlite3.DatabaseError as error:
                self._set_aside(error)
                return act()

    def _set_aside(self, error: sqlite3.DatabaseError) -> None:
        self.connection.close()
        aside = self.path.with_name(f"{self.path.name}.damaged")
        self.path.replace(aside)
        logger.warning("%s: the cache is damaged (%s); it is now %s, and a new one is begun", self.path, error, aside)
        self._connect()
        self._make_table()

    @contextmanager
    def _explain_errors(self) -> Iterator[None]:
        try:
            yield
        # A damaged file may give a message that is not UTF-8.
        except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
            raise ValueError(
                f"{self.path}: cannot be used as a cache ({error}); make room, move a damaged cache away, or choose "
                "another path: $LITEPYRAMID_CACHE is the folder of caches"
            ) from None


def _make_checksum(key: bytes, value: bytes) -> bytes:
    """Return what is kept before a value, so that neither it nor its key changes unnoticed."""
    return hashlib.blake2b(key + value, digest_size=CHECKSUM_SIZE).digest()


def _check_intact(key: bytes, kept: bytes | None) -> bytes:
    """Return a value without its checksum; raise sqlite3's error of a damaged file where they differ."""
    value = (kept or b"")[CHECKSUM_SIZE:]
    if kept != _make_checksum(key, value) + value:
        raise sqlite3.DatabaseError("a value is not the one that was kept")
    return value


def compute_missing(
    store: KeyValueStore,
    items: Mapping[bytes, Item],
    compute: Callable[[list[Item]], Sequence[Value]],
    encode: Callable[[Value], bytes | None],
    decode: Callable[[Item, bytes], Value],
    batch_size: int,
    progress: tuple[str, str] | None = None,
) -> dict[bytes, Value]:
    """Return the value of each item by its key: that of the store, or one that is computed and kept, batch by batch.

    Batches are cut from all items, not from the missing ones, so that a resumed run has the same batches, and the same
    numbers to the last bit. A value that ``encode`` has no bytes for is not kept. ``progress``: the title and the unit
    of a progress bar, which counts what the store had as done; None for no bar.
    """
    from tqdm import tqdm

    def read(keys: Sequence[bytes]) -> dict[bytes, Value]:
        return store.get(keys, lambda key, data: decode(items[key], data))

    found: dict[bytes, Value] = {}
    keys = list(items)
    title, unit = progress or ("", "")
    with tqdm(total=len(keys), desc=title, unit=unit, disable=None if progress else True) as bar:
        for start in range(0, len(keys), batch_size):
            batch = keys[start : start + batch_size]
            found |= read(batch)
            missing = [key for key in batch if key not in found]
            if missing:
                computed = dict(zip(missing, compute([items[key] for key in missing]), strict=True))
                encoded = {key: encode(value) for key, value in computed.items()}
                store.put({key: data for key, data in encoded.items() if data is not None})
                # Of two processes the first counts.
                found |= computed | read(missing)
            bar.update(len(batch))
    return found


@contextmanager
def hold_parts(output: Path) -> Iterator[KeyValueStore]:
    """Give the store of an output's finished parts, OUTPUT.parts, which no other run on this machine uses meanwhile.

    It is removed when the block ends, and kept after an error if anything is in it. Raises ValueError where it cannot
    be written, or another run writes the same output.
    """
    path = output.with_name(output.name + PARTS)
    check_writable(path)
    with ExitStack() as stack:
        try:
            stack.enter_context(hold_file(path))
        except BlockingIOError:
            raise ValueError(
                f"{output}: another run writes it now (and holds {path}); wait for it, or choose another output"
            ) from None
        store = KeyValueStore(path)
        stack.callback(store.close)
        is_done = False
        try:
            yield store
            is_done = True
        finally:
            if is_done or not store.list_keys():
                path.unlink()


class Cached:
    """A component whose answers are kept in a file, so that a stopped run goes on; several processes may share it.

    ``file_name``: of the file by default, in the cache folder ($LITEPYRAMID_CACHE); ``progress``: as for
    `compute_missing`.

    Args:
        component: what is asked; its identity is part of the keys.
        path: the SQLite file.
        batch_size: the number of items that are computed together, and lost together if the run is stopped.
    """

    file_name: ClassVar[str]
    progress: ClassVar[tuple[str, str] | None] = None

    def __init__(self, component: Any, path: str | None, batch_size: int) -> None:
        if batch_size < 1:
            raise ValueError(f"batch_size must be at least 1, not {batch_size}")
        self.component = component
        self.path = Path(path) if path else cache_folder() / self.file_name
        self.batch_size = batch_size

    def identity(self) -> dict[str, Any]:
        return self.component.identity()

    def observed(self) -> dict[str, list[str]]:
        return self.component.observed()

    def answer(
        self,
        items: Sequence[Item],
        compute: Callable[[KeyValueStore, list[Item]], Sequence[Value]],
        encode: Callable[[Value], bytes | None],
        decode: Callable[[Item, bytes], Value],
        size: Callable[[Item], int] | None = None,
    ) -> list[Value]:
        """Return the answer to each item, in order, by `compute_missing`, the largest ``size`` first.

        An item is a tuple of all that determines its answer beside the identity, JSON-ready.
        """
        identity = json.dumps(self.identity(), sort_keys=True)
        keys = [make_key(identity, *item) for item in items]
        distinct = dict(zip(keys, items, strict=True))
        order = sorted(distinct, key=lambda key: (-size(distinct[key]), key)) if size else list(distinct)
        with closing(KeyValueStore(self.path)) as store:
            asked = {key: distinct[key] for key in order}
            ask = partial(compute, store)
            found = compute_missing(store, asked, ask, encode, decode, self.batch_size, self.progress)
        return [found[key] for key in keys]


def make_key(*facts: object) -> bytes:
    """Return the key of JSON-ready facts."""
    return hashlib.sha256(json.dumps(facts).encode()).digest()
