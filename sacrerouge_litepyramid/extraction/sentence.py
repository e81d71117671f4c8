"""Whole sentences as units: the simplest extractor, and the baseline of the others."""

from collections.abc import Sequence
from typing import Any

from sacrerouge_litepyramid.core.texts import SPLITTER, sentences_of
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.extractor import Reference, UnitExtractor


@UnitExtractor.register("sentence")
class SentenceExtractor(UnitExtractor):
    """Each sentence is a unit."""

    def extract(self, references: Sequence[Reference]) -> list[list[Unit]]:
        return [
            [Unit(text, kind="stu", sentence=index) for index, text in enumerate(sentences_of(reference)) if text]
            for reference in references
        ]

    def identity(self) -> dict[str, Any]:
        return {"type": "sentence", "splitter": SPLITTER}
