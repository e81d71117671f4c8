"""SCUs and STUs of the same references, aligned by sentence to be mixed or to train a regressor."""

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.mixing import (
    SentenceKey,
    SentenceUnits,
    UnitsByInstance,
    group_by_sentence,
)
from sacrerouge_litepyramid.core.texts import sentences_of
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.extractor import Reference

#: the distinct words of a text or a sentence
Words = frozenset[str]


@cache
def _load_tokenizer() -> Any:
    from nltk.tokenize import TreebankWordTokenizer

    return TreebankWordTokenizer()


def split_words(text: str) -> Words:
    """Return the distinct words of a text by NLTK's Treebank rules, in lower case.

    Commas and full stops are dropped.
    """
    plain = re.sub("[,.]", " ", text.lower())
    return frozenset(_load_tokenizer().tokenize(plain))


def align_units(units: Sequence[Unit], references: Sequence[Sequence[Words]]) -> list[Unit]:
    """Return the units, each with its sentence; a unit that already has a sentence keeps it.

    ``references``: for each reference, the words of its sentences. A unit of several references
    gets the best sentence in all of them, and that sentence's reference is put first. If other STUs
    have sentences, an STU without one comes from coreference ("name is other name"), and is aligned
    by the words after " is ".
    """
    have_sentences = any(unit.kind == "stu" and unit.sentence is not None for unit in units)
    aligned = []
    for unit in units:
        _check_place(unit, references)
        if unit.sentence is None:
            _, _, other_name = unit.text.partition(" is ")
            is_coreference = have_sentences and unit.kind == "stu"
            text = other_name if is_coreference and other_name else unit.text
            unit = _align_unit(unit, split_words(text), references)
        aligned.append(unit)
    return aligned


def _check_place(unit: Unit, references: Sequence[Sequence[Words]]) -> None:
    last = max(unit.references)
    if last >= len(references):
        raise ValueError(
            f"the unit {unit.text!r} has the reference {last}, counted from 0, of {len(references)}"
        )
    # A unit's sentence is one of its first reference.
    count = len(references[unit.references[0]])
    if unit.sentence is not None and unit.sentence >= count:
        raise ValueError(
            f"the unit {unit.text!r} has the sentence {unit.sentence}, counted from 0, but its "
            f"reference has {count}"
        )


def _align_unit(unit: Unit, words: Words, references: Sequence[Sequence[Words]]) -> Unit:
    """Return a unit with the first of the sentences that share the most words with it."""
    most = -1
    for reference in unit.references:
        for place, sentence in enumerate(references[reference]):
            shared = len(words & sentence)
            if shared > most:
                most, best = shared, (reference, place)
    if most < 0:
        raise ValueError(
            f"the unit {unit.text!r} cannot be aligned with a sentence: its reference is empty"
        )
    first, sentence_place = best
    others = [index for index in unit.references if index != first]
    return replace(unit, references=(first, *others), sentence=sentence_place)


class AlignedUnits(NamedTuple):
    """A data set's units, each with its sentence."""

    scus: dict[str, list[Unit]]
    stus: dict[str, list[Unit]]
    #: the sentences with units, and their texts
    sentences: dict[SentenceKey, SentenceUnits]
    texts: dict[SentenceKey, str]


def align_data_set(
    references: Mapping[str, Sequence[Reference]], scus: UnitsByInstance, stus: UnitsByInstance
) -> AlignedUnits:
    """Align the units of a data set that have no sentence yet.

    Raises ValueError, naming the instances, if references, SCUs and STUs are not of the same
    instances, or if a unit's reference or sentence does not exist.
    """
    _check_instances(references, {"SCUs": scus, "STUs": stus})
    split = {}
    aligned_scus, aligned_stus = {}, {}
    for name, members in references.items():
        split[name] = list(map(sentences_of, members))
        words = [list(map(split_words, sentences)) for sentences in split[name]]
        try:
            aligned_scus[name] = align_units(scus[name], words)
            aligned_stus[name] = align_units(stus[name], words)
        except ValueError as error:
            raise ValueError(f"instance {name!r}: {error}") from None
    sentences = group_by_sentence(aligned_scus, aligned_stus)
    texts = {}
    for key in sentences:
        reference = split[key.instance_id][key.reference]
        texts[key] = reference[key.sentence]
    return AlignedUnits(aligned_scus, aligned_stus, sentences, texts)


def _check_instances(
    references: Mapping[str, Sequence[Reference]], units: Mapping[str, UnitsByInstance]
) -> None:
    for kind, by_instance in units.items():
        _check_empty(f"references but no {kind}", references.keys() - by_instance.keys())
        _check_empty(f"{kind} but no references", by_instance.keys() - references.keys())


def _check_empty(problem: str, instances: AbstractSet[str]) -> None:
    if instances:
        listed = ", ".join(sorted(instances)[:5])
        raise ValueError(f"{len(instances)} instances have {problem}: {listed}")
