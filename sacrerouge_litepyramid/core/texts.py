"""Texts, each a string or a list of sentences: names in messages, and the splitting of sentences.

The rules that split a text need no model: some extractors use no parser, and news is regular
enough. They work for cased, lower-cased and tokenised text. White space becomes single spaces.
"""

import difflib
import re
import unicodedata
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise

from sacrerouge_litepyramid.core.markup import Passage, clean_text, read_passages
from sacrerouge_litepyramid.core.ready_text import READY, REASONING, TextForm, prepare
from sacrerouge_litepyramid.core.scripts import STOPS, is_english

#: a text is one string, or the list of its sentences
Text = str | list[str]
#: the shortest part of a name, in characters, by which the name is suggested
_MIN_PART = 3
#: the number of names that a sentence lists; the others are counted
_MAX_NAMES = 4


def flatten(text: Text) -> str:
    """Return a text as one string in the form NFC, its sentences joined by spaces.

    Raise ValueError if it is not a text.
    """
    return unicodedata.normalize("NFC", join_sentences(text))


def join_sentences(text: Text) -> str:
    """Return a text as one string, its sentences joined by spaces.

    Raise ValueError if it is not a text.
    """
    if isinstance(text, str):
        return text
    try:
        return " ".join(text)
    except TypeError:
        raise ValueError(
            f"a text must be a string or a list of sentences, not {text!r:.60}"
        ) from None


def unify_name(name: object) -> str:
    """Return an id or a name in the form NFC, as `flatten` returns texts, without outer space."""
    return unicodedata.normalize("NFC", str(name)).strip()


def prepare_text(
    text: Text, is_answer: bool = False, form: TextForm = READY
) -> tuple[Text, frozenset[str]]:
    """Make a text or its sentences ready, each in its place, and return what was done (`prepare`).

    An answer that loses reasoning, which may span sentences, becomes one string.
    """
    whole = prepare(text if isinstance(text, str) else "\n".join(text), is_answer, form)
    if isinstance(text, str) or REASONING in whole.causes:
        return whole
    return [prepare(sentence, form=form).text for sentence in text], whole.causes


def make_key(text: Text | Sequence[Text]) -> Hashable:
    """Return a text, or a list of texts, as a key of a dictionary; equal ones have equal keys."""
    return tuple(map(make_key, text)) if isinstance(text, list) else text


def list_some(names: Sequence[str], shown: int = 12) -> str:
    """Return names for a message.

    A long list is cut to the first ones and the number of the others.
    """
    listed = ", ".join(names[:shown])
    hidden = len(names) - shown
    return f"{listed} and {count_nouns(other=hidden)}" if hidden > 0 else listed


def join_names(names: Sequence[str]) -> str:
    """Join names as in a sentence: the first few, and the number of the others."""
    shown = list(names[:_MAX_NAMES])
    others = len(names) - len(shown)
    if others:
        shown.append(count_nouns(other=others))
    *first, last = shown
    return f"{', '.join(first)} and {last}" if first else last


def count_nouns(**counts: int) -> str:
    """Return counts with their nouns: "1 summary, 2,000 units".

    Nouns are given in the singular, and their plural is regular.
    """
    parts = []
    for noun, count in counts.items():
        plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
        parts.append(f"{count:,} {noun if count == 1 else plural}")
    return ", ".join(parts)


def list_known(name: str, known: Iterable[str]) -> str:
    """Return the known names for a message about an unknown one, and suggest the nearest."""
    names = list(dict.fromkeys(known))
    listed = list_some(names) or "none"
    for candidate in find_near(name, names, 1):
        listed += f"; did you mean {candidate!r}?"
    return listed


def find_near(name: str, names: Iterable[str], count: int) -> list[str]:
    """Return the nearest names, ignoring case.

    Names that contain the name come first, the shortest of these first; then similar ones.
    """
    folded = {candidate.casefold(): candidate for candidate in names}
    text = name.casefold()
    longer = [candidate for candidate in folded if text in candidate and len(text) >= _MIN_PART]
    similar = difflib.get_close_matches(text, folded, n=count)
    near = dict.fromkeys([*sorted(longer, key=len), *similar])
    return [folded[candidate] for candidate in near][:count]


