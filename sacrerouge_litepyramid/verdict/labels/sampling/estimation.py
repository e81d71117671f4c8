"""Estimate systems' scores and the differences of all pairs from a labelled sample."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np

from sacrerouge_litepyramid.core.arguments import EvaluationFiles, name_argument
from sacrerouge_litepyramid.io.evaluation_folder import LABELS, PLANNED_LABELS
from sacrerouge_litepyramid.meta_evaluation.answers import SystemAnswers
from sacrerouge_litepyramid.statistics.difference import ALPHA, Difference
from sacrerouge_litepyramid.statistics.estimate import Estimate, finite_or_none
from sacrerouge_litepyramid.statistics.interval_notes import (
    describe_missing_answers,
    warn_of_few_documents,
)
from sacrerouge_litepyramid.statistics.intervals import (
    NO_VARIANCE,
    sample_interval,
    share_interval,
    student_p,
)
from sacrerouge_litepyramid.statistics.rounding import divide
from sacrerouge_litepyramid.statistics.significance import (
    adjust_holm,
    find_holm_factors,
    pair_indices,
)
from sacrerouge_litepyramid.statistics.warning import Kind, ResultWarning
from sacrerouge_litepyramid.verdict.comparison.system_comparison import assign_letters
from sacrerouge_litepyramid.verdict.labels.sampling.estimate_report import (
    EstimatedScore,
    EstimatedSystem,
    EstimateReport,
)
from sacrerouge_litepyramid.verdict.labels.sampling.estimators import (
    TARGETS,
    ScoreEstimates,
    estimate_combined,
    estimate_human,
    fit_judge_weights,
    score_by_judge,
)
from sacrerouge_litepyramid.verdict.labels.sampling.frame import UNANSWERED, SamplingFrame
from sacrerouge_litepyramid.verdict.labels.sampling.judged_units import (
    find_first,
    parse_unit_labels,
    read_judged_units,
)
from sacrerouge_litepyramid.verdict.labels.sampling.labelled_sample import (
    LabelledSample,
    join_known,
    read_planned_metric,
)
from sacrerouge_litepyramid.verdict.labels.sampling.planning import PlannedLabelling
from sacrerouge_litepyramid.verdict.labels.sampling.sample import (
    Sample,
    exact_labels,
    sum_by_system,
)

#: a system with fewer labels has no estimate, unless all of its units have labels
MIN_LABELS = 10
#: intervals of a system with fewer labels that differ from its most frequent one cover too rarely
MIN_RARER = 5


def estimate(
    evidence: Annotated[Any, EvaluationFiles(("evidence",))],
    labels: str | Path | Any = None,
    *,
    plan: PlannedLabelling | None = None,
    target: Literal["these", "like-these"] = "these",
    metric: str | None = None,
    seed: int = 0,
) -> EstimateReport:
    """Estimate systems' human scores from a judge of all units and annotators' labels of some.

    Args:
        evidence: the judge's probabilities, as for `plan_labels`.
        labels: a file with the labels of a plan, or lines of labels or votes with null for none,
            whose units were drawn at random; or the rows of a plan (`plan_labels`, ``to_pandas``)
            with a column ``label``. By default the labels in the evaluation's folder
            (planned_labels.jsonl, else labels.jsonl), or in the column ``label`` of a table of
            units.
        plan: the plan by which units were chosen; a file with the labels of a plan contains it.
        target: the score of "these" documents, or of documents "like-these".
        metric: the metric of the evidence, by default that of the plan, else that of the evaluation
            or the first.
        seed: the seed of the folds by which the judge's weights are fitted.

    Raises:
        ValueError: for another judge's evidence, units that were not planned, and too few labels.
    """
    source = find_first(evidence, PLANNED_LABELS, LABELS) if labels is None else labels
    path = source if isinstance(source, str | Path) else None
    label_plan = None if plan is None else plan.plan
    if metric is None and label_plan is not None:
        metric = f"{label_plan.head.metric}_{label_plan.head.measure}"
    elif metric is None and path is not None:
        metric = read_planned_metric(path)
    judged = read_judged_units(evidence, metric)
    judge = judged.evidence
    known = path or (judged.labels if labels is None else parse_unit_labels(labels, judge))
    if not known:
        raise ValueError(f"no unit has a label; pass labels ({name_argument('labels')})")
    labelled = join_known(judge, known, label_plan)
    return estimate_systems(labelled, judge.full_name, target, seed)


def estimate_systems(
    labelled: LabelledSample, name: str, target: str = "these", seed: int = 0
) -> EstimateReport:
    """Estimate the scores of all systems and the differences of all pairs from a labelled sample.

    ``name``: the name of the judge; ``target``: one of TARGETS, "like-these" if all units of a
    system have labels; ``seed``: the seed of the folds by which the judge's weights are fitted.
    Raises ValueError for an unknown target, for whole documents as a sample of these
    documents, and if no system has enough labels.
    """
    _check_target(labelled, target)
    sample = labelled.sample
    frame = sample.frame
    counts = sum_by_system(frame, rows=sample.labelled)
    is_whole = counts == sum_by_system(frame)
    enough = (counts >= MIN_LABELS) | is_whole
    if not enough.any():
        raise ValueError(
            f"the labels: no system has {MIN_LABELS} units with a label, which an interval needs; "
            "label more units"
        )
    if (enough & is_whole).any():
        # Their scores of these documents have no error, by which every difference would be
        # significant.
        target = "like-these"
    weights = fit_judge_weights(sample, seed)
    estimated = estimate_combined(sample, target, weights)
    rarer = count_rarer_labels(sample)
    human = _build_scores(estimate_human(sample, target), enough, rarer)
    combined = _build_scores(estimated, enough, rarer)
    best_first = np.argsort(-estimated.score, kind="stable")
    order = best_first[enough[best_first]]
    pairs = _list_pairs(frame.systems, estimated, order, rarer)
    letters = assign_letters([frame.systems[place] for place in order], pairs)
    systems = _list_systems(labelled, human, combined, weights, letters)
    answers = {} if frame.is_answered.all() else _count_answers(frame)
    unestimated = np.flatnonzero(~enough)
    ranked = np.concatenate([order, unestimated]).tolist()
    return EstimateReport(
        name=name,
        target=target,
        design=sample.design.name,
        units=len(frame.weight),
        labels=len(sample.labelled),
        systems=tuple(systems[place] for place in ranked),
        pairs=pairs,
        low_agreement=bool(labelled.low_agreement),
        warnings=(*_warn_of_unanswered(answers), *_list_warnings(labelled, systems, rarer)),
        answers=answers,
    )


def _count_answers(frame: SamplingFrame) -> dict[str, SystemAnswers]:
    """Return the numbers of answers, with the bounds of the judge's own scores."""
    is_answered = frame.is_answered
    units, answered = sum_by_system(frame), sum_by_system(frame, is_answered)
    low = sum_by_system(frame, frame.weight * frame.probability * is_answered)
    high = low + sum_by_system(frame, frame.weight * ~is_answered)
    numbers = zip(units.tolist(), answered.tolist(), low.tolist(), high.tolist(), strict=True)
    return {
        system: SystemAnswers(int(count), int(known), *ends)
        for system, (count, known, *ends) in zip(frame.systems, numbers, strict=True)
    }


