"""Texts as the formats hold them."""

#: a text is one string, or the list of its sentences
Text = str | list[str]


def flatten(text: Text) -> str:
    """Return a text as one string, its sentences joined by a space; raise ValueError for anything else."""
    if isinstance(text, str):
        return text
    try:
        return " ".join(text)
    except TypeError:
        raise ValueError(f"a text must be a string or a list of sentences, not {text!r:.60}") from None
