"""The sentence about a summary's score: how many units are stated, and which one is doubtful."""

from collections.abc import Sequence

import numpy as np

from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.core.units import CLAUSE, Unit
from sacrerouge_litepyramid.report.clauses import NOT_STATED, PARTLY_STATED, STATED, Run, describe_runs
from sacrerouge_litepyramid.report.word_matches import CONFLICTS, UnitMatch, describe_words
from sacrerouge_litepyramid.statistics.judge_quality import THRESHOLD

#: a unit whose probability lies this near to the threshold is doubtful
DOUBT = 0.2
_ROUNDING = 1e-9


def describe_score(
    units: Sequence[Unit],
    values: Sequence[float],
    matches: Sequence[UnitMatch],
    runs: Sequence[Sequence[Run]] | None = None,
) -> str:
    """Return one sentence: how many units are stated, and the most doubtful one with the reason.

    ``values``: probabilities, NaN where a unit was not judged; ``runs``: of each unit, none of a unit that is not
    a clause.
    """
    judged = [place for place, value in enumerate(values) if not np.isnan(value)]
    if not judged:
        return "No unit of this summary was judged."
    sentence = _count_stated([describe_value(values[place], runs[place] if runs else ()) for place in judged])
    if all(units[place].kind == CLAUSE for place in judged):
        sentence = f"{sentence.replace('unit', 'clause', 1)}, weighted by words"
    elif len({unit.weight for unit in units}) > 1:
        sentence += ", which count by their weights"
    place = _find_doubtful(judged, units, values, matches)
    if place is None:
        return f"{sentence}; none is doubtful."
    reason = describe_words(matches[place].words) or "all of its words are there"
    return f"{sentence}; “{flatten(units[place].text)}” ({to_percent(values[place])}%) is doubtful: {reason}."


def describe_value(value: float, runs: Sequence[Run]) -> str:
    """Return "stated" or "not stated", or of a clause "partly stated"."""
    return describe_runs(runs) if runs else STATED if value >= THRESHOLD else NOT_STATED


def _count_stated(verdicts: Sequence[str]) -> str:
    partly = f", {verdicts.count(PARTLY_STATED)} in part" if PARTLY_STATED in verdicts else ""
    return f"{verdicts.count(STATED)} of {len(verdicts)} unit{'s' if len(verdicts) > 1 else ''} stated{partly}"


def _find_doubtful(
    judged: Sequence[int], units: Sequence[Unit], values: Sequence[float], matches: Sequence[UnitMatch]
) -> int | None:
    """Return a stated unit with a conflict, else the one nearest to the threshold, if it is near.

    A clause that is near the threshold is not doubtful: it may be stated in part.
    """
    conflicting = [place for place in judged if values[place] >= THRESHOLD and matches[place].select(*CONFLICTS)]
    near = [place for place in judged if abs(values[place] - THRESHOLD) <= DOUBT and units[place].kind != CLAUSE]
    return min(conflicting or near, key=lambda place: abs(values[place] - THRESHOLD), default=None)


def to_percent(probability: float) -> int:
    """Return a probability in percent, rounded down as on the page, so that 50 is what counts as stated."""
    return int(100 * probability + _ROUNDING)
