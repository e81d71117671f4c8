"""Keeps finished work on disk, so that a run can be resumed if it is killed."""

import hashlib
import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, TypeVar

TABLE = "stored"
#: SQLite accepts at least 999 parameters in one statement
MAX_KEYS_PER_QUERY = 500

Item = TypeVar("Item", bound=Any)
Value = TypeVar("Value")


def cache_folder() -> Path:
    """Return the default folder of caches: $LITEPYRAMID_CACHE, else ~/.cache/sacrerouge-litepyramid."""
    chosen = os.environ.get("LITEPYRAMID_CACHE")
    return expand_home(chosen) if chosen else Path.home() / ".cache" / "sacrerouge-litepyramid"


def expand_home(path: str | Path) -> Path:
    """Replace the tilde of a path by the home folder, as shells do not expand it in JSON.

    Raises ValueError if the user does not exist.
    """
    try:
        return Path(path).expanduser()
    except RuntimeError:
        raise ValueError(f"{path}: no such home folder; write the path without ~") from None


class KeyValueStore:
    """Bytes by key in an SQLite file, which several processes may use at once.

    All methods raise ValueError, with the remedy, if the file cannot be read or written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path = expand_home(path)
        with self._explain_errors():
            path.parent.mkdir(parents=True, exist_ok=True)
            # No write-ahead log: it cannot be turned on while another process writes, and it needs shared memory, which
            # network file systems lack.
            self.connection = sqlite3.connect(path, timeout=120, isolation_level=None)
            columns = "key BLOB PRIMARY KEY, value BLOB"
            self.connection.execute(f"CREATE TABLE IF NOT EXISTS {TABLE} ({columns}) WITHOUT ROWID")

    def get(self, keys: Sequence[bytes], decode: Callable[[bytes, bytes], Value]) -> dict[bytes, Value]:
        """Return the values of the keys that are in the store; ``decode`` is called with a key and its bytes."""
        values: dict[bytes, bytes] = {}
        with self._explain_errors():
            for start in range(0, len(keys), MAX_KEYS_PER_QUERY):
                batch = keys[start : start + MAX_KEYS_PER_QUERY]
                marks = ",".join("?" * len(batch))
                values.update(self.connection.execute(f"SELECT key, value FROM {TABLE} WHERE key IN ({marks})", batch))
        return {key: decode(key, value) for key, value in values.items()}

    def put(self, values: Mapping[bytes, bytes]) -> None:
        """Store a batch in one transaction; if two processes store a key, the first value stays."""
        with self._explain_errors():
            self.connection.execute("BEGIN IMMEDIATE")
            self.connection.executemany(f"INSERT OR IGNORE INTO {TABLE} VALUES (?, ?)", values.items())
            self.connection.execute("COMMIT")

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
                f"{self.path}: cannot be used as a cache ({error}); delete the file if it is damaged, free some space, "
                "or set $LITEPYRAMID_CACHE to another folder"
            ) from None


def compute_missing(
    store: KeyValueStore,
    items: Mapping[bytes, Item],
    compute: Callable[[list[Item]], Sequence[Value]],
    encode: Callable[[Value], bytes | None],
    decode: Callable[[Item, bytes], Value],
    batch_size: int,
    progress: tuple[str, str] | None = None,
) -> dict[bytes, Value]:
    """Return the value of each item by its key: from the store, or computed and then stored, batch by batch.

    All items are divided into batches, not only the missing ones, so that a resumed run has the same batches and hence
    the same numbers to the last bit. A value for which ``encode`` returns None is not stored. ``progress``: the title
    and the unit of a progress bar, which counts stored values as done; None for no bar.
    """
    from tqdm import tqdm

    def read(keys: Sequence[bytes]) -> dict[bytes, Value]:
        return store.get(keys, lambda key, data: decode(items[key], data))

    values: dict[bytes, Value] = {}
    keys = list(items)
    title, unit = progress or ("", "")
    with tqdm(total=len(keys), desc=title, unit=unit, disable=None if progress else True) as bar:
        for start in range(0, len(keys), batch_size):
            batch = keys[start : start + batch_size]
            values |= read(batch)
            missing = [key for key in batch if key not in values]
            if missing:
                computed = dict(zip(missing, compute([items[key] for key in missing]), strict=True))
                encoded = {key: encode(value) for key, value in computed.items()}
                store.put({key: data for key, data in encoded.items() if data is not None})
                # If another process stored a value first, that value counts.
                values |= computed | read(missing)
            bar.update(len(batch))
    return values


class Cached:
    """A component whose answers are cached in a file, so that a stopped run can resume; processes may share the file.

    ``file_name``: the default name of the file in the cache folder ($LITEPYRAMID_CACHE); ``progress``: as for
    `compute_missing`.

    Args:
        component: the component that answers; its identity is part of the keys.
        path: the SQLite file.
        batch_size: the number of items that are computed together; a stopped run loses its last batch.
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
        """Return the answer to each item, in order; the largest items by ``size`` are computed first.

        An item is a JSON-ready tuple of everything besides the component's identity that determines its answer.
        """
        identity = json.dumps(self.identity(), sort_keys=True)
        keys = [make_key(identity, *item) for item in items]
        distinct = dict(zip(keys, items, strict=True))
        order = sorted(distinct, key=lambda key: (-size(distinct[key]), key)) if size else list(distinct)
        with closing(KeyValueStore(self.path)) as store:
            ordered = {key: distinct[key] for key in order}
            compute_batch = partial(compute, store)
            answers = compute_missing(store, ordered, compute_batch, encode, decode, self.batch_size, self.progress)
        return [answers[key] for key in keys]


def make_key(*facts: object) -> bytes:
    """Return the key for JSON-ready facts."""
    return hashlib.sha256(json.dumps(facts).encode()).digest()