def count_characters(text: str) -> int:
    """Return the number of characters without white space."""
    return sum(map(len, text.split()))


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text, separated by white space."""
    return frozenset(text.split())


#: the version of the rules, in the identities of extractors; increase it if texts split differently
SPLITTER = 3

_CLOSING_MARKS = "\"'”’»)]」』）"
_OPENING_MARKS = "\"'“‘«([`"
#: the end of a token that may end a sentence
_END = re.compile(rf"[.!?…{STOPS}][\"'”’»)\]」』）]*$")
#: the end of a sentence in a script that may have no space after it
_HARD_END = re.compile(rf"(?<=[{STOPS}])(?=[^\s{STOPS}.!?…\"'”’»)\]」』）])")
#: in other languages "3. Mai" is a date, not the end of a sentence
_ORDINAL = re.compile(r"(?:^|\s)\d{1,2}\.$")
_INITIALS = re.compile(r"([a-z]\.)*[a-z]")
#: tokens that close what is quoted or in brackets
_CLOSING_TOKENS = frozenset(("''", "”", "’", "»", ")", "]"))

#: abbreviations before a name or a number, never at the end of a sentence
_INNER_ABBREVIATIONS = word_set(
    """
    mr mrs ms mx dr prof gen sen rep gov lt col capt cmdr sgt cpl maj adm insp supt rev hon st
    messrs mt vs pp cf eg ie e.g i.e approx dept est jan feb aug sept oct nov dec
    """
)
#: abbreviations only before a number
_NUMBER_ABBREVIATIONS = word_set("no nos fig figs vol c p")
#: these, and initials ("J.", "U.S."), end a sentence if a word follows that often begins one
_AMBIGUOUS_ABBREVIATIONS = word_set("inc corp co ltd bros jr sr etc ave blvd rd ph.d")
#: words that often begin a sentence
_SUBJECTS = word_set("the he she it they we i his her their there")
_STARTERS = _SUBJECTS | word_set(
    """
    a an you this that these those its our my but and or so if in on at after before when while as
    for from with by however meanwhile according one some many most what who why how
    """
)


def sentences_of(reference: Text) -> list[str]:
    """Return a reference's sentences: those of a list as they are given, or those of one string.

    They are ready for comparison (`core.ready_text`) and without marks (`core.markup`). The
    sentences of a list keep their places, so one may be empty.
    """
    return [sentence.text for sentence in read_sentences(reference)]


def read_sentences(reference: Text) -> list[Passage]:
    """Return the same sentences as `sentences_of`, each with its introduction."""
    if isinstance(reference, str):
        return list(_read_text(reference))
    passages = []
    for sentence in reference:
        words = clean_text(_clean(sentence)).split()
        passages.append(Passage(" ".join(words)))
    return passages


# Both an extractor and the count of the content words in its units need a reference's sentences.
@lru_cache(maxsize=1 << 10)
def _read_text(text: str) -> tuple[Passage, ...]:
    sentences = []
    for passage in read_passages(_clean(text)):
        for sentence in _split_passage(passage.text):
            sentences.append(Passage(sentence, passage.introduction))
    return tuple(sentences)


def split_sentences(text: str) -> list[str]:
    """Split a text without marks into sentences, ready for comparison.

    A line break ends a sentence.
    """
    sentences = []
    for line in _clean(text).splitlines():
        sentences += _split_passage(line)
    return sentences


def _split_passage(text: str) -> list[str]:
    sentences: list[str] = []
    for candidate in _split_at_marks(text):
        is_part = not any(map(str.isalnum, candidate))
        follows_ordinal = sentences and _ORDINAL.search(sentences[-1]) and not is_english(text)
        if sentences and (is_part or follows_ordinal):
            sentences[-1] = f"{sentences[-1]} {candidate}".strip()
        else:
            sentences.append(candidate)
    return list(filter(None, sentences))


def _split_at_marks(text: str) -> Iterator[str]:
    has_capitals = text != text.lower()
    for piece in _HARD_END.split(text):
        tokens = piece.split()
        starts = [0, *_find_boundaries(tokens, has_capitals), len(tokens)]
        for start, end in pairwise(starts):
            yield " ".join(tokens[start:end])


def _clean(text: str) -> str:
    """Make a text ready without lone surrogates, which JSON allows and UTF-8 does not."""
    return prepare(text.encode("utf-8", "replace").decode("utf-8")).text


def _find_boundaries(tokens: list[str], has_capitals: bool) -> Iterator[int]:
    """Yield the places where sentences begin, except the first."""
    # how many straight quotes there are before each token; only a lone quote asks for it
    quotes = [0, *accumulate(token.count('"') for token in tokens)] if '"' in tokens else []
    following = 0
    for last, token in enumerate(tokens):
        # Most tokens end with a letter, which ends no sentence.
        if token[-1].isalpha() or last < following or not _END.search(token):
            continue
        following = last + 1
        # A stray closing quote belongs to the sentence before.
        while following < len(tokens) and _closes(
            tokens[following], is_quoted=bool(quotes) and quotes[following] % 2 == 1
        ):
            following += 1
        if following < len(tokens) and _is_boundary(tokens, last, following, has_capitals):
            yield following


def _closes(token: str, is_quoted: bool) -> bool:
    """Return whether a token closes a quotation or a bracket; a straight quote may open one."""
    return token in _CLOSING_TOKENS or (is_quoted and token == '"')


def _is_boundary(tokens: list[str], last: int, following: int, has_capitals: bool) -> bool:
    """Return whether the mark at the end of the token ``last`` ends a sentence."""
    token = tokens[last]
    next_word = _first_word(tokens, following)
    # Without capitals "at 5 p.m. on monday" would look like a new sentence.
    starters = _STARTERS if has_capitals else _SUBJECTS
    is_starter = next_word.lower() in starters
    has_full_stop = token.rstrip(_CLOSING_MARKS).endswith(".")
    if has_full_stop and _is_abbreviation(tokens, last, next_word, is_starter):
        return False
    if not has_capitals:
        # In lower case, 'why?" he asked' is likelier than a new sentence.
        return has_full_stop or token[-1] not in _CLOSING_MARKS
    return not next_word[:1].islower() or token == "."


def _is_abbreviation(tokens: list[str], last: int, next_word: str, is_starter: bool) -> bool:
    """Return whether the full stop of the token ``last`` belongs to an abbreviation.

    Then it does not end a sentence. ``is_starter``: whether the next word often begins a sentence.
    """
    word = _last_word(tokens, last)
    if word in _INNER_ABBREVIATIONS:
        return True
    if word in _NUMBER_ABBREVIATIONS and next_word[:1].isdigit():
        return True
    is_ambiguous = word in _AMBIGUOUS_ABBREVIATIONS or _INITIALS.fullmatch(word) is not None
    return is_ambiguous and not is_starter


def _last_word(tokens: list[str], index: int) -> str:
    """Return the word before the mark at the end of a token, in lower case."""
    word = tokens[index].rstrip(".!?…" + _CLOSING_MARKS)
    # In tokenised text a mark is a token of its own.
    if not word and index:
        word = tokens[index - 1]
    return word.lstrip(_OPENING_MARKS).rsplit("-")[-1].lower()


def _first_word(tokens: list[str], index: int) -> str:
    """Return the word at the beginning of a sentence, without marks."""
    word = tokens[index].lstrip(_OPENING_MARKS + "-–—")
    if not word and index + 1 < len(tokens):
        word = tokens[index + 1].lstrip(_OPENING_MARKS)
    return word.rstrip(",.;:!?" + _CLOSING_MARKS)
