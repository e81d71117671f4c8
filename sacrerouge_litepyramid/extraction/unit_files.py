"""A cache on disk for the units of any extractor, and the extraction of a file's units.

A stopped run can continue with the cache.
"""

import json
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.core.failures import name_text
from sacrerouge_litepyramid.core.units import Unit, unit_from_json, unit_to_json
from sacrerouge_litepyramid.extraction.extractor import (
    Reference,
    UnitExtractor,
    describe_extraction,
    extract_units,
    list_notices,
)
from sacrerouge_litepyramid.io.documents import read_references
from sacrerouge_litepyramid.io.files import Written
from sacrerouge_litepyramid.io.store import Cached
from sacrerouge_litepyramid.io.units import write_units
from sacrerouge_litepyramid.registry import build

logger = logging.getLogger(__name__)


@UnitExtractor.register("cached")
class CachedExtractor(Cached, UnitExtractor):
    """An extractor that asks ``extractor`` only about references that are not in its cache.

    Args:
        extractor: the extractor; its identity is part of the keys.
        path: the SQLite file; by default ``units.sqlite`` in the cache folder ($LITEPYRAMID_CACHE).
        batch_size: the number of references in a batch; a run that is stopped loses the batch it is
            working on.
    """

    file_name = "units.sqlite"
    title = "units"

    def __init__(
        self, extractor: UnitExtractor, path: str | None = None, batch_size: int = 64
    ) -> None:
        super().__init__(extractor, path, batch_size)
        self.extractor = extractor

    def notices(self) -> tuple[str, ...]:
        return self.extractor.notices()

    def knows_language(self, reference: Reference) -> bool:
        return self.extractor.knows_language(reference)

    def extract(self, references: Sequence[Reference]) -> list[list[Unit]]:
        if self.extractor.keeps_answers:
            return self.extractor.extract(references)
        return self.answer([(reference,) for reference in references])

    def compute(self, items: list[tuple[Reference]]) -> list[list[Unit]]:
        return self.extractor.extract([reference for (reference,) in items])

    def encode(self, answer: Sequence[Unit]) -> bytes:
        return json.dumps([unit_to_json(unit) for unit in answer]).encode()

    def decode(self, data: bytes, item: tuple[Reference]) -> list[Unit]:
        return [unit_from_json(unit) for unit in json.loads(data)]


def write_extracted_units(
    *,
    references: str | Path,
    output: str | Path,
    extractor: UnitExtractor | str | Mapping[str, Any] = "clauses",
    cache_file: str | Path | None = None,
) -> Written:
    """Extract units from the references of a file, and write them.

    Args:
        references: summaries.jsonl or references.jsonl.
        output: where to write the units (JSON Lines), such as units.jsonl.
        extractor: the extractor by its name (clauses, dependency, srl, sentence) or as JSON.
        cache_file: a SQLite file that stores units, so that a stopped run can continue; by default
            there is none.

    Raises:
        ValueError: if the file has no references. Errors of the extractor name the reference's
            document.
    """
    texts = read_references(references)
    built = build(UnitExtractor, extractor)
    if cache_file is not None:
        built = CachedExtractor(built, str(cache_file))
    with name_text(((name,), members) for name, members in texts.items()):
        extraction = extract_units(built, texts)
    write_units(Path(output), extraction.units.items())
    for notice in list_notices(built, extraction):
        logger.warning(notice)
    return Written(Path(output), [describe_extraction(extraction)])