def _warn_of_unanswered(answers: Mapping[str, SystemAnswers]) -> Iterator[ResultWarning]:
    missing = describe_missing_answers({name: row.counts for name, row in answers.items()})
    if missing:
        text = (
            f"{missing}: these units have the probability {UNANSWERED}, also in the judge's own "
            "scores; labels correct the combined ones."
        )
        yield ResultWarning(Kind.UNANSWERED, text)


def _check_target(labelled: LabelledSample, target: str) -> None:
    """Raise ValueError for an unknown target, and for whole documents as a sample of themselves."""
    if target not in TARGETS:
        raise ValueError(f"target must be one of {', '.join(TARGETS)}, not {target!r}")
    if labelled.is_by_summary and target == "these":
        raise ValueError(
            "the labels are of whole summaries, which is no random draw of units, so that "
            "intervals would be too narrow; estimate the score over documents like these "
            f"({name_argument('target', 'like-these')}), or plan the units to label (plan-labels)"
        )


def _list_systems(
    labelled: LabelledSample,
    human: Sequence[EstimatedScore | None],
    combined: Sequence[EstimatedScore | None],
    weights: np.ndarray,
    letters: dict[str, str],
) -> list[EstimatedSystem]:
    """Return the estimates of the systems in the order of the population."""
    sample = labelled.sample
    frame = sample.frame
    units = sum_by_system(frame)
    labels = sum_by_system(frame, rows=sample.labelled)
    judge = score_by_judge(frame)
    needed = count_labels_needed(sample, weights)
    return [
        EstimatedSystem(
            system=system,
            units=int(units[place]),
            labels=int(labels[place]),
            missing=int(labelled.missing[place]),
            judge=float(judge[place]),
            human=human[place],
            combined=combined[place],
            labels_needed=finite_or_none(needed[place]) if combined[place] else None,
            groups=letters.get(system, ""),
        )
        for place, system in enumerate(frame.systems)
    ]


