"""Align the SCUs and STUs of the same references by sentence, to mix them or to train a regressor."""

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


def find_distinct_words(text: str, tokenize: Tokenizer) -> Words:
    """Return the distinct words of a text: lower-cased, commas and full stops replaced by spaces, then tokenised."""
    return frozenset(tokenize(text.lower().replace(",", " ").replace(".", " ")))


def find_best_sentence(words: Words, sentences: Sequence[Words]) -> int:
    """Return the index of the sentence that shares the most words with these; of several, the first."""
    return max(range(len(sentences)), key=lambda index: len(words & sentences[index]))


def align_units(units: Sequence[Unit], references: Sequence[Sequence[Words]], tokenize: Tokenizer) -> list[Unit]:
    """Return the units, each with its sentence; a unit that already has a sentence keeps it.

    ``references``: for each reference, the words of its sentences. A unit of several references gets the best sentence
    in all of them, and that sentence's reference is put first. If other STUs have sentences, an STU without one comes
    from coreference ("name is other name"), and is aligned by the words after " is ".
    """
    have_sentences = any(unit.kind == "stu" and unit.sentence is not None for unit in units)
    return [_align_unit(unit, references, tokenize, have_sentences and unit.kind == "stu") for unit in units]


def _align_unit(unit: Unit, references: Sequence[Sequence[Words]], tokenize: Tokenizer, is_coreference: bool) -> Unit:
    unknown = [index for index in unit.references if index >= len(references)]
    if unknown:
        raise ValueError(
            f"the unit {unit.text!r} has the reference {unknown[0]}, counted from 0, but there are {len(references)}"
        )
    if unit.sentence is not None:
        count = len(references[unit.references[0]])
        if unit.sentence >= count:
            raise ValueError(
                f"the unit {unit.text!r} has the sentence {unit.sentence}, counted from 0, "
                f"but its reference has {count}"
            )
        return unit
    text = unit.text.partition(" is ")[2] or unit.text if is_coreference else unit.text
    places = [(index, place) for index in unit.references for place in range(len(references[index]))]
    if not places:
        raise ValueError(f"the unit {unit.text!r} cannot be aligned with a sentence: its reference is empty")
    words = find_distinct_words(text, tokenize)
    first, sentence = places[find_best_sentence(words, [references[index][place] for index, place in places])]
    others = tuple(index for index in unit.references if index != first)
    return replace(unit, references=(first, *others), sentence=sentence)


class AlignedUnits(NamedTuple):
    """A data set's units, each with its sentence; ``sentences``: the sentences with units, ``texts``: their texts."""

    scus: dict[str, list[Unit]]
    stus: dict[str, list[Unit]]
    sentences: dict[SentenceKey, SentenceUnits]
    texts: dict[SentenceKey, str]


def align_data_set(
    references: Mapping[str, Sequence[Reference]], scus: UnitsByInstance, stus: UnitsByInstance
) -> AlignedUnits:
    """Align the units of a data set that have no sentence yet.

    Raises ValueError, naming the instances, if references, SCUs and STUs are not of the same instances, or if a unit's
    reference or sentence does not exist.
    """
    _check_instances(references, {"SCUs": scus, "STUs": stus})
    split = {name: [sentences_of(reference) for reference in members] for name, members in references.items()}
    words = {name: [[split_words(text) for text in texts] for texts in members] for name, members in split.items()}
    aligned_scus = {name: _align(name, scus[name], words[name]) for name in references}
    aligned_stus = {name: _align(name, stus[name], words[name]) for name in references}
    sentences = group_by_sentence(aligned_scus, aligned_stus)
    texts = {key: split[key.instance_id][key.reference][key.sentence] for key in sentences}
    return AlignedUnits(aligned_scus, aligned_stus, sentences, texts)


def split_words(text: str) -> Words:
    """Return the distinct words of a sentence by NLTK's Treebank rules, which also tokenise the units."""
    return find_distinct_words(text, _load_tokenizer())


@cache
def _load_tokenizer() -> Tokenizer:
    from nltk.tokenize import TreebankWordTokenizer

    return TreebankWordTokenizer().tokenize


def _align(instance_id: str, units: Sequence[Unit], references: Sequence[Sequence[Words]]) -> list[Unit]:
    try:
        return align_units(units, references, _load_tokenizer())
    except ValueError as error:
        raise ValueError(f"instance {instance_id!r}: {error}") from None


def _check_instances(references: Mapping[str, Sequence[Reference]], units: Mapping[str, UnitsByInstance]) -> None:
    for kind, by_instance in units.items():
        missing = sorted(references.keys() - by_instance.keys())
        if missing:
            raise ValueError(f"{len(missing)} instances have references but no {kind}: {', '.join(missing[:5])}")
        unknown = sorted(by_instance.keys() - references.keys())
        if unknown:
            raise ValueError(f"{len(unknown)} instances have {kind} but no references: {', '.join(unknown[:5])}")
