"""Evidence as JSON Lines: for each summary the units behind its score, with their probabilities."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from sacrerouge_litepyramid.core.judgements import Judged, Judgement
from sacrerouge_litepyramid.core.units import FIELDS, unit_from_json, unit_to_json
from sacrerouge_litepyramid.formats.metrics import SummaryKey
from sacrerouge_litepyramid.signature import Signature, write_signed_lines
from sacrerouge_litepyramid.storage.files import Line, describe, read_json_lines, required


def write_evidence(
    path: str | Path,
    metric: str,
    judgements: Iterable[tuple[SummaryKey, Judgement]],
    signatures: Sequence[Signature] = (),
) -> None:
    """Write one line per summary, and the signatures beside them, or neither.

    Under jackknifing the context with the most references is written.
    """
    fullest: dict[SummaryKey, Judgement] = {}
    for key, judgement in judgements:
        kept = fullest.get(key)
        if kept is None or _references(judgement) > _references(kept):
            fullest[key] = judgement
    write_signed_lines(path, (_line(metric, name, fullest[name]) for name in sorted(fullest)), signatures)


def _references(judgement: Judgement) -> int:
    return len({index for unit in judgement.units for index in unit.references})


def _line(metric: str, key: SummaryKey, judgement: Judgement) -> dict:
    units = [
        unit_to_json(unit)
        | {name: float(values[index]) for name, values in {**judgement.measures, **judgement.details}.items()}
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


def read_evidence_labels(path: str | Path, measure: str = "p2c") -> list[Judged]:
    """Read a model's probabilities as labels from 0 to 1; raise ValueError naming the line that lacks the measure."""
    judged: dict[SummaryKey, Judged] = {}
    for line in read_json_lines(path):
        units = required(line, "units", list)
        if not all(isinstance(unit, dict) and isinstance(unit.get(measure), (int, float)) for unit in units):
            raise ValueError(f"{describe(line)}: a unit has no {measure!r}; give evidence of a presence model with it")
        key = SummaryKey(required(line, "instance_id", str), required(line, "summarizer_id", str))
        if key in judged:
            raise ValueError(
                f"{describe(line)}: system {key.summarizer_id!r} is there twice; keep the lines of one metric"
            )
        parsed = tuple(unit_from_json({name: unit[name] for name in FIELDS if name in unit}) for unit in units)
        labels = tuple(float(unit[measure]) for unit in units)
        judged[key] = Judged(*key, required(line, "summary", str), parsed, labels)
    return list(judged.values())


def list_unit_rows(lines: Iterable[Line]) -> Iterator[dict]:
    """Yield one flat row per unit of lines of evidence; references are a text, as a unit may have several: "0 1"."""
    for line in lines:
        names = {field: line.data.get(field) for field in ("metric", "instance_id", "summarizer_id")}
        for place, unit in enumerate(required(line, "units", list)):
            reference = unit.get("reference")
            references = reference if isinstance(reference, list) else [] if reference is None else [reference]
            yield {**names, "unit": place, **unit, "reference": " ".join(map(str, references)) or None}
