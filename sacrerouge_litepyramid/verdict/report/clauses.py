"""The runs of words of a clause that a summary states or lacks, from its parts' probabilities.

The runs of a divided fact are its clauses.
"""

import math
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.judge_input import prepare_units, split_parts
from sacrerouge_litepyramid.core.ready_text import prepare
from sacrerouge_litepyramid.core.texts import count_nouns, flatten
from sacrerouge_litepyramid.core.units import CLAUSE, Unit
from sacrerouge_litepyramid.core.words import find_content_words
from sacrerouge_litepyramid.io.evidence import Evidence
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.judges.word_matches import CONFLICTS, UnitMatch, describe_words
from sacrerouge_litepyramid.statistics.judge_quality import THRESHOLD

STATED, PARTLY_STATED, NOT_STATED = "stated", "partly stated", "not stated"
#: a unit is doubtful if its probability is at most this far from the threshold
DOUBT = 0.2
_ROUNDING = 1e-9
_SPACE = re.compile(r"\s+")


class Run(NamedTuple):
    """Neighbouring words of a clause, all stated or all missing."""

    text: str
    # the place of its first character in the clause
    start: int
    # the mean share of its words
    share: float

    @property
    def is_stated(self) -> bool:
        return self.share >= THRESHOLD


def merge_runs(
    clause: str, value: float, parts: Sequence[float] | np.ndarray | None = None
) -> list[Run]:
    """Return the runs of a clause, in order, without the white space between them.

    The share of a content word is the mean of the ``parts`` (in the order of `split_parts`) that
    contain it; a run is as many neighbouring words as have shares on one side of THRESHOLD. Words
    without content belong to the run that follows, as "at" does in "at 19%". If all words are on
    one side, or there are no parts, or one was not judged, the clause is one run with its
    ``value``, so that the verdict agrees with the number.
    """
    text, words, parts_of_words = _find_words(clause)
    shares_of_parts = [math.nan] if parts is None else np.asarray(parts).tolist()
    if any(map(math.isnan, shares_of_parts)):
        return [Run(text, 0, value)]
    if len(shares_of_parts) != len(split_parts(text)):
        raise ValueError(f"{len(shares_of_parts)} probabilities, not one for each part of {text!r}")
    if min(shares_of_parts) >= THRESHOLD or max(shares_of_parts) < THRESHOLD:
        return [Run(text, 0, value)]
    shares = []
    for containing in parts_of_words:
        shares.append(sum([shares_of_parts[part] for part in containing]) / len(containing))
    are_stated = [share >= THRESHOLD for share in shares]
    if len(set(are_stated)) < 2:
        return [Run(text, 0, value)]
    # Neighbouring words on one side of the threshold are a run.
    runs = []
    start = 0
    for _, members in groupby(range(len(words)), are_stated.__getitem__):
        places = list(members)
        following = places[-1] + 1
        end = next_start = len(text)
        if following < len(words):
            _, last_end = words[following - 1]
            following_start, _ = words[following]
            space = _SPACE.search(text, last_end, following_start)
            end, next_start = space.span() if space else (following_start, following_start)
        mean = sum([shares[place] for place in places]) / len(places)
        runs.append(Run(text[start:end], start, mean))
        start = next_start
    return runs


class _Words(NamedTuple):
    """A clause, ready for comparison, and its content words."""

    text: str
    #: the start and end of each word
    spans: tuple[tuple[int, int], ...]
    #: for each word, the places of the parts that contain it
    parts: tuple[tuple[int, ...], ...]


# All systems of a document have the same clauses.
@lru_cache(maxsize=1 << 12)
def _find_words(clause: str) -> _Words:
    text = prepare(clause).text
    parts = split_parts(text)
    spans = tuple(find_content_words(text))
    containing = []
    for word_start, word_end in spans:
        containing.append(
            tuple(
                place
                for place, (start, end) in enumerate(parts)
                if start <= word_start and word_end <= end
            )
        )
    return _Words(text, spans, tuple(containing))


def list_runs(evidence: Evidence, key: SummaryKey) -> dict[int, list[Run]]:
    """Return the runs of each clause and divided fact that the summary was judged by, by place."""
    values, parts = evidence.values[key].tolist(), evidence.parts.get(key, {})
    clauses, units = evidence.clauses.get(key, {}), evidence.units[key.instance_id]
    texts = prepare_units(units) if clauses else ()
    runs = {}
    for place, unit in enumerate(units):
        if place in clauses:
            runs[place] = _place_clauses(texts[place], clauses[place], parts[place])
        elif unit.kind == CLAUSE and not math.isnan(values[place]):
            runs[place] = merge_runs(unit.text, values[place], parts.get(place))
    return runs


