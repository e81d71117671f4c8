"""The features of the lexical judge: how much of a unit's wording a summary repeats.

A unit's siblings are the other units of its document: a stem that many units share is weak evidence
for each of them. If df(t) of the document's n units have the content stem t, its weights are w(t) =
ln((n + 1) / df(t)) + 0.05 and widf(t) = w(t) idf(t). Content stems are the stems of words that are
not stop words; a unit of stop words alone is judged by all its words."""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np
from tqdm import tqdm

from sacrerouge_litepyramid.core.pairs import Group, group_by_units
from sacrerouge_litepyramid.core.rouge import (
    longest_common_subsequences,
    longest_common_substring,
)
from sacrerouge_litepyramid.core.words import (
    compared_stem,
    compared_words,
    content_words,
    is_name_or_number,
)
from sacrerouge_litepyramid.judges import mismatch_features, related_words
from sacrerouge_litepyramid.judges.mismatch_features import MarkedWords, compare_words, mark_words
from sacrerouge_litepyramid.judges.related_words import (
    ANTONYMS,
    RELATIONS,
    SYNONYMS,
    find_missing,
    index_relatives,
)


class StemWeights(NamedTuple):
    """The weights of stems, with an entry for each stem of each unit, sorted by stem, then by unit.

    So their size is linear in the number of units.
    """

    unit_count: int
    #: the first entry of each stem, (stems + 1,)
    starts: np.ndarray
    #: the unit of each entry, (entries,)
    places: np.ndarray
    #: (kinds, entries); the values of a unit's entries sum to 1, or to 0
    values: np.ndarray


def build_stem_weights(
    units: Sequence[Mapping[int, Sequence[float]]], stems: int, kinds: int
) -> StemWeights:
    """Build weights from the values of each unit's stems, one for each of ``kinds``.

    Stems are numbers below ``stems``. The values of a unit are divided by their sum.
    """
    places = np.repeat(np.arange(len(units)), list(map(len, units)))
    numbers = np.array(list(chain.from_iterable(units)), dtype=np.int64)
    rows = list(chain.from_iterable(unit.values() for unit in units))
    values = np.array(rows, dtype=float).reshape(-1, kinds).T
    # A stable order keeps the units of a stem in order.
    order = np.argsort(numbers, kind="stable")
    places, values = places[order], values[:, order]
    totals = _sum_by_place(values, places, len(units))
    divisors = np.where(totals > 0, totals, 1.0)
    starts = np.searchsorted(numbers[order], np.arange(stems + 1))
    return StemWeights(len(units), starts, places, values / divisors[:, places])


def sum_by_part(weights: StemWeights, parts: np.ndarray, kinds: Sequence[int]) -> np.ndarray:
    """Return, (kinds, units, parts), the weight of each unit's stems that are in each part.

    ``parts``: whether a stem belongs to a part of a summary, (stems, parts).
    """
    # Because stems are summed in order, parts that share the same stems with a unit have the same
    # sum to the last bit.
    stems, part_numbers = np.nonzero(parts)
    first = weights.starts[stems]
    counts = weights.starts[stems + 1] - first
    places = np.repeat(np.arange(len(stems)), counts)
    # The distance of a stem's first entry from its position among all entries.
    offsets = first - np.cumsum(counts) + counts
    entries = np.arange(len(places)) + offsets[places]
    part_count = parts.shape[1]
    cells = weights.places[entries] * part_count + part_numbers[places]
    values = weights.values[list(kinds)][:, entries]
    sums = _sum_by_place(values, cells, weights.unit_count * part_count)
    return sums.reshape(len(kinds), weights.unit_count, part_count)


def _sum_by_place(values: np.ndarray, places: np.ndarray, size: int) -> np.ndarray:
    """Return, (rows, size), the sums of each row's values that have the same place, below ``size``.

    Several rows are summed in one call, each in cells of its own.
    """
    rows = len(values)
    cells = np.arange(rows)[:, None] * size + places
    sums = np.bincount(cells.ravel(), values.ravel(), rows * size)
    return sums.reshape(rows, size)


