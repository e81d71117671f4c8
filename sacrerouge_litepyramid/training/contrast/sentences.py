"""Parsed sentences whose words know their place in the text, and what an edit may change in them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sacrerouge_litepyramid.core.texts import split_sentences
from sacrerouge_litepyramid.core.words import STOP_WORDS, stem
from sacrerouge_litepyramid.extraction.parser import DependencyParser
from sacrerouge_litepyramid.extraction.trees import Tree

ARTICLE = re.compile(r"\b([Aa])n? $")
#: figures and words that begin with a vowel's sound
VOWEL_SOUND = re.compile(r"(?!uni|use|one|eu|uk|us\b)[aeiou]|8|1[18](?!\d)", re.IGNORECASE)


@dataclass(frozen=True)
class Sentence:
    """A sentence, its tree, and the offset of each word's first character: (words,)."""

    text: str
    tree: Tree
    starts: tuple[int, ...]

    @property
    def is_lower_case(self) -> bool:
        return self.text == self.text.lower()

    def span_text(self, words: range) -> str:
        """Return the text from the first to the last of some words."""
        return self.text[self.starts[words.start] : self._end(words.stop - 1)]

    def replace(self, replacements: Mapping[range, str]) -> str:
        """Return the text with other words in place of some; the spans must not overlap.

        A sentence that began with a capital begins with one again, and "a" or "an" follows the word after it.
        """
        text = self.text
        for words, new in sorted(replacements.items(), key=lambda item: -item[0].start):
            article = r"\1n " if VOWEL_SOUND.match(new) else r"\1 "
            before = ARTICLE.sub(article, text[: self.starts[words.start]])
            text = before + new + text[self._end(words.stop - 1) :]
        return text[:1].upper() + text[1:] if self.text[:1].isupper() else text

    def insert_after(self, word: int, new: str) -> str:
        """Return the text with a word more, set off by a space."""
        return f"{self.text[: self._end(word)]} {new}{self.text[self._end(word) :]}"

    def _end(self, word: int) -> int:
        return self.starts[word] + len(self.tree.words[word])


def parse_sentences(texts: Iterable[str], parser: DependencyParser) -> dict[str, list[Sentence]]:
    """Return the sentences of each distinct text, split by rules; each distinct sentence is parsed once."""
    split = {text: split_sentences(text) for text in texts}
    distinct = list(dict.fromkeys(sentence for sentences in split.values() for sentence in sentences))
    parsed = dict(zip(distinct, map(_align, distinct, parser.parse(distinct)), strict=True))
    return {text: [parsed[sentence] for sentence in sentences] for text, sentences in split.items()}


def join_sentences(sentences: Sequence[Sentence], edited: int, new: str) -> str:
    """Return the text of all sentences with one of them replaced."""
    return " ".join(new if index == edited else each.text for index, each in enumerate(sentences))


def _align(text: str, tree: Tree) -> Sentence:
    starts: list[int] = []
    place = 0
    for word in tree.words:
        place = text.index(word, place)
        starts.append(place)
        place += len(word)
    return Sentence(text, tree, tuple(starts))


class Shared(NamedTuple):
    """What a unit states, as an edit of a summary must touch it.

    ``words``: all of them in lower case; ``stems``: of its content words; ``predicate``: the stem of its main
    predicate, None where that is not finite; ``names``: the lower-cased words of each name.
    """

    words: frozenset[str]
    stems: frozenset[str]
    predicate: str | None
    names: tuple[tuple[str, ...], ...]


def is_shared(word: str, shared: Shared | None) -> bool:
    """Return whether a word may be changed: any without ``shared``, else a content word that the unit has too."""
    return shared is None or (word.lower() not in STOP_WORDS and stem(word) in shared.stems)


def swap(sentence: Sentence, replacements: Mapping[range, str]) -> str:
    """Return the sentence with other words in place of some, in lower case where all of it is."""
    lower = sentence.is_lower_case
    return sentence.replace({words: new.lower() if lower else new for words, new in replacements.items()})


def swap_word(sentence: Sentence, index: int, new: str) -> str:
    """Return the sentence with another word wherever it has the word at ``index``."""
    word = sentence.tree.words[index]
    places = [place for place, each in enumerate(sentence.tree.words) if each == word]
    return swap(sentence, {range(place, place + 1): new for place in places})


def word_at(sentence: Sentence, index: int) -> str:
    """Return a word in lower case, "" beyond either end."""
    words = sentence.tree.words
    return words[index].lower() if 0 <= index < len(words) else ""


def tag_at(sentence: Sentence, index: int) -> str:
    """Return a Penn tag, "" beyond either end."""
    return sentence.tree.tags[index] if 0 <= index < len(sentence.tree.tags) else ""
