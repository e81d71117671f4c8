"""The extractor over a labeller: a labeller and a resolver of a few lines stand in for AllenNLP."""

from collections.abc import Sequence
from typing import Any

import pytest

from sacrerouge_litepyramid.core.texts import SPLITTER
from sacrerouge_litepyramid.extraction.extractor import (
    CoreferenceClusters,
    CoreferenceResolver,
    SemanticRoleLabeler,
)
from sacrerouge_litepyramid.extraction.srl import SrlExtractor, resolve_names
from sacrerouge_litepyramid.extraction.stus import ASSEMBLY_VERSION, Frame, LabeledSentence


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
        mentions = tuple(
            (i, i) for i, token in enumerate(tokens) if token[0] == "X" or token.lower() == "she"
        )
        return CoreferenceClusters(tokens, (mentions,) if mentions else ())


def texts(extractor: SrlExtractor, reference: str | list[str]) -> list[tuple[str, int | None]]:
    return [(unit.text, unit.sentence) for unit in extractor.extract([reference])[0]]


def test_units_know_their_sentence() -> None:
    extractor = SrlExtractor(SecondWordIsTheVerb())
    assert texts(extractor, "<t> Ann ate fish . </t> <t> Bob ran home </t>") == [
        ("Ann ate fish .", 0),
        ("Bob ran home", 1),
    ]
    assert texts(extractor, ["Ann ate fish", "", "Bob slept"]) == [
        ("Ann ate fish", 0),
        ("Bob slept", 2),
    ]


@pytest.mark.parametrize("coreference", [None, SameCapital()])
def test_empty_references_have_no_unit_and_no_model_sees_them(
    coreference: SameCapital | None,
) -> None:
    labeler = SecondWordIsTheVerb()
    extractor = SrlExtractor(labeler, coreference)
    assert extractor.extract(["", [], [""], "Ann ate fish"])[:3] == [[], [], []]
    assert labeler.asked == ["Ann ate fish"]
    assert extractor.extract([]) == []


@pytest.mark.parametrize(
    "reference",
    ["X1 ate fish. She ran home. X2 slept.", ["X1 ate fish.", "She ran home.", "X2 slept."]],
)
def test_coreference_keeps_sentence_numbers_and_adds_units_of_no_sentence(
    reference: str | list[str],
) -> None:
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
        "assembly": ASSEMBLY_VERSION,
        "splitter": SPLITTER,
    }


def document(text: str, *clusters: tuple[tuple[int, int], ...]) -> CoreferenceClusters:
    return CoreferenceClusters(tuple(text.split()), clusters)


@pytest.mark.parametrize(
    ("text", "clusters", "resolved", "extra"),
    [
        # later names and pronouns
        (
            "Ann Lee came . She sang . Lee left",
            [((0, 1), (4, 4), (7, 7))],
            "Ann Lee came . Ann Lee sang . Ann Lee left",
            (),
        ),
        # a pronoun before the first name
        ("He came , Bob did", [((0, 0), (3, 3))], "Bob came , Bob did", ()),
        # a cluster of pronouns alone
        ("He said he came", [((0, 0), (2, 2))], "He said he came", ()),
        # two mentions that begin at the same token: the later cluster's counts
        (
            "Ann Bob came his way",
            [((0, 0), (3, 4)), ((1, 1), (3, 3))],
            "Ann Bob came Bob way",
            ("Ann is his way",),
        ),
    ],
)
def test_the_first_name_of_a_cluster_replaces_its_other_mentions(
    text: str, clusters: list[Any], resolved: str, extra: tuple[str, ...]
) -> None:
    answer = resolve_names(document(text, *clusters))
    assert " ".join(answer.words) == resolved
    assert answer.extra_stus == extra


def test_words_know_the_token_they_began_at() -> None:
    resolved = resolve_names(document("Ann Lee came . The singer sang", ((0, 1), (4, 5))))
    assert resolved.words == ("Ann", "Lee", "came", ".", "Ann Lee", "sang")
    assert resolved.origins == (0, 1, 2, 3, 4, 6)


def test_another_name_is_an_extra_stu_once() -> None:
    resolved = resolve_names(
        document("Rome fell . The city burned . the city", ((0, 0), (3, 4), (7, 8)))
    )
    assert resolved.extra_stus == ("Rome is The city",)


@pytest.mark.parametrize("later", ["ROME", "old Rome", "Romeo"])
def test_a_name_that_holds_the_first_is_no_extra_stu(later: str) -> None:
    text = f"Rome fell . {later}"
    assert resolve_names(document(text, ((0, 0), (3, len(text.split()) - 1)))).extra_stus == ()


@pytest.mark.parametrize(
    ("later", "extra"), [("Ann Poe", ()), ("Ann Poe Jones", ("Ann Lee is Ann Poe Jones",))]
)
def test_a_name_that_shares_half_of_its_words_is_no_extra_stu(
    later: str, extra: tuple[str, ...]
) -> None:
    text = f"Ann Lee . {later}"
    assert resolve_names(document(text, ((0, 1), (3, len(text.split()) - 1)))).extra_stus == extra


def test_a_mention_outside_the_text_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"the mention \[1, 2\] is outside the text of 2 tokens"):
        resolve_names(document("a b", ((0, 0), (1, 2))))
