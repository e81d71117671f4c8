"""A cache on disk for any unit extractor: a run that was stopped continues where it was."""

import json
from collections.abc import Sequence

from sacrerouge_litepyramid.core.units import Unit, unit_from_json, unit_to_json
from sacrerouge_litepyramid.extraction.extractor import Reference, UnitExtractor
from sacrerouge_litepyramid.io.store import Cached, KeyValueStore


@UnitExtractor.register("cached")
class CachedExtractor(Cached, UnitExtractor):
    """Asks ``extractor`` only about distinct references that are not in the cache, and stores each batch at once.

    Args:
        extractor: the extractor; its identity is part of the keys.
        path: the SQLite file; default ``units.sqlite`` in the cache folder ($LITEPYRAMID_CACHE).
        batch_size: the number of references that are extracted together, and lost together if the run is stopped.
    """

    file_name = "units.sqlite"
    progress = ("units", "reference")

    def __init__(self, extractor: UnitExtractor, path: str | None = None, batch_size: int = 64) -> None:
        super().__init__(extractor, path, batch_size)
        self.extractor = extractor

    def notices(self) -> tuple[str, ...]:
        return self.extractor.notices()

    def extract(self, references: Sequence[Reference]) -> list[list[Unit]]:
        if self.extractor.keeps_answers:
            return self.extractor.extract(references)
        return self.answer([(reference,) for reference in references], self._ask, _encode, _decode)

    def _ask(self, _: KeyValueStore, items: list[tuple[Reference]]) -> list[list[Unit]]:
        return self.extractor.extract([reference for (reference,) in items])


def _encode(units: Sequence[Unit]) -> bytes:
    return json.dumps([unit_to_json(unit) for unit in units]).encode()


def _decode(_: object, data: bytes) -> list[Unit]:
    return [unit_from_json(unit) for unit in json.loads(data)]
