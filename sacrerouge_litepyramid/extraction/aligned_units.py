"""SCUs and STUs of the same references, aligned by sentence, to mix them or to train a regressor."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from sacrerouge_litepyramid.core.mixing import SentenceKey, SentenceUnits, UnitsByInstance, group_by_sentence
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.interfaces import Reference
from sacrerouge_litepyramid.extraction.sentence_alignment import Words, align_units, word_set
from sacrerouge_litepyramid.text.sentences import sentences_of


class AlignedUnits(NamedTuple):
    """A data set's units, each with its sentence; ``sentences``: those with any unit, ``texts``: their words."""

    scus: dict[str, list[Unit]]
    stus: dict[str, list[Unit]]
    sentences: dict[SentenceKey, SentenceUnits]
    texts: dict[SentenceKey, str]


def prepare(
    references: Mapping[str, Sequence[Reference]], scus: UnitsByInstance, stus: UnitsByInstance
) -> AlignedUnits:
    """Align the units that have no sentence yet.

    Raises ValueError, with the instances, where one of the three lacks an instance, and for a unit whose reference or
    sentence does not exist.
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
    return word_set(text, _treebank())


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