WORDING_FEATURES = (
    # the share of the unit's content stems that is in the summary, by the weights w and widf
    "sib_w",
    "sib_widf",
    # the largest share, by widf, in one of its sentences
    "sib_bs",
    # the longest common subsequence with a sentence, divided by the unit's length
    "bs_lcs",
    # the longest common run, divided by the unit's length
    "lcsub",
    # the share in the summary, all stems alike
    "r1_con",
    # the share in the summary, by idf, without names and numbers if there are other stems
    "non_rec",
    # the number of content stems, at most MAX_LENGTH
    "n_uc",
)
FEATURES = (*WORDING_FEATURES, *mismatch_features.FEATURES, *related_words.FEATURES)

#: what the features measure, in plain words; features with equal descriptions are added up
DESCRIPTIONS: Mapping[str, str] = {
    **dict.fromkeys(
        ("sib_w", "sib_widf", "r1_con", "non_rec"), "share of the unit's words that the summary has"
    ),
    "sib_bs": "share of the unit's words in one sentence",
    **dict.fromkeys(("bs_lcs", "lcsub"), "words in the same order"),
    "n_uc": "length of the unit",
    **mismatch_features.DESCRIPTIONS,
    **related_words.DESCRIPTIONS,
}

#: increased whenever the value of a feature changes
VERSION = 4

#: SCUs have seven content stems in the mean; of longer facts, the weight would lower all values
MAX_LENGTH = 8
#: added to w, which is close to 0 without it for a stem that all units have
SIBLING_FLOOR = 0.05
#: the kinds of a stem's weights: w, widf, 1, and idf (0 for names and numbers)
KINDS = W, WIDF, PLAIN, NON_NAME = range(4)
#: so many sentences of a document's summaries are compared at once, which bounds the memory
SENTENCES_PER_BLOCK = 512
#: a character for the stems that no unit has
_OTHER_STEM = "\0"


def weigh_sibling(count: int, units: int) -> float:
    """Return w of what ``count`` of a document's units have."""
    return math.log((units + 1) / count) + SIBLING_FLOOR


Words = tuple[str, ...]


class GroupFeatures(NamedTuple):
    """The features of the units of a group."""

    #: the FEATURES, (units, features)
    values: np.ndarray
    #: whether both the unit and the summary have words, (units,)
    comparable: np.ndarray


class UnitTable(NamedTuple):
    """The prepared units of a document, computed once for all of its summaries."""

    #: for each stem of the units, the character with the number of the stem, counted from 1
    codes: Mapping[str, str]
    #: the units' stems as such characters
    texts: tuple[str, ...]
    #: those of the content stems, of all KINDS
    weights: StemWeights
    #: the number of content stems, (units,)
    sizes: np.ndarray
    marked: tuple[MarkedWords, ...]
    #: those of the content stems, as `index_relatives` returns them
    relatives: Mapping[str, str]


def group_features(groups: Sequence[Group], idf: Callable[[str], float]) -> list[GroupFeatures]:
    """Return the features of each group, in order.

    ``idf`` returns a stem's inverse document frequency, above 0. The units of a document are
    prepared once for all of its summaries.
    """
    features = {}
    by_units = group_by_units(groups).items()
    for units, members in tqdm(by_units, desc="judge", unit="document", disable=None, delay=1):
        table = unit_table(units, idf)
        has_words = table.sizes > 0
        for block in _split_blocks(groups, members):
            values = unit_features(table, list(block.values()))
            for (index, summary), of_summary in zip(block.items(), values, strict=True):
                features[index] = GroupFeatures(of_summary, has_words & bool(summary))
    return [features[index] for index in range(len(groups))]


