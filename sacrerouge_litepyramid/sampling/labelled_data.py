"""A data set with all labels, judged by a presence model, as a population for simulations."""

from collections.abc import Sequence

import numpy as np

from sacrerouge_litepyramid.core.judgements import Judged
from sacrerouge_litepyramid.formats.evidence_reader import Evidence
from sacrerouge_litepyramid.formats.metrics import SummaryKey
from sacrerouge_litepyramid.presence.presence_model import PresenceModel
from sacrerouge_litepyramid.sampling.frame import build_frame
from sacrerouge_litepyramid.sampling.simulated_population import LabelledFrame
from sacrerouge_litepyramid.scoring import Scorer


def judge_labelled(judged: Sequence[Judged], presence: PresenceModel, measure: str) -> LabelledFrame:
    """Return the population of all labelled units with the presence model's probabilities by a measure.

    Raises ValueError for a measure that the model does not give.
    """
    answers = Scorer(presence).judge([[each.summary] for each in judged], [each.units for each in judged])
    values = {}
    for each, (answer,) in zip(judged, answers, strict=True):
        if measure not in answer.measures:
            raise ValueError(f"measure: the presence model has no {measure!r}; it gives: {', '.join(answer.measures)}")
        values[SummaryKey(each.instance_id, each.summarizer_id)] = np.asarray(answer.measures[measure])
    units = {each.instance_id: each.units for each in judged}
    frame = build_frame(Evidence("the presence model", measure, units, values))
    labels = {SummaryKey(each.instance_id, each.summarizer_id): each.labels for each in judged}
    rows = [labels[SummaryKey(row.instance_id, row.summarizer_id)][row.unit] for row in frame.list_rows()]
    return LabelledFrame(frame, np.array(rows, dtype=np.float64))
