"""The estimates of the systems as rows, as JSON and as text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.annotation.sampling.estimators import TARGETS
from sacrerouge_litepyramid.evaluation.figures import DrawnResult, draw_panels
from sacrerouge_litepyramid.statistics.difference import ALPHA, LEGEND, Difference, render_differences
from sacrerouge_litepyramid.statistics.estimate import Estimate, describe_p, format_number, row_to_json
from sacrerouge_litepyramid.statistics.tables import Bold, PaperTable, render_fitting_table, shorten


class EstimatedScore(NamedTuple):
    """An estimated score with its 95% interval and standard error, unknown where the labels do not differ."""

    score: Estimate
    standard_error: float | None


class EstimatedSystem(NamedTuple):
    """A system with what its labelled sample says; None for too few labels.

    ``units``, ``labels``, ``missing``: the numbers of its units, of those with a label, and of those that were planned
    and have none; ``judge``: the first judge's own score, whose bias nothing bounds; ``judge_weights``: the mean weight
    λ of each judge; ``human``: the score by labels alone; ``labels_needed``: the labels of units drawn at random that
    alone give the combined standard error; ``groups``: letters.
    """

    system: str
    units: int
    labels: int
    missing: int
    judge: float
    judge_weights: tuple[float, ...]
    human: EstimatedScore | None
    combined: EstimatedScore | None
    labels_needed: float | None
    groups: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the system for JSON."""
        scores = {"human": self.human, "combined": self.combined}
        estimates = {name: score and row_to_json(score) for name, score in scores.items()}
        return {**self._asdict(), "judge_weights": list(self.judge_weights), **estimates}


@dataclass(frozen=True)
class EstimateReport(DrawnResult):
    """All systems, the best first, all pairs in that order, and groups that do not differ significantly.

    ``name``: of the judge, or of all; ``units``, ``labels``: the numbers of all units and of those with a label;
    ``low_agreement``: whether annotators agree too little for a verdict. The pairs are differences of combined scores,
    unknown where labels that do not differ leave no variance.
    """

    PARTS = ("systems", "pairs")
    DIFFERENCE = {name: name for name in "first second difference standard_error p adjusted_p better".split()}

    name: str
    target: str
    design: str
    units: int
    labels: int
    systems: tuple[EstimatedSystem, ...]
    pairs: tuple[Difference, ...]
    groups: tuple[tuple[str, ...], ...]
    low_agreement: bool
    warnings: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the report for JSON; an undefined number is null."""
        return {
            **{field.name: getattr(self, field.name) for field in fields(self)},
            "alpha": ALPHA,
            "systems": [row.to_dict() for row in self.systems],
            "pairs": [pair.to_dict(self.DIFFERENCE) for pair in self.pairs],
            "groups": [list(group) for group in self.groups],
            "warnings": list(self.warnings),
        }

    def describe(self) -> str:
        """Return the sentence that says what is estimated, from how many labels and by which design."""
        weights = np.mean([row.judge_weights for row in self.systems], axis=0)
        shown = ", ".join(f"{weight:.2f}" for weight in weights)
        judges = "the judge's" if len(weights) == 1 else f"the judges' (mean weights {shown})"
        return (
            f"{self.name}: {TARGETS[self.target]}; from labels of {self.labels:,} of {self.units:,} units (design: "
            f"{self.design}) and {judges} probabilities of all, with 95% intervals."
        )

    def list_answer(self) -> Iterator[str]:
        """Yield which of two systems is better, or the best of several, and the systems."""
        yield self.headline()
        yield _render_systems(self, (0, 1, 3, 4, 6))

    def headline(self) -> str:
        """Return which of two systems is better, or the best of several, with its interval."""
        if len(self.pairs) == 1:
            return f"{self.pairs[0].describe()} {self.pairs[0]}."
        best = self.systems[0]
        score = "" if best.combined is None else f", {best.combined.score.describe()}"
        differ = sum(pair.better is not None for pair in self.pairs)
        return (
            f"By {self.labels:,} labels and the judge, {best.system} has the highest score{score}; "
            f"{differ} of {len(self.pairs)} pairs differ significantly."
        )

    def list_tables(self) -> Iterator[PaperTable]:
        """Yield the systems with intervals and groups."""
        headers, rows = _tabulate(self, (0, 1, 2, 3, 4, 6))
        lower = {pair.worse for pair in self.pairs if pair.better == self.systems[0].system}
        for system, row in zip(self.systems, rows, strict=True):
            row[1] = row[1] if system.system in lower or system.combined is None else Bold(row[1])
        note = f"{self.describe()} Bold: the highest and those not significantly lower (Holm, p ≤ {ALPHA}). {LEGEND}"
        yield PaperTable(headers, rows, note)

    def draw(self) -> Any:
        """Draw the scores by judge and labels with their intervals and letters of groups."""
        known = {f"{row.system}  {row.groups}": row.combined.score for row in self.systems if row.combined}
        return draw_panels(list(known), {"score by judge and labels": list(known.values())})

    def details(self) -> str:
        """Return what is estimated from which labels, the systems with all figures, and all pairs."""
        return "\n".join(_lines(self))


def _lines(found: EstimateReport) -> Iterator[str]:
    yield found.describe()
    yield from (f"Warning: {warning}" for warning in found.warnings)
    yield from ("", _render_systems(found))
    if len(found.pairs) == 1:
        (pair,) = found.pairs
        yield from ("", pair.describe())
        yield f"{pair}, {describe_p(pair.p)}"
    elif found.pairs:
        yield from ("", LEGEND)
        yield (
            f"Combined scores are compared: two-sided t-tests, Holm's correction over {len(found.pairs)} pairs; "
            "differences with simultaneous 95% intervals, which agree with it."
        )
        yield from ("", render_differences(found.pairs, ["pair", "difference", "p", "adjusted p", "better"]))


def _render_systems(found: EstimateReport, columns: Sequence[int] = range(7)) -> str:
    return render_fitting_table(*_tabulate(found, columns))


def _tabulate(found: EstimateReport, columns: Sequence[int]) -> tuple[list[str], list[list[str]]]:
    """Return headers and rows of some columns."""
    rows = [
        [
            shorten(row.system),
            *(str(score.score) if score else "none" for score in (row.combined, row.human)),
            format_number(row.judge),
            f"{row.labels}/{row.units}",
            format_number(row.labels_needed, 0),
            *([row.groups] if len(found.pairs) > 1 else []),
        ]
        for row in found.systems
    ]
    headers = ["system", "combined", "labels alone", "judge alone", "labels", "needed without judge", "groups"]
    shown = [place for place in columns if place < len(rows[0])]
    return [headers[place] for place in shown], [[row[place] for place in shown] for row in rows]