def _split_blocks(
    groups: Sequence[Group], members: Sequence[int]
) -> Iterator[dict[int, tuple[Words, ...]]]:
    """Yield the sentences of groups' summaries, by the groups' places, in blocks."""
    block: dict[int, tuple[Words, ...]] = {}
    size = 0
    for index in members:
        block[index] = compared_words(groups[index].summary)
        size += len(block[index])
        if size >= SENTENCES_PER_BLOCK:
            yield block
            block, size = {}, 0
    yield block


def unit_table(units: Sequence[str], idf: Callable[[str], float]) -> UnitTable:
    """Prepare all units of a document; ``idf`` is as for `group_features`."""
    words = [list(chain.from_iterable(compared_words(unit))) for unit in units]
    stems = [list(map(compared_stem, unit_words)) for unit_words in words]
    content = list(map(_find_content_stems, words))
    distinct = dict.fromkeys(chain(*content, *stems))
    codes = {name: chr(code) for code, name in enumerate(distinct, start=1)}
    return UnitTable(
        codes=codes,
        texts=tuple(_encode_stems(codes, stems)),
        weights=_weigh_stems(content, codes, idf),
        sizes=np.array(list(map(len, content)), dtype=np.int64),
        marked=tuple(mark_words(tuple(unit_words)) for unit_words in words),
        relatives=index_relatives(dict.fromkeys(chain.from_iterable(content))),
    )


def _weigh_stems(
    content: Sequence[Mapping[str, bool]], codes: Mapping[str, str], idf: Callable[[str], float]
) -> StemWeights:
    """Return the weights of the content stems of units, which `_find_content_stems` returned."""
    unit_counts = Counter(chain.from_iterable(content))
    siblings = {name: weigh_sibling(count, len(content)) for name, count in unit_counts.items()}
    weights = []
    for unit_stems in content:
        has_only_names = all(unit_stems.values())
        unit_weights = {}
        for name, is_name in unit_stems.items():
            number = ord(codes[name]) - 1
            w = siblings[name]
            rarity = idf(name)
            non_name = rarity if has_only_names or not is_name else 0.0
            unit_weights[number] = (w, w * rarity, 1.0, non_name)
        weights.append(unit_weights)
    return build_stem_weights(weights, stems=len(codes), kinds=len(KINDS))


class Sentences(NamedTuple):
    """The sentences of texts, compared with the units of their document.

    Texts of a document often share sentences, as extractive summaries do; only distinct ones are
    compared.
    """

    #: those of the distinct sentences
    words: tuple[Words, ...]
    stems: list[list[str]]
    #: the stems as `_encode_stems` returns them
    codes: list[str]
    #: whether a sentence has a stem, (stems, sentences)
    has_stem: np.ndarray
    #: the share of each unit's content stems in each sentence, by widf, (units, sentences)
    shares: np.ndarray
    #: the number of each sentence of each text, one text after another, (members,)
    members: np.ndarray
    #: where the sentences of each text begin among the members, (texts,)
    starts: np.ndarray
    #: the place of each unit's nearest sentence among the members, (units, texts): that with the
    #: largest share, of equal ones the first
    nearest: np.ndarray

    def join(self, operation: np.ufunc, values: np.ndarray) -> np.ndarray:
        """Apply an operation to the values (…, sentences) of each text; returns (…, texts)."""
        joined: np.ndarray = operation.reduceat(values[..., self.members], self.starts, axis=-1)
        return joined

    @property
    def nearest_numbers(self) -> np.ndarray:
        """The number of each unit's nearest sentence among the distinct ones, (units, texts)."""
        return self.members[self.nearest]

    def list_members(self) -> Iterator[list[int]]:
        """Yield the numbers of each text's sentences."""
        for start, end in pairwise([*self.starts, len(self.members)]):
            yield self.members[start:end].tolist()


