"""The stemmer beside NLTK's."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.stem.porter import PorterStemmer

from sacrerouge_litepyramid.core.porter import porter_stem

#: at least one for each rule, and for what stops it
ENDINGS = (
    "s ss sses ies eed ed ied ing ating bled izing tted lled y ational tional enci anci izer bli "
    "alli entli eli ousli ization ation ator alism iveness fulness ousness aliti iviti biliti "
    "fulli logi icate ative alize iciti ical ful ness al ance ence er ic able ible ant ement ment "
    "ent sion tion nion ou ism ate iti ous ive ize e ll"
).split()


@pytest.mark.parametrize(
    ("word", "stem"),
    [
        ("ponies", "poni"),
        ("ties", "tie"),
        ("caress", "caress"),
        ("agreed", "agre"),
        ("feed", "feed"),
        ("hopping", "hop"),
        ("filing", "file"),
        ("sing", "sing"),
        ("enjoy", "enjoy"),
        ("happy", "happi"),
        ("conditionally", "condit"),
        ("archaeology", "archaeolog"),
        ("adoption", "adopt"),
        ("opinion", "opinion"),
        ("controller", "control"),
        ("dying", "die"),
        ("as", "as"),
        ("", ""),
        ("y" * 2000, "y" * 1999 + "i"),
    ],
)
def test_stems_of_words(word: str, stem: str) -> None:
    assert porter_stem(word) == stem


def test_stems_equal_those_of_nltk() -> None:
    generator = random.Random(0)
    letters = "aeiouybcdfghlmnrstwxz'"
    words = []
    for ending in ENDINGS:
        for _ in range(200):
            start = "".join(generator.choices(letters, k=generator.randint(0, 6)))
            words += [start + ending, start + generator.choice(ENDINGS) + ending]
    nltk = PorterStemmer()
    assert [porter_stem(word) for word in words] == [nltk.stem(word) for word in words]
    assert len({word for word in words if porter_stem(word) != word}) > 10_000


@given(st.text("aeiouystlednrg-'", max_size=12))
def test_stems_of_any_letters_equal_those_of_nltk(word: str) -> None:
    assert porter_stem(word) == PorterStemmer().stem(word)
