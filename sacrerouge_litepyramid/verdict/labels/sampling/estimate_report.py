"""The estimated scores of systems and their differences, as text, figure and JSON."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.texts import count_nouns, list_some
from sacrerouge_litepyramid.meta_evaluation.answers import SystemAnswers
from sacrerouge_litepyramid.meta_evaluation.figures import DrawnResult, draw_panels
from sacrerouge_litepyramid.statistics.difference import (
    ALPHA,
    LEGEND,
    Difference,
    render_differences,
)
from sacrerouge_litepyramid.statistics.estimate import (
    Estimate,
    describe_p,
    format_number,
    row_to_json,
)
from sacrerouge_litepyramid.statistics.tables import Bold, PaperTable, render_fitting_table, shorten
from sacrerouge_litepyramid.statistics.warning import ResultWarning, list_texts
from sacrerouge_litepyramid.verdict.comparison.compared_systems import ANSWERED, shorten_letters
from sacrerouge_litepyramid.verdict.comparison.leaders import describe_ranking
from sacrerouge_litepyramid.verdict.labels.sampling.estimators import TARGETS


class EstimatedScore(NamedTuple):
    """An estimated score; interval and standard error are undefined if all labels are equal."""

    # with its 95% interval
    score: Estimate
    standard_error: float | None


class EstimatedSystem(NamedTuple):
    """A system and the estimates from its labels, which are None if it has too few labels."""

    system: str
    # the numbers of its units, of units with a label, and of planned units without one
    units: int
    labels: int
    missing: int
    # the judge's own score, whose bias is unknown
    judge: float
    # the score by labels alone, and by labels and judge
    human: EstimatedScore | None
    combined: EstimatedScore | None
    # how many labels of randomly drawn units would alone give the combined standard error
    labels_needed: float | None
    # letters: systems that share one do not differ significantly
    groups: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the system for JSON."""
        scores = {"human": self.human, "combined": self.combined}
        estimates = {name: score and row_to_json(score) for name, score in scores.items()}
        return {**self._asdict(), **estimates}


