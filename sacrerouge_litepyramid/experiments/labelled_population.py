"""A fully labelled data set as a population for simulations."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.annotation.sampling.designs import Budget, draw_sample, draw_samples, make_design
from sacrerouge_litepyramid.annotation.sampling.frame import SamplingFrame, build_frame
from sacrerouge_litepyramid.annotation.sampling.sample import Sample, exact_labels, sum_by_system
from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.io.evidence import Evidence
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.scoring import Scorer


class LabelledFrame(NamedTuple):
    """A population with the labels of all rows, (rows,)."""

    frame: SamplingFrame
    labels: np.ndarray

    def score_systems(self) -> np.ndarray:
        """Return the human scores of the systems, (systems,)."""
        return sum_by_system(self.frame, self.frame.weight * self.labels)


def draw_labelled_samples(
    data: LabelledFrame, design: str, budget: Budget, draws: int, seed: int, target: str
) -> Iterator[Sample]:
    """Yield samples of a design; for the target "like-these", each from documents that are drawn with replacement."""
    if target == "these":
        built = make_design(data.frame, design, budget)
        for drawn in draw_samples(built, draws, seed):
            yield Sample(data.frame, built, exact_labels(np.where(drawn, data.labels, np.nan)))
        return
    seeds = np.random.SeedSequence(seed).generate_state(2 * draws).reshape(-1, 2).tolist()
    for document_seed, unit_seed in seeds:
        resampled = resample_documents(data, document_seed)
        built = make_design(resampled.frame, design, budget)
        drawn = draw_sample(built, unit_seed)
        yield Sample(resampled.frame, built, exact_labels(np.where(drawn, resampled.labels, np.nan)))


def resample_documents(data: LabelledFrame, seed: int) -> LabelledFrame:
    """Draw as many documents as there are, with replacement; a document that is drawn twice counts as two."""
    frame = data.frame
    chosen = np.random.default_rng(seed).integers(len(frame.documents), size=len(frame.documents))
    by_document = [np.flatnonzero(frame.document == place) for place in range(len(frame.documents))]
    rows = np.concatenate([by_document[place] for place in chosen])
    document = np.repeat(np.arange(len(chosen)), [len(by_document[place]) for place in chosen])
    order = np.lexsort((frame.unit[rows], document, frame.system[rows]))
    rows, document = rows[order], document[order]
    weight = frame.weight[rows] / sum_by_system(frame, frame.weight[rows], rows)[frame.system[rows]]
    resampled = SamplingFrame(
        systems=frame.systems,
        documents=tuple(f"{place} {frame.documents[index]}" for place, index in enumerate(chosen)),
        system=frame.system[rows],
        document=document,
        unit=frame.unit[rows],
        text=tuple(frame.text[row] for row in rows),
        weight=weight,
        probability=frame.probability[rows],
        further=None if frame.further is None else frame.further[:, rows],
    )
    return LabelledFrame(resampled, data.labels[rows])


def judge_labelled(labelled: Sequence[LabelledSummary], judge: Judge, measure: str) -> LabelledFrame:
    """Return the population of all labelled units, with a judge's probabilities by one of its measures."""
    judgements = Scorer(judge).score((item.summary, item.units) for item in labelled)
    values = {}
    for item, judgement in zip(labelled, judgements, strict=True):
        if measure not in judgement.measures:
            raise ValueError(f"the judge has no measure {measure!r}; it has: {', '.join(judgement.measures)}")
        values[SummaryKey(item.instance_id, item.summarizer_id)] = np.asarray(judgement.measures[measure])
    units = {item.instance_id: item.units for item in labelled}
    frame = build_frame(Evidence("the judge", measure, units, values))
    labels = {(item.instance_id, item.summarizer_id): item.labels for item in labelled}
    rows = [labels[row.instance_id, row.summarizer_id][row.unit] for row in frame.list_rows()]
    return LabelledFrame(frame, np.array(rows, dtype=np.float64))
