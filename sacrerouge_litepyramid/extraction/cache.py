"""Any unit extractor behind a cache on disk: a run killed at any moment goes on where it was."""

import hashlib
import json
import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.core.units import Unit, unit_from_json, unit_to_json
from sacrerouge_litepyramid.extraction.base import Reference, UnitExtractor

#: keys asked for at once; SQLite allows 999
LOOKUP = 500


@UnitExtractor.register("cached")
class CachedExtractor(UnitExtractor):
    """Asks ``extractor`` once for each reference that no earlier run has asked it, and keeps each batch at once.

    Args:
        extractor: the extractor; its identity is part of the keys.
        path: the SQLite file; default ``units.sqlite`` in $LITEPYRAMID_CACHE, else in ~/.cache/sacrerouge-litepyramid.
        batch_size: the number of references that are extracted, and lost if the run is killed, together.
        progress: whether to show a progress bar.
    """

    def __init__(
        self,
        extractor: UnitExtractor,
        path: str | None = None,
        batch_size: int = 64,
        progress: bool = False,
    ) -> None:
        if batch_size < 1:
            raise ValueError(f"batch_size must be at least 1, not {batch_size}")
        self.extractor = extractor
        self.path = Path(path) if path else _folder() / "units.sqlite"
        self.batch_size = batch_size
        self.progress = progress

    def identity(self) -> dict[str, Any]:
        return self.extractor.identity()

    def extract(self, references: Sequence[Reference]) -> list[list[Unit]]:
        identity = json.dumps(self.identity(), sort_keys=True)
        keys = [_key(identity, reference) for reference in references]
        with closing(_UnitStore(self.path)) as store:
            known = store.get(list(dict.fromkeys(keys)))
            missing = {key: each for key, each in zip(keys, references, strict=True) if key not in known}
            known.update(self._extract_missing(missing, store, done=len(known)))
        return [known[key] for key in keys]

    def _extract_missing(
        self, missing: dict[bytes, Reference], store: "_UnitStore", done: int
    ) -> dict[bytes, list[Unit]]:
        from tqdm import tqdm

        answers: dict[bytes, list[Unit]] = {}
        items = list(missing.items())
        total = done + len(items)
        with tqdm(total=total, initial=done, unit="reference", disable=not self.progress) as bar:
            for start in range(0, len(items), self.batch_size):
                batch = items[start : start + self.batch_size]
                units = self.extractor.extract([reference for _, reference in batch])
                extracted = {key: each for (key, _), each in zip(batch, units, strict=True)}
                store.put(extracted)
                answers.update(extracted)
                bar.update(len(batch))
        return answers


class _UnitStore:
    """Lists of units by key, in an SQLite file that several processes may use at once."""

    def __init__(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.connection = sqlite3.connect(path, timeout=120, isolation_level=None)
            self.connection.execute("PRAGMA journal_mode=WAL")
            self.connection.execute("CREATE TABLE IF NOT EXISTS units (key BLOB PRIMARY KEY, units TEXT) WITHOUT ROWID")
        except (OSError, sqlite3.Error) as error:
            raise ValueError(
                f"{path}: cannot be used as a cache of units ({error}); delete it or choose another path"
            ) from None

    def get(self, keys: Sequence[bytes]) -> dict[bytes, list[Unit]]:
        """The units of the keys that are known."""
        found = {}
        for start in range(0, len(keys), LOOKUP):
            some = keys[start : start + LOOKUP]
            marks = ",".join("?" * len(some))
            for key, text in self.connection.execute(f"SELECT key, units FROM units WHERE key IN ({marks})", some):
                found[key] = [unit_from_json(data) for data in json.loads(text)]
        return found

    def put(self, units: dict[bytes, list[Unit]]) -> None:
        """Keeps a batch in one transaction; a key that is there stays as it is."""
        rows = [(key, json.dumps([unit_to_json(unit) for unit in each])) for key, each in units.items()]
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.executemany("INSERT OR IGNORE INTO units VALUES (?, ?)", rows)
        self.connection.execute("COMMIT")

    def close(self) -> None:
        self.connection.close()


def _folder() -> Path:
    return Path(os.environ.get("LITEPYRAMID_CACHE") or Path.home() / ".cache" / "sacrerouge-litepyramid")


def _key(identity: str, reference: Reference) -> bytes:
    return hashlib.sha256(json.dumps([identity, reference]).encode()).digest()
