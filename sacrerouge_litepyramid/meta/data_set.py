"""A data set as `setup-dataset` writes it, or as the Lite-Pyramid authors release it."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.judgements import Judged
from sacrerouge_litepyramid.formats.judgements import compute_human_score, read_judged
from sacrerouge_litepyramid.formats.line_aligned import read_judgements, read_line_aligned, read_unit_lines
from sacrerouge_litepyramid.formats.summaries import collect_documents, read_summaries
from sacrerouge_litepyramid.formats.units import read_units
from sacrerouge_litepyramid.meta.scored import ScoredSummaries, UnitSet, read_scored, score_by_units
from sacrerouge_litepyramid.presence.presence_model import PresenceModel
from sacrerouge_litepyramid.training.trainable import Documents

#: the metric of each units file; any other file is of lite2xpyramid
METRICS = {"scus": "lite2pyramid", "stus": "lite3pyramid"}


class EvaluationData(NamedTuple):
    """``units``: sets of units by the name of their metric; ``judged``: presence labels, may be empty."""

    name: str
    scored: ScoredSummaries
    units: Mapping[str, UnitSet]
    judged: tuple[Judged, ...]
    documents: Documents | None

    def part(self, by: str, names: Sequence[str]) -> "EvaluationData":
        return self._replace(scored=self.scored.part(by, names))


def read_data_set(
    folder: str | Path, human_metric: str, units: Sequence[str] = ("scus", "stus"), with_labels: bool = True
) -> EvaluationData:
    """Read a folder of summaries.jsonl, metrics.jsonl and units files.

    ``with_labels``: read scus.jsonl and presence.jsonl too; ``units``: names of units files without their ending.
    Raises ValueError where a units file lacks instances.
    """
    folder = Path(folder)
    scored = read_scored(folder, human_metric)
    sets = {metric_name(name): _read_units(folder / f"{name}.jsonl", scored.instances) for name in units}
    files = [folder / name for name in ("summaries.jsonl", "scus.jsonl", "presence.jsonl")]
    judged = tuple(read_judged(*files)) if with_labels else ()
    documents = collect_documents(read_summaries(folder / "summaries.jsonl")) if with_labels else None
    return EvaluationData(folder.resolve().name, scored, sets, judged, documents)


def read_released(folder: str | Path, units: Mapping[str, str]) -> EvaluationData:
    """Read a folder in the authors' layout, scored by its labels; ``units``: the units file of each metric."""
    folder = Path(folder)
    data = read_line_aligned(folder)
    judged = read_judgements(folder, data)
    sets = {
        metric: {name: each.units for name, each in read_unit_lines(folder / file, list(data.units)).items()}
        for metric, file in units.items()
    }
    documents = collect_documents(data.summaries)
    return EvaluationData(folder.resolve().name, score_by_labels(judged), sets, tuple(judged), documents)


def data_set_from_labels(
    judged: Sequence[Judged], documents: Documents | None = None, name: str = "judged"
) -> EvaluationData:
    """Make a data set from labels, scored by the units that were judged."""
    units = {METRICS["scus"]: {each.instance_id: each.units for each in judged}}
    return EvaluationData(name, score_by_labels(judged), units, tuple(judged), documents)


def score_by_labels(judged: Iterable[Judged]) -> ScoredSummaries:
    """Return the judged summaries with human scores: the share of the weight that is present, NaN without a unit."""
    scores, texts = {}, dict[str, dict[str, str]]()
    for each in judged:
        texts.setdefault(each.summarizer_id, {})[each.instance_id] = each.summary
        scores[each.summarizer_id, each.instance_id] = compute_human_score(each)
    systems, instances = sorted(texts), sorted({instance for _, instance in scores})
    people = [[scores.get((system, instance), np.nan) for instance in instances] for system in systems]
    return ScoredSummaries(tuple(instances), tuple(systems), texts, np.array(people))


def model_scores(data: EvaluationData, presence: PresenceModel, measure: str = "p2c") -> dict[str, np.ndarray]:
    """Return a presence model's scores (systems, instances) of a data set by each of its sets of units: NAME_MEASURE.

    Raises ValueError for a measure that the model does not give.
    """
    scores = dict(zip(data.units, score_by_units(data.scored, presence, list(data.units.values())), strict=True))
    for measures in scores.values():
        if measure not in measures:
            raise ValueError(f"the presence model has no measure {measure!r}; it gives: {', '.join(measures)}")
    return {f"{name}_{measure}": measures[measure] for name, measures in scores.items()}


def metric_name(units: str) -> str:
    return METRICS.get(units, f"lite2xpyramid({units})")


def _read_units(path: Path, instances: Sequence[str]) -> UnitSet:
    units = {name: item.units for name, item in read_units(path).items()}
    missing = [name for name in instances if name not in units]
    if missing:
        raise ValueError(
            f"{path}: {len(missing)} of {len(instances)} instances have no units, the first is {missing[0]!r}"
        )
    return units
