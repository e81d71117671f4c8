"""Extract the terms of a text, for baselines that count them."""

from sacrerouge_litepyramid.text.words import STOP_WORDS, split_sentences, stem


def terms(text: str) -> list[str]:
    """Return the stems of a text's words and numbers that are not stop words, in order."""
    words = (word for sentence in split_sentences(text) for word in sentence)
    return [stem(word) for word in words if word.lower() not in STOP_WORDS]
