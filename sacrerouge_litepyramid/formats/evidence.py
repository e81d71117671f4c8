"""Every score opened down to the unit: evidence as JSON Lines, a summary a line."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.units import Unit, unit_to_json
from sacrerouge_litepyramid.core.weighted_mean import weighted_mean
from sacrerouge_litepyramid.plugin.readers import SummaryId
from sacrerouge_litepyramid.storage.files import Line, required, write_json_lines


class Judgement(NamedTuple):
    """A summary, its units, and for each measure (p2c, l2c, …) an array of shape (units,)."""

    summary: str
    units: tuple[Unit, ...]
    measures: dict[str, np.ndarray]

    def scores(self) -> dict[str, float]:
        weights = [unit.weight for unit in self.units]
        return {name: weighted_mean(values, weights) for name, values in self.measures.items()}


def write_evidence(path: str | Path, metric: str, judgements: Iterable[tuple[SummaryId, Judgement]]) -> None:
    """Writes one line a summary; of a summary's contexts under jackknifing the one with the most references."""
    fullest: dict[SummaryId, Judgement] = {}
    for summary_id, judgement in judgements:
        kept = fullest.get(summary_id)
        if kept is None or _references(judgement) > _references(kept):
            fullest[summary_id] = judgement
    write_json_lines(path, (_line(metric, name, fullest[name]) for name in sorted(fullest)))


def _references(judgement: Judgement) -> int:
    return len({index for unit in judgement.units for index in unit.references})


def _line(metric: str, summary_id: SummaryId, judgement: Judgement) -> dict:
    units = [
        unit_to_json(unit) | {name: float(values[index]) for name, values in judgement.measures.items()}
        for index, unit in enumerate(judgement.units)
    ]
    scores = {name: score if np.isfinite(score) else None for name, score in judgement.scores().items()}
    return {
        "metric": metric,
        "instance_id": summary_id.instance_id,
        "summarizer_id": summary_id.summarizer_id,
        "summary": judgement.summary,
        "scores": scores,
        "units": units,
    }


def unit_rows(lines: Iterable[Line]) -> Iterator[dict]:
    """The lines of evidence as flat rows, a unit a row; a list of references becomes a text."""
    for line in lines:
        names = {field: line.data.get(field) for field in ("metric", "instance_id", "summarizer_id")}
        for place, unit in enumerate(required(line, "units", list)):
            reference = unit.get("reference")
            flat = " ".join(map(str, reference)) if isinstance(reference, list) else reference
            yield {**names, "unit": place, **unit, "reference": flat}
