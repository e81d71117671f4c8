"""The functions that tools/parser/config.cfg needs beside spaCy's own."""

from collections.abc import Iterator

import pytest

pytest.importorskip("spacy", reason="the parser is a spaCy pipeline")

import spacy
from functions import create_tokenised_augmenter
from spacy import Language
from spacy.tokens import Doc
from spacy.training import Example


def example(nlp: Language, words: list[str]) -> Example:
    """A sentence as the tokenizer divides it, beside the treebank's words."""
    reference = Doc(nlp.vocab, words=words, spaces=[False] * len(words))
    return Example(nlp.make_doc(reference.text), reference)


def unchanged(_: Language, given: Example) -> Iterator[Example]:
    yield given


@pytest.mark.parametrize(("level", "norm"), [(0.0, "not"), (1.0, "n't")])
def test_a_level_of_the_sentences_is_already_tokenised(level: float, norm: str) -> None:
    nlp = spacy.blank("en")
    (augmented,) = create_tokenised_augmenter(unchanged, level)(nlp, example(nlp, ["do", "n't"]))
    assert [token.norm_ for token in augmented.predicted] == ["do", norm]


def test_where_the_tokenizer_divides_otherwise_the_treebanks_words_are_taken() -> None:
    nlp = spacy.blank("en")
    (augmented,) = create_tokenised_augmenter(unchanged, 0.0)(
        nlp, example(nlp, ["can", "not", "stop"])
    )
    assert [token.text for token in augmented.predicted] == ["can", "not", "stop"]


def test_what_the_inner_augmenter_yields_is_kept() -> None:
    nlp = spacy.blank("en")
    first, second = example(nlp, ["Go"]), example(nlp, ["go"])
    augment = create_tokenised_augmenter(lambda *_: iter((first, second)), 0.0)
    assert list(augment(nlp, first)) == [first, second]
