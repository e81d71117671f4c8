"""A comparison of systems as rows, JSON and text: the ranking with groups, all pairs, or one pair in full."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sacrerouge_litepyramid.evaluation.figures import (
    MAX_SIDE,
    DrawnResult,
    draw_estimates,
    draw_p_matrix,
    make_figure,
)
from sacrerouge_litepyramid.statistics.difference import ALPHA, LEGEND, Difference, render_differences
from sacrerouge_litepyramid.statistics.estimate import Estimate, describe_p, format_number, row_to_json
from sacrerouge_litepyramid.statistics.result_table import Decision, decision_to_dict
from sacrerouge_litepyramid.statistics.tables import Bold, PaperTable, render_fitting_table, render_table, shorten
from sacrerouge_litepyramid.statistics.warning import ResultWarning, list_texts

#: the columns of the table of pairs
COLUMNS = ("pair", "difference", "permutation p", "adjusted p", "wins/ties/losses", "d_z", "better")


class ComparisonSettings(NamedTuple):
    """How to test systems."""

    permutations: int = 10_000
    seed: int = 0
    # how many documents with the largest differences are named for a pair
    listed: int = 5

    def check(self) -> None:
        """Raise ValueError without permutations, and for a negative number."""
        for name, bound in (("permutations", 1), ("seed", 0), ("listed", 0)):
            if getattr(self, name) < bound:
                raise ValueError(f"{name} must be {bound} or more, not {getattr(self, name)}")


class ComparedSystem(NamedTuple):
    """A system's comparable mean with Student's 95% interval, None for one document; ``groups``: its letters."""

    system: str
    mean: Estimate
    documents: int
    groups: str


@dataclass(frozen=True, repr=False)
class SystemComparison(DrawnResult):
    """All systems, the best mean first, all pairs in that order, and groups that do not differ significantly.

    ``unshared``: the number of documents that some systems lack; ``unlinked``: the number of groups of systems, beside
    the first, without a common document, so that means are not comparable. ``leaders``: sentences on the best of
    several systems; ``not_finite``: the number of scores excluded as NaN or infinite; ``required``: the decision on
    what `compare` was to require; ``versions``: each system that two evaluations share, with its new and its old name
    here.
    """

    PARTS = ("systems", "pairs")
    DIFFERENCE = {
        **{name: name for name in ("first", "second", "difference")},
        "permutation_p": "p",
        **{name: name for name in ("adjusted_p", "wins", "ties", "losses")},
        **{name: name for name in ("effect_size", "documents", "better", "largest_differences")},
    }

    metric: str
    systems: tuple[ComparedSystem, ...]
    pairs: tuple[Difference, ...]
    groups: tuple[tuple[str, ...], ...]
    settings: ComparisonSettings
    warnings: tuple[ResultWarning, ...]
    unshared: int = 0
    unlinked: int = 0
    leaders: str = ""
    not_finite: int = 0
    required: Decision | None = None
    versions: tuple[tuple[str, str, str], ...] = ()

    @property
    def is_adjusted(self) -> bool:
        """Whether means are adjusted because systems have different documents."""
        return self.unshared > 0

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison for JSON; an undefined number is null."""
        return {
            "metric": self.metric,
            "alpha": ALPHA,
            **self.settings._asdict(),
            "unshared_documents": self.unshared,
            "warnings": list_texts(self.warnings),
            "systems": [row_to_json(row) for row in self.systems],
            "groups": [list(group) for group in self.groups],
            "pairs": [
                {
                    **pair.to_dict(self.DIFFERENCE),
                    "largest_differences": [document._asdict() for document in pair.largest_differences],
                }
                for pair in self.pairs
            ],
            "not_finite": {self.metric: self.not_finite} if self.not_finite else {},
            **decision_to_dict(self.required),
        }

    def list_answer(self) -> Iterator[str]:
        """Yield which systems differ, the ranking, and the changes between two evaluations."""
        yield "\n".join(_describe_pair(self.pairs[0])) if len(self.pairs) == 1 else self.leaders
        yield render_systems(self)
        yield from (render_table(*table[:2]) for table in tabulate_changes(self))

    def list_tables(self) -> Iterator[PaperTable]:
        """Yield tables of the systems and of the changes between two evaluations."""
        yield from (tabulate_systems(self), *tabulate_changes(self))

    def draw(self) -> Any:
        """Draw the systems' means with 95% intervals and group letters, and the adjusted p of all pairs."""
        names = [row.system for row in self.systems]
        side = min(2.2 + 0.5 * len(names), MAX_SIDE)
        figure, (means, matrix) = make_figure(5 + side, max(3.0, side), 1, 2, width_ratios=(4.5, side))
        draw_estimates(
            means, [f"{row.system}  {row.groups}" for row in self.systems], [row.mean for row in self.systems]
        )
        means.set_xlabel(f"mean {self.metric}, 95% interval", parse_math=False)
        means.set_title("systems that share a letter\ndo not differ significantly")
        draw_p_matrix(matrix, _arrange_p(names, self.pairs))
        matrix.set_title(f"adjusted p; dark: the row is better, p ≤ {ALPHA}")
        return figure

    def details(self) -> str:
        """Return methods, ranking and all pairs; for a single pair also its documents."""
        return "\n".join(_lines(self))