def count_labels_needed(sample: Sample, judge_weights: np.ndarray) -> np.ndarray:
    """Return how many labels alone would give the combined standard errors, (systems,).

    The labels are of randomly drawn units; NaN if all labels are equal. With labels of n of N
    units, the variance is N² (1 / n − 1 / N) S²; S², the variance of w (y − score) over the
    system's units, is estimated from the sample. The variance from documents and votes is the same
    on both sides, and not counted.
    """
    exact = sample._replace(labels=exact_labels(sample.labels.value))
    variance, _ = estimate_combined(exact, "these", judge_weights).covariance.variances()
    human = estimate_human(exact).score
    frame = sample.frame
    rows = sample.labelled
    inverse = 1 / sample.inclusion
    deviations = sample.weight * sample.subtract(human[frame.system])
    squares = sum_by_system(frame, deviations**2 * inverse, rows)
    counts = sum_by_system(frame, inverse, rows)
    scatter = np.where(squares > 0, divide(squares, counts), np.nan)
    units = sum_by_system(frame).astype(np.float64)
    return 1 / (variance / (units**2 * scatter) + 1 / units)


def count_rarer_labels(sample: Sample) -> np.ndarray:
    """Return how many labels of a system differ from its most frequent one, (systems,)."""
    rarer = np.zeros(len(sample.frame.systems), dtype=int)
    system = sample.frame.system[sample.labelled]
    labels = sample.labels.value[sample.labelled]
    for place in np.unique(system).tolist():
        _, counts = np.unique(labels[system == place], return_counts=True)
        rarer[place] = counts.sum() - counts.max()
    return rarer


def _build_scores(
    estimates: ScoreEstimates, enough: np.ndarray, rarer: np.ndarray
) -> list[EstimatedScore | None]:
    """Return the systems' scores, None without enough labels.

    ``rarer``: `count_rarer_labels`. Intervals are undefined where all labels are equal: how the
    judge's probabilities scatter around one label says nothing about the other label.
    """
    variance, degrees = estimates.covariance.variances()
    known = (variance > NO_VARIANCE) & (rarer > 0)
    scores = _hide_unknown(share_interval(estimates.score, variance, degrees), known)
    errors = np.where(known, np.sqrt(variance), np.nan)
    built: list[EstimatedScore | None] = [None] * len(enough)
    for place in np.flatnonzero(enough).tolist():
        built[place] = EstimatedScore(scores.at(place), finite_or_none(errors[place]))
    return built


