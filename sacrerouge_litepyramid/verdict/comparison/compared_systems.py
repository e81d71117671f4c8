"""A comparison of systems as rows, JSON and text: the ranking and its groups, and all pairs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.texts import count_nouns
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
    finite_or_none,
    format_number,
    row_to_json,
)
from sacrerouge_litepyramid.statistics.result_table import Decision, decision_to_dict
from sacrerouge_litepyramid.statistics.tables import (
    Bold,
    PaperTable,
    render_fitting_table,
    render_table,
    shorten,
)
from sacrerouge_litepyramid.statistics.warning import ResultWarning, list_texts

#: the columns of the table of pairs
COLUMNS = ("pair", "difference", "permutation p", "adjusted p", "wins/ties/losses", "d_z", "better")

#: the header of the numbers of answered and of all units
ANSWERED = "answered"
#: with fewer permutations no p is at most ALPHA
MIN_PERMUTATIONS = 20


class ComparisonSettings(NamedTuple):
    """How to test systems."""

    permutations: int = 10_000
    seed: int = 0

    def check(self) -> None:
        """Raise ValueError for too few permutations, and for a negative seed."""
        for name, bound in (("permutations", MIN_PERMUTATIONS), ("seed", 0)):
            if getattr(self, name) < bound:
                raise ValueError(f"{name} must be {bound} or more, not {getattr(self, name)}")


def name_group(index: int) -> str:
    """Return a group's letter: a to z, then a1, b1, …."""
    letter = chr(ord("a") + index % 26)
    return letter if index < 26 else f"{letter}{index // 26}"


def shorten_letters(letters: str) -> str:
    """Return the letters of groups for readers, "a b c d" as "a–d"."""
    numbers = []
    for letter in letters.split():
        numbers.append(ord(letter[0]) - ord("a") + 26 * int(letter[1:] or 0))
    parts = []
    # The difference of number and place is constant where numbers follow each other.
    for _, run in groupby(enumerate(numbers), lambda item: item[1] - item[0]):
        names = [name_group(number) for _, number in run]
        parts.append(f"{names[0]}–{names[-1]}" if len(names) > 2 else " ".join(names))
    return " ".join(parts)


class ComparedSystem(NamedTuple):
    """A system in the ranking."""

    system: str
    # comparable with that of other systems; with Student's 95% interval, None for one document
    mean: Estimate
    documents: int
    # the letters that it shares with the systems from which it does not differ significantly
    groups: str

    @property
    def cells(self) -> list[str]:
        """Its row of a table."""
        return [self.system, str(self.mean), str(self.documents), shorten_letters(self.groups)]


@dataclass(frozen=True, repr=False)
class SystemComparison(DrawnResult):
    """How systems compare by a metric."""

    PARTS = ("systems", "pairs")
    DIFFERENCE = {
        "first": "first",
        "second": "second",
        "difference": "difference",
        "permutation_p": "p",
        "adjusted_p": "adjusted_p",
        "wins": "wins",
        "ties": "ties",
        "losses": "losses",
        "effect_size": "effect_size",
        "documents": "documents",
        "better": "better",
    }

    metric: str
    # the best mean first
    systems: tuple[ComparedSystem, ...]
    # all pairs, in the order of the systems
    pairs: tuple[Difference, ...]
    settings: ComparisonSettings
    warnings: tuple[ResultWarning, ...]
    # the number of documents that some systems lack; means are then adjusted
    unshared: int = 0
    # the number of groups of systems, beside the first, without a common document; means are then
    # not comparable
    unlinked: int = 0
    # how many units the judge answered, by system; empty if no answer is missing
    answers: Mapping[str, SystemAnswers] = field(default_factory=dict)
    # by how much a document's scores can differ: the range of all scores and 0, and at least 1
    largest_loss: float = 1.0
    # sentences on the best of several systems
    leaders: str = ""
    # the decision on what `compare` was to require
    required: Decision | None = None

    @property
    def is_adjusted(self) -> bool:
        """Whether means are adjusted because systems have different documents."""
        return self.unshared > 0

    @property
    def is_single(self) -> bool:
        """Whether two systems are compared."""
        return len(self.pairs) == 1

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison for JSON; an undefined number is null."""
        pairs = []
        for pair in self.pairs:
            largest = [document._asdict() for document in pair.largest_differences]
            row = {**pair.to_dict(self.DIFFERENCE), "largest_differences": largest}
            if pair.missing is not None:
                ends = (pair.missing.lowest, pair.missing.highest)
                row["bounds"] = [finite_or_none(end.value) for end in ends]
                row["missing"] = pair.missing.text
            pairs.append(row)
        systems = []
        for system in self.systems:
            answers = self.answers.get(system.system)
            systems.append({**row_to_json(system), **(answers.to_dict() if answers else {})})
        return {
            "metric": self.metric,
            "alpha": ALPHA,
            **self.settings._asdict(),
            "unshared_documents": self.unshared,
            "warnings": list_texts(self.warnings),
            "systems": systems,
            "pairs": pairs,
            **decision_to_dict(self.required),
        }

    def list_answer(self) -> Iterator[str]:
        """Yield which systems differ, and the ranking."""
        if self.is_single:
            yield from _describe_pair(self.pairs[0])
        else:
            yield self.leaders
        yield render_systems(self)

    def list_tables(self) -> Iterator[PaperTable]:
        """Yield a table of the systems."""
        yield tabulate_systems(self)

    def draw(self) -> Any:
        """Draw the systems' means with 95% intervals and the letters of their groups."""
        names = [f"{row.system}  {shorten_letters(row.groups)}" for row in self.systems]
        figure = draw_panels(names, {f"mean {self.metric}": [row.mean for row in self.systems]})
        figure.suptitle(LEGEND)
        return figure

    def details(self) -> str:
        """Return methods, ranking and all pairs; for a single pair also its documents."""
        return "\n".join(_list_details(self))


