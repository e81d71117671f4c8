"""Words of a text in any script, and whether a text is English."""

import re
from functools import lru_cache
from typing import Any

#: a text with a larger share of letters outside ASCII is not English, whatever its words
MAX_NON_ASCII = 0.2
#: the fewest words of another language by which a text of Latin letters is not English
MIN_FOREIGN = 2

_LATIN_WORD = re.compile(r"[^\W\d_]+")
_ENGLISH = frozenset(
    "the of and to in is was that with for from by has have had are were their they which who this it he his she her "
    "not been be an at as on or but its will would can could after".split()
)
#: frequent words of languages with Latin letters, of which none is English in small letters, or part of names ("van")
_FOREIGN = frozenset(
    "und das ist nicht mit ein eine einen auf sich zu im auch sind wird wurde haben bei nach aus les des et est une "
    "dans que qui pas sur aux avec ont los las una por su se para como il che della sono nel gli het een niet op "
    "voor te zijn dat wordt aan hij og det som til av ikke och att har os um uma na ao yang untuk dengan dari ini itu "
    "pada ke nie jest przez bir ve bu ile ya wa kwa je si en".split()
)


@lru_cache(maxsize=1 << 14)
def is_english(text: str) -> bool:
    """Return whether a text is English, which is best asked of a whole document: a few words are too few to tell.

    It is not English if more than MAX_NON_ASCII of its letters are outside ASCII, or if its words of other languages
    are at least MIN_FOREIGN and more than its English function words. Words of other languages are their function
    words, and words in small letters with a letter outside ASCII; a capitalised one is a name, such as "José", which
    English texts have too. A text without evidence is English.
    """
    if not text.isascii():
        letters = [character for character in text if character.isalpha()]
        if sum(not letter.isascii() for letter in letters) > MAX_NON_ASCII * len(letters):
            return False
    words = _LATIN_WORD.findall(text)
    foreign = sum(word in _FOREIGN or (not word.isascii() and word.islower()) for word in words)
    return foreign < MIN_FOREIGN or foreign <= sum(word.lower() in _ENGLISH for word in words)


def tokenize(text: str) -> list[tuple[int, int]]:
    """Return where the words and numbers of a text in any script begin and end, as by Unicode's word boundaries.

    A word is a run of letters with their combining marks, so apostrophes and hyphens part words; where a script has no
    spaces (Han, kana, Thai, Lao, Khmer, Myanmar) each character with its marks is a word. A number keeps its
    separators. Source: Unicode Standard Annex 29.
    """
    return [match.span() for match in _token_pattern().finditer(text)]


@lru_cache(maxsize=1)
def _token_pattern() -> Any:
    import regex

    unspaced = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Bopomofo}\p{Yi}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}〆〇"
    # A joiner between letters is part of a word, as in Persian and in Indian scripts; ー lengthens a kana.
    return regex.compile(
        rf"[[\p{{L}}〇]&&[{unspaced}]][\p{{M}}ーｰ]*"
        rf"|[\p{{L}}--[{unspaced}]](?:[\u200c\u200d]?[\p{{L}}\p{{M}}--[{unspaced}]])*\u200d?"
        r"|\p{Nd}+(?:[.,٫٬]\p{Nd}+)*",
        regex.V1,
    )
