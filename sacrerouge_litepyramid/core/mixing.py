"""Lite2.xPyramid's units: STUs for the easiest sentences, SCUs for the others.

Source: Zhang and Bansal 2021, section 3.3.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.units import Unit

UnitsByInstance = Mapping[str, Sequence[Unit]]


class SentenceKey(NamedTuple):
    """A sentence of a data set."""

    instance_id: str
    #: the index of the reference, and of the sentence in it
    reference: int
    sentence: int


class SentenceUnits(NamedTuple):
    """The SCUs and the STUs of a sentence; either may be empty."""

    scus: tuple[Unit, ...]
    stus: tuple[Unit, ...]


class Effort(NamedTuple):
    """The human effort that a mix saves."""

    #: all sentences, and those whose SCUs are replaced by STUs
    sentences: int
    replaced: int
    #: all SCUs, and those that are replaced
    scus: int
    scus_saved: int

    @property
    def share_saved(self) -> float:
        """The share of the SCUs that need not be written; 0 without SCUs."""
        return self.scus_saved / self.scus if self.scus else 0.0


def sentence_key(instance_id: str, unit: Unit) -> SentenceKey:
    """Return the sentence of a unit; raise ValueError if the unit was not aligned with one."""
    if unit.sentence is None:
        raise ValueError(
            f"instance {instance_id!r}: the unit {unit.text!r} has no sentence; align it first"
        )
    return SentenceKey(instance_id, unit.references[0], unit.sentence)


def group_by_sentence(
    scus: UnitsByInstance, stus: UnitsByInstance
) -> dict[SentenceKey, SentenceUnits]:
    """Return the sentences that have units, ordered by instance, by reference and by place."""
    grouped = {}
    for name in dict.fromkeys((*scus, *stus)):
        scus_by_key = _group_by_key(name, scus.get(name, ()))
        stus_by_key = _group_by_key(name, stus.get(name, ()))
        for key in sorted({*scus_by_key, *stus_by_key}):
            scus_of_sentence = scus_by_key.get(key, ())
            stus_of_sentence = stus_by_key.get(key, ())
            grouped[key] = SentenceUnits(tuple(scus_of_sentence), tuple(stus_of_sentence))
    return grouped


def _group_by_key(instance_id: str, units: Sequence[Unit]) -> dict[SentenceKey, list[Unit]]:
    grouped: dict[SentenceKey, list[Unit]] = {}
    for unit in units:
        grouped.setdefault(sentence_key(instance_id, unit), []).append(unit)
    return grouped


def easiness(units: SentenceUnits, similarity: Callable[[str, str], float]) -> float:
    """Return how well STUs replace a sentence's SCUs: the SCUs' mean similarity to the best STU.

    ``similarity(stu, scu)`` is ROUGE-1 F1 in the paper. Without an STU the result is 0, without an
    SCU it is NaN.
    """
    if not units.scus:
        return math.nan
    total = 0.0
    for scu in units.scus:
        total += max((similarity(stu.text, scu.text) for stu in units.stus), default=0.0)
    return total / len(units.scus)


def select(scores: np.ndarray, percentage: float) -> np.ndarray:
    """Select the floor(n · percentage / 100) sentences with the highest scores, to use their STUs.

    The scores and the result, booleans, have shape (sentences,). Of sentences with equal scores the
    first are taken. A larger percentage selects all sentences that a smaller one selects.
    """
    return select_easiest(scores, _count_selected(len(scores), percentage))


def select_easiest(scores: np.ndarray, count: int) -> np.ndarray:
    """Select the ``count`` sentences with the highest scores; return booleans (sentences,).

    If scores are equal, the first sentences are taken.
    """
    chosen = np.zeros(len(scores), dtype=bool)
    chosen[np.argsort(-_check_finite(scores), kind="stable")[:count]] = True
    return chosen


def select_by_threshold(scores: np.ndarray, percentage: float) -> np.ndarray:
    """Select the sentences that score above the one at rank floor(n · percentage / 100).

    This is the authors' rule. Rank 0 selects none. The rule selects one sentence fewer than
    `select`, and never only some of several sentences with equal scores. The authors' n includes
    sentences without an SCU.
    """
    count = _count_selected(len(scores), percentage)
    scores = _check_finite(scores)
    if count == 0:
        return np.zeros(len(scores), dtype=bool)
    selected: np.ndarray = scores > np.sort(scores)[-count]
    return selected


def mix(
    scus: UnitsByInstance, stus: UnitsByInstance, selected: AbstractSet[SentenceKey]
) -> dict[str, list[Unit]]:
    """Return, by instance, the SCUs of unselected sentences, then the STUs of selected ones."""
    mixed = {}
    for name in dict.fromkeys((*scus, *stus)):
        kept = [unit for unit in scus.get(name, ()) if sentence_key(name, unit) not in selected]
        added = [unit for unit in stus.get(name, ()) if sentence_key(name, unit) in selected]
        mixed[name] = kept + added
    return mixed


def mix_as_the_authors(
    scus: UnitsByInstance, stus: UnitsByInstance, selected: AbstractSet[SentenceKey]
) -> dict[str, list[Unit]]:
    """Mix as the authors' files do, in the order of the text.

    A sentence without an SCU gets no STU either.
    """
    sentences = group_by_sentence(scus, stus)
    known = {
        name: [unit for unit in units if sentences[sentence_key(name, unit)].scus]
        for name, units in stus.items()
    }
    mixed = mix(scus, known, selected)
    return {
        name: sorted(units, key=lambda unit: (unit.references[0], unit.sentence))
        for name, units in mixed.items()
    }


def measure_effort(
    sentences: Mapping[SentenceKey, SentenceUnits], selected: AbstractSet[SentenceKey]
) -> Effort:
    """Count the sentences and the SCUs, and how many of each a selection replaces."""
    counts = {key: len(units.scus) for key, units in sentences.items()}
    saved = [count for key, count in counts.items() if key in selected]
    return Effort(len(sentences), len(saved), sum(counts.values()), sum(saved))


def _count_selected(count: int, percentage: float) -> int:
    """Return floor(count · percentage / 100), exactly: in floats, 0.29 · 100 is below 29."""
    if not 0 <= percentage <= 100:
        raise ValueError(f"percentage must be between 0 and 100, not {percentage}")
    return math.floor(count * Fraction(str(percentage)) / 100)


def _check_finite(scores: np.ndarray) -> np.ndarray:
    if np.isnan(scores).any():
        raise ValueError(
            "a sentence has no score (NaN), so sentences cannot be ranked; score each sentence"
        )
    return scores
