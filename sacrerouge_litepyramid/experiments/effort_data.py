"""A data set with all of people's labels, scored by every mix of SCUs and STUs, to compare methods at equal effort."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.annotation.sampling.frame import Frame
from sacrerouge_litepyramid.core.judgements import LabelledSummary, compute_human_score
from sacrerouge_litepyramid.evaluation.scores import to_matrix
from sacrerouge_litepyramid.experiments.curve import Mix
from sacrerouge_litepyramid.experiments.data_set import ScoredSummaries, score_by_units
from sacrerouge_litepyramid.experiments.labelled_population import LabelledFrame
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.judges.judge import Judge


class ScoredMix(NamedTuple):
    """The reference sentences with SCUs, the number that was asked for and that there are, and the systems' scores."""

    written: int
    sentences: int
    scores: np.ndarray


class EffortData(NamedTuple):
    """``units``: all judgements of SCUs; ``documents``: whole summaries, by people's score and Lite3Pyramid's.

    ``lite3`` and ``lite2``: STUs alone and SCUs alone; ``mixes``: by selection and share of the sentences the mixes of
    one seed or several.
    """

    units: LabelledFrame
    documents: LabelledFrame
    lite3: ScoredMix
    lite2: ScoredMix
    mixes: dict[str, list[list[ScoredMix]]]


def collect_scored(labelled: Sequence[LabelledSummary]) -> ScoredSummaries:
    """Return the texts and people's scores of judged summaries, systems and documents in the order of their names."""
    texts: dict[str, dict[str, str]] = {name: {} for name in sorted({each.summarizer_id for each in labelled})}
    for each in labelled:
        texts[each.summarizer_id][each.instance_id] = each.summary
    instances = tuple(sorted({each.instance_id for each in labelled}))
    people = {SummaryKey(each.instance_id, each.summarizer_id): compute_human_score(each) for each in labelled}
    return ScoredSummaries(instances, tuple(texts), texts, to_matrix(people, tuple(texts), instances))


def score_mixes(
    scored: ScoredSummaries,
    units: LabelledFrame,
    judge: Judge,
    measure: str,
    selections: dict[str, list[list[Mix]]],
) -> EffortData:
    """Score all systems by all mixes; ``selections``: by name a curve from SCUs alone to STUs alone for each seed.

    ``units``: the judgements of SCUs with the same judge's probabilities.
    """
    every = [each for curves in selections.values() for curve in curves for each in curve]
    matrices = [found[measure] for found in score_by_units(scored, judge, [each.units for each in every])]
    made = iter([_describe(each, matrix) for each, matrix in zip(every, matrices, strict=True)])
    curves = {name: [[next(made) for _ in curve] for curve in of_name] for name, of_name in selections.items()}
    first = next(iter(curves.values()))[0]
    lite3 = matrices[len(first) - 1]
    mixes = {name: [list(each) for each in zip(*of_name, strict=True)][1:-1] for name, of_name in curves.items()}
    return EffortData(units, build_document_frame(scored, lite3), first[-1], first[0], mixes)


def build_document_frame(scored: ScoredSummaries, predicted: np.ndarray) -> LabelledFrame:
    """Return summaries as a population in which each is a single unit with a predicted score, (systems, documents).

    People's score of the summary is the label. A summary whose prediction is NaN, as it has no unit, counts as 0.
    """
    system, document = np.nonzero(~np.isnan(scored.people))
    counts = np.bincount(system, minlength=len(scored.systems))
    frame = Frame(
        systems=scored.systems,
        documents=scored.instances,
        system=system,
        document=document,
        unit=np.zeros(len(system), dtype=int),
        text=tuple(scored.instances[place] for place in document),
        weight=1 / counts[system],
        probability=np.nan_to_num(predicted[system, document]),
    )
    return LabelledFrame(frame, scored.people[system, document])


def _describe(mix: Mix, matrix: np.ndarray) -> ScoredMix:
    effort = mix.effort
    return ScoredMix(effort.sentences - effort.replaced, effort.sentences, np.nanmean(matrix, axis=1))
