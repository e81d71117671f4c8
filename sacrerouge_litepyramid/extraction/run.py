"""Extract the units of whole data sets, and count them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.interfaces import Reference, UnitExtractor
from sacrerouge_litepyramid.text.sentences import sentences_of


class Extraction(NamedTuple):
    """Units by instance, of all its references, and the counts over the distinct references.

    ``fallbacks``: sentences that gave one unit with all their words, because no frame was found.
    """

    units: dict[str, list[Unit]]
    references: int
    sentences: int
    stus: int
    fallbacks: int


def extract_units(extractor: UnitExtractor, references: Mapping[str, Sequence[Reference]]) -> Extraction:
    """Extract each distinct reference once; a unit's ``references`` is its reference's index in the instance."""
    every = [reference for members in references.values() for reference in members]
    distinct = {_key(reference): reference for reference in every}
    extracted = dict(zip(distinct, extractor.extract(list(distinct.values())), strict=True))
    sentences = {key: sentences_of(reference) for key, reference in distinct.items()}
    return Extraction(
        units={
            instance_id: [
                replace(unit, references=(place,))
                for place, reference in enumerate(members)
                for unit in extracted[_key(reference)]
            ]
            for instance_id, members in references.items()
        },
        references=len(distinct),
        sentences=sum(map(len, sentences.values())),
        stus=sum(map(len, extracted.values())),
        fallbacks=sum(_fallbacks(sentences[key], units) for key, units in extracted.items()),
    )


def summary_line(extraction: Extraction) -> str:
    """Return the line of counts to print at the end."""
    per_reference = extraction.stus / max(extraction.references, 1)
    return (
        f"{extraction.references} references, {extraction.sentences} sentences, {extraction.stus} STUs "
        f"({per_reference:.2f} per reference); {extraction.fallbacks} sentences fell back to themselves"
    )


def _fallbacks(sentences: Sequence[str], units: Sequence[Unit]) -> int:
    """Count sentences whose only unit is at least as long, white space aside: coreference can lengthen a unit."""
    count = 0
    for index, sentence in enumerate(sentences):
        own = [unit for unit in units if unit.sentence == index]
        count += len(own) == 1 and _length(own[0].text) >= _length(sentence)
    return count


def _length(text: str) -> int:
    return len("".join(text.split()))


def _key(reference: Reference) -> str | tuple[str, ...]:
    return reference if isinstance(reference, str) else tuple(reference)
