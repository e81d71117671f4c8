"""A judge's evidence of made-up summaries, small and without any chance in it."""

from pathlib import Path

import numpy as np

from helpers.support import write_lines
from sacrerouge_litepyramid.io.evidence import read_evidence
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.verdict.labels.label_plans import (
    PlannedLabels,
    PlannedSummary,
    PlannedUnit,
)
from sacrerouge_litepyramid.verdict.labels.sampling.frame import SamplingFrame, build_frame

SYSTEMS = ("good", "poor")


def list_evidence(
    documents: int = 12, units: int = 3, systems: tuple[str, ...] = SYSTEMS
) -> list[dict]:
    """Lines of evidence whose probabilities run over .05, .1, … .95."""
    return [
        {
            "metric": "lite2pyramid",
            "instance_id": f"d{document:02}",
            "summarizer_id": system,
            "summary": f"summary of d{document:02} by {place}",
            "scores": {},
            "units": [
                {
                    "text": f"fact {unit} of d{document:02}",
                    "p2c": (1 + (7 * document + 5 * unit + 3 * place) % 19) / 20,
                }
                for unit in range(units)
            ],
        }
        for document in range(documents)
        for place, system in enumerate(systems)
    ]


def write_made_up(path: Path, **settings) -> Path:
    write_lines(path, list_evidence(**settings))
    return path


def make_frame(folder: Path, **settings) -> SamplingFrame:
    return build_frame(
        read_evidence([write_made_up(folder / "evidence.jsonl", **settings)], "p2c")[0]
    )


def list_labels(
    frame: SamplingFrame, labels: np.ndarray, rows: np.ndarray | None = None
) -> PlannedLabels:
    """The labels (rows,) of all rows, or of some, as those of a census."""
    units = {}
    for place, row in enumerate(frame.list_rows()):
        if rows is None or rows[place]:
            votes = {"ann": int(labels[place])}
            own = units.setdefault(SummaryKey(row.instance_id, row.summarizer_id), [])
            own.append(PlannedUnit(row.unit, frame.text[place], 1.0, votes))
    return PlannedLabels(
        None, "", tuple(PlannedSummary(*key, "", tuple(own)) for key, own in units.items())
    )
