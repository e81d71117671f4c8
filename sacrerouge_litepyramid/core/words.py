"""The words and stems of a text. Stems, stop words and negations are those of English.

In other languages with Latin letters, nearly all words that are spelled like an English stop word
are stop words too.
"""

import re
from functools import lru_cache

from sacrerouge_litepyramid.core.porter import porter_stem
from sacrerouge_litepyramid.core.scripts import STOPS, has_own_words, tokenize
from sacrerouge_litepyramid.core.spelling import SPELLING, unify_letters, unify_spelling

_PLAIN_WORD = re.compile(r"[^\W\d_]+|\d+(?:[.,]\d+)*")
# Patterns that begin with a set of characters are found fast.
_SENTENCE_END = re.compile(r"[.!?\n](?:(?<=\n)|(?=\s|$))")
#: a web or mail address, a spelling such as "$1.5 million" or "didn't", a word or a number
_WORD = re.compile(
    rf"(?:https?://|www\.)\S*\w|[\w.+-]+@[\w-]+\.[\w.-]*\w|{SPELLING}|[^\W\d_]+|\d+(?:[.,]\d+)*"
)
#: the ends of sentences in a text that is not English
_END = re.compile(rf"[.!?](?=\s|$)|[\n{STOPS}]")
_MAX_STEMMED_LENGTH = 40

_NUMBER_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety "
    "hundred thousand"
)
_NUMBERS = map(str, (*range(20), *range(20, 101, 10), 1000))
NUMBER_WORDS = dict(zip(_NUMBER_WORDS.split(), _NUMBERS, strict=True))

_STOP = (
    "a an the this that these those and or but nor if then than so as at by for from in into of "
    "off on onto out over to up down with about i me my we us our you your he him his she her hers "
    "it its they them their who whom whose which what when where why how am is are was were be "
    "been being do does did done have has had having will would can could shall should may might "
    "must not no there here also just very s t d m ll re ve th st nd rd"
)
STOP_WORDS = frozenset(_STOP.split())
#: words that turn a statement into its opposite, beside those that end with "n't"
NEGATIONS = frozenset("not never no without cannot neither nor none nobody nothing".split())
_DROPPED = STOP_WORDS - NEGATIONS


def words_by_sentence(text: str) -> list[list[str]]:
    """Return the words and numbers of each sentence that has any, as written.

    A sentence ends at ``.``, ``!`` or ``?`` before white space, at the marks of other scripts, and
    at a new line.
    """
    if has_own_words(text):
        return _words_in_any_script(text)
    return list(filter(None, map(_PLAIN_WORD.findall, _SENTENCE_END.split(text))))


@lru_cache(maxsize=1 << 9)
def compared_words(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the words of each sentence as `words_by_sentence`, in the form that is compared.

    It is that of `unify_spelling`: "didn't" is two words, "did" and "not".
    """
    return tuple(map(tuple, words_by_sentence(unify_spelling(text))))


def _words_in_any_script(text: str) -> list[list[str]]:
    sentences = []
    for sentence in _END.split(text):
        sentences.append([sentence[start:end] for start, end in tokenize(sentence)])
    return list(filter(None, sentences))


def count_words(text: str) -> int:
    """Return how many words and numbers a text has, those of `words_by_sentence`."""
    if has_own_words(text):
        return sum(map(len, _words_in_any_script(text)))
    return len(_PLAIN_WORD.findall(text))


@lru_cache(maxsize=1 << 17)
def stem(word: str) -> str:
    """Return a word's Porter stem, or a number's digits without thousands separators."""
    lower = word.lower()
    if lower in NUMBER_WORDS:
        return NUMBER_WORDS[lower]
    if lower[0].isdigit():
        return lower.replace(",", "")
    # The stemmer is for English, and very long "words" are not English.
    if not lower.isascii() or len(lower) > _MAX_STEMMED_LENGTH:
        return lower
    return porter_stem(lower)


@lru_cache(maxsize=1 << 17)
def compared_stem(word: str) -> str:
    """Return the stem of a word without diacritics and in its American form (`unify_letters`)."""
    return stem(unify_letters(word))


def content_words(words: list[str]) -> list[str]:
    """Return the words that are not stop words, or all words if all are stop words."""
    return [word for word in words if word.lower() not in STOP_WORDS] or words


def find_content_words(text: str) -> list[tuple[int, int]]:
    """Return the start and end of each content word: those that are not stop words.

    In another script all words are content words.

    A web or mail address is one word, and so is a quantity such as "$1.5 million".
    """
    if has_own_words(text):
        return tokenize(text)
    words = _WORD.finditer(text)
    return [match.span() for match in words if not _has_only(STOP_WORDS, match[0])]


def drop_stop_words(text: str) -> str:
    """Return a text's content words and NEGATIONS, joined by single spaces.

    A text without such words or in another script is returned as it is.
    """
    if has_own_words(text):
        return text
    words = [match[0] for match in _WORD.finditer(text)]
    return " ".join(word for word in words if not _has_only(_DROPPED, word)) or text


def find_negations(text: str) -> dict[int, int]:
    """Return, by the start of each word, where the negations that govern it begin.

    Without a negation that is the word's own start. Between a word and the negations before it
    there are only stop words, and no "but".
    """
    begins = {}
    open_start = None
    for match in _WORD.finditer(text):
        start, word = match.start(), match.group().lower()
        begins[start] = start if open_start is None else open_start
        if word in NEGATIONS or unify_spelling(word).endswith(" not"):
            open_start = begins[start]
        elif word == "but" or not _has_only(STOP_WORDS, match.group()):
            open_start = None
    return begins


@lru_cache(maxsize=1 << 16)
def _has_only(words: frozenset[str], word: str) -> bool:
    """Return whether a word of a text, which may be a spelling of several, has only these words."""
    return all(part.lower() in words for part in unify_spelling(word).split())


def is_name_or_number(word: str) -> bool:
    """Return whether a word begins with a capital, or is a number in digits or letters."""
    return word[0].isupper() or word[0].isdigit() or word in NUMBER_WORDS
