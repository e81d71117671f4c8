"""Words of a text in any script, and whether a text is English."""

import re
from functools import lru_cache
from itertools import filterfalse
from typing import Any

#: a text with a larger share of letters outside ASCII is not English, whatever its words
_MAX_NON_ASCII = 0.2

#: marks that end sentences in scripts other than Latin, mostly without a space after them
STOPS = "。！？｡؟۔।॥։።፧။។"
#: characters beyond Latin, except Unicode's blocks of punctuation and symbols, as English has them
_ABOVE_LATIN = re.compile(
    "[\u0300-\u1fff\u2c00-\ud7ff\uf900-\ufdff\ufe70-\uffef\U00010000-\U0001efff]"
)
#: the ranges of scripts without spaces whose characters are letters: Thai, Lao, Myanmar, Khmer
UNSPACED_LETTERS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
_UNSPACED_LETTER = re.compile(f"[{UNSPACED_LETTERS}]")
#: a word in Latin letters; "ve" in "we've" is not a word, nor "las" in "las vegas"
_LATIN_WORD = re.compile(
    r"(?<!['’])\b(?!las (?:vegas|cruces|palmas)\b|los (?:angeles|alamos|gatos)\b)[^\W\d_]+"
)
#: frequent English words that are rare in other languages
_ENGLISH = frozenset(
    "the of and to that with for from by has have are is were their they which who this it he his "
    "she not been its would could should after there did does why what how when where into "
    "about".split()
)
#: frequent words of other languages with Latin letters; none is English, or part of a name as "van"
_FOREIGN = frozenset(
    "und das ist nicht mit ein eine einen auf sich zu auch sind wird wurde haben bei nach aus dem "
    "zur zum les des est une dans que qui pas sur aux avec ont los las una por su se para como il "
    "che della sono nel gli het een niet voor zijn dat wordt aan hij og det som til av ikke och "
    "att har um uma ao yang untuk dengan dari ini itu pada nie jest przez bir ve bu ile kwa ang "
    "mga je si".split()
)


@lru_cache(maxsize=1 << 14)
def is_english(text: str) -> bool:
    """Return whether a text is English.

    Pass a whole document, as a few words give too little evidence. It is not English if more than a
    fifth of its letters are outside ASCII, or if it has more words of other languages than English
    function words. Words of other languages are their function words, and words in lower case with
    a letter outside ASCII: a capitalised one may be a name in an English text, such as "José".
    """
    if measure_non_ascii(text) > _MAX_NON_ASCII:
        return False
    words: list[str] = _LATIN_WORD.findall(text)
    foreign = sum(word in _FOREIGN or (not word.isascii() and word.islower()) for word in words)
    return foreign <= sum(word.lower() in _ENGLISH for word in words)


def measure_non_ascii(text: str) -> float:
    """Return the share of a text's letters that are outside ASCII; 0 without letters."""
    outside = sum(map(str.isalpha, filterfalse(str.isascii, text)))
    if not outside:
        return 0.0
    return outside / sum(map(str.isalpha, text))


def has_own_words(text: str) -> bool:
    """Return whether a text is not English and beyond Latin, so only `tokenize` finds its words."""
    return _ABOVE_LATIN.search(text) is not None and not is_english(text)


def tokenize(text: str) -> list[tuple[int, int]]:
    """Return the start and end of each word and number of a text in any script.

    A word is a run of letters with their combining marks, so apostrophes and hyphens separate
    words; in a script without spaces (Han, kana, Thai, Lao, Khmer, Myanmar) each character with its
    marks is a word. A number keeps its separators. Source: the word boundaries of Unicode Standard
    Annex 29.
    """
    return [match.span() for match in _token_pattern().finditer(text)]


def count_tokens_per_word(text: str) -> int:
    """Return how many tokens count as a word.

    In scripts without spaces whose characters are letters it is 4, else 1.
    """
    return 4 if _UNSPACED_LETTER.search(text) else 1


@lru_cache(maxsize=1)
def _token_pattern() -> Any:
    import regex

    unspaced = (
        r"\p{Han}\p{Hiragana}\p{Katakana}\p{Bopomofo}\p{Yi}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}〆〇"
    )
    # A joiner between letters is part of a word, as in Persian; ー lengthens a kana.
    return regex.compile(
        rf"[[\p{{L}}〇]&&[{unspaced}]][\p{{M}}ーｰ]*"
        rf"|[\p{{L}}--[{unspaced}]](?:[\u200c\u200d]?[\p{{L}}\p{{M}}--[{unspaced}]])*\u200d?"
        r"|\p{Nd}+(?:[.,٫٬]\p{Nd}+)*",
        regex.V1,
    )
