"""Negate a sentence's fact, or take its negation away, in grammatical English."""

from collections.abc import Iterator

from sacrerouge_litepyramid.core.texts import word_set
from sacrerouge_litepyramid.extraction.frames import NEGATIONS
from sacrerouge_litepyramid.training.contrast.grammar import (
    FINITE,
    first_auxiliary,
    lemma,
    stated_clause,
    stated_predicate,
)
from sacrerouge_litepyramid.training.contrast.sentences import Sentence, Shared

BE = word_set("am is are was were 's 're ’s ’re be been being")
#: an auxiliary is a whole word without its n't
CUT_SHORT = {"ca": "can", "wo": "will", "sha": "shall"}
#: where a clause has one of these, "not" at its predicate does not make the fact false
OTHER_NEGATIONS = word_set("no nobody nothing none neither nor without may might")
#: what happened at one time can happen never, but not "never when"
POINTS_IN_TIME = word_set("when just after before once at until while since")


def negate(sentence: Sentence, shared: Shared | None) -> Iterator[str]:
    """Yield the sentence with its root negated, or, with ``shared``, the predicate that it has in common with a unit.

    A negated predicate becomes a positive one. Yields nothing where that predicate is not finite or where its
    negation would not make the fact false: after "more than ten people", beside another negation, within a title.
    """
    tree = sentence.tree
    predicate = stated_predicate(tree, shared)
    if predicate is None or _resists_negation(sentence, predicate, shared):
        return
    negations = [child for child in tree.children[predicate] if tree.words[child].lower() in NEGATIONS]
    if negations:
        yield _affirm(sentence, negations[0])
        return
    auxiliary = first_auxiliary(tree, predicate)
    if auxiliary is not None:
        yield sentence.insert_after(auxiliary, "not")
    elif tree.tags[predicate] in FINITE and tree.words[predicate].lower() not in BE:
        yield from _negate_verb(sentence, predicate)
    elif tree.tags[predicate] in FINITE:
        yield sentence.insert_after(predicate, "not")


def _negate_verb(sentence: Sentence, verb: int) -> Iterator[str]:
    tree, word = sentence.tree, sentence.tree.words[verb]
    place = range(verb, verb + 1)
    yield sentence.replace({place: f"{FINITE[tree.tags[verb]]} not {lemma(word.lower(), tree.tags[verb])}"})
    has_object_before = any(child < verb for child in tree.children_of(verb, "obj", "xcomp"))
    if not has_object_before and POINTS_IN_TIME.isdisjoint(each.lower() for each in tree.words):
        yield sentence.replace({place: f"never {word}"})


def _resists_negation(sentence: Sentence, predicate: int, shared: Shared | None) -> bool:
    """Return whether the subject is counted, the clause has another negation, or the verb belongs to a title."""
    tree = sentence.tree
    counted = any(list(tree.children_of(subject, "nummod")) for subject in tree.children_of(predicate, "nsubj"))
    clause = {tree.words[index].lower() for index in stated_clause(tree, shared)}
    in_a_title = predicate > 0 and tree.is_verb(predicate) and tree.words[predicate][:1].isupper()
    return counted or in_a_title or not OTHER_NEGATIONS.isdisjoint(clause)


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