def compare_sentences(table: UnitTable, texts: Sequence[Sequence[Words]]) -> Sentences:
    """Compare the sentences of texts, each of which has at least one, with a document's units."""
    numbers: dict[Words, int] = {}
    members = np.array(
        [numbers.setdefault(words, len(numbers)) for words in chain.from_iterable(texts)]
    )
    stems = [list(map(compared_stem, words)) for words in numbers]
    codes = _encode_stems(table.codes, stems)
    has_stem = _mark_found(table, codes)
    (shares,) = sum_by_part(table.weights, has_stem, [WIDF])
    counts = np.array(list(map(len, texts)), dtype=np.int64)
    starts = np.cumsum(counts) - counts
    of_members = shares[:, members]
    largest = np.repeat(np.maximum.reduceat(of_members, starts, axis=1), counts, axis=1)
    places = np.where(of_members == largest, np.arange(len(members)), len(members))
    nearest = np.minimum.reduceat(places, starts, axis=1)
    return Sentences(tuple(numbers), stems, codes, has_stem, shares, members, starts, nearest)


def unit_features(table: UnitTable, summaries: Sequence[Sequence[Words]]) -> np.ndarray:
    """Return the FEATURES of each unit for each summary, (summaries, units, features).

    ``summaries``: the sentences of each; a summary without any shares nothing with the units.
    """
    features = np.zeros((len(summaries), len(table.texts), len(FEATURES)))
    lengths = np.minimum(table.sizes, MAX_LENGTH)
    features[:, :, FEATURES.index("n_uc")] = lengths
    with_words = [place for place, summary in enumerate(summaries) if summary]
    if not with_words or not table.texts:
        return features
    sentences = compare_sentences(table, [summaries[place] for place in with_words])
    in_summary = sentences.join(np.logical_or, sentences.has_stem)
    w, widf, plain, non_name = sum_by_part(table.weights, in_summary, KINDS)
    best_sentence = sentences.join(np.maximum, sentences.shares)
    subsequences, runs = _measure_order(table.texts, sentences)
    sizes = np.broadcast_to(lengths[:, None], w.shape)
    # In the order of FEATURES, each (units, summaries).
    wording = [w, widf, best_sentence, subsequences, runs, plain, non_name, sizes]
    columns = [
        *wording,
        *mismatches_with_nearest(table, sentences),
        *_relate(table, sentences, in_summary),
    ]
    features[with_words] = np.stack(columns, axis=-1).swapaxes(0, 1)
    return features


def _measure_order(units: Sequence[str], sentences: Sentences) -> tuple[np.ndarray, np.ndarray]:
    """Return the features bs_lcs and lcsub, both (units, summaries).

    ``units``: their stems, as `_encode_stems` returns them.
    """
    known = [codes.replace(_OTHER_STEM, "") for codes in sentences.codes]
    subsequences = sentences.join(np.maximum, longest_common_subsequences(units, known))
    # A subsequence of one stem, or of none, is the longest run too.
    runs = subsequences.copy()
    for summary, members in enumerate(sentences.list_members()):
        text = _OTHER_STEM.join([sentences.codes[member] for member in members])
        for unit in np.flatnonzero(subsequences[:, summary] > 1).tolist():
            runs[unit, summary] = longest_common_substring(units[unit], text)
    lengths = np.array([max(len(unit), 1) for unit in units])[:, None]
    return subsequences / lengths, runs / lengths


def _relate(table: UnitTable, sentences: Sentences, in_summary: np.ndarray) -> list[np.ndarray]:
    """Return the features of related words, each (units, summaries).

    ``in_summary``: whether a summary has a stem, (stems, summaries).
    """
    related = _mark_related(table, sentences.stems)
    (shares,) = sum_by_part(table.weights, sentences.has_stem | related[:, SYNONYMS], [WIDF])
    missing = find_missing(in_summary, sentences.join(np.logical_or, related))
    (missing_shares,) = sum_by_part(table.weights, np.concatenate(missing, axis=1), [WIDF])
    synonyms, derivations, hypernyms = np.split(missing_shares, len(missing), axis=1)
    has_antonym = _find_antonyms(table, sentences, related[:, ANTONYMS], in_summary)
    return [synonyms, sentences.join(np.maximum, shares), derivations, hypernyms, has_antonym]


