"""A plan of judgements: draw units from the population by a design, and group them by summary."""

from collections.abc import Mapping

import numpy as np

from sacrerouge_litepyramid.formats.judgement_plans import JudgementPlan, PlanHead, PlannedSummary, PlannedUnit
from sacrerouge_litepyramid.formats.metrics import SummaryKey
from sacrerouge_litepyramid.sampling.designs import Design, draw_sample
from sacrerouge_litepyramid.sampling.frame import Frame
from sacrerouge_litepyramid.storage.files import sha256


def make_plan(frame: Frame, design: Design, head: PlanHead, texts: Mapping[SummaryKey, str]) -> JudgementPlan:
    """Draw the units to judge and return them by summary, in the order of the population.

    ``texts`` holds the text of every summary. What is drawn depends on the design's probabilities, the head's seed and
    the digest of the population, and on nothing else.
    """
    drawn = draw_sample(design, derive_seed(head.seed, head.evidence))
    rows = list(frame.list_rows())
    chosen: dict[SummaryKey, list[PlannedUnit]] = {}
    for index in np.flatnonzero(drawn).tolist():
        row = rows[index]
        unit = PlannedUnit(row.unit, frame.text[index], float(design.probability[index]))
        chosen.setdefault(SummaryKey(row.instance_id, row.summarizer_id), []).append(unit)
    summaries = (PlannedSummary(*key, texts[key], tuple(units)) for key, units in chosen.items())
    return JudgementPlan(head, tuple(summaries))


def derive_seed(seed: int, digest: str) -> int:
    """Return the seed of the draw: other evidence gives another draw even with the same seed."""
    return int(sha256(f"{seed} {digest}".encode())[:16], 16)