def render_systems(comparison: SystemComparison, most: int = 7, by_human: SystemComparison | None = None) -> str:
    """Return a table of the ``most`` best systems, with human means if any; no interval for two documents."""
    human = {row.system: format_number(row.mean.value) for row in by_human.systems} if by_human else {}
    rows = []
    for name, mean, documents, groups in comparison.systems[:most]:
        shown = str(mean) if documents > 2 else format_number(mean.value)
        rows.append([name, *([human.get(name, "")] if human else []), shown, str(documents), groups])
    rows += [[f"… {len(comparison.systems) - most} more: --details"]] * (len(comparison.systems) > most)
    headers = ["system", *["human"] * bool(human), f"{'adjusted ' * comparison.is_adjusted}mean", "documents", "groups"]
    return render_fitting_table(headers, rows) + f"\n{LEGEND}" * (len(comparison.systems) > 2)


def _arrange_p(names: Sequence[str], pairs: Sequence[Difference]) -> dict[str, dict[str, float | None]]:
    """Return the adjusted p in the cells whose row has at least the column's mean; other cells are empty."""
    matrix: dict[str, dict[str, float | None]] = {name: {} for name in names}
    for pair in pairs:
        if pair.value is not None:
            row, column = (pair.first, pair.second) if pair.value >= 0 else (pair.second, pair.first)
            matrix[row][column] = pair.adjusted_p
    return matrix


#: the number of changed documents that are listed
MAX_CHANGES = 5


def tabulate_systems(comparison: SystemComparison) -> PaperTable:
    """Return the systems' means with intervals and groups, and no bold if the means are not comparable."""
    best = max(comparison.systems, key=lambda row: row.mean.value).system
    lower = {pair.worse for pair in comparison.pairs if pair.better == best}
    rows = []
    for system, mean, documents, groups in comparison.systems:
        style = str if comparison.unlinked or system in lower else Bold
        shown = str(mean) if documents > 2 else format_number(mean.value)
        rows.append([system, style(shown), str(documents), groups])
    pairs = comparison.pairs
    tested = f"max-T over {len(pairs)} pairs" if len(pairs) > 1 else describe_p(pairs[0].p)
    note = (
        f"Means over documents{' adjusted for their difficulty' * comparison.is_adjusted}, with 95% intervals. Bold: "
        f"the highest and those not significantly lower (paired permutation test, p ≤ {ALPHA}; {tested}). {LEGEND}"
    )
    return PaperTable(["system", comparison.metric, "documents", "groups"], rows, note)


def list_versions(comparison: SystemComparison) -> Iterator[tuple[str, Difference, int]]:
    """Yield each system that two evaluations share, its pair, and the sign that makes the difference new − old."""
    for system, new, old in comparison.versions:
        for pair in comparison.pairs:
            if {pair.first, pair.second} == {new, old}:
                yield system, pair, 1 if pair.first == new else -1


def tabulate_changes(comparison: SystemComparison) -> Iterator[PaperTable]:
    """Yield a table of the documents that changed most between two evaluations, if any did."""
    changes = [(name, row, sign) for name, pair, sign in list_versions(comparison) for row in pair.largest_differences]
    rows = []
    for name, document, sign in sorted(changes, key=lambda change: -abs(change[1].difference))[:MAX_CHANGES]:
        scores = map(format_number, [document.first, document.second][::-sign])
        difference = format_number(sign * document.difference, sign="+")
        rows.append([shorten(name), shorten(document.instance_id), *scores, difference])
    if rows:
        yield PaperTable(["system", "largest changes", "old", "new", "difference"], rows, "")


def list_ranking_lines(comparison: SystemComparison) -> Iterator[str]:
    """Yield the metric and the methods, the warnings, and the ranked systems with their intervals and groups."""
    yield f"{comparison.metric}: {_describe_settings(comparison)}"
    yield from (f"Warning: {warning}" for warning in comparison.warnings)
    yield ""
    yield render_systems(comparison, len(comparison.systems))


def _lines(comparison: SystemComparison) -> Iterator[str]:
    yield from list_ranking_lines(comparison)
    yield ""
    if len(comparison.pairs) == 1:
        yield from _describe_pair(comparison.pairs[0])
        yield from _list_largest(comparison.pairs[0])
    else:
        yield render_differences(comparison.pairs, COLUMNS)
    if comparison.leaders:
        yield from ("", comparison.leaders)


def _describe_settings(comparison: SystemComparison) -> str:
    settings = comparison.settings
    is_single = len(comparison.pairs) == 1
    correction = "" if is_single else f"max-T correction over {len(comparison.pairs):,} pairs, "
    intervals = "the 95% interval of this test" if is_single else "simultaneous 95% intervals, which agree with it"
    return (
        f"means over documents with Student's 95% interval; paired permutation test ({settings.permutations:,}) over "
        f"documents, two-sided, seed {settings.seed}; {correction}significant at p ≤ {ALPHA}; differences with "
        f"{intervals}."
    )


def _describe_pair(pair: Difference) -> Iterator[str]:
    if not pair.documents:
        yield f"{pair.first} and {pair.second} have no document in common."
        return
    yield pair.describe()
    yield str(pair)
    yield f"permutation {describe_p(pair.p)}"
    yield (
        f"{pair.wins} wins, {pair.ties} ties, {pair.losses} losses of {pair.documents} documents; Cohen's d_z "
        f"{format_number(pair.effect_size, sign='+')}"
    )


def _list_largest(pair: Difference) -> Iterator[str]:
    if pair.largest_differences:
        rows = [
            [shorten(row.instance_id), f"{row.first:.3f}", f"{row.second:.3f}", f"{row.difference:+.3f}"]
            for row in pair.largest_differences
        ]
        yield from ("", render_table(["largest differences", pair.first, pair.second, "difference"], rows))
