"""Read peers' summaries with people's scores, and score them with a presence model by one or more sets of units."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.formats.metrics import read_scores
from sacrerouge_litepyramid.formats.summaries import read_summaries
from sacrerouge_litepyramid.meta.scores import Scores, to_matrix
from sacrerouge_litepyramid.presence.presence_model import PresenceModel
from sacrerouge_litepyramid.scoring import Scorer

#: the units of each instance
UnitSet = Mapping[str, Sequence[Unit]]


class ScoredSummaries(NamedTuple):
    """Summaries and people's scores: ``texts[system][instance]``, and a matrix (systems, instances), NaN for none."""

    instances: tuple[str, ...]
    systems: tuple[str, ...]
    texts: Mapping[str, Mapping[str, str]]
    people: np.ndarray

    def part(self, by: str, names: Sequence[str]) -> "ScoredSummaries":
        """Return the part of some instances (``by`` "examples") or systems, in the order of the whole."""
        wanted = set(names)
        rows = [row for row, name in enumerate(self.systems) if by == "examples" or name in wanted]
        columns = [column for column, name in enumerate(self.instances) if by == "systems" or name in wanted]
        instances = dict.fromkeys(self.instances[column] for column in columns)
        texts = {
            system: {name: text for name, text in self.texts[system].items() if name in instances}
            for system in (self.systems[row] for row in rows)
        }
        return ScoredSummaries(tuple(instances), tuple(texts), texts, self.people[np.ix_(rows, columns)])

    def as_scores(self) -> Scores:
        return Scores(self.systems, self.instances, self.people, {})


def read_scored(folder: Path, human_metric: str) -> ScoredSummaries:
    """Read peers' summaries and people's scores; raise ValueError where no summary has a score."""
    texts: dict[str, dict[str, str]] = {}
    for summary in read_summaries(folder / "summaries.jsonl"):
        if summary.summarizer_type == "peer":
            texts.setdefault(summary.summarizer_id, {})[summary.instance_id] = flatten(summary.text)
    systems = tuple(sorted(texts))
    instances = tuple(dict.fromkeys(name for system in systems for name in texts[system]))
    scores = read_scores([folder / "metrics.jsonl"], [human_metric])[human_metric]
    people = to_matrix(scores, systems, instances)
    if not len(systems) or np.isnan(people).all():
        raise ValueError(f"{folder}: no summary of a peer has a score {human_metric!r} in metrics.jsonl")
    return ScoredSummaries(instances, systems, texts, people)


def score_by_units(
    judged: ScoredSummaries, presence: PresenceModel, unit_sets: Sequence[UnitSet]
) -> list[dict[str, np.ndarray]]:
    """Return for each set of units and measure (p2c, …) the scores (systems, instances), NaN without a summary.

    Sets may give an instance the same units; each distinct list is judged once, in one pass over all.
    """
    lists = {(instance, tuple(units[instance])): None for units in unit_sets for instance in judged.instances}
    rows = {
        name: [row for row, system in enumerate(judged.systems) if name in judged.texts[system]]
        for name in judged.instances
    }
    summaries = [[judged.texts[judged.systems[row]][instance] for row in rows[instance]] for instance, _ in lists]
    judgements = Scorer(presence).judge([list(each) for each in summaries], [units for _, units in lists])
    scores = {key: [each.scores() for each in row] for key, row in zip(lists, judgements, strict=True)}
    names = list(next((row[0] for row in scores.values() if row), {}))
    return [{name: _matrix(judged, rows, scores, units, name) for name in names} for units in unit_sets]


def _matrix(
    judged: ScoredSummaries,
    rows: Mapping[str, list[int]],
    scores: Mapping[tuple[str, tuple[Unit, ...]], list[dict[str, float]]],
    units: UnitSet,
    measure: str,
) -> np.ndarray:
    result = np.full(judged.people.shape, np.nan)
    for column, instance in enumerate(judged.instances):
        values = [each[measure] for each in scores[instance, tuple(units[instance])]]
        result[rows[instance], column] = values
    return result
