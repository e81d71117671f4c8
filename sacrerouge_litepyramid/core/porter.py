"""The Porter stemmer with the extensions of NLTK's default mode.

Stems equal those of NLTK, whose import loads scipy.stats and takes two seconds. Source: Porter, An
algorithm for suffix stripping, Program 14 (1980). The steps are numbered as there; m is the number
of vowel groups that a consonant follows.
"""

#: words with stems of their own, an extension
_IRREGULAR = {
    **{"sky": "sky", "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie"},
    **{"news": "news", "inning": "inning", "innings": "inning", "outing": "outing"},
    **{"outings": "outing", "canning": "canning", "cannings": "canning", "howe": "howe"},
    **{"proceed": "proceed", "exceed": "exceed", "succeed": "succeed"},
}
#: suffix → what replaces it if m > 0 before it
_STEP_2 = {
    **{"ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize"},
    **{"bli": "ble", "entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize", "ation": "ate"},
    **{"ator": "ate", "alism": "al", "iveness": "ive", "fulness": "ful", "ousness": "ous"},
    **{"aliti": "al", "iviti": "ive", "biliti": "ble", "fulli": "ful"},
}
_STEP_3 = {
    **{"icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": ""},
    **{"ness": ""},
}
#: the suffixes that go if m > 1 before them; "ion" only after s or t
_STEP_4 = dict.fromkeys(
    "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize".split(), ""
)


def porter_stem(word: str) -> str:
    """Return the stem of a word in lower case."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 2:
        return word
    word = _strip_past(_strip_plural(word))
    # Step 1c
    if len(word) > 2 and word[-1] == "y" and _shape(word)[-2] == "c":
        word = f"{word[:-1]}i"
    if word.endswith("alli") and _measure(word[:-4]) > 0:
        word = word[:-2]
    if word.endswith("logi"):
        word = word[:-1] if _measure(word[:-3]) > 0 else word
    else:
        word = _replace_suffix(word, _STEP_2, 1)
    word = _replace_suffix(word, _STEP_3, 1)
    if not word.endswith("ion") or word.endswith(("sion", "tion")):
        word = _replace_suffix(word, _STEP_4, 2)
    return _tidy(word)


def _strip_plural(word: str) -> str:
    """Step 1a."""
    if word.endswith("ies"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("sses"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _strip_past(word: str) -> str:
    """Step 1b."""
    if word.endswith("ied"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    suffix = next((suffix for suffix in ("ed", "ing") if word.endswith(suffix)), "")
    stem = word.removesuffix(suffix)
    shape = _shape(stem)
    if not suffix or "v" not in shape:
        return word
    if stem.endswith(("at", "bl", "iz")):
        return f"{stem}e"
    if shape[-1] == "c" and stem[-2:] == 2 * stem[-1]:
        return stem if stem[-1] in "lsz" else stem[:-1]
    return f"{stem}e" if _measure(stem) == 1 and _ends_short(stem) else stem


def _tidy(word: str) -> str:
    """Steps 5a and 5b."""
    if word.endswith("e"):
        stem = word[:-1]
        measure = _measure(stem)
        if measure > 1 or (measure == 1 and not _ends_short(stem)):
            word = stem
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word


def _replace_suffix(word: str, rules: dict[str, str], min_measure: int) -> str:
    """Replace the longest suffix in the rules, if m before it is at least ``min_measure``."""
    for start in range(max(len(word) - 7, 0), len(word)):
        replacement = rules.get(word[start:])
        if replacement is not None:
            stem = word[:start]
            return stem + replacement if _measure(stem) >= min_measure else word
    return word


def _shape(word: str) -> str:
    """Return "v" for each vowel and "c" for each other letter; y after a consonant is a vowel."""
    shape = ""
    for letter in word:
        is_vowel = letter in "aeiou" or (letter == "y" and shape[-1:] == "c")
        shape += "v" if is_vowel else "c"
    return shape


def _measure(word: str) -> int:
    return _shape(word).count("vc")


def _ends_short(word: str) -> bool:
    """Return whether a word ends in consonant, vowel and a consonant that is not w, x or y.

    Two letters, vowel and consonant, are enough, an extension.
    """
    shape = _shape(word)
    return shape == "vc" or (shape.endswith("cvc") and word[-1] not in "wxy")
