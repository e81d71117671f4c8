"""A cache on disk for any unit extractor: a run that was stopped continues where it was."""

import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from tqdm import tqdm

from sacrerouge_litepyramid.core.units import Unit, unit_from_json, unit_to_json
from sacrerouge_litepyramid.extraction.extractor import Reference, UnitExtractor
from sacrerouge_litepyramid.io.store import KeyValueStore, cache_folder, compute_missing, make_key


@UnitExtractor.register("cached")
class CachedExtractor(UnitExtractor):
    """Asks ``extractor`` only about distinct references that are not in the cache, and stores each batch at once.

    Args:
        extractor: the extractor; its identity is part of the keys.
        path: the SQLite file; default ``units.sqlite`` in the cache folder ($LITEPYRAMID_CACHE).
        batch_size: the number of references that are extracted together, and lost together if the run is stopped.
    """

    def __init__(self, extractor: UnitExtractor, path: str | None = None, batch_size: int = 64) -> None:
        if batch_size < 1:
            raise ValueError(f"batch_size must be at least 1, not {batch_size}")
        self.extractor = extractor
        self.path = Path(path) if path else cache_folder() / "units.sqlite"
        self.batch_size = batch_size

    def identity(self) -> dict[str, Any]:
        return self.extractor.identity()

    def notices(self) -> tuple[str, ...]:
        return self.extractor.notices()

    def observed(self) -> dict[str, list[str]]:
        return self.extractor.observed()

    def extract(self, references: Sequence[Reference]) -> list[list[Unit]]:
        if self.extractor.keeps_answers:
            return self.extractor.extract(references)
        identity = json.dumps(self.identity(), sort_keys=True)
        keys = [make_key(identity, reference) for reference in references]
        distinct = dict(zip(keys, references, strict=True))
        with (
            closing(KeyValueStore(self.path)) as store,
            tqdm(total=len(distinct), desc="units", unit="reference", disable=None) as bar,
        ):

            def extract(some: list[Reference]) -> list[list[Unit]]:
                units = self.extractor.extract(some)
                bar.update(len(some))
                return units

            known = compute_missing(store, distinct, extract, _to_bytes, _decode, self.batch_size)
        return [list(known[key]) for key in keys]


def _to_bytes(units: Sequence[Unit]) -> bytes:
    return json.dumps([unit_to_json(unit) for unit in units]).encode()


def _decode(_: bytes, data: bytes) -> list[Unit]:
    return [unit_from_json(unit) for unit in json.loads(data)]
