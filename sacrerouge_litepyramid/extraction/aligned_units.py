"""SCUs and STUs of the same references, aligned by sentence, to mix them or to train a regressor."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from sacrerouge_litepyramid.core.mixing import SentenceKey, SentenceUnits, UnitsByInstance, group_by_sentence
from sacrerouge_litepyramid.core.texts import sentences_of
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.extractor import Reference

Tokenizer = Callable[[str], Sequence[str]]
Words = frozenset[str]


def tokenized_set(text: str, tokenize: Tokenizer) -> Words:
    """Return the distinct words of a text: lower-cased, commas and full stops replaced by spaces, then tokenised."""
    return frozenset(tokenize(text.lower().replace(",", " ").replace(".", " ")))


def best_sentence(words: Words, sentences: Sequence[Words]) -> int:
    """Return the index of the sentence with most words in common, the first of ties."""
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
    first, place = places[best_sentence(tokenized_set(text, tokenize), [references[i][j] for i, j in places])]
    others = tuple(index for index in unit.references if index != first)
    return replace(unit, references=(first, *others), sentence=place)


class AlignedUnits(NamedTuple):
    """A data set's units, each with its sentence; ``sentences``: those that have units, ``texts``: their texts."""

    scus: dict[str, list[Unit]]
    stus: dict[str, list[Unit]]
    sentences: dict[SentenceKey, SentenceUnits]
    texts: dict[SentenceKey, str]


def prepare(
    references: Mapping[str, Sequence[Reference]], scus: UnitsByInstance, stus: UnitsByInstance
) -> AlignedUnits:
    """Align the units that have no sentence yet.

    Raises ValueError with the instances if one of the three lacks an instance, or a unit's reference or sentence does
    not exist.
    """
    _check_instances(references, {"SCUs": scus, "STUs": stus})
    split = {name: [sentences_of(reference) for reference in members] for name, members in references.items()}
    words = {name: [[words_of(text) for text in texts] for texts in members] for name, members in split.items()}
    aligned_scus = {name: _align(name, scus[name], words[name]) for name in references}
    aligned_stus = {name: _align(name, stus[name], words[name]) for name in references}
    sentences = group_by_sentence(aligned_scus, aligned_stus)
    texts = {key: split[key.instance_id][key.reference][key.sentence] for key in sentences}
    return AlignedUnits(aligned_scus, aligned_stus, sentences, texts)


def words_of(text: str) -> Words:
    """Return the distinct words of a sentence by NLTK's Treebank rules, which also tokenise the units."""
    return tokenized_set(text, _treebank())


@cache
def _treebank():  # type: ignore[no-untyped-def]
    from nltk.tokenize import TreebankWordTokenizer

    return TreebankWordTokenizer().tokenize


def _align(instance_id: str, units: Sequence[Unit], references: Sequence[Sequence[Words]]) -> list[Unit]:
    try:
        return align_units(units, references, _treebank())
    except ValueError as error:
        raise ValueError(f"instance {instance_id!r}: {error}") from None


def _check_instances(references: Mapping[str, Sequence[Reference]], units: Mapping[str, UnitsByInstance]) -> None:
    for kind, by_instance in units.items():
        without = sorted(references.keys() - by_instance.keys())
        if without:
            raise ValueError(f"{len(without)} instances have references but no {kind}: {', '.join(without[:5])}")
        unknown = sorted(by_instance.keys() - references.keys())
        if unknown:
            raise ValueError(f"{len(unknown)} instances have {kind} but no references: {', '.join(unknown[:5])}")
