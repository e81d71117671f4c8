"""Evidence as JSON Lines: for each summary the units behind its score, with their probabilities."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from sacrerouge_litepyramid.core.judgements import Judgement
from sacrerouge_litepyramid.core.units import unit_to_json
from sacrerouge_litepyramid.formats.metrics import SummaryKey
from sacrerouge_litepyramid.storage.files import Line, required, write_json_lines


def write_evidence(path: str | Path, metric: str, judgements: Iterable[tuple[SummaryKey, Judgement]]) -> None:
    """Write one line per summary; under jackknifing the context with the most references is written."""
    fullest: dict[SummaryKey, Judgement] = {}
    for key, judgement in judgements:
        kept = fullest.get(key)
        if kept is None or _references(judgement) > _references(kept):
            fullest[key] = judgement
    write_json_lines(path, (_line(metric, name, fullest[name]) for name in sorted(fullest)))


def _references(judgement: Judgement) -> int:
    return len({index for unit in judgement.units for index in unit.references})


def _line(metric: str, key: SummaryKey, judgement: Judgement) -> dict:
    units = [
        unit_to_json(unit) | {name: float(values[index]) for name, values in judgement.measures.items()}
        for index, unit in enumerate(judgement.units)
    ]
    scores = {name: score if np.isfinite(score) else None for name, score in judgement.scores().items()}
    return {
        "metric": metric,
        "instance_id": key.instance_id,
        "summarizer_id": key.summarizer_id,
        "summary": judgement.summary,
        "scores": scores,
        "units": units,
    }


def list_unit_rows(lines: Iterable[Line]) -> Iterator[dict]:
    """Yield one flat row per unit of lines of evidence; a list of references becomes a text."""
    for line in lines:
        names = {field: line.data.get(field) for field in ("metric", "instance_id", "summarizer_id")}
        for place, unit in enumerate(required(line, "units", list)):
            reference = unit.get("reference")
            flat = " ".join(map(str, reference)) if isinstance(reference, list) else reference
            yield {**names, "unit": place, **unit, "reference": flat}
