"""Features of related words: what a summary says with a synonym, a word of the same family, or an opposite.

A unit's content stem that is missing in the summary may have a synonym there, else a derivation, else a hypernym (or a
hyponym); the weights are those of the lexical features (widf)."""

from collections.abc import Iterable

import numpy as np

from sacrerouge_litepyramid.judges.lexicon import RELATIONS, find_relatives

#: synonyms, derivations, hypernyms: the share of the weight of the unit's stems that are missing in the summary and
#: have such a relative there, none of an earlier kind; best_with_synonyms: the largest share of weight in one sentence,
#: where a synonym counts as the stem; antonym: whether a missing stem has an antonym in the nearest sentence
FEATURES = ("synonyms", "best_with_synonyms", "derivations", "hypernyms", "antonym")
#: what they measure, in plain words
DESCRIPTIONS = {
    **dict.fromkeys(("synonyms", "best_with_synonyms"), "synonyms"),
    **dict.fromkeys(("derivations", "hypernyms"), "words of a related meaning"),
    "antonym": "a word's opposite",
}
SYNONYMS, ANTONYMS, DERIVATIONS, HYPERNYMS = range(len(RELATIONS))


def index_relatives(stems: Iterable[str]) -> dict[str, str]:
    """Return for each stem that is related to some of these a character for each relation to each.

    The character of relation r to stem number k, counted from 0, is chr(r + k * len(RELATIONS)).
    """
    found: dict[str, str] = {}
    for number, stem in enumerate(stems):
        for code, relatives in enumerate(find_relatives(stem), start=number * len(RELATIONS)):
            character = chr(code)
            for other in relatives:
                found[other] = found.get(other, "") + character
    return found


def related_parts(found: np.ndarray, related: np.ndarray) -> np.ndarray:
    """Return what the features are sums over: for each stem whether it belongs to a part, (stems, parts).

    ``found``: whether a sentence has a stem, (stems, sentences); ``related``: whether it has a relative of it, (stems,
    RELATIONS, sentences). The parts are, for each sentence, its stems; these and the stems with a synonym; the missing
    stems with an antonym; then the missing stems with a synonym, with a derivation, and with a hypernym in the
    summary.
    """
    missing = ~np.any(found, axis=1, keepdims=True)
    in_summary = np.any(related, axis=2) & missing
    synonyms, derivations, hypernyms = in_summary.T[[SYNONYMS, DERIVATIONS, HYPERNYMS]]
    first = np.array([synonyms, derivations & ~synonyms, hypernyms & ~(synonyms | derivations)])
    opposites = related[:, ANTONYMS] & missing
    return np.concatenate([found, found | related[:, SYNONYMS], opposites, first.T], axis=1)


def related_features(shares: np.ndarray) -> np.ndarray:
    """Return the FEATURES of each unit, (units, features), by the ``shares`` of its weight in `related_parts`."""
    units, parts = shares.shape
    size = parts // 3 - 1
    if not size:
        return np.zeros((units, len(FEATURES)))
    synonyms, derivations, hypernyms = shares[:, 3 * size :].T
    best = shares[:, size : 2 * size].max(axis=1)
    nearest = shares[:, :size].argmax(axis=1)
    antonym = shares[np.arange(units), 2 * size + nearest] > 0
    return np.array([synonyms, best, derivations, hypernyms, antonym]).T
