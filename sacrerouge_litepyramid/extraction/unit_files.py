"""Units of a file of references, written to a file; a stopped run is resumed."""

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.core.failures import name_text
from sacrerouge_litepyramid.extraction.cache import CachedExtractor
from sacrerouge_litepyramid.extraction.extractor import (
    UnitExtractor,
    build_extractor,
    extract_units,
    list_notices,
    summary_line,
)
from sacrerouge_litepyramid.io.documents import read_references
from sacrerouge_litepyramid.io.files import Written
from sacrerouge_litepyramid.io.units import write_units

logger = logging.getLogger(__name__)


def write_extracted_units(
    *,
    references: str | Path,
    output: str | Path,
    extractor: UnitExtractor | str | Mapping[str, Any] = "clauses",
    cache_file: str | Path | None = None,
) -> Written:
    """Extract units from the distinct references of a file, and write them.

    Args:
        references: summaries.jsonl or references.jsonl.
        output: where to write the units (JSON Lines), as stus.jsonl.
        extractor: the extractor by its name (clauses, dependency, srl, sentence) or as JSON.
        cache_file: a SQLite file that keeps units, from which a stopped run goes on; without it nothing is kept.

    Raises:
        ValueError: for a file without references, and what the extractor raises, with the reference's document.
    """
    texts = read_references(references)
    built = extractor if isinstance(extractor, UnitExtractor) else build_extractor(extractor)
    if cache_file is not None:
        built = CachedExtractor(built, str(cache_file))
    with name_text(((name,), members) for name, members in texts.items()):
        extraction = extract_units(built, texts)
    write_units(Path(output), extraction.units.items())
    for notice in list_notices(built, extraction):
        logger.warning(notice)
    return Written(Path(output), [summary_line(extraction)])
