"""A fully labelled data set as a population for simulations: of units, or of summaries scored by mixes."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.annotation.sampling.designs import Budget, draw_sample, draw_samples, make_design
from sacrerouge_litepyramid.annotation.sampling.frame import SamplingFrame, build_frame
from sacrerouge_litepyramid.annotation.sampling.sample import Sample, exact_labels, sum_by_system
from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.experiments.curve import Mix
from sacrerouge_litepyramid.experiments.data_set import ScoredSummaries, score_by_units
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


class ScoredMix(NamedTuple):
    """The systems' scores by a mix; ``written``: the number of the reference ``sentences`` whose SCUs are written."""

    written: int
    sentences: int
    scores: np.ndarray


class EffortData(NamedTuple):
    """The populations and mixes that `effort` compares.

    ``units``: all labels of SCUs; ``documents``: summaries with human and Lite3Pyramid scores; ``lite3``, ``lite2``:
    STUs alone and SCUs alone; ``mixes``: by selection and share of the sentences, one mix per seed.
    """

    units: LabelledFrame
    documents: LabelledFrame
    lite3: ScoredMix
    lite2: ScoredMix
    mixes: dict[str, list[list[ScoredMix]]]


def score_mixes(
    scored: ScoredSummaries,
    units: LabelledFrame,
    judge: Judge,
    measure: str,
    selections: dict[str, list[list[Mix]]],
) -> EffortData:
    """Score all systems by all mixes.

    ``units``: the labels of SCUs with the same judge's probabilities; ``selections``: by name, one curve per seed, from
    SCUs alone to STUs alone.
    """
    all_mixes = [mix for curves in selections.values() for curve in curves for mix in curve]
    matrices = [by_measure[measure] for by_measure in score_by_units(scored, judge, [mix.units for mix in all_mixes])]
    scored_mixes = (
        ScoredMix(effort.sentences - effort.replaced, effort.sentences, np.nanmean(matrix, axis=1))
        for effort, matrix in zip((mix.effort for mix in all_mixes), matrices, strict=True)
    )
    curves = {name: [[next(scored_mixes) for _ in mixes] for mixes in seeds] for name, seeds in selections.items()}
    first = next(iter(curves.values()))[0]
    lite3 = matrices[len(first) - 1]
    inner = {name: list(map(list, zip(*seeds, strict=True)))[1:-1] for name, seeds in curves.items()}
    return EffortData(units, build_document_frame(scored, lite3), first[-1], first[0], inner)


def build_document_frame(scored: ScoredSummaries, predicted: np.ndarray) -> LabelledFrame:
    """Return a population in which each summary is a unit, with its human score as the label.

    ``predicted``: scores, (systems, documents); a summary without units, whose prediction is NaN, counts as 0.
    """
    system, document = np.nonzero(~np.isnan(scored.human))
    counts = np.bincount(system, minlength=len(scored.systems))
    frame = SamplingFrame(
        systems=scored.systems,
        documents=scored.documents,
        system=system,
        document=document,
        unit=np.zeros(len(system), dtype=int),
        text=tuple(scored.documents[place] for place in document),
        weight=1 / counts[system],
        probability=np.nan_to_num(predicted[system, document]),
    )
    return LabelledFrame(frame, scored.human[system, document])
