"""The features of the lexical judge: how much of a unit's wording a summary repeats.

A unit's siblings are the other units of its document: a stem that many units share is weak evidence
for each of them. If df(t) of the document's n units have the content stem t, its weights are w(t) =
ln((n + 1) / df(t)) + 0.05 and widf(t) = w(t) idf(t). Content stems are the stems of words that are
not stop words; a unit of stop words alone is judged by all its words."""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from tqdm import tqdm

from sacrerouge_litepyramid.core.pairs import Group, group_by_units
from sacrerouge_litepyramid.core.rouge import (
    encode_sentences,
    longest_common_subsequence,
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
    RELATIONS,
    index_relatives,
    related_features,
    related_parts,
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


def sum_shared(weights: StemWeights, stems: np.ndarray) -> np.ndarray:
    """Return, (kinds, units), the weight of those stems of each unit that are among ``stems``.

    The stems are distinct and ascending.
    """
    entries, _ = _find_entries(weights, stems)
    return _sum_by_place(weights.values[:, entries], weights.places[entries], weights.unit_count)


def sum_by_part(weights: StemWeights, parts: np.ndarray, kind: int) -> np.ndarray:
    """Return, (units, parts), the weight of each unit's stems that are in each part of a summary.

    ``parts``: whether a stem belongs to a part, (stems, parts).
    """
    # Because stems are summed in order, parts that share the same stems with a unit have the same
    # sum to the last bit.
    stems, part_numbers = np.nonzero(parts)
    entries, stem_places = _find_entries(weights, stems)
    part_count = parts.shape[1]
    cells = weights.places[entries] * part_count + part_numbers[stem_places]
    cell_count = weights.unit_count * part_count
    sums = np.bincount(cells, weights.values[kind, entries], minlength=cell_count)
    return sums.reshape(weights.unit_count, part_count)


def _find_entries(weights: StemWeights, stems: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the entries of stems, and the place of each entry's stem in ``stems``.

    Both have shape (entries,).
    """
    first = weights.starts[stems]
    counts = weights.starts[stems + 1] - first
    places = np.repeat(np.arange(len(stems)), counts)
    # The distance of a stem's first entry from its position in the result.
    offsets = first - np.cumsum(counts) + counts
    return np.arange(len(places)) + offsets[places], places


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
#: a character for the stems that no unit has
_OTHER_STEM = "\0"


def weigh_sibling(count: int, units: int) -> float:
    """Return w of what ``count`` of a document's units have."""
    return math.log((units + 1) / count) + SIBLING_FLOOR


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
    first: dict[str, int] = {}
    for index, group in enumerate(groups):
        first.setdefault(group.summary, index)
    # All groups of a document's summaries follow each other, as the words of summaries are cached.
    by_units = sorted(
        group_by_units(groups).items(), key=lambda item: first[groups[item[1][0]].summary]
    )
    for units, members in tqdm(by_units, desc="judge", unit="document", disable=None, delay=1):
        table = unit_table(units, idf)
        for index in members:
            sentences = compared_words(groups[index].summary)
            comparable = (table.sizes > 0) & bool(sentences)
            features[index] = GroupFeatures(unit_features(table, sentences), comparable)
    return [features[index] for index in range(len(groups))]


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


def unit_features(table: UnitTable, sentences: Sequence[Sequence[str]]) -> np.ndarray:
    """Return the FEATURES of each unit, (units, features).

    ``sentences``: those of a summary, as lists of words.
    """
    stems = [list(map(compared_stem, words)) for words in sentences]
    texts = _encode_stems(table.codes, stems)
    has_stem = _mark_found(table, texts)
    in_summary = np.flatnonzero(has_stem.any(axis=1))
    w, widf, plain, non_name = sum_shared(table.weights, in_summary)
    parts = related_parts(has_stem, _mark_related(table, stems))
    shares = sum_by_part(table.weights, parts, WIDF)
    by_sentence = shares[:, : len(sentences)]
    best_sentence = by_sentence.max(axis=1, initial=0.0)
    subsequences, runs = _measure_order(table.texts, texts)
    # In the order of WORDING_FEATURES.
    lengths = np.minimum(table.sizes, MAX_LENGTH)
    wording = np.array([w, widf, best_sentence, subsequences, runs, plain, non_name, lengths]).T
    mismatches = _mismatches(table.marked, sentences, by_sentence)
    return np.concatenate([wording, mismatches, related_features(shares)], axis=1)


def _measure_order(units: Sequence[str], sentences: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """Return the features bs_lcs and lcsub, both (units,), of texts that are encoded as stems."""
    bits = encode_sentences([text.replace(_OTHER_STEM, "") for text in sentences])
    summary = _OTHER_STEM.join(sentences)
    lengths = np.array([max(len(unit), 1) for unit in units])
    subsequences = np.array([longest_common_subsequence(unit, bits) for unit in units])
    runs = np.array([longest_common_substring(unit, summary) for unit in units])
    return subsequences / lengths, runs / lengths


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


def _mismatches(
    units: Sequence[MarkedWords], sentences: Sequence[Sequence[str]], shares: np.ndarray
) -> np.ndarray:
    """Return, (units, features), the mismatch features of each unit and its nearest sentence.

    The nearest sentence has the largest share of the unit, by widf.
    """
    if not units or not sentences:
        return np.zeros((len(units), len(mismatch_features.FEATURES)))
    marked = [mark_words(tuple(words)) for words in sentences]
    summary = frozenset(chain.from_iterable(sentence.stems for sentence in marked))
    nearest = shares.argmax(axis=1).tolist()
    rows = []
    for unit, place in zip(units, nearest, strict=True):
        rows.append(compare_words(unit, marked[place], summary))
    return np.array(rows)


def sentence_shares(table: UnitTable, sentences: Sequence[Sequence[str]]) -> np.ndarray:
    """Return, (units, sentences), the share of each unit's content stems in each sentence, by widf.

    ``sentences``: lists of stems. The largest of a unit's shares is the feature sib_bs.
    """
    has_stem = _mark_found(table, _encode_stems(table.codes, sentences))
    return sum_by_part(table.weights, has_stem, WIDF)


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
