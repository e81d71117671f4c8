"""Frames like those of a semantic role labeller, from dependency trees and rules.

The rules follow what AllenNLP's labeller gives on news references, because the released STUs come
from it. A frame's roles are positions ("ARG0" before the verb, "ARG1", "ARG2" … after it), which is
all that the assembly of STUs needs.
"""

from collections.abc import Sequence
from typing import NamedTuple

from sacrerouge_litepyramid.core.texts import word_set
from sacrerouge_litepyramid.extraction.stus import Frame
from sacrerouge_litepyramid.extraction.trees import WH_TAGS, Tree, find_own_subject, find_subject

#: verb tags in these relations are not predicates
_NOT_PREDICATES = word_set("aux cop amod compound case mark fixed flat nummod")
_NOMINAL_RELATIONS = word_set("nsubj obj iobj obl nmod appos dislocated")
#: relations of a verb's children that are part of its frame, before and after the verb
_RELATIONS_BEFORE = ("obl", "advmod", "advcl", "obj", "iobj", "xcomp", "ccomp")
_RELATIONS_AFTER = (
    "obj",
    "iobj",
    "obl",
    "advmod",
    "advcl",
    "xcomp",
    "ccomp",
    "csubj",
    "nmod",
    "dep",
)
#: relations of children that are part of the frame, before the verb, if they have one of the tags
_TAGS_BEFORE = {"mark": WH_TAGS, "discourse": frozenset(("RB", "UH"))}
_NOT_OF_COMPLEMENT = ("nsubj", "csubj", "cop", "aux", "advcl", "parataxis")
NEGATIONS = frozenset(("not", "n't", "n’t", "never"))
_MAX_NEGATION_WORDS = 2
_PLACE_PREPOSITIONS = word_set("in at near outside inside across around within throughout")
TIME_WORDS = word_set(
    """
    monday tuesday wednesday thursday friday saturday sunday january february march april may june
    july august september october november december second seconds minute minutes hour hours day
    days night nights week weeks weekend month months year years decade decades century season
    morning afternoon evening time today yesterday tomorrow age summer winter spring autumn
    """
)
_HAVE_FORMS = frozenset(("have", "has", "had", "having", "'ve", "'d"))
#: verbs of speech that may follow the clause they report
_REPORTING_VERBS = word_set(
    """
    say says said saying tell tells told add adds added report reports reported announce announced
    claim claims claimed write writes wrote explain explains explained insist insists insisted
    """
)


def _inflect(verbs: str, irregular: str) -> frozenset[str]:
    stems = [verb.removesuffix("e") for verb in verbs.split()]
    regular = [stem + ending for stem in stems for ending in ("e", "", "s", "es", "ed", "ing")]
    return frozenset([*regular, *irregular.split()])


#: verbs whose object and its complement are one argument
_RAISING_VERBS = _inflect(
    "want watch expect believe allow like need help make cause have call press consider enable let "
    "see hear find get",
    "made saw seen heard had has found got gotten letting getting",
)


class Draft(NamedTuple):
    """A frame as indices of words."""

    verb: int
    #: the words before the verb
    before: set[int]
    #: the arguments after the verb
    arguments: list[range]


def find_frames(tree: Tree) -> list[Frame]:
    """Return the frames of a sentence in the order of their verbs."""
    drafts = [_draft_frame(tree, index) for index in range(len(tree.words))]
    return [_tag_frame(tree, draft) for draft in drafts if draft]


def _draft_frame(tree: Tree, index: int) -> Draft | None:
    head = tree.heads[index]
    if tree.is_verb(index) and tree.relation(index) == "cop" and head != index:
        return _draft_copula(tree, index)
    if _is_hyphenated(tree, index):
        noun = tree.trim(range(index + 1, head + 1))
        return Draft(index, before={index - 2}, arguments=[noun])
    if _is_predicate(tree, index):
        before = _find_words_before(tree, index, verb=index)
        return Draft(index, before, _find_arguments(tree, index))
    return None


def _is_predicate(tree: Tree, index: int) -> bool:
    """Return whether a word is a predicate, other than a copula or a hyphenated participle."""
    if not tree.is_verb(index) or tree.relation(index) in _NOT_PREDICATES:
        return False
    if tree.tags[index] == "VBG" and tree.relation(index) in _NOMINAL_RELATIONS:
        return any(tree.children_of(index, "obj", "nsubj", "obl"))
    following = tree.words[index + 1 : index + 2]
    # "Have to" is a modal.
    is_modal = tree.lower(index) in _HAVE_FORMS and following == ("to",)
    return not (is_modal and any(tree.children_of(index, "xcomp")))


def _is_hyphenated(tree: Tree, index: int) -> bool:
    """Return whether the word is a participle as in "rebel-held districts"."""
    return (
        tree.tags[index] in ("VBN", "VBG")
        and tree.relation(index) in ("amod", "compound")
        and tree.heads[index] > index >= 2
        and tree.words[index - 1] == "-"
        and tree.words[index - 2].isalpha()
    )


def _find_words_before(tree: Tree, predicate: int, verb: int) -> set[int]:
    """Return the words of a frame before its verb.

    ``predicate``: the verb, or the complement of a copula.
    """
    words = (
        find_subject(tree, predicate)
        | _find_modals(tree, predicate)
        | _find_reported_clause(tree, predicate)
    )
    for child in tree.children_of(predicate, *_RELATIONS_BEFORE):
        if child < verb:
            words.update(tree.span(child))
    for relation, tags in _TAGS_BEFORE.items():
        for child in tree.children_of(predicate, relation):
            if tree.tags[child] in tags:
                words.add(child)
    # A conjunction at the beginning of the sentence belongs to the root.
    if tree.heads[predicate] == predicate and 0 in tree.children_of(predicate, "cc"):
        words.add(0)
    return {index for index in words if index < verb}