def _place_clauses(fact: str, clauses: Sequence[str], shares: np.ndarray) -> list[Run]:
    """Return the clauses of a fact, as the judge read it, as runs, without those unanswered."""
    runs = []
    start = 0
    for text, share in zip(clauses, shares.tolist(), strict=True):
        start = max(fact.find(text, start), start)
        if not np.isnan(share):
            runs.append(Run(text, start, share))
        start += len(text)
    return runs


def judge_wholes(evidence: Evidence, key: SummaryKey) -> np.ndarray:
    """Return the units' probabilities as wholes, (units,).

    A clause's value averages its whole and its parts' mean; a divided fact has NaN.
    """
    values = evidence.values[key].copy()
    parts = evidence.parts.get(key, {})
    if parts:
        places = list(parts)
        counts = np.array(list(map(len, parts.values())))
        sums = np.add.reduceat(np.concatenate(list(parts.values())), np.cumsum(counts) - counts)
        values[places] = np.clip(2 * values[places] - sums / counts, 0, 1)
        values[list(evidence.clauses.get(key, {}))] = np.nan
    return values


def encode_clauses(
    runs: Mapping[int, Sequence[Run]], wholes: np.ndarray
) -> dict[str, dict[int, Any]]:
    """Return the data of a summary's clauses for the page, by their places.

    ``runs``: the start, the end and the share in thousandths of each run, one after another;
    ``wholes``: the clause's probability as a whole, in thousandths, rounded down like all
    probabilities of the page; None for a divided fact.
    """
    numbers: dict[int, list[int | None]] = {}
    for place, members in runs.items():
        numbers[place] = []
        for run in members:
            numbers[place] += [run.start, run.start + len(run.text), _floor(run.share)]
    thousandths = list(map(_floor, wholes.tolist()))
    return {"runs": numbers, "wholes": {place: thousandths[place] for place in runs}}


def _floor(share: float) -> int | None:
    return None if math.isnan(share) else int(1000 * share + _ROUNDING)


def describe_score(
    units: Sequence[Unit],
    values: Sequence[float],
    matches: Sequence[UnitMatch],
    runs: Sequence[Sequence[Run]] | None = None,
) -> str:
    """Return one sentence: how many units are stated, and the most doubtful one with the reason.

    ``values``: probabilities, NaN if a unit was not judged; ``runs``: those of each unit, empty if
    it is not a clause.
    """
    judged = [place for place, value in enumerate(values) if not math.isnan(value)]
    if not judged:
        return "No unit of this summary was judged."
    verdicts = [describe_value(values[place], runs[place] if runs else ()) for place in judged]
    are_clauses = all(units[place].kind == CLAUSE for place in judged)
    counted = count_nouns(**{"clause" if are_clauses else "unit": len(judged)})
    sentence = f"{verdicts.count(STATED)} of {counted} stated"
    if PARTLY_STATED in verdicts:
        sentence += f", {verdicts.count(PARTLY_STATED)} in part"
    if are_clauses:
        sentence += ", weighted by words"
    elif len({unit.weight for unit in units}) > 1:
        sentence += ", which count by their weights"
    place = _find_doubtful(judged, units, values, matches)
    if place is None:
        return f"{sentence}; none is doubtful."
    reason = describe_words(matches[place].words) or "all of its words are there"
    return (
        f"{sentence}; “{flatten(units[place].text)}” ({to_percent(values[place])}%) is "
        f"doubtful: {reason}."
    )


def describe_value(value: float, runs: Sequence[Run]) -> str:
    """Return "stated" or "not stated", or for a clause, which has runs, also "partly stated"."""
    sides = {run.is_stated for run in runs} or {value >= THRESHOLD}
    if len(sides) > 1:
        return PARTLY_STATED
    return STATED if True in sides else NOT_STATED


def _find_doubtful(
    judged: Sequence[int],
    units: Sequence[Unit],
    values: Sequence[float],
    matches: Sequence[UnitMatch],
) -> int | None:
    """Return a stated unit with a conflict, else the one nearest to the threshold, if it is near.

    A clause near the threshold is not doubtful, because it may be stated in part.
    """
    distances = {place: abs(values[place] - THRESHOLD) for place in judged}
    conflicting, near = [], []
    for place in judged:
        if values[place] >= THRESHOLD and matches[place].select(*CONFLICTS):
            conflicting.append(place)
        if distances[place] <= DOUBT and units[place].kind != CLAUSE:
            near.append(place)
    return min(conflicting or near, key=distances.__getitem__, default=None)


def to_percent(probability: float) -> int:
    """Return a probability in percent, rounded to the nearest.

    Below a half, where a unit is not stated, at most 49.
    """
    # Python's round would round half to even.
    nearest = int(100 * probability + 0.5 + _ROUNDING)
    return nearest if probability >= THRESHOLD else min(nearest, 49)