def describe_test(comparison: SystemComparison) -> str:
    """Return one sentence that names the test of systems."""
    counts = [pair.documents for pair in comparison.pairs if pair.documents]
    if not counts:
        return ""
    fewest, most = min(counts), max(counts)
    documents = count_nouns(document=most)
    if fewest < most:
        documents = f"{fewest:,} to {documents}"
    corrected = ""
    if not comparison.is_single:
        corrected = f" corrected for {len(comparison.pairs):,} pairs (max-T)"
    return f"Significance: a paired permutation test over {documents}, p ≤ {ALPHA}{corrected}."


def render_systems(
    comparison: SystemComparison, most: int = 7, by_human: SystemComparison | None = None
) -> str:
    """Return a table of the ``most`` best systems, with human means if any."""
    mean = "adjusted mean" if comparison.is_adjusted else "mean"
    headers = ["system", mean, "documents", "groups"]
    rows = [row.cells for row in comparison.systems[:most]]
    if comparison.answers:
        headers.insert(2, ANSWERED)
        for cells in rows:
            cells.insert(2, str(comparison.answers[cells[0]]))
    if by_human is not None:
        rated = {row.system: row for row in by_human.systems}
        headers.insert(1, "human")
        for cells, row in zip(rows, comparison.systems, strict=False):
            cells.insert(1, _format_human(rated.get(row.system), row.documents))
    others = len(comparison.systems) - most
    if others > 0:
        rows.append([f"… {others} more: --details"])
    table = render_fitting_table(headers, rows)
    return f"{table}\n{LEGEND}" if len(comparison.pairs) > 1 else table


def _format_human(rated: ComparedSystem | None, documents: int) -> str:
    """Return a human mean, with its number of documents if it is not that of the metric's mean."""
    if rated is None:
        return ""
    number = format_number(rated.mean.value)
    return number if rated.documents == documents else f"{number} (n {rated.documents})"


def tabulate_systems(comparison: SystemComparison) -> PaperTable:
    """Return the systems' means with intervals and groups.

    The best means are bold, unless the means are not comparable.
    """
    best = max(comparison.systems, key=lambda row: row.mean.value, default=None)
    lower = {pair.worse for pair in comparison.pairs if best and pair.better == best.system}
    rows = []
    headers = ["system", comparison.metric, "documents", "groups"]
    if comparison.answers:
        headers.append(ANSWERED)
    for system, mean, *cells in (row.cells for row in comparison.systems):
        if comparison.answers:
            cells.append(str(comparison.answers[system]))
        is_plain = comparison.unlinked or system in lower
        rows.append([system, mean if is_plain else Bold(mean), *cells])
    means = (
        "Means adjusted for the difficulty of documents"
        if comparison.is_adjusted
        else "Means over documents"
    )
    p = f" ({describe_p(comparison.pairs[0].p)})" if comparison.is_single else ""
    bold = f"Bold: the highest, and those not significantly lower than it{p}."
    sentences = [f"{means}, with 95% intervals.", bold, describe_test(comparison), LEGEND]
    note = " ".join(filter(None, sentences))
    return PaperTable(headers, rows, note)


def list_ranking_lines(comparison: SystemComparison) -> Iterator[str]:
    """Yield the metric and its methods, the warnings, and the ranked systems with their groups."""
    methods = f"{comparison.metric}: means over documents with Student's 95% interval"
    test = describe_test(comparison)
    if test:
        permutations, seed = comparison.settings
        kind = "the" if comparison.is_single else "simultaneous"
        methods += (
            f"; differences with {kind} 95% intervals of the test. {test} Two-sided, "
            f"{permutations:,} permutations, seed {seed}"
        )
    yield f"{methods}."
    yield from (f"Warning: {warning}" for warning in comparison.warnings)
    yield ""
    yield render_systems(comparison, len(comparison.systems))


def _list_details(comparison: SystemComparison) -> Iterator[str]:
    yield from list_ranking_lines(comparison)
    yield ""
    if comparison.is_single:
        yield from _describe_pair(comparison.pairs[0])
        yield from _list_largest(comparison.pairs[0])
    else:
        yield render_differences(comparison.pairs, COLUMNS)
    if comparison.leaders:
        yield from ("", comparison.leaders)


def _describe_pair(pair: Difference) -> Iterator[str]:
    """Yield which of a pair is better, and the table of its difference."""
    if not pair.documents:
        yield f"{pair.first} and {pair.second} have no document in common."
        return
    yield f"{pair.describe()} {pair}, {describe_p(pair.p)}."
    yield render_differences([pair], COLUMNS)


def _list_largest(pair: Difference) -> Iterator[str]:
    rows = []
    for document in pair.largest_differences:
        scores = [format_number(document.first), format_number(document.second)]
        difference = format_number(document.difference, sign="+")
        rows.append([shorten(document.instance_id), *scores, difference])
    if rows:
        headers = ["largest differences", pair.first, pair.second, "difference"]
        yield from ("", render_table(headers, rows))
