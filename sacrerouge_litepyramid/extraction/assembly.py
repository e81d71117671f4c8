"""Assemble labelled sentences to units, for all extractors that use frames."""

from collections.abc import Iterable, Sequence

from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.stus import LabeledSentence, sentence_stus


def stu_units(sentences: Iterable[LabeledSentence], extra_stus: Sequence[str] = ()) -> list[Unit]:
    """Return the units of one reference, with single white space (a word that coreference replaced may be empty).

    ``extra_stus`` (from coreference) come last and belong to no sentence.
    """
    units = [
        Unit(" ".join(text.split()), kind="stu", sentence=index)
        for index, sentence in enumerate(sentences)
        for text in sentence_stus(sentence)
        if text.strip()
    ]
    return units + [Unit(" ".join(text.split()), kind="stu") for text in extra_stus]
