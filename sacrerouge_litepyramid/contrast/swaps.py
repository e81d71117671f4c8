"""What an edit may touch, and the text with other words in the place of some."""

from collections.abc import Mapping
from typing import NamedTuple

from sacrerouge_litepyramid.contrast.sentences import Sentence
from sacrerouge_litepyramid.text.words import STOP_WORDS, stem


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
