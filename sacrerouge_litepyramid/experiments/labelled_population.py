"""A data set with all labels as a population for simulations, as it is or with its documents drawn anew."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.annotation.sampling.designs import Budget, draw_sample, draw_samples, make_design
from sacrerouge_litepyramid.annotation.sampling.frame import Frame, build_frame
from sacrerouge_litepyramid.annotation.sampling.sample import Sample, exact_labels, sum_by_system
from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.io.evidence import Evidence
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.scoring import Scorer


class LabelledFrame(NamedTuple):
    """A population with people's label of every row, (rows,)."""

    frame: Frame
    labels: np.ndarray

    def score_systems(self) -> np.ndarray:
        """Return people's scores of the systems, (systems,)."""
        return sum_by_system(self.frame, self.frame.weight * self.labels)


def draw_labelled_samples(
    data: LabelledFrame, design: str, budget: Budget, draws: int, seed: int, target: str
) -> Iterator[Sample]:
    """Yield samples of a design; for the target "like-these" each from documents that are drawn with replacement."""
    if target == "these":
        made = make_design(data.frame, design, budget)
        for drawn in draw_samples(made, draws, seed):
            yield Sample(data.frame, made, exact_labels(np.where(drawn, data.labels, np.nan)))
        return
    for of_documents, of_units in np.random.SeedSequence(seed).generate_state(2 * draws).reshape(-1, 2).tolist():
        again = resample_documents(data, of_documents)
        made = make_design(again.frame, design, budget)
        drawn = draw_sample(made, of_units)
        yield Sample(again.frame, made, exact_labels(np.where(drawn, again.labels, np.nan)))


def resample_documents(data: LabelledFrame, seed: int) -> LabelledFrame:
    """Return as many documents, drawn with replacement; a document that is drawn twice counts as two."""
    frame = data.frame
    chosen = np.random.default_rng(seed).integers(len(frame.documents), size=len(frame.documents))
    by_document = [np.flatnonzero(frame.document == place) for place in range(len(frame.documents))]
    rows = np.concatenate([by_document[place] for place in chosen])
    document = np.repeat(np.arange(len(chosen)), [len(by_document[place]) for place in chosen])
    order = np.lexsort((frame.unit[rows], document, frame.system[rows]))
    rows, document = rows[order], document[order]
    weight = frame.weight[rows] / sum_by_system(frame, frame.weight[rows], rows)[frame.system[rows]]
    again = Frame(
        systems=frame.systems,
        documents=tuple(f"{place} {frame.documents[each]}" for place, each in enumerate(chosen)),
        system=frame.system[rows],
        document=document,
        unit=frame.unit[rows],
        text=tuple(frame.text[row] for row in rows),
        weight=weight,
        probability=frame.probability[rows],
    )
    return LabelledFrame(again, data.labels[rows])


def judge_labelled(labelled: Sequence[LabelledSummary], judge: Judge, measure: str) -> LabelledFrame:
    """Return the population of all labelled units with the judge's probabilities by a measure.

    Raises ValueError for a measure that the model does not give.
    """
    answers = Scorer(judge).score((each.summary, each.units) for each in labelled)
    values = {}
    for each, answer in zip(labelled, answers, strict=True):
        if measure not in answer.measures:
            raise ValueError(f"measure: the judge has no {measure!r}; it gives: {', '.join(answer.measures)}")
        values[SummaryKey(each.instance_id, each.summarizer_id)] = np.asarray(answer.measures[measure])
    units = {each.instance_id: each.units for each in labelled}
    frame = build_frame(Evidence("the judge", measure, units, values))
    labels = {SummaryKey(each.instance_id, each.summarizer_id): each.labels for each in labelled}
    rows = [labels[SummaryKey(row.instance_id, row.summarizer_id)][row.unit] for row in frame.list_rows()]
    return LabelledFrame(frame, np.array(rows, dtype=np.float64))
