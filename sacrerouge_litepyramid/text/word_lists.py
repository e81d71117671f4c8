"""Word lists of this package's rules."""


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text, divided by white space."""
    return frozenset(text.split())
