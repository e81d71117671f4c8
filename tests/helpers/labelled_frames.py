"""Small made-up populations of units: systems × documents × units with a judge's probabilities and labels."""

import numpy as np

from sacrerouge_litepyramid.annotation.sampling.frame import build_frame
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.experiments.labelled_population import LabelledFrame
from sacrerouge_litepyramid.io.evidence import Evidence
from sacrerouge_litepyramid.io.metrics import SummaryKey


def make_evidence(systems=3, documents=20, units=5, seed=0, weights=None):
    """Evidence of systems a, b, … for documents d00, d01, …, each with ``units`` units."""
    rng = np.random.default_rng(seed)
    weights = weights or [1.0] * units
    names = [f"d{place:02}" for place in range(documents)]
    own = {name: tuple(Unit(f"fact {place} of {name}", weights[place]) for place in range(units)) for name in names}
    values = {
        SummaryKey(name, chr(ord("a") + system)): rng.beta(0.6, 0.9, units).round(3)
        for system in range(systems)
        for name in names
    }
    return Evidence("lite2pyramid", "p2c", own, values)


def make_labelled(seed=0, **sizes):
    """A population with labels: 1 with a probability that grows with the judge's, and less for later systems."""
    frame = build_frame(make_evidence(seed=seed, **sizes))
    chance = np.clip(0.1 + 0.7 * frame.probability - 0.08 * frame.system, 0, 1)
    return LabelledFrame(frame, (np.random.default_rng(seed + 1).random(len(chance)) < chance).astype(float))
