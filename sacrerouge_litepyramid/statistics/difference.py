"""The difference between two systems or metrics, and the one way to print it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sacrerouge_litepyramid.statistics.estimate import (
    Estimate,
    expand_estimates,
    format_number,
    format_p,
)
from sacrerouge_litepyramid.statistics.tables import render_table, shorten

#: the significance level of a family of tests, and by default of a single test
ALPHA = 0.05
#: the symbols of the correlation coefficients
SYMBOLS = {"pearson": "r", "spearman": "ρ", "kendall": "τ-b"}
LEGEND = "Systems that share a letter do not differ significantly."


class DocumentDifference(NamedTuple):
    """The scores of a pair of systems on one document, and their difference."""

    instance_id: str
    first: float
    second: float
    difference: float


class MissingAnswers(NamedTuple):
    """What a judge's missing answers may do to a difference."""

    # a sentence on how many are missing, and the range of the difference
    text: str
    # the difference if they are worst and best for the first of the pair
    lowest: Estimate
    highest: Estimate
    # whether these, or the measured difference, say different things
    is_undecided: bool


class Difference(NamedTuple):
    """The value of the first of a pair minus that of the second; None for a missing statistic."""

    # with its interval, simultaneous for several pairs
    difference: Estimate
    first: str = ""
    second: str = ""
    standard_error: float | None = None
    # two-sided, by the deciding test
    p: float | None = None
    # corrected for all pairs of the family, by max-T for systems, else by Holm
    adjusted_p: float | None = None
    # by Williams' test, for information only
    williams_p: float | None = None
    # numbers of documents in which the first scores higher, as high, and lower
    wins: int | None = None
    ties: int | None = None
    losses: int | None = None
    # Cohen's d_z of the paired differences
    effect_size: float | None = None
    documents: int | None = None
    # the one that is significantly better by the corrected test, whatever missing answers are
    better: str | None = None
    largest_differences: tuple[DocumentDifference, ...] = ()
    # None if no answer of the pair is missing
    missing: MissingAnswers | None = None

    @property
    def value(self) -> float | None:
        """The difference alone."""
        return self.difference.to_dict()["value"]

    @property
    def worse(self) -> str | None:
        """The one of the pair that is not ``better``.

        None if the two do not differ significantly.
        """
        if self.better is None:
            return None
        return self.second if self.better == self.first else self.first

    @property
    def lacks_answers(self) -> bool:
        """Whether missing answers leave open which one is better."""
        return self.missing is not None and self.missing.is_undecided

    def seen_from(self, name: str) -> Estimate:
        """Return the value of the named one minus that of the other."""
        return self.list_possible(name)[0]

    def list_possible(self, name: str) -> list[Estimate]:
        """Return the value of the named one minus that of the other.

        If answers are missing, its lowest and highest values follow.
        """
        estimates = [self.difference]
        if self.missing is not None:
            estimates += [self.missing.lowest, self.missing.highest]
        return estimates if name == self.first else list(map(_negate, estimates))

    def to_dict(self, fields: Mapping[str, str]) -> dict[str, Any]:
        """Return attributes for JSON; ``fields``: attributes by their names in JSON.

        An estimate's ends follow it.
        """
        values = {name: getattr(self, attribute) for name, attribute in fields.items()}
        return expand_estimates(values)

    def describe(self) -> str:
        """Return a sentence that says which one is better, or that neither is."""
        if self.missing is not None and self.missing.is_undecided:
            return f"Whether {self.first} and {self.second} differ is open: {self.missing.text}"
        if self.better is None:
            return f"{self.first} and {self.second} do not differ significantly."
        return f"{self.better} scores significantly higher than {self.worse}."

    def __str__(self) -> str:
        return f"{self.first} − {self.second}: {self.difference.format(4, '+')}"


def _negate(estimate: Estimate) -> Estimate:
    return estimate._replace(value=-estimate.value, low=-estimate.high, high=-estimate.low)


#: the columns that a table of differences may have, by their headers
COLUMNS: Mapping[str, Callable[[Difference], str]] = {
    "pair": lambda pair: f"{shorten(pair.first)} − {shorten(pair.second)}",
    "difference": lambda pair: pair.difference.format(sign="+"),
    "p": lambda pair: format_p(pair.p),
    "permutation p": lambda pair: format_p(pair.p),
    "adjusted p": lambda pair: format_p(pair.adjusted_p),
    "Williams p": lambda pair: "" if pair.williams_p is None else format_p(pair.williams_p),
    "wins/ties/losses": lambda pair: (
        "" if pair.wins is None else f"{pair.wins}/{pair.ties}/{pair.losses}"
    ),
    "d_z": lambda pair: "" if pair.wins is None else format_number(pair.effect_size, 2, "+"),
    "better": lambda pair: (
        pair.better or ("undecided" if pair.lacks_answers else "not significant")
    ),
}


def list_cells(pair: Difference, columns: Sequence[str]) -> list[str]:
    """Return the cells of a pair in a table; ``columns``: keys of COLUMNS."""
    return [COLUMNS[column](pair) for column in columns]


def render_differences(pairs: Iterable[Difference], columns: Sequence[str]) -> str:
    """Return a table with a line for each pair; ``columns``: keys of COLUMNS."""
    return render_table(columns, [list_cells(pair, columns) for pair in pairs])
