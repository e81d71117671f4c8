"""The features of the lexical judge: how much of a unit's wording a summary repeats.

A unit's siblings are the other units of its document: a stem that many units share is weak evidence for each.
With df(t) = the number of the document's n units with content stem t: w(t) = ln((n + 1) / df(t)) + 0.05, and
widf(t) = w(t) idf(t). Content stems are those of words that are not stop words; a unit of stop words alone is judged
by all of its words."""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from tqdm import tqdm

from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.core.rouge import encode_sentences, longest_common_subsequence, longest_common_substring
from sacrerouge_litepyramid.core.words import content_words, is_name_or_number, stem, words_by_sentence
from sacrerouge_litepyramid.judges import mismatch_features, related_words
from sacrerouge_litepyramid.judges.mismatch_features import MarkedWords, compare_words, mark_words
from sacrerouge_litepyramid.judges.related_words import RELATIONS, index_relatives, related_features, related_parts


class StemWeights(NamedTuple):
    """An entry for each stem of each unit, sorted by stem, then by unit.

    ``units``: their number; ``starts``: the first entry of each stem, (stems + 1,); ``places``: the unit of each entry,
    (entries,); ``values``: (kinds, entries), which sum to 1 over the entries of a unit, or to 0.
    """

    units: int
    starts: np.ndarray
    places: np.ndarray
    values: np.ndarray


def build_stem_weights(units: Sequence[Mapping[int, Sequence[float]]], stems: int, kinds: int) -> StemWeights:
    """Return the weights of units, given by stem, a number below ``stems``; each weight has ``kinds`` values."""
    places = np.repeat(np.arange(len(units)), [len(unit) for unit in units])
    codes = np.array([code for unit in units for code in unit], dtype=np.int64)
    values = np.array([value for unit in units for value in unit.values()], dtype=float).reshape(-1, kinds).T
    order = np.argsort(codes, kind="stable")
    places, values = places[order], values[:, order]
    totals = _sum_by_place(values, places, len(units))
    starts = np.searchsorted(codes[order], np.arange(stems + 1))
    return StemWeights(len(units), starts, places, values / np.where(totals > 0, totals, 1.0)[:, places])


def sum_shared(weights: StemWeights, stems: np.ndarray) -> np.ndarray:
    """Return the weight of each unit's stems that are among the distinct ``stems``, ascending, (kinds, units)."""
    entries, _ = _entries(weights, stems)
    return _sum_by_place(weights.values[:, entries], weights.places[entries], weights.units)


def sum_by_part(weights: StemWeights, parts: np.ndarray, kind: int) -> np.ndarray:
    """Return the weight of each unit's stems in each part of a summary, (units, parts).

    ``parts``: whether a stem belongs to a part, (stems, parts).
    """
    # In the order of stems, parts with the same stems of a unit have the same sum to the last bit.
    stems, of_part = np.nonzero(parts)
    entries, stem_places = _entries(weights, stems)
    places = weights.places[entries] * parts.shape[1] + of_part[stem_places]
    sums = np.bincount(places, weights.values[kind, entries], minlength=weights.units * parts.shape[1])
    return sums.reshape(weights.units, parts.shape[1])