def _find_antonyms(
    table: UnitTable, sentences: Sentences, opposites: np.ndarray, in_summary: np.ndarray
) -> np.ndarray:
    """Return whether the nearest sentence has an antonym of a missing stem, (units, summaries).

    ``opposites``: whether a sentence has an antonym of a stem, (stems, sentences).
    """
    nearest = sentences.nearest_numbers
    (shares,) = sum_by_part(table.weights, opposites, [WIDF])
    has_antonym: np.ndarray = np.take_along_axis(shares, nearest, axis=1) > 0
    # Few sentences have one. It does not count if the summary has the stem itself.
    units, summaries = np.nonzero(has_antonym)
    missing = opposites[:, nearest[units, summaries]] & ~in_summary[:, summaries]
    (shares,) = sum_by_part(table.weights, missing, [WIDF])
    has_antonym[units, summaries] = shares[units, np.arange(len(units))] > 0
    return has_antonym


def _mark_found(table: UnitTable, texts: Sequence[str]) -> np.ndarray:
    """Return, (stems, sentences), whether a sentence has a stem.

    ``texts``: the sentences as `_encode_stems` returns them.
    """
    is_found = np.zeros((len(table.codes) + 1, len(texts)), dtype=bool)
    is_found[_locate_characters(texts)] = True
    # The character 0 stands for other stems.
    return is_found[1:]


def _mark_related(table: UnitTable, sentences: Sequence[Sequence[str]]) -> np.ndarray:
    """Return, (stems, RELATIONS, sentences), whether a sentence has a relative of a stem.

    ``sentences``: lists of stems.
    """
    stems, relations = len(table.codes), len(RELATIONS)
    related = np.zeros((stems * relations, len(sentences)), dtype=bool)
    get = table.relatives.get
    relatives = ["".join([get(name, "") for name in sentence]) for sentence in sentences]
    related[_locate_characters(relatives)] = True
    return related.reshape(stems, relations, len(sentences))


def _locate_characters(texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """Return the code point of each character of all texts, and the place of its text.

    Both have shape (characters,).
    """
    characters = "".join(texts).encode("utf-32-le", "surrogatepass")
    places = np.repeat(np.arange(len(texts)), list(map(len, texts)))
    return np.frombuffer(characters, "<u4"), places


def mismatches_with_nearest(table: UnitTable, sentences: Sentences) -> np.ndarray:
    """Return, (features, units, texts), the mismatch features with the nearest sentences."""
    marked = list(map(mark_words, sentences.words))
    texts = []
    for members in sentences.list_members():
        texts.append(frozenset(chain.from_iterable([marked[member].stems for member in members])))
    nearest = sentences.nearest_numbers
    mismatches = np.zeros((*nearest.shape, len(mismatch_features.FEATURES)))
    may_conflict = np.array([unit.may_conflict for unit in table.marked])[:, None]
    negates = np.array([bool(sentence.negated) for sentence in marked])
    pairs = np.nonzero(may_conflict | negates[nearest])
    compared = [
        compare_words(table.marked[unit], marked[sentence], texts[text])
        for unit, text, sentence in np.column_stack([*pairs, nearest[pairs]]).tolist()
    ]
    if compared:
        mismatches[pairs] = compared
    return mismatches.transpose(2, 0, 1)


def _encode_stems(codes: Mapping[str, str], sentences: Sequence[Sequence[str]]) -> list[str]:
    """Return each sentence, a list of stems, in the characters that ``codes`` has for stems.

    Stems that no unit has become _OTHER_STEM.
    """
    texts = []
    for sentence in sentences:
        texts.append("".join([codes.get(name, _OTHER_STEM) for name in sentence]))
    return texts


def _find_content_stems(words: list[str]) -> dict[str, bool]:
    """Return a unit's content stems, and whether all occurrences of each are names or numbers."""
    stems: dict[str, bool] = {}
    for word in content_words(words):
        name = compared_stem(word)
        stems[name] = stems.get(name, True) and is_name_or_number(word)
    return stems
