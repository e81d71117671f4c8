"""Find the sentence of a reference to which a unit belongs (as in the authors' code; the paper does not say how)."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from sacrerouge_litepyramid.core.units import Unit

Tokenizer = Callable[[str], Sequence[str]]
Words = frozenset[str]


def word_set(text: str, tokenize: Tokenizer) -> Words:
    """Return the distinct words of a text: lower-cased, commas and full stops replaced by spaces, then tokenised."""
    return frozenset(tokenize(text.lower().replace(",", " ").replace(".", " ")))


def best_sentence(words: Words, sentences: Sequence[Words]) -> int:
    """Return the index of the sentence with most words in common; the first of ties, and where none has any."""
    if not sentences:
        raise ValueError("there is no sentence to align a unit with")
    return max(range(len(sentences)), key=lambda index: len(words & sentences[index]))


def align_units(units: Sequence[Unit], references: Sequence[Sequence[Words]], tokenize: Tokenizer) -> list[Unit]:
    """Return the units, each with its sentence; a unit that has a sentence keeps it.

    ``references``: for each reference the words of its sentences. A unit of several references belongs to the best
    sentence in all its references, and that sentence's reference comes first. If other STUs have sentences, an STU
    without one is a coreference STU ("name is other name"), and is aligned by the words after " is ".
    """
    numbered = any(unit.kind == "stu" and unit.sentence is not None for unit in units)
    return [_align_unit(unit, references, tokenize, extra=numbered and unit.kind == "stu") for unit in units]


def _align_unit(unit: Unit, references: Sequence[Sequence[Words]], tokenize: Tokenizer, extra: bool) -> Unit:
    unknown = [index for index in unit.references if index >= len(references)]
    if unknown:
        raise ValueError(f"the unit {unit.text!r} is of reference {unknown[0]}, but there are {len(references)}")
    if unit.sentence is not None:
        if unit.sentence >= len(references[unit.references[0]]):
            count = len(references[unit.references[0]])
            raise ValueError(f"the unit {unit.text!r} is of sentence {unit.sentence}, but its reference has {count}")
        return unit
    text = unit.text.partition(" is ")[2] or unit.text if extra else unit.text
    places = [(index, place) for index in unit.references for place in range(len(references[index]))]
    if not places:
        raise ValueError(f"the unit {unit.text!r} has no sentence to belong to: its reference is empty")
    found, place = places[best_sentence(word_set(text, tokenize), [references[i][j] for i, j in places])]
    others = tuple(index for index in unit.references if index != found)
    return replace(unit, references=(found, *others), sentence=place)