def _find_modals(tree: Tree, predicate: int) -> set[int]:
    """Return the words that are the predicate's modals (MD).

    A conjunct without an auxiliary has those of the conjunct it depends on.
    """
    auxiliaries = tree.children_of(predicate, "aux")
    if not auxiliaries and tree.relation(predicate) == "conj":
        auxiliaries = tree.children_of(tree.heads[predicate], "aux")
    return {auxiliary for auxiliary in auxiliaries if tree.tags[auxiliary] == "MD"}


def _find_reported_clause(tree: Tree, predicate: int) -> set[int]:
    """Return the words of the clause that a following "she said" reports."""
    head = tree.heads[predicate]
    if tree.relation(predicate) != "parataxis" or tree.lower(predicate) not in _REPORTING_VERBS:
        return set()
    if head > predicate or find_own_subject(tree, predicate) is None:
        return set()
    start = min(tree.subtree(predicate))
    clause = {index for index in tree.subtree(head, without=[predicate]) if index < start}
    return set(tree.run_around(head, clause)) if head in clause else set()


def _find_arguments(tree: Tree, predicate: int) -> list[range]:
    """Return the spans of the arguments after a verb."""
    children = tree.children_of(predicate, *_RELATIONS_AFTER)
    subject = find_own_subject(tree, predicate)
    if subject is not None:
        children.append(subject)
    spans = {child: tree.span(child) for child in sorted(children) if child > predicate}
    if tree.lower(predicate) in _RAISING_VERBS:
        _join_object_and_complement(tree, spans)
    return _merge_places(tree, spans)


def _join_object_and_complement(tree: Tree, spans: dict[int, range]) -> None:
    """Extend the first object's span to the end of the first complement after it.

    The complement has no span then.
    """
    first_object = None
    for child in list(spans):
        if first_object is None and tree.relation(child) == "obj":
            first_object = child
        elif first_object is not None and tree.relation(child) == "xcomp":
            complement = spans.pop(child)
            spans[first_object] = range(spans[first_object].start, complement.stop)
            return


def _merge_places(tree: Tree, spans: dict[int, range]) -> list[range]:
    """Merge neighbouring phrases of place.

    The authors' code merges neighbours of the same role.
    """
    merged: list[range] = []
    previous_is_place = False
    for child, span in spans.items():
        is_place = _is_place(tree, child)
        if is_place and previous_is_place and merged[-1].stop == span.start:
            span = range(merged.pop().start, span.stop)
        merged.append(span)
        previous_is_place = is_place
    return merged


def _is_place(tree: Tree, index: int) -> bool:
    word = tree.lower(index)
    prepositions = [tree.lower(case) for case in tree.children_of(index, "case") if case < index]
    if not prepositions or word in TIME_WORDS or word.isdigit():
        return False
    return prepositions[0] in _PLACE_PREPOSITIONS


def _draft_copula(tree: Tree, copula: int) -> Draft:
    """Return a copula's frame.

    Phrases after the complement's head are separate arguments.
    """
    complement = tree.heads[copula]
    phrases = _list_phrases_after(tree, complement)
    conjuncts = tree.children_of(complement, "conj")
    clauses = [child for child in conjuncts if _is_clause(tree, child)]
    adverbs = tree.children_of(complement, "advmod")
    negations = [child for child in adverbs if _is_negation(tree, [child])]
    apart = [*phrases, *tree.children_of(complement, *_NOT_OF_COMPLEMENT), *clauses, *negations]
    words = {index for index in tree.subtree(complement, without=apart) if index > copula}
    arguments = [range(child, child + 1) for child in negations]
    if complement in words:
        arguments.append(tree.run_around(complement, words))
    arguments += map(tree.span, phrases)
    after = [argument for argument in arguments if argument.start > copula]
    return Draft(copula, _find_words_before(tree, complement, verb=copula), after)


def _list_phrases_after(tree: Tree, complement: int) -> list[int]:
    """Return the heads of the phrases after a copula's complement that are separate arguments.

    The first oblique phrase of an adjective belongs to the complement: "full of water".
    """
    children = tree.children_of(complement, "advcl", "obl")
    phrases = [child for child in children if child > complement]
    if tree.tags[complement].startswith("JJ"):
        obliques = (child for child in phrases if tree.relation(child) == "obl")
        first_oblique = next(obliques, None)
        phrases = [child for child in phrases if child != first_oblique]
    return phrases


def _is_clause(tree: Tree, conjunct: int) -> bool:
    return tree.is_verb(conjunct) or any(tree.children_of(conjunct, "cop", "aux", "nsubj"))


def _is_negation(tree: Tree, indices: Sequence[int]) -> bool:
    return len(indices) <= _MAX_NEGATION_WORDS and not NEGATIONS.isdisjoint(
        map(tree.lower, indices)
    )


def _tag_frame(tree: Tree, draft: Draft) -> Frame:
    """Return the frame of a draft."""
    tags = ["O"] * len(tree.words)
    for index in draft.before:
        tags[index] = "I-ARG0" if index - 1 in draft.before else "B-ARG0"
    tags[draft.verb] = "B-V"
    arguments = sorted(draft.arguments, key=lambda span: span.start)
    for number, span in enumerate(arguments, start=1):
        # A negation as the first argument will join the verb.
        role = "ARGM-NEG" if number == 1 and _is_negation(tree, span) else f"ARG{number}"
        for index in span:
            if index > draft.verb and tags[index] == "O":
                tags[index] = f"I-{role}" if tags[index - 1].endswith(role) else f"B-{role}"
    return Frame(tree.words[draft.verb], tuple(tags))
