"""English inflection by lemminflect, an optional package, whose import takes two seconds."""

from functools import lru_cache
from importlib.util import find_spec

REMEDY = (
    'edits that make a text false need spaCy and lemminflect: pip install "sacrerouge-litepyramid[contrast]"; to train '
    "without them: --contrast 0"
)


def check_packages() -> None:
    """Raise ImportError naming the line that installs what is missing."""
    if find_spec("spacy") is None or find_spec("lemminflect") is None:
        raise ImportError(REMEDY)


@lru_cache(maxsize=1 << 14)
def lemma(word: str, tag: str) -> str:
    """Return the lemma of a word with a Penn tag."""
    from lemminflect import getLemma

    forms = getLemma(word, upos=_KINDS.get(tag[:2], "NOUN"))
    return str(forms[0]) if forms else word


@lru_cache(maxsize=1 << 14)
def inflect(base: str, tag: str) -> str:
    """Return the form of a lemma that a Penn tag asks for; the lemma itself where there is none."""
    from lemminflect import getInflection

    forms = getInflection(base, tag=tag)
    return str(forms[0]) if forms else base


_KINDS = {"VB": "VERB", "JJ": "ADJ", "RB": "ADV", "NN": "NOUN"}
