"""English inflection by lemminflect, an optional package."""

from functools import lru_cache
from typing import Any


@lru_cache(maxsize=1)
def lemminflect() -> Any:
    """Return the package; raise ImportError naming the line that installs it."""
    try:
        import lemminflect as package
    except ImportError:
        raise ImportError('contrast edits need lemminflect: pip install "sacrerouge-litepyramid[contrast]"') from None
    return package


@lru_cache(maxsize=1 << 14)
def base_form(verb: str) -> str:
    """Return a verb's base form: "went" gives "go"."""
    forms = lemminflect().getLemma(verb, upos="VERB")
    return str(forms[0]) if forms else verb


@lru_cache(maxsize=1 << 14)
def lemma(word: str, tag: str) -> str:
    """Return the lemma of a word with a Penn tag."""
    forms = lemminflect().getLemma(word, upos=_KINDS.get(tag[:2], "NOUN"))
    return str(forms[0]) if forms else word


@lru_cache(maxsize=1 << 14)
def inflect(base: str, tag: str) -> str:
    """Return the form of a lemma that a Penn tag asks for; the lemma itself where there is none."""
    forms = lemminflect().getInflection(base, tag=tag)
    return str(forms[0]) if forms else base


_KINDS = {"VB": "VERB", "JJ": "ADJ", "RB": "ADV", "NN": "NOUN"}
