"""Parsed sentences with the offsets of their words, and the grammar that edits need."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from itertools import chain
from typing import NamedTuple

from sacrerouge_litepyramid.core.texts import split_sentences
from sacrerouge_litepyramid.core.words import STOP_WORDS, stem
from sacrerouge_litepyramid.extraction.trees import DependencyParser, Tree

ARTICLE_AT_END = re.compile(r"\b([Aa])n? $")
#: the beginnings of words and numbers that begin with the sound of a vowel
VOWEL_SOUND = re.compile(r"(?!uni|use|one|eu|uk|us\b)[aeiou]|8|1[18](?!\d)", re.IGNORECASE)


@dataclass(frozen=True)
class Sentence:
    """A parsed sentence."""

    text: str
    # with the offsets of its words in the text
    tree: Tree

    def span_text(self, words: range) -> str:
        """Return the text from the first to the last word of a span."""
        return self.text[self.tree.starts[words.start] : self._end(words.stop - 1)]

    def replace(self, replacements: Mapping[range, str]) -> str:
        """Return the text with some spans, which must not overlap, replaced.

        A capital at the beginning is kept, and "a" or "an" is adapted to the word after it.
        """
        text = self.text
        # From the last span to the first, so that the offsets before it stay right.
        for words in sorted(replacements, key=lambda span: -span.start):
            new = replacements[words]
            article = r"\1n " if VOWEL_SOUND.match(new) else r"\1 "
            before = ARTICLE_AT_END.sub(article, text[: self.tree.starts[words.start]])
            text = before + new + text[self._end(words.stop - 1) :]
        return text[:1].upper() + text[1:] if self.text[:1].isupper() else text

    def insert_after(self, word: int, new: str) -> str:
        """Return the text with a new word inserted after another."""
        end = self._end(word)
        return f"{self.text[:end]} {new}{self.text[end:]}"

    def _end(self, word: int) -> int:
        """Return the offset after the last character of a word."""
        return self.tree.starts[word] + len(self.tree.words[word])


def parse_sentences(texts: Iterable[str], parser: DependencyParser) -> dict[str, list[Sentence]]:
    """Return the sentences of the distinct texts, split by rules.

    Each distinct sentence is parsed once.
    """
    split = {text: split_sentences(text) for text in texts}
    distinct = list(dict.fromkeys(chain.from_iterable(split.values())))
    parsed = dict(zip(distinct, map(Sentence, distinct, parser.parse(distinct)), strict=True))
    return {text: [parsed[sentence] for sentence in sentences] for text, sentences in split.items()}


def replace_sentence(sentences: Sequence[Sentence], edited: int, new: str) -> str:
    """Return the text of all sentences with the one at the place ``edited`` replaced."""
    texts = [sentence.text for sentence in sentences]
    texts[edited] = new
    return " ".join(texts)


class Shared(NamedTuple):
    """The words of a unit; an edit of a summary must change some of them."""

    # all words in lower case
    words: frozenset[str]
    # the stems of content words
    stems: frozenset[str]
    # the stem of the main predicate, None if it is not finite
    predicate: str | None
    # the lower-cased words of each name
    names: tuple[tuple[str, ...], ...]


def is_shared(word: str, shared: Shared | None) -> bool:
    """Return whether a word may change: with ``shared``, only a content word of the unit."""
    return shared is None or (word.lower() not in STOP_WORDS and stem(word) in shared.stems)


def swap(sentence: Sentence, replacements: Mapping[range, str]) -> str:
    """Return the sentence with some spans replaced; all is in lower case if the sentence is."""
    if sentence.text == sentence.text.lower():
        replacements = {words: new.lower() for words, new in replacements.items()}
    return sentence.replace(replacements)


def swap_word(sentence: Sentence, index: int, new: str) -> str:
    """Return the sentence with the word at ``index`` replaced wherever it occurs."""
    word = sentence.tree.words[index]
    places = [place for place, other in enumerate(sentence.tree.words) if other == word]
    return swap(sentence, {range(place, place + 1): new for place in places})


def word_at(sentence: Sentence, index: int) -> str:
    """Return a word in lower case, or "" beyond either end of the sentence."""
    words = sentence.tree.words
    return words[index].lower() if 0 <= index < len(words) else ""


def tag_at(sentence: Sentence, index: int) -> str:
    """Return the Penn tag of a word, or "" beyond either end of the sentence."""
    return sentence.tree.tags[index] if 0 <= index < len(sentence.tree.tags) else ""


_REMEDY = (
    "edits that make a text false need spaCy and lemminflect: pip install "
    '"sacrerouge-litepyramid[contrast]"; to train without them, pass the judge as JSON with '
    '"contrast": 0'
)


def check_packages() -> None:
    """Raise ImportError with the line that installs missing packages."""
    if find_spec("spacy") is None or find_spec("lemminflect") is None:
        raise ImportError(_REMEDY)


_UNIVERSAL_TAGS = {"VB": "VERB", "JJ": "ADJ", "RB": "ADV", "NN": "NOUN"}


@lru_cache(maxsize=1 << 14)
def find_lemma(word: str, tag: str) -> str:
    """Return the lemma of a word with a Penn tag."""
    from lemminflect import getLemma

    forms = getLemma(word, upos=_UNIVERSAL_TAGS.get(tag[:2], "NOUN"))
    return str(forms[0]) if forms else word


@lru_cache(maxsize=1 << 14)
def inflect(base: str, tag: str) -> str:
    """Return the form of a lemma for a Penn tag, or the lemma itself if there is no such form."""
    from lemminflect import getInflection

    forms = getInflection(base, tag=tag)
    return str(forms[0]) if forms else base


#: the tags of finite verbs, and the forms of "do" that negate them
FINITE_TAGS = {"VBD": "did", "VBZ": "does", "VBP": "do"}
CLAUSE_RELATIONS = frozenset(("conj", "advcl", "parataxis", "ccomp", "acl", "csubj"))


def find_main_predicate(tree: Tree) -> int | None:
    """Return the root if it is the predicate of a finite clause."""
    for index in _list_finite_predicates(tree):
        if tree.heads[index] == index:
            return index
    return None


def find_stated_predicate(tree: Tree, shared: Shared | None) -> int | None:
    """Return the root or, with ``shared``, the predicate that the unit has too.

    The predicate's clause must have another word of the unit, if the unit has one.
    """
    if shared is None:
        return find_main_predicate(tree)
    best = None
    most = min(2, len(shared.stems)) - 1
    for index in _list_finite_predicates(tree):
        if stem(tree.words[index]) != shared.predicate:
            continue
        stems = {stem(tree.words[place]) for place in _find_clause(tree, index)}
        overlap = len(stems & shared.stems)
        if overlap > most:
            best, most = index, overlap
    return best


def find_stated_clause(tree: Tree, shared: Shared | None) -> set[int]:
    """Return the indices of all words or, with ``shared``, of the stated predicate's clause."""
    if shared is None:
        return set(range(len(tree.words)))
    predicate = find_stated_predicate(tree, shared)
    return set() if predicate is None else _find_clause(tree, predicate)


def find_first_auxiliary(tree: Tree, predicate: int) -> int | None:
    """Return the first auxiliary or copula before the predicate, if it is finite."""
    first = min(tree.children_of(predicate, "aux", "cop"), default=predicate)
    is_finite = tree.tags[first] in ("MD", *FINITE_TAGS)
    return first if first < predicate and is_finite else None


def _list_finite_predicates(tree: Tree) -> list[int]:
    """Return the predicates of clauses with a finite verb and a subject."""
    predicates = []
    for index, tag in enumerate(tree.tags):
        has_subject = bool(tree.children_of(index, "nsubj", "csubj", "expl"))
        is_finite = tag in FINITE_TAGS or find_first_auxiliary(tree, index) is not None
        if has_subject and is_finite:
            predicates.append(index)
    return predicates


def _find_clause(tree: Tree, predicate: int) -> set[int]:
    """Return the indices of a predicate and its arguments, without other clauses."""
    words = range(len(tree.words))
    clauses = {index for index in words if tree.relation(index) in CLAUSE_RELATIONS}
    return tree.subtree(predicate, clauses - {predicate})
