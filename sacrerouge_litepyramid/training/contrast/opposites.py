"""Edits that turn a fact into its opposite: negate it, remove its negation, or replace a word by
its antonym.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from sacrerouge_litepyramid.core.texts import word_set
from sacrerouge_litepyramid.extraction.frames import NEGATIONS
from sacrerouge_litepyramid.judges.related_words import list_opposites
from sacrerouge_litepyramid.training.contrast.sentences import (
    FINITE_TAGS,
    Sentence,
    Shared,
    find_first_auxiliary,
    find_lemma,
    find_stated_clause,
    find_stated_predicate,
    inflect,
    is_shared,
    swap_word,
    tag_at,
    word_at,
)

_BE = word_set("am is are was were 's 're ’s ’re be been being")
#: auxiliaries as they are spelled before n't, and the whole words
_WHOLE_AUXILIARIES = {"ca": "can", "wo": "will", "sha": "shall"}
#: in a clause with one of these words, "not" at the predicate does not make the fact false
_OTHER_NEGATIONS = word_set("no nobody nothing none neither nor without may might")
#: words of points in time, with which "never" does not fit into a sentence
_TIME_POINT_WORDS = word_set("when just after before once at until while since")

#: the tags of nouns, verbs, adjectives and adverbs, but not of names
_OPEN_TAGS = frozenset("NN NNS VB VBD VBG VBN VBP VBZ JJ JJR JJS RB RBR RBS".split())
#: longer adjectives are compared with "more" and "most"
_MAX_COMPARED_LETTERS = 6
_GENDERED_PRONOUNS = word_set("he him his she her hers himself herself")
#: nouns whose antonym does not fit a pronoun in the sentence that refers to them
_GENDERED_NOUNS = word_set(
    "man woman boy girl husband wife father mother son daughter brother sister king queen men "
    "women boys girls husbands wives fathers mothers sons daughters brothers sisters kings queens"
)
_PHRASE_WORDS = frozenset(("-", "year", "years", "months", "weeks", "days"))


def negate(sentence: Sentence, shared: Shared | None) -> Iterator[str]:
    """Yield the sentence with its root negated or, with ``shared``, the predicate that it shares
    with the unit.

    A negated predicate becomes positive. Yields nothing if the predicate is not finite, or if its
    negation would not make the fact false: with a counted subject ("ten people"), beside another
    negation, or within a title.
    """
    tree = sentence.tree
    predicate = find_stated_predicate(tree, shared)
    if predicate is None or _resists_negation(sentence, predicate, shared):
        return
    negations = [
        child for child in tree.children[predicate] if tree.words[child].lower() in NEGATIONS
    ]
    if negations:
        yield _affirm(sentence, negations[0])
        return
    auxiliary = find_first_auxiliary(tree, predicate)
    if auxiliary is not None:
        yield sentence.insert_after(auxiliary, "not")
    elif tree.tags[predicate] in FINITE_TAGS and tree.words[predicate].lower() not in _BE:
        yield from _negate_verb(sentence, predicate)
    elif tree.tags[predicate] in FINITE_TAGS:
        yield sentence.insert_after(predicate, "not")


def _negate_verb(sentence: Sentence, verb: int) -> Iterator[str]:
    tree, word = sentence.tree, sentence.tree.words[verb]
    place = range(verb, verb + 1)
    yield sentence.replace(
        {place: f"{FINITE_TAGS[tree.tags[verb]]} not {find_lemma(word.lower(), tree.tags[verb])}"}
    )
    has_object_before = any(child < verb for child in tree.children_of(verb, "obj", "xcomp"))
    if not has_object_before and _TIME_POINT_WORDS.isdisjoint(map(str.lower, tree.words)):
        yield sentence.replace({place: f"never {word}"})


def _resists_negation(sentence: Sentence, predicate: int, shared: Shared | None) -> bool:
    """Return whether the subject is counted, the clause has another negation, or the verb belongs
    to a title.
    """
    tree = sentence.tree
    counted = any(
        list(tree.children_of(subject, "nummod"))
        for subject in tree.children_of(predicate, "nsubj")
    )
    clause = {tree.words[index].lower() for index in find_stated_clause(tree, shared)}
    in_a_title = predicate > 0 and tree.is_verb(predicate) and tree.words[predicate][:1].isupper()
    return counted or in_a_title or not _OTHER_NEGATIONS.isdisjoint(clause)


def _affirm(sentence: Sentence, negation: int) -> str:
    """Return the sentence without a negation; an auxiliary before it is spelled out."""
    words = sentence.tree.words
    if not negation:
        after = sentence.text[sentence.starts[1] :] if len(words) > 1 else ""
        return after[:1].upper() + after[1:]
    before = words[negation - 1]
    return sentence.replace(
        {range(negation - 1, negation + 1): _WHOLE_AUXILIARIES.get(before.lower(), before)}
    )


@lru_cache(maxsize=1)
def find_antonyms() -> Mapping[tuple[str, str], Sequence[str]]:
    """Return the lexicon's antonyms by (first two letters of the Penn tag, lemma)."""
    antonyms: dict[tuple[str, str], list[str]] = {}
    for tag, word, antonym in list_opposites():
        antonyms.setdefault((tag, word), []).append(antonym)
    return antonyms


def change_to_antonym(sentence: Sentence, shared: Shared | None) -> Iterator[str]:
    """Yield the sentence with a word replaced by its antonym in the same form."""
    tree = sentence.tree
    for index in sorted(find_stated_clause(tree, shared)):
        word, tag = tree.words[index], tree.tags[index]
        if tag not in _OPEN_TAGS or not is_shared(word, shared):
            continue
        antonyms = find_antonyms().get((tag[:2], find_lemma(word.lower(), tag)), ())
        if not antonyms or _is_part_of_a_phrase(sentence, index):
            continue
        fitting = (antonym for antonym in antonyms if _is_exchangeable(sentence, index, antonym))
        yield from (swap_word(sentence, index, inflect(antonym, tag)) for antonym in fitting)


def _is_exchangeable(sentence: Sentence, index: int, antonym: str) -> bool:
    """Return whether the sentence stays grammatical: the verb has no complement, and no pronoun
    refers to the noun.
    """
    tree = sentence.tree
    if tree.tags[index] in ("JJR", "JJS", "RBR", "RBS"):
        return len(antonym) <= _MAX_COMPARED_LETTERS
    if tree.is_verb(index):
        complements = list(tree.children_of(index, "xcomp", "ccomp", "advcl"))
        is_noun = tag_at(sentence, index - 1) in ("JJ", "CD") and tree.tags[index] in ("VB", "VBP")
        return not (complements or is_noun or word_at(sentence, index + 1) in ("to", "from"))
    has_pronoun = any(word.lower() in _GENDERED_PRONOUNS for word in tree.words)
    return not (has_pronoun and tree.words[index].lower() in _GENDERED_NOUNS)


def _is_part_of_a_phrase(sentence: Sentence, index: int) -> bool:
    """Return whether the word has another meaning in a phrase: "give up", "long-term", "New York",
    "years old".
    """
    tree = sentence.tree
    neighbours = tree.words[max(index - 1, 0) : index + 2]
    in_name = tree.tags[tree.heads[index]].startswith("NNP")
    in_compound = tree.relation(index) == "compound" or bool(
        list(tree.children_of(index, "compound"))
    )
    return in_name or in_compound or not _PHRASE_WORDS.isdisjoint(neighbours)
