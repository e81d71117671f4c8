"""A plan of judgements: draw units from the population by a design, and group them by summary."""

from collections.abc import Mapping

import numpy as np

from sacrerouge_litepyramid.annotation.sampling.designs import Design, draw_sample
from sacrerouge_litepyramid.annotation.sampling.frame import Frame, Row
from sacrerouge_litepyramid.io.files import sha256
from sacrerouge_litepyramid.io.label_plans import JudgementPlan, PlanHead, PlannedSummary, PlannedUnit
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.planned_labels import PlannedJudgements

#: by row of the population the votes of a pilot, by annotator
KnownVotes = Mapping[Row, Mapping[str, int]]


def make_plan(
    frame: Frame, design: Design, head: PlanHead, texts: Mapping[SummaryKey, str], known: KnownVotes | None = None
) -> JudgementPlan:
    """Draw the units to judge and return them by summary, in the order of the population, beside the known ones.

    ``texts`` holds the text of every summary, ``known`` a pilot's votes by row. What is drawn depends on the design's
    probabilities, the head's seed and the digest of the population, and on nothing else.
    """
    drawn = draw_sample(design, derive_seed(head.seed, head.evidence))
    rows = list(frame.list_rows())
    chosen: dict[SummaryKey, list[PlannedUnit]] = {}
    for index in np.flatnonzero(drawn).tolist():
        row = rows[index]
        unit = PlannedUnit(row.unit, frame.text[index], float(design.probability[index]), (known or {}).get(row))
        chosen.setdefault(SummaryKey(row.instance_id, row.summarizer_id), []).append(unit)
    summaries = (PlannedSummary(*key, texts[key], tuple(units)) for key, units in chosen.items())
    return JudgementPlan(head, tuple(summaries))


def derive_seed(seed: int, digest: str) -> int:
    """Return the seed of the draw: other evidence gives another draw even with the same seed."""
    return int(sha256(f"{seed} {digest}".encode())[:16], 16)


def list_known_votes(frame: Frame, pilot: PlannedJudgements) -> KnownVotes:
    """Return a pilot's votes on the rows of the population that somebody judged."""
    votes = {Row(*each.key, unit.unit): unit.votes for each in pilot.summaries for unit in each.units if unit.votes}
    return {row: votes[row] for row in frame.list_rows() if row in votes}
