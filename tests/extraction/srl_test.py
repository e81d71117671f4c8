"""The extractor over a labeller: a labeller and a resolver of a few lines stand in for AllenNLP."""

from collections.abc import Sequence
from typing import Any

import pytest

from sacrerouge_litepyramid.core.texts import SPLITTER
from sacrerouge_litepyramid.extraction.extractor import CoreferenceClusters, CoreferenceResolver, SemanticRoleLabeler
from sacrerouge_litepyramid.extraction.srl import SrlExtractor
from sacrerouge_litepyramid.extraction.stus import ASSEMBLY, Frame, LabeledSentence


@SemanticRoleLabeler.register("second-word-is-the-verb")
class SecondWordIsTheVerb(SemanticRoleLabeler):
    def __init__(self) -> None:
        self.asked: list[str] = []

    def label(self, sentences: Sequence[str]) -> list[LabeledSentence]:
        self.asked += sentences
        return [self._sentence(tuple(sentence.split())) for sentence in sentences]

    def identity(self) -> dict[str, Any]:
        return {"type": "second-word-is-the-verb"}

    def _sentence(self, words: tuple[str, ...]) -> LabeledSentence:
        tags = ("B-ARG0", "B-V", *("B-ARG1" for _ in words[2:]))[: len(words)]
        return LabeledSentence(words, (Frame(words[min(1, len(words) - 1)], tags),))


@CoreferenceResolver.register("same-capital")
class SameCapital(CoreferenceResolver):
    """Tokens "X1", "X2"… of one capital letter, and "she", are one cluster."""

    def resolve(self, texts: Sequence[str]) -> list[CoreferenceClusters]:
        assert all(texts)
        return [self._document(tuple(text.replace(".", " .").split())) for text in texts]

    def identity(self) -> dict[str, Any]:
        return {"type": "same-capital"}

    def _document(self, tokens: tuple[str, ...]) -> CoreferenceClusters:
        mentions = tuple((i, i) for i, token in enumerate(tokens) if token[0] == "X" or token.lower() == "she")
        return CoreferenceClusters(tokens, (mentions,) if mentions else ())


def texts(extractor: SrlExtractor, reference: str | list[str]) -> list[tuple[str, int | None]]:
    return [(unit.text, unit.sentence) for unit in extractor.extract([reference])[0]]


def test_units_know_their_sentence() -> None:
    extractor = SrlExtractor(SecondWordIsTheVerb())
    assert texts(extractor, "<t> Ann ate fish . </t> <t> Bob ran home </t>") == [
        ("Ann ate fish .", 0),
        ("Bob ran home", 1),
    ]
    assert texts(extractor, ["Ann ate fish", "", "Bob slept"]) == [("Ann ate fish", 0), ("Bob slept", 2)]


@pytest.mark.parametrize("coreference", [None, SameCapital()])
def test_empty_references_have_no_unit_and_no_annotator_sees_them(coreference: SameCapital | None) -> None:
    labeler = SecondWordIsTheVerb()
    extractor = SrlExtractor(labeler, coreference)
    assert extractor.extract(["", [], [""], "Ann ate fish"])[:3] == [[], [], []]
    assert labeler.asked == ["Ann ate fish"]
    assert extractor.extract([]) == []


@pytest.mark.parametrize(
    "reference", ["X1 ate fish. She ran home. X2 slept.", ["X1 ate fish.", "She ran home.", "X2 slept."]]
)
def test_coreference_keeps_sentence_numbers_and_adds_units_of_no_sentence(reference: str | list[str]) -> None:
    extractor = SrlExtractor(SecondWordIsTheVerb(), SameCapital())
    assert texts(extractor, reference) == [
        ("X1 ate fish .", 0),
        ("X1 ran home .", 1),
        ("X1 slept .", 2),
        ("X1 is X2", None),
    ]


def test_identity_holds_those_of_its_parts() -> None:
    identity = SrlExtractor(SecondWordIsTheVerb(), SameCapital()).identity()
    assert identity == {
        "type": "srl",
        "labeler": {"type": "second-word-is-the-verb"},
        "coreference": {"type": "same-capital"},
        "assembly": ASSEMBLY,
        "splitter": SPLITTER,
    }
