"""Lists of words, as the rules of this package write them."""


def word_set(text: str) -> frozenset[str]:
    """The words of a text, divided by white space."""
    return frozenset(text.split())
