"""Edits that turn a fact into its opposite: by its negation, or by an antonym of a word."""

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
    """Yield the sentence with its root negated or, with ``shared``, the unit's predicate.

    A negated predicate becomes positive. Yields nothing if the predicate is not finite, or if its
    negation would not make the fact false: with a counted subject ("ten people"), beside another
    negation, or within a title.
    """
    tree = sentence.tree
    predicate = find_stated_predicate(tree, shared)
    if predicate is None or _resists_negation(sentence, predicate, shared):
        return
    for child in tree.children[predicate]:
        if tree.lower(child) in NEGATIONS:
            yield _affirm(sentence, child)
            return
    auxiliary = find_first_auxiliary(tree, predicate)
    if auxiliary is not None:
        yield sentence.insert_after(auxiliary, "not")
    elif tree.tags[predicate] not in FINITE_TAGS:
        return
    elif tree.lower(predicate) in _BE:
        yield sentence.insert_after(predicate, "not")
    else:
        yield from _negate_verb(sentence, predicate)


def _negate_verb(sentence: Sentence, verb: int) -> Iterator[str]:
    """Yield the sentence with "did not see" and with "never saw" in place of "saw"."""
    tree = sentence.tree
    tag = tree.tags[verb]
    place = range(verb, verb + 1)
    lemma = find_lemma(tree.lower(verb), tag)
    yield sentence.replace({place: f"{FINITE_TAGS[tag]} not {lemma}"})
    has_object_before = any(child < verb for child in tree.children_of(verb, "obj", "xcomp"))
    if not has_object_before and _TIME_POINT_WORDS.isdisjoint(map(str.lower, tree.words)):
        yield sentence.replace({place: f"never {tree.words[verb]}"})


def _resists_negation(sentence: Sentence, predicate: int, shared: Shared | None) -> bool:
    """Return whether a negation would not make the fact false, as `negate` explains."""
    tree = sentence.tree
    for subject in tree.children_of(predicate, "nsubj"):
        if tree.children_of(subject, "nummod"):
            return True
    if predicate > 0 and tree.is_verb(predicate) and tree.words[predicate][:1].isupper():
        return True
    clause = {tree.lower(index) for index in find_stated_clause(tree, shared)}
    return not _OTHER_NEGATIONS.isdisjoint(clause)


def _affirm(sentence: Sentence, negation: int) -> str:
    """Return the sentence without a negation; an auxiliary before it is spelled out."""
    words = sentence.tree.words
    if not negation:
        after = sentence.text[sentence.tree.starts[1] :] if len(words) > 1 else ""
        return after[:1].upper() + after[1:]
    before = words[negation - 1]
    both = range(negation - 1, negation + 1)
    return sentence.replace({both: _WHOLE_AUXILIARIES.get(before.lower(), before)})


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
        for antonym in antonyms:
            if _is_exchangeable(sentence, index, antonym):
                yield swap_word(sentence, index, inflect(antonym, tag))


def _is_exchangeable(sentence: Sentence, index: int, antonym: str) -> bool:
    """Return whether the sentence stays grammatical with an antonym of a word."""
    tree = sentence.tree
    tag = tree.tags[index]
    if tag in ("JJR", "JJS", "RBR", "RBS"):
        return len(antonym) <= _MAX_COMPARED_LETTERS
    if tree.is_verb(index):
        # A verb's antonym takes other complements; after an adjective, a verb is a misread noun.
        has_complement = bool(tree.children_of(index, "xcomp", "ccomp", "advcl"))
        is_noun = tag_at(sentence, index - 1) in ("JJ", "CD") and tag in ("VB", "VBP")
        return not (has_complement or is_noun or word_at(sentence, index + 1) in ("to", "from"))
    if tree.lower(index) not in _GENDERED_NOUNS:
        return True
    return _GENDERED_PRONOUNS.isdisjoint(map(str.lower, tree.words))


def _is_part_of_a_phrase(sentence: Sentence, index: int) -> bool:
    """Return whether the word may have another meaning in a phrase.

    Examples are "give up", "long-term", "New York" and "years old".
    """
    tree = sentence.tree
    neighbours = tree.words[max(index - 1, 0) : index + 2]
    in_name = tree.tags[tree.heads[index]].startswith("NNP")
    is_compound = tree.relation(index) == "compound" or bool(tree.children_of(index, "compound"))
    return in_name or is_compound or not _PHRASE_WORDS.isdisjoint(neighbours)
