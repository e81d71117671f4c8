"""The units that one system's summaries state and another's omit."""

import itertools
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.io.evidence import Evidence
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.statistics.judge_quality import THRESHOLD
from sacrerouge_litepyramid.statistics.tables import render_table, shorten

#: the number of units that a table shows for each of the two systems
MAX_SHOWN = 10


class StatedUnit(NamedTuple):
    """A unit whose probability reaches `THRESHOLD` in the summary of ``stated_by``, and not in the other system's."""

    instance_id: str
    unit: str
    weight: float
    stated_by: str
    omitted_by: str
    probability_stated: float
    probability_omitted: float


class StatedUnits(NamedTuple):
    """The units of a judge's evidence that one of two systems states and the other omits."""

    name: str
    measure: str
    first: str
    second: str
    units: list[StatedUnit]

    def to_dict(self) -> dict[str, Any]:
        """Return for JSON the units, and the number that each system states alone."""
        counts = {name: sum(unit.stated_by == name for unit in self.units) for name in (self.first, self.second)}
        units = [unit._asdict() for unit in self.units]
        return {"first": self.first, "second": self.second, "stated_alone": counts, "units": units}

    def __str__(self) -> str:
        return f"{self.name}_{self.measure}: {render_stated_units(self.units, self.first, self.second)}"


def list_stated_units(evidence: Sequence[Evidence], systems: Sequence[str]) -> tuple[StatedUnits, ...]:
    """Return the units of each evidence for each pair of systems."""
    return tuple(
        StatedUnits(judged.name, judged.measure, *pair, find_stated_units(judged, *pair))
        for judged in evidence
        for pair in itertools.combinations(systems, 2)
    )


def group_stated_units(stated: Sequence[StatedUnits]) -> dict[str, list[dict[str, Any]]]:
    """Return for JSON the units of each pair, by the name of the evidence."""
    grouped: dict[str, list[dict[str, Any]]] = {}
    for pair in stated:
        grouped.setdefault(pair.name, []).append(pair.to_dict())
    return grouped


def find_stated_units(evidence: Evidence, first: str, second: str) -> list[StatedUnit]:
    """Return the units that one of two systems states and the other omits, the largest weighted gap first.

    Units for which one of the two was not judged are excluded.
    """
    units = [*_find_stated(evidence, first, second), *_find_stated(evidence, second, first)]
    return sorted(units, key=lambda unit: -unit.weight * (unit.probability_stated - unit.probability_omitted))


def render_stated_units(units: Sequence[StatedUnit], first: str, second: str) -> str:
    """Return tables of the units with the largest gaps: first those that the first system states."""
    parts = []
    for stated, omitted in ((first, second), (second, first)):
        alone = [unit for unit in units if unit.stated_by == stated]
        title = f"{len(alone)} units that {stated} states and {omitted} omits"
        rows = []
        for row in alone[:MAX_SHOWN]:
            probabilities = f"{row.probability_stated:.2f}", f"{row.probability_omitted:.2f}"
            rows.append([shorten(row.instance_id), " ".join(row.unit.split()), *probabilities])
        parts.append(f"{title}\n{render_table(['document', 'unit', stated, omitted], rows)}" if rows else title)
    return "\n\n".join(parts)


def _find_stated(evidence: Evidence, stated: str, omitted: str) -> Iterator[StatedUnit]:
    for instance, units in evidence.units.items():
        values = [evidence.values.get(SummaryKey(instance, name)) for name in (stated, omitted)]
        if values[0] is None or values[1] is None:
            continue
        for place in np.flatnonzero((values[0] >= THRESHOLD) & (values[1] < THRESHOLD)):
            unit = units[place]
            probabilities = float(values[0][place]), float(values[1][place])
            yield StatedUnit(instance, unit.text, unit.weight, stated, omitted, *probabilities)
