"""Small made-up populations of units: systems × documents × units with a judge's probabilities and
labels.
"""

from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.evidence import Evidence
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.verdict.labels.sampling.frame import SamplingFrame, build_frame
from sacrerouge_litepyramid.verdict.labels.sampling.sample import sum_by_system


class LabelledFrame(NamedTuple):
    """A population with the labels of all rows, (rows,)."""

    frame: SamplingFrame
    labels: np.ndarray

    def score_systems(self):
        """Return the human scores of the systems, (systems,)."""
        return sum_by_system(self.frame, self.frame.weight * self.labels)


def make_evidence(systems=3, documents=20, units=5, seed=0, weights=None):
    """Evidence of systems a, b, … for documents d00, d01, …, each with ``units`` units."""
    rng = np.random.default_rng(seed)
    weights = weights or [1.0] * units
    names = [f"d{place:02}" for place in range(documents)]
    own = {
        name: tuple(Unit(f"fact {place} of {name}", weights[place]) for place in range(units))
        for name in names
    }
    values = {
        SummaryKey(name, chr(ord("a") + system)): rng.beta(0.6, 0.9, units).round(3)
        for system in range(systems)
        for name in names
    }
    return Evidence("lite2pyramid", "p2c", own, values)


def make_labelled(seed=0, **sizes):
    """A population with labels: 1 with a probability that grows with the judge's, and less for
    later systems.
    """
    frame = build_frame(make_evidence(seed=seed, **sizes))
    chance = np.clip(0.1 + 0.7 * frame.probability - 0.08 * frame.system, 0, 1)
    return LabelledFrame(
        frame, (np.random.default_rng(seed + 1).random(len(chance)) < chance).astype(float)
    )


def resample_documents(data, seed):
    """Draw as many documents as there are, with replacement.

    A document that is drawn twice counts as two.
    """
    frame, documents = data.frame, len(data.frame.documents)
    chosen = np.random.default_rng(seed).integers(documents, size=documents)
    drawn = [np.flatnonzero(frame.document == document) for document in chosen]
    rows, document = (
        np.concatenate(drawn),
        np.repeat(np.arange(documents), [len(members) for members in drawn]),
    )
    order = np.lexsort((frame.unit[rows], document, frame.system[rows]))
    rows, document = rows[order], document[order]
    sums = sum_by_system(frame, frame.weight[rows], rows)
    arrays = {
        name: getattr(frame, name)[rows]
        for name in ("system", "unit", "probability", "is_answered")
    }
    resampled = frame._replace(
        documents=tuple(f"{place} {frame.documents[index]}" for place, index in enumerate(chosen)),
        document=document,
        text=tuple(frame.text[row] for row in rows),
        weight=frame.weight[rows] / sums[frame.system[rows]],
        **arrays,
    )
    return LabelledFrame(resampled, data.labels[rows])