def _entries(weights: StemWeights, stems: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the entries of stems, and for each entry the place of its stem in ``stems``, both (entries,)."""
    first = weights.starts[stems]
    counts = weights.starts[stems + 1] - first
    places = np.repeat(np.arange(len(stems)), counts)
    # the distance of a stem's first entry from its place in the result
    offsets = first - np.cumsum(counts) + counts
    return np.arange(len(places)) + offsets[places], places


def _sum_by_place(values: np.ndarray, places: np.ndarray, number: int) -> np.ndarray:
    """Return the sums of each row's values at the same place, (rows, number)."""
    rows = np.arange(len(values))[:, None]
    sums = np.bincount((rows * number + places).ravel(), values.ravel(), len(values) * number)
    return sums.reshape(len(values), number)


#: sib_w, sib_widf: the share of the weight of the unit's content stems that is in the summary; sib_bs: the largest
#: share (widf) in one of its sentences; bs_lcs: the longest subsequence in common with a sentence, lcsub: the longest
#: run, both over the unit's length; r1_con: the share of content stems; non_rec: the same, weighted by idf, of stems
#: that are neither capitalised nor numbers (of all, if there is no other); n_uc: the number of content stems
WORDING_FEATURES = ("sib_w", "sib_widf", "sib_bs", "bs_lcs", "lcsub", "r1_con", "non_rec", "n_uc")
FEATURES = (*WORDING_FEATURES, *mismatch_features.FEATURES, *related_words.FEATURES)

#: what the features measure, in plain words; those of one wording are added up
DESCRIPTIONS: Mapping[str, str] = {
    **dict.fromkeys(("sib_w", "sib_widf", "r1_con", "non_rec"), "share of the unit's words that the summary has"),
    "sib_bs": "share of the unit's words in one sentence",
    **dict.fromkeys(("bs_lcs", "lcsub"), "words in the same order"),
    "n_uc": "length of the unit",
    **mismatch_features.DESCRIPTIONS,
    **related_words.DESCRIPTIONS,
}

#: increased by a change that changes the value of a feature
VERSION = 3

SIBLING_FLOOR = 0.05
#: the kinds of a stem's weights: w, widf, 1, and idf (0 for names and numbers)
KINDS = W, WIDF, PLAIN, NON_NAME = range(4)
_OTHER = "\0"


class GroupFeatures(NamedTuple):
    """``values``: FEATURES of a group's units, (units, features); ``comparable``: if unit and summary have words."""

    values: np.ndarray
    comparable: np.ndarray


class UnitTable(NamedTuple):
    """The prepared units of a document, computed once for all of its summaries.

    ``codes``: their stems, with a character for each; ``texts``: the units in these characters; ``weights``: of
    the units' content stems, of the kinds W, WIDF, PLAIN and NON_NAME; ``sizes``: of shape (units,), the numbers of
    content stems; ``marked``: the units' negations and numbers; ``relatives``: of the units' content stems, as of
    `index_relatives`.
    """

    codes: Mapping[str, str]
    texts: tuple[str, ...]
    weights: StemWeights
    sizes: np.ndarray
    marked: tuple[MarkedWords, ...]
    relatives: Mapping[str, str]


def group_features(groups: Sequence[Group], idf: Callable[[str], float]) -> list[GroupFeatures]:
    """Return the features of each group, in order; ``idf``: a stem's inverse document frequency, positive.

    The units of a document are prepared once for all of its summaries.
    """
    indices: dict[tuple[str, ...], list[int]] = {}
    for index, group in enumerate(groups):
        indices.setdefault(group.units, []).append(index)
    features: dict[int, GroupFeatures] = {}
    for units, members in tqdm(indices.items(), desc="judge", unit="document", disable=None, delay=1):
        table = unit_table(units, idf)
        for index in members:
            sentences = words_by_sentence(groups[index].summary)
            comparable = (table.sizes > 0) & bool(sentences)
            features[index] = GroupFeatures(unit_features(table, sentences), comparable)
    return [features[index] for index in range(len(groups))]


def unit_table(units: Sequence[str], idf: Callable[[str], float]) -> UnitTable:
    """Prepare all units of a document; ``idf``: as for `group_features`."""
    words = [[word for sentence in words_by_sentence(unit) for word in sentence] for unit in units]
    stems = [[stem(word) for word in of_unit] for of_unit in words]
    content = [_content_stems(of_unit) for of_unit in words]
    distinct = dict.fromkeys(chain(*content, *stems))
    codes = {name: chr(code) for code, name in enumerate(distinct, start=1)}
    sharing = Counter(chain.from_iterable(content))
    weights: list[dict[int, Sequence[float]]] = []
    for of_unit in content:
        only_names = all(of_unit.values())
        weights.append({})
        for name, is_name in of_unit.items():
            sibling = math.log((len(units) + 1) / sharing[name]) + SIBLING_FLOOR
            plain = idf(name) if only_names or not is_name else 0.0
            weights[-1][ord(codes[name]) - 1] = (sibling, sibling * idf(name), 1.0, plain)
    return UnitTable(
        codes=codes,
        texts=tuple("".join(codes[name] for name in of_unit) for of_unit in stems),
        weights=build_stem_weights(weights, stems=len(codes), kinds=len(KINDS)),
        sizes=np.array([len(of_unit) for of_unit in content], dtype=np.int64),
        marked=tuple(mark_words(tuple(of_unit)) for of_unit in words),
        relatives=index_relatives(dict.fromkeys(chain.from_iterable(content))),
    )


def unit_features(table: UnitTable, sentences: Sequence[Sequence[str]]) -> np.ndarray:
    """Return the FEATURES of each unit for a summary, given as words by sentence: of shape (units, features)."""
    stems = [[stem(word) for word in words] for words in sentences]
    texts = _encode_sentences(table, stems)
    has_stem = _mark_found(table, texts)
    w, widf, plain_recall, non_names = sum_shared(table.weights, np.flatnonzero(has_stem.any(axis=1)))
    shares = sum_by_part(table.weights, related_parts(has_stem, _mark_related(table, stems)), WIDF)
    by_sentence = shares[:, : len(sentences)]
    bits = encode_sentences([text.replace(_OTHER, "") for text in texts])
    summary = _OTHER.join(texts)
    subsequences = [longest_common_subsequence(unit, bits) / max(len(unit), 1) for unit in table.texts]
    runs = [longest_common_substring(unit, summary) / max(len(unit), 1) for unit in table.texts]
    best_sentence = by_sentence.max(axis=1, initial=0.0)
    wording = np.array([w, widf, best_sentence, subsequences, runs, plain_recall, non_names, table.sizes]).T
    mismatches = _mismatches(table.marked, sentences, by_sentence)
    return np.concatenate([wording, mismatches, related_features(shares)], axis=1)


def _mark_found(table: UnitTable, texts: Sequence[str]) -> np.ndarray:
    """Return whether each sentence, encoded by `_encode_sentences`, has each of the table's stems."""
    is_found = np.zeros((len(table.codes) + 1, len(texts)), dtype=bool)
    is_found[_to_numbers(texts)] = True
    return is_found[1:]


def _mark_related(table: UnitTable, sentences: Sequence[Sequence[str]]) -> np.ndarray:
    """Return whether each sentence, given as stems, has a relative of each stem: (stems, RELATIONS, sentences)."""
    related = np.zeros((len(table.codes) * len(RELATIONS), len(sentences)), dtype=bool)
    get = table.relatives.get
    related[_to_numbers(["".join([get(name, "") for name in sentence]) for sentence in sentences])] = True
    return related.reshape(len(table.codes), len(RELATIONS), len(sentences))


def _to_numbers(texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """Return the number of each character of some texts, and the place of its text."""
    characters = "".join(texts).encode("utf-32-le", "surrogatepass")
    return np.frombuffer(characters, "<u4"), np.repeat(np.arange(len(texts)), list(map(len, texts)))


def _mismatches(units: Sequence[MarkedWords], sentences: Sequence[Sequence[str]], shares: np.ndarray) -> np.ndarray:
    """Return the mismatch features of each unit and its nearest sentence, that of the largest share (widf)."""
    if not len(units) or not sentences:
        return np.zeros((len(units), len(mismatch_features.FEATURES)))
    marked = [mark_words(tuple(words)) for words in sentences]
    summary = frozenset(chain.from_iterable(sentence.stems for sentence in marked))
    nearest = shares.argmax(axis=1).tolist()
    return np.array([compare_words(unit, marked[place], summary) for unit, place in zip(units, nearest, strict=True)])


def sentence_shares(table: UnitTable, sentences: Sequence[Sequence[str]]) -> np.ndarray:
    """Return the share (widf) of each unit's content stems in each sentence: of shape (units, sentences).

    ``sentences``: as stems; ``sib_bs`` of `unit_features` is the largest of a unit's shares.
    """
    return sum_by_part(table.weights, _mark_found(table, _encode_sentences(table, sentences)), WIDF)


def _encode_sentences(table: UnitTable, sentences: Sequence[Sequence[str]]) -> list[str]:
    """Return each sentence in the characters of the table's stems, with _OTHER for other stems."""
    return ["".join([table.codes.get(name, _OTHER) for name in sentence]) for sentence in sentences]


def _content_stems(words: list[str]) -> dict[str, bool]:
    """Return the content stems of a unit, and whether every occurrence of a stem is a name or number."""
    stems: dict[str, bool] = {}
    for word in content_words(words):
        stems[stem(word)] = stems.get(stem(word), True) and is_name_or_number(word)
    return stems
