"""The English grammar that edits need: inflection by lemminflect, and the clause that states a unit."""

from functools import lru_cache
from importlib.util import find_spec

from sacrerouge_litepyramid.core.words import stem
from sacrerouge_litepyramid.extraction.trees import Tree
from sacrerouge_litepyramid.training.contrast.sentences import Shared

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


FINITE = {"VBD": "did", "VBZ": "does", "VBP": "do"}
CLAUSES = frozenset(("conj", "advcl", "parataxis", "ccomp", "acl", "csubj"))


def main_predicate(tree: Tree) -> int | None:
    """Return the root where it is the predicate of a finite clause."""
    return next((index for index in _finite_predicates(tree) if tree.heads[index] == index), None)


def stated_predicate(tree: Tree, shared: Shared | None) -> int | None:
    """Return the root, or with ``shared`` the unit's own predicate, if its clause has another word of the unit."""
    if shared is None:
        return main_predicate(tree)
    same = [index for index in _finite_predicates(tree) if stem(tree.words[index]) == shared.predicate]
    overlap = {index: len({stem(tree.words[place]) for place in _clause(tree, index)} & shared.stems) for index in same}
    best = max(same, key=lambda index: (overlap[index], -index), default=None)
    return best if best is not None and overlap[best] >= min(2, len(shared.stems)) else None


def stated_clause(tree: Tree, shared: Shared | None) -> set[int]:
    """Return the places of all words, or with ``shared`` of the clause of the unit's own predicate, empty for none."""
    if shared is None:
        return set(range(len(tree.words)))
    predicate = stated_predicate(tree, shared)
    return set() if predicate is None else _clause(tree, predicate)


def first_auxiliary(tree: Tree, predicate: int) -> int | None:
    """Return the finite auxiliary, or the copula: the first before the predicate; none of "to be"."""
    auxiliaries = [child for child in tree.children_of(predicate, "aux", "cop") if child < predicate]
    first = min(auxiliaries, default=None)
    return None if first is None or tree.tags[first] not in ("MD", *FINITE) else first


def _finite_predicates(tree: Tree) -> list[int]:
    return [index for index in range(len(tree.words)) if _is_finite(tree, index)]


def _is_finite(tree: Tree, index: int) -> bool:
    """Return whether a word is the predicate of a clause with a finite verb and a subject."""
    if not list(tree.children_of(index, "nsubj", "csubj", "expl")):
        return False
    return tree.tags[index] in FINITE or first_auxiliary(tree, index) is not None


def _clause(tree: Tree, predicate: int) -> set[int]:
    """Return the places of a predicate and its arguments, other clauses aside."""
    clauses = [index for index in range(len(tree.words)) if index != predicate and tree.relation(index) in CLAUSES]
    return tree.subtree(predicate, clauses)
