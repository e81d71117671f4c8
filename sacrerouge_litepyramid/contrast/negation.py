"""Negate a sentence's fact, or take its negation away, in grammatical English."""

from collections.abc import Iterator

from sacrerouge_litepyramid.contrast.inflection import lemma
from sacrerouge_litepyramid.contrast.sentences import Sentence
from sacrerouge_litepyramid.contrast.swaps import Shared
from sacrerouge_litepyramid.extraction.frames import NEGATIONS
from sacrerouge_litepyramid.extraction.trees import Tree
from sacrerouge_litepyramid.text.words import stem

FINITE = {"VBD": "did", "VBZ": "does", "VBP": "do"}
BE = frozenset("am is are was were 's 're ’s ’re be been being".split())
#: an auxiliary is a whole word without its n't
CUT_SHORT = {"ca": "can", "wo": "will", "sha": "shall"}
CLAUSES = frozenset(("conj", "advcl", "parataxis", "ccomp", "acl", "csubj"))


def negate(sentence: Sentence, shared: Shared | None) -> Iterator[str]:
    """Yield the sentence with its root negated, or, with ``shared``, the predicate that it has in common with a unit.

    A negated predicate becomes a positive one. Yields nothing where that predicate is not finite.
    """
    tree = sentence.tree
    predicate = _predicate(tree, shared)
    if predicate is None:
        return
    negations = [child for child in tree.children[predicate] if tree.words[child].lower() in NEGATIONS]
    if negations:
        yield _affirm(sentence, negations[0])
        return
    auxiliary = _first_auxiliary(tree, predicate)
    if auxiliary is not None:
        yield sentence.insert_after(auxiliary, "not")
    elif tree.tags[predicate] in FINITE and tree.words[predicate].lower() not in BE:
        verb = tree.words[predicate]
        negated = f"{FINITE[tree.tags[predicate]]} not {lemma(verb.lower(), tree.tags[predicate])}"
        yield sentence.replace({range(predicate, predicate + 1): negated})
        if not _has_object_before(tree, predicate):
            yield sentence.replace({range(predicate, predicate + 1): f"never {verb}"})
    elif tree.tags[predicate] in FINITE:
        yield sentence.insert_after(predicate, "not")


def main_predicate(tree: Tree) -> int | None:
    """Return the root where it is the predicate of a finite clause."""
    return next((index for index in _finite_predicates(tree) if tree.heads[index] == index), None)


def _finite_predicates(tree: Tree) -> list[int]:
    return [index for index in range(len(tree.words)) if _is_finite(tree, index)]


def _predicate(tree: Tree, shared: Shared | None) -> int | None:
    """Return the root, or with ``shared`` the unit's own predicate, if its clause has another word of the unit."""
    if shared is None:
        return main_predicate(tree)
    same = [index for index in _finite_predicates(tree) if stem(tree.words[index]) == shared.predicate]
    overlap = {index: len(_clause_stems(tree, index) & shared.stems) for index in same}
    best = max(same, key=lambda index: (overlap[index], -index), default=None)
    return best if best is not None and overlap[best] >= min(2, len(shared.stems)) else None


def _is_finite(tree: Tree, index: int) -> bool:
    """Return whether a word is the predicate of a clause with a finite verb and a subject."""
    if not list(tree.children_of(index, "nsubj", "csubj", "expl")):
        return False
    return tree.tags[index] in FINITE or _first_auxiliary(tree, index) is not None


def _first_auxiliary(tree: Tree, predicate: int) -> int | None:
    """Return the finite auxiliary, or the copula: the first before the predicate; none of "to be"."""
    auxiliaries = [child for child in tree.children_of(predicate, "aux", "cop") if child < predicate]
    first = min(auxiliaries, default=None)
    return None if first is None or tree.tags[first] not in ("MD", *FINITE) else first


def _clause_stems(tree: Tree, predicate: int) -> set[str]:
    """Return the stems of a predicate and its arguments, other clauses aside."""
    clauses = [index for index in range(len(tree.words)) if index != predicate and tree.relation(index) in CLAUSES]
    return {stem(tree.words[index]) for index in tree.subtree(predicate, clauses)}


def _has_object_before(tree: Tree, predicate: int) -> bool:
    return any(child < predicate for child in tree.children_of(predicate, "obj", "xcomp"))


def _affirm(sentence: Sentence, negation: int) -> str:
    """Return the sentence without a negation, whose auxiliary becomes whole."""
    words = sentence.tree.words
    before = words[negation - 1] if negation else ""
    start = max(negation - 1, 0)
    whole = CUT_SHORT.get(before.lower(), before)
    if not negation:
        after = sentence.text[sentence.starts[1] :] if len(words) > 1 else ""
        return after[:1].upper() + after[1:]
    return sentence.replace({range(start, negation + 1): whole})