def _hide_unknown(estimate: Estimate, known: np.ndarray) -> Estimate:
    low = np.where(known, estimate.low, np.nan)
    high = np.where(known, estimate.high, np.nan)
    return estimate._replace(low=low, high=high)


def _list_pairs(
    names: tuple[str, ...], estimates: ScoreEstimates, order: np.ndarray, rarer: np.ndarray
) -> tuple[Difference, ...]:
    """Return the differences of all pairs of systems, in the given order.

    Their simultaneous intervals have the levels of the steps of Holm's correction
    (`find_holm_factors`), so that they exclude 0 exactly if a pair differs significantly. There is
    neither interval nor p if the labels of both systems do not differ (``rarer`` is 0).
    """
    first_places, second_places = pair_indices(len(order))
    first = order[first_places]
    second = order[second_places]
    difference = estimates.score[first] - estimates.score[second]
    variance, degrees = estimates.covariance.of_differences(first, second)
    known = (variance > NO_VARIANCE) & ((rarer[first] > 0) | (rarer[second] > 0))
    errors = np.where(known, np.sqrt(variance), np.nan)
    p = np.where(known, student_p(difference, variance, degrees), np.nan)
    levels = 1 - ALPHA / find_holm_factors(p, ALPHA)
    intervals = sample_interval(difference, variance, degrees, levels)
    if len(first) > 1:
        intervals = intervals._replace(is_simultaneous=True)
    differences = _hide_unknown(intervals, known)
    holm = adjust_holm(p)
    better = np.where(difference > 0, first, second)
    return tuple(
        Difference(
            first=names[first[place]],
            second=names[second[place]],
            difference=differences.at(place),
            standard_error=finite_or_none(errors[place]),
            p=finite_or_none(p[place]),
            adjusted_p=finite_or_none(holm[place]),
            better=names[better[place]] if holm[place] <= ALPHA else None,
        )
        for place in range(len(first))
    )


def _list_warnings(
    labelled: LabelledSample, systems: list[EstimatedSystem], rarer: np.ndarray
) -> Iterator[ResultWarning]:
    sample = labelled.sample
    if len(sample.labelled) == len(sample.frame.weight):
        yield from warn_of_few_documents(len(sample.frame.documents))
    if labelled.low_agreement:
        yield ResultWarning(Kind.LOW_AGREEMENT, labelled.low_agreement)
    missing = [f"{system.system} {system.missing}" for system in systems if system.missing]
    if missing:
        yield ResultWarning(
            Kind.MISSING_SCORES,
            f"{labelled.missing.sum()} of {labelled.planned.sum()} planned labels are missing "
            f"({', '.join(missing)}). They are represented by the labelled ones of their system, "
            "which is right only if they are missing at random. If the difficult units were "
            "skipped or unclear, the scores are biased, which no interval shows.",
        )
    few = [f"{system.system} ({system.labels})" for system in systems if system.combined is None]
    if few:
        text = (
            f"no estimate of systems with fewer than {MIN_LABELS} labels: {', '.join(few)}; "
            "label more units."
        )
        yield ResultWarning(Kind.NOTE, text)
    for name, title in (("human", "labels alone"), ("combined", "judge and labels together")):
        equal = []
        for system in systems:
            estimated: EstimatedScore | None = getattr(system, name)
            if estimated and not estimated.score.has_interval:
                equal.append(system.system)
        if equal:
            text = (
                f"the labels do not differ or are of one document, so {title} give no "
                f"interval: {', '.join(equal)}."
            )
            yield ResultWarning(Kind.NOTE, text)
    scarce = [
        f"{system.system} ({count})"
        for system, count in zip(systems, rarer.tolist(), strict=True)
        if system.combined is not None and 0 < count < MIN_RARER
    ]
    if scarce:
        text = (
            f"fewer than {MIN_RARER} labels differ from a system's most frequent one: "
            f"{', '.join(scarce)}; intervals of such scores are often too narrow. Label more units."
        )
        yield ResultWarning(Kind.NOTE, text)
