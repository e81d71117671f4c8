"""People's presence labels beside a presence model's probabilities, unit by unit."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.judgements import Judged
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.formats.evidence_reader import Evidence, number_repeats
from sacrerouge_litepyramid.formats.metrics import SummaryKey


class LabelledUnits(NamedTuple):
    """Units that people labelled and a model judged: arrays (units,); ``documents``: the place of its document."""

    probabilities: np.ndarray
    labels: np.ndarray
    documents: np.ndarray


def match_labels(units: Sequence[Unit], judged: Judged | None) -> list[float | None] | None:
    """Return people's label of each SCU, matched by text, repeated texts in order; None for all other units."""
    if judged is None:
        return None
    known = dict(zip(number_repeats(unit.text for unit in judged.units), judged.labels, strict=True))
    texts = iter(number_repeats(unit.text for unit in units if unit.kind == "scu"))
    found = [known.get(next(texts)) if unit.kind == "scu" else None for unit in units]
    return found if any(label is not None for label in found) else None


def collect_labelled_units(evidence: Evidence, labels: Mapping[SummaryKey, Judged]) -> LabelledUnits:
    """Return the units with both a label and a probability; raise ValueError where there are none."""
    places = {name: place for place, name in enumerate(sorted({key.instance_id for key in labels}))}
    rows = [
        (value, label, places[key.instance_id])
        for key, values in evidence.values.items()
        for value, label in zip(
            values, match_labels(evidence.units[key.instance_id], labels.get(key)) or (), strict=False
        )
        if label is not None and not np.isnan(value)
    ]
    if not rows:
        raise ValueError(
            f"the evidence of {evidence.name!r} has no unit that people labelled; give that of a metric that was "
            "scored by the units of scus.jsonl"
        )
    probabilities, given, documents = (np.array(column) for column in zip(*rows, strict=True))
    return LabelledUnits(probabilities, given, documents)
