"""Say what an interval of a correlation is of, which depends on the level and on what is random."""

from collections.abc import Mapping

from sacrerouge_litepyramid.statistics.intervals import TWO_WAY

#: by what is random and level; the first half of a sentence about all systems or documents like those of the data
ESTIMANDS: Mapping[str, Mapping[str, str]] = {
    "documents": {
        "system": "the correlation of these systems' means over infinitely many documents",
        "summary": "the mean correlation across these systems over infinitely many documents",
        "global": "the correlation of these systems' summaries of infinitely many documents",
    },
    "systems": {
        "system": "the correlation of infinitely many systems' means over these documents",
        "summary": "the mean correlation across infinitely many systems over these documents",
        "global": "the correlation of infinitely many systems' summaries of these documents",
    },
    "both": {
        "system": "the correlation of infinitely many systems' means over infinitely many documents",
        "summary": "the mean correlation across infinitely many systems over infinitely many documents",
        "global": "the correlation of infinitely many systems' summaries of infinitely many documents",
    },
}
#: the system level of folds of different documents, by what is random
OF_FOLDS = {
    "documents": "the mean correlation of these systems' means over folds of as many other documents",
    "systems": "the mean correlation of infinitely many systems' means over these folds",
    "both": "the mean correlation of infinitely many systems' means over folds of as many documents",
}
RESAMPLED = "the correlations of resamples, which lie lower at the system level: the interval may miss its value"


def group_levels(estimands: Mapping[str, str]) -> dict[str, str]:
    """Return by estimand the names of its levels."""
    return {each: ", ".join(level for level in estimands if estimands[level] == each) for each in estimands.values()}


def describe_estimands(method: str, over: str, has_folds: bool = False) -> dict[str, str]:
    """Return by level what intervals are of; ``has_folds``: of means over folds of different documents."""
    if method != TWO_WAY:
        return dict.fromkeys(ESTIMANDS[over], RESAMPLED)
    return {**ESTIMANDS[over], **({"system": OF_FOLDS[over]} if has_folds else {})}