@dataclass(frozen=True, repr=False)
class EstimateReport(DrawnResult):
    """All systems, the best first, and all pairs in that order."""

    PARTS = ("systems", "pairs")
    DIFFERENCE = {
        name: name for name in "first second difference standard_error p adjusted_p better".split()
    }

    # the judge
    name: str
    target: str
    design: str
    # the numbers of all units, and of those with a label
    units: int
    labels: int
    systems: tuple[EstimatedSystem, ...]
    # the differences of combined scores, undefined if equal labels leave no variance
    pairs: tuple[Difference, ...]
    # whether annotators agree too little for a verdict
    low_agreement: bool
    warnings: tuple[ResultWarning, ...]
    # how many units the judge answered, by system; empty if no answer is missing
    answers: Mapping[str, SystemAnswers] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return the report for JSON; an undefined number is null."""
        names = [field.name for field in fields(self) if field.name != "answers"]
        systems = []
        for row in self.systems:
            answers = self.answers.get(row.system)
            systems.append({**row.to_dict(), **(answers.to_dict() if answers else {})})
        return {
            **{name: getattr(self, name) for name in names},
            "alpha": ALPHA,
            "systems": systems,
            "pairs": [pair.to_dict(self.DIFFERENCE) for pair in self.pairs],
            "warnings": list_texts(self.warnings),
        }

    def describe(self) -> str:
        """Return a sentence on what is estimated, from how many labels, and by which design."""
        answered = f"{sum(row.answered for row in self.answers.values()):,}"
        return (
            f"{self.name}: {TARGETS[self.target]}; from labels of {self.labels:,} of "
            f"{self.units:,} units (design: {self.design}) and the judge's probabilities of "
            f"{answered if self.answers else 'all'}, with 95% intervals."
        )

    def list_answer(self) -> Iterator[str]:
        """Yield the headline, and a table of the systems."""
        yield self.headline()
        yield render_fitting_table(*_tabulate(self, MAIN_COLUMNS))

    def headline(self) -> str:
        """Return which of two systems is better, or the best of several, with its interval."""
        known = ""
        whole = [row.system for row in self.systems if row.labels == row.units]
        if whole:
            known = (
                f"All units of {list_some(whole, 3)} are labelled: the scores are exact on these "
                "documents, and intervals and tests are over documents like these. "
            )
        if len(self.pairs) == 1:
            (pair,) = self.pairs
            return f"{known}{pair.describe()} {pair}."
        judge = "" if self.labels == self.units else " and the judge"
        by = f"By {count_nouns(label=self.labels)}{judge},"
        scores = {row.system: row.combined.score for row in self.systems if row.combined}
        if len(scores) == 1:
            ((system, score),) = scores.items()
            return f"{known}{by} the score of {system} is {score.describe()}."
        if not scores:
            return f"{known}{by} no system has a score: each needs more labels."
        values = {system: score.value for system, score in scores.items()}
        sentences = describe_ranking(values, self.pairs, by, "score")
        judged = max(self.systems, key=lambda row: row.judge).system
        first = next(iter(values))
        if judged != first:
            sentences.append(f"The judge alone puts {judged} first; the labels correct it.")
        return known + " ".join(sentences)

    def list_tables(self) -> Iterator[PaperTable]:
        """Yield a table of the systems with intervals and groups."""
        headers, rows = _tabulate(self, [name for name in COLUMNS if name != NEEDED])
        best = self.systems[0].system
        lower = {pair.worse for pair in self.pairs if pair.better == best}
        combined = headers.index(COMBINED)
        for system, row in zip(self.systems, rows, strict=True):
            if system.combined is not None and system.system not in lower:
                row[combined] = Bold(row[combined])
        note = (
            f"{self.describe()} Bold: the highest, and those not significantly lower than it "
            f"(corrected p ≤ {ALPHA}). {LEGEND}"
        )
        yield PaperTable(headers, rows, note)

    def draw(self) -> Any:
        """Draw the combined scores with their intervals and the letters of groups."""
        scores = {}
        for row in self.systems:
            if row.combined:
                scores[f"{row.system}  {shorten_letters(row.groups)}"] = row.combined.score
        return draw_panels(list(scores), {"score by judge and labels": list(scores.values())})

    def details(self) -> str:
        """Return the description and the warnings, the systems with all figures, and all pairs."""
        return "\n".join(_list_lines(self))


def _list_lines(report: EstimateReport) -> Iterator[str]:
    yield report.describe()
    for warning in report.warnings:
        yield f"Warning: {warning}"
    yield ""
    yield render_fitting_table(*_tabulate(report, list(COLUMNS)))
    if len(report.pairs) == 1:
        (pair,) = report.pairs
        yield ""
        yield pair.describe()
        yield f"{pair}, {describe_p(pair.p)}"
    elif report.pairs:
        yield ""
        yield LEGEND
        yield (
            "Combined scores are compared: two-sided t-tests, Holm's correction over "
            f"{len(report.pairs)} pairs; differences with simultaneous 95% intervals, which agree "
            "with it."
        )
        yield ""
        yield render_differences(report.pairs, ["pair", "difference", "p", "adjusted p", "better"])


def _format_score(score: EstimatedScore | None) -> str:
    return "none" if score is None else str(score.score)


COMBINED, NEEDED, GROUPS = "combined", "needed without judge", "groups"
JUDGE_ALONE = "judge alone"
#: the columns that a table of systems may have, by their headers
COLUMNS: Mapping[str, Callable[[EstimatedSystem], str]] = {
    "system": lambda row: shorten(row.system),
    COMBINED: lambda row: _format_score(row.combined),
    "labels alone": lambda row: _format_score(row.human),
    JUDGE_ALONE: lambda row: format_number(row.judge),
    "labels": lambda row: f"{row.labels}/{row.units}",
    NEEDED: lambda row: format_number(row.labels_needed, 0),
    GROUPS: lambda row: shorten_letters(row.groups),
}
#: the columns of the short answer
MAIN_COLUMNS = ("system", COMBINED, JUDGE_ALONE, "labels", GROUPS)


def _tabulate(report: EstimateReport, columns: Sequence[str]) -> tuple[list[str], list[list[str]]]:
    """Return the headers and rows of the columns; one or two systems have no groups."""
    shown = [name for name in columns if name != GROUPS or len(report.pairs) > 1]
    rows = [[COLUMNS[name](row) for name in shown] for row in report.systems]
    if report.answers:
        place = shown.index(JUDGE_ALONE) + 1
        shown.insert(place, ANSWERED)
        for system, row in zip(report.systems, rows, strict=True):
            row.insert(place, str(report.answers[system.system]))
    return shown, rows
