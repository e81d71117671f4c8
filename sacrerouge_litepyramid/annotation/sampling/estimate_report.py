"""The estimates of the systems as rows, as JSON and as text."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from sacrerouge_litepyramid.annotation.sampling.estimators import TARGETS
from sacrerouge_litepyramid.evaluation.compared_systems import (
    ALPHA,
    LETTERS,
    MATRIX_CAPTION,
    MAX_LISTED_PAIRS,
    MAX_MATRIX,
    describe_verdict,
    render_matrix,
)
from sacrerouge_litepyramid.statistics.estimate import format_interval, format_p
from sacrerouge_litepyramid.statistics.tables import render_table, shorten


class EstimatedScore(NamedTuple):
    """An estimated score with its 95% interval; None where the labels do not differ."""

    score: float
    standard_error: float | None
    low: float | None
    high: float | None


class EstimatedSystem(NamedTuple):
    """A system with what its labelled sample says; None for too few labels.

    ``units``, ``labels``, ``missing``: the numbers of its units, of those with a label, and of those that were planned
    and have none; ``judge``: the judge's own score, whose bias nothing bounds; ``judge_weight``: the mean weight λ of
    the judge; ``human``: the score by labels alone; ``labels_needed``: the labels of units drawn by chance that alone
    give the combined standard error; ``groups``: letters.
    """

    system: str
    units: int
    labels: int
    missing: int
    judge: float
    judge_weight: float
    human: EstimatedScore | None
    combined: EstimatedScore | None
    labels_needed: float | None
    groups: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the system for JSON."""
        scores = {"human": self.human, "combined": self.combined}
        return {**self._asdict(), **{name: score and score._asdict() for name, score in scores.items()}}


class EstimatedPair(NamedTuple):
    """The combined score of the first system − the second's, with Student's 95% interval and two-sided p.

    None where labels that do not differ leave no variance. ``better``: the one with the significantly higher score,
    None where the two do not differ significantly.
    """

    first: str
    second: str
    difference: float
    standard_error: float | None
    low: float | None
    high: float | None
    p: float | None
    holm_p: float | None
    better: str | None


class EstimateReport(NamedTuple):
    """All systems, the best first, all pairs in that order, and groups of systems that do not differ
    significantly.

    ``name``: of the judge; ``units``, ``labels``: the numbers of all units and of those with a label.
    """

    name: str
    target: str
    design: str
    units: int
    labels: int
    systems: tuple[EstimatedSystem, ...]
    pairs: tuple[EstimatedPair, ...]
    groups: tuple[tuple[str, ...], ...]
    warnings: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the report for JSON, null where there is no number."""
        return {
            **self._asdict(),
            "alpha": ALPHA,
            "systems": [each.to_json() for each in self.systems],
            "pairs": [each._asdict() for each in self.pairs],
            "groups": [list(group) for group in self.groups],
            "warnings": list(self.warnings),
        }

    def describe(self) -> str:
        """Return the sentence that says what is estimated, from how many labels and by which design."""
        return (
            f"{self.name}: {TARGETS[self.target]}; from labels of {self.labels:,} of {self.units:,} units (design: "
            f"{self.design}) and the judge's probabilities of all, with 95% intervals."
        )

    def __str__(self) -> str:
        return "\n".join(_lines(self))


def _lines(found: EstimateReport) -> Iterator[str]:
    yield found.describe()
    yield from (f"Warning: {warning}" for warning in found.warnings)
    yield from ("", _render_systems(found))
    if len(found.pairs) == 1:
        yield from ("", describe_verdict(found.pairs[0]), _describe_difference(found.pairs[0]))
    elif found.pairs:
        yield from ("", LETTERS)
        yield f"Combined scores are compared: two-sided t-tests, Holm's correction over {len(found.pairs)} pairs."
    if 1 < len(found.pairs) <= MAX_LISTED_PAIRS:
        yield from ("", _render_pairs(found))
    if len(found.pairs) > 1 and len(found.systems) <= MAX_MATRIX:
        names = [each.system for each in found.systems if each.combined]
        yield from ("", MATRIX_CAPTION, "", render_matrix(names, found.pairs))


def _render_systems(found: EstimateReport) -> str:
    rows = [
        [
            shorten(each.system),
            _format_score(each.combined),
            _format_score(each.human),
            f"{each.judge:.3f}",
            f"{each.labels}/{each.units}",
            "none" if each.labels_needed is None else f"{each.labels_needed:.0f}",
            *([each.groups] if len(found.pairs) > 1 else []),
        ]
        for each in found.systems
    ]
    headers = ["system", "combined", "labels alone", "judge alone", "labels", "needed without judge"]
    return render_table([*headers, *(["groups"] if len(found.pairs) > 1 else [])], rows)


def _format_score(score: EstimatedScore | None) -> str:
    return "none" if score is None else f"{score.score:.3f}{format_interval(score.low, score.high)}"


def _describe_difference(pair: EstimatedPair) -> str:
    return (
        f"{pair.first} − {pair.second}: {pair.difference:+.4f}{format_interval(pair.low, pair.high, 4)}, "
        f"p {format_p(pair.p)}"
    )


def _render_pairs(found: EstimateReport) -> str:
    rows = [
        [
            f"{shorten(pair.first)} − {shorten(pair.second)}",
            f"{pair.difference:+.3f}{format_interval(pair.low, pair.high)}",
            format_p(pair.p),
            format_p(pair.holm_p),
        ]
        for pair in found.pairs
    ]
    return render_table(["pair", "difference", "p", "Holm's p"], rows)
