"""Join a judge's evidence with labels, of a plan or of units drawn at random, into a sample."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.io.evidence import Evidence, read_evidence
from sacrerouge_litepyramid.io.files import stream_json_lines
from sacrerouge_litepyramid.io.labels import read_partial_labels
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.statistics.rounding import divide
from sacrerouge_litepyramid.statistics.votes import count_values, describe_low_agreement
from sacrerouge_litepyramid.verdict.labels.label_plans import (
    LABELS_FORMAT,
    LabelPlan,
    PlanHead,
    PlannedLabels,
    PlannedUnit,
    read_planned_labels,
)
from sacrerouge_litepyramid.verdict.labels.sampling.designs import CHANCE, Design, make_design
from sacrerouge_litepyramid.verdict.labels.sampling.frame import (
    FrameRow,
    SamplingFrame,
    build_frame,
)
from sacrerouge_litepyramid.verdict.labels.sampling.sample import (
    RowVotes,
    Sample,
    label_rows,
    list_label_votes,
    list_planned_units,
    mark_rows,
    sum_by_system,
)


class LabelledSample(NamedTuple):
    """A sample, with how many of its labels are missing; arrays are (systems,)."""

    sample: Sample
    # the number of planned rows, and of those without a label
    planned: np.ndarray
    missing: np.ndarray
    # the warning of `describe_low_agreement`
    low_agreement: str = ""
    # whether no plan chose the units, and whole summaries are labelled: a draw of units looks
    # different
    is_by_summary: bool = False


def join_known(
    evidence: Evidence,
    labels: str | Path | Mapping[SummaryKey, np.ndarray],
    plan: LabelPlan | None = None,
) -> LabelledSample:
    """Join a judge's evidence with labels.

    ``labels``: a file, or labels by summary, (voters, units), NaN without a label; ``plan``: made
    from the evidence, unless the file contains the plan of its labels. Labels without a plan are
    taken as a random draw of units. Raises ValueError if evidence and labels do not match.
    """
    if not isinstance(labels, Mapping):
        if _read_head(labels).get("format") == LABELS_FORMAT:
            return join_planned(evidence, read_planned_labels(labels))
        labels = read_partial_labels(labels)
    if plan is None:
        return join_labels(evidence, labels)
    return join_labels_of_plan(evidence, plan, labels)


def _read_head(labels: str | Path) -> Mapping:
    return next(stream_json_lines(labels)).data


def read_planned_metric(labels: str | Path) -> str | None:
    """Return METRIC_MEASURE of the plan whose labels are in a file, or None without a plan."""
    head = _read_head(labels)
    if head.get("format") != LABELS_FORMAT:
        return None
    return f"{head['metric']}_{head['measure']}"


def join_planned(evidence: Evidence, labels: PlannedLabels) -> LabelledSample:
    """Join the judge's evidence and the labels of a plan.

    Raises ValueError if the evidence is not that of the plan.
    """
    planned = list_planned_units(labels.summaries)
    votes = {}
    for row, unit in planned.items():
        if unit.votes:
            votes[row] = list(unit.votes.values())
    return _join_head(evidence, labels.head, planned, votes)


def join_labels_of_plan(
    evidence: Evidence, plan: LabelPlan, labels: Mapping[SummaryKey, np.ndarray]
) -> LabelledSample:
    """Join evidence, a plan and labels by summary, (voters, units).

    Raises ValueError as `join_planned` does, and for labels of units that were not planned.
    """
    planned = list_planned_units(plan.summaries)
    votes = list_label_votes(labels, evidence)
    for row in votes:
        if row not in planned:
            raise ValueError(
                f"the labels of instance {row.instance_id!r}, system {row.summarizer_id!r}: unit "
                f"{row.unit + 1} was not planned; pass only the labels of this plan, and null "
                "elsewhere"
            )
    return _join_head(evidence, plan.head, planned, votes)


def _join_head(
    evidence: Evidence, head: PlanHead, planned: Mapping[FrameRow, PlannedUnit], votes: RowVotes
) -> LabelledSample:
    """Build the sample of a plan's units.

    Those labelled in a pilot were known before the others were drawn.
    """
    frame = build_frame(evidence, head.systems)
    digest = frame.digest()
    if digest != head.evidence:
        raise ValueError(
            f"the evidence of {evidence.name!r} ({evidence.measure}) is not that of the plan: its "
            f"digest is {digest}, the plan's {head.evidence}; pass the evidence that the "
            "plan was made from"
        )
    known = mark_rows(frame, [row for row, unit in planned.items() if unit.known])
    design = make_design(frame, head.design, head.budget, known)
    return _build_sample(frame, design, mark_rows(frame, planned), votes)


def join_labels(evidence: Evidence, labels: Mapping[SummaryKey, np.ndarray]) -> LabelledSample:
    """Join evidence and labels of units that were drawn with equal probabilities by system.

    ``labels``: by summary, (voters, units), NaN without a label. Raises ValueError for an unknown
    summary, and if there are no labels.
    """
    frame = build_frame(evidence)
    votes = list_label_votes(labels, evidence)
    if not votes:
        raise ValueError("no unit has a label; label at least one")
    labelled = mark_rows(frame, votes)
    units = sum_by_system(frame)
    # A system without labels has no estimate, but its units need a probability above 0.
    counts = np.maximum(sum_by_system(frame, labelled), 1)
    shares = counts / units
    design = Design(CHANCE, shares[frame.system], frame.system, np.arange(len(labelled)))
    joined = _build_sample(frame, design, labelled, votes)
    return joined._replace(is_by_summary=_has_whole_summaries(frame, labelled))


def _has_whole_summaries(frame: SamplingFrame, labelled: np.ndarray) -> bool:
    """Return whether summaries are labelled as a whole or not at all.

    Systems whose units all have labels do not count.
    """
    summary = frame.system * len(frame.documents) + frame.document
    # the numbers of units and of labels in the summary of each row
    units = np.bincount(summary)[summary]
    labels = np.bincount(summary, labelled)[summary]
    gaps = sum_by_system(frame, ~labelled)
    drawn = labelled & (gaps[frame.system] > 0)
    has_several = units[drawn] > 1
    is_whole = labels[drawn] == units[drawn]
    return bool(has_several.any() and is_whole.all())


def _build_sample(
    frame: SamplingFrame, design: Design, planned: np.ndarray, votes: RowVotes
) -> LabelledSample:
    """Build the sample.

    Planned rows without a label are assumed to be missing at random in their stratum. They are
    units that nobody labelled, or that all of their annotators found unclear. The labelled rows
    represent them: the inclusion probabilities are multiplied by the share of rows with a label.
    """
    labels = label_rows(frame, votes)
    labelled = ~np.isnan(labels.value)
    missing = planned & ~labelled
    labelled_counts = np.bincount(design.stratum, labelled)
    planned_counts = np.bincount(design.stratum, planned)
    shares = np.where(labelled_counts > 0, divide(labelled_counts, planned_counts), 1.0)
    represented = design._replace(probability=design.probability * shares[design.stratum])
    # votes without their annotators: the first votes on all units, the second ones, …
    ranked_votes = list(zip_longest(*votes.values(), fillvalue=np.nan))
    page = np.array(ranked_votes, dtype=np.float64).reshape(-1, len(votes))
    (counts,) = count_values([page])
    return LabelledSample(
        Sample(frame, represented, labels),
        planned=sum_by_system(frame, planned).astype(int),
        missing=sum_by_system(frame, missing).astype(int),
        low_agreement=describe_low_agreement(counts),
    )


def read_planned_sample(
    evidence: Sequence[str | Path], labels: str | Path
) -> tuple[str, LabelledSample]:
    """Return a judge's name and the labelled sample of a plan, given several files of evidence.

    Raises ValueError for labels without a plan, and if no file has the evidence that the plan was
    made from.
    """
    planned = read_planned_labels(labels)
    head = planned.head
    for path in evidence:
        for judged in read_evidence([path], head.measure):
            if judged.name != head.metric:
                continue
            if build_frame(judged, head.systems).digest() == head.evidence:
                return judged.full_name, join_planned(judged, planned)
    raise ValueError(
        f"{labels}: the labels are of a plan made from other evidence of {head.metric!r}; pass the "
        f"evidence that the plan was made from ({name_argument('evidence')})"
    )
