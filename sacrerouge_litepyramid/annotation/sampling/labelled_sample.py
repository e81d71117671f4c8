"""Join a judge's evidence with labels, those of a plan or those of units drawn at random, into a
labelled sample.
"""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.annotation.sampling.designs import CHANCE, Design, make_design
from sacrerouge_litepyramid.annotation.sampling.frame import FrameRow, SamplingFrame, build_frame
from sacrerouge_litepyramid.annotation.sampling.sample import (
    RowVotes,
    Sample,
    label_rows,
    list_label_votes,
    list_planned_units,
    mark_rows,
    sum_by_system,
)
from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.io.evidence import Evidence, read_evidence
from sacrerouge_litepyramid.io.files import stream_json_lines
from sacrerouge_litepyramid.io.label_plans import (
    LABELS_FORMAT,
    LabelPlan,
    PlanHead,
    PlannedLabels,
    PlannedUnit,
    read_planned_labels,
)
from sacrerouge_litepyramid.io.labels import read_partial_labels
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.statistics.votes import count_values, describe_low_agreement

#: the largest difference between a plan's inclusion probability and the design's
TOLERANCE = 1e-6


class LabelledSample(NamedTuple):
    """A sample, with how many of its labels are missing; arrays are (systems,)."""

    sample: Sample
    # the number of planned rows, and of those without a label
    planned: np.ndarray
    missing: np.ndarray
    # the difference of each score by labels between counting all missing labels as present and as
    # absent
    undecided: np.ndarray
    # the warning of `describe_low_agreement`
    low_agreement: str = ""
    # whether no plan chose the units, and whole summaries are labelled: a draw of units looks
    # different
    is_by_summary: bool = False


def join_judges(
    judges: Sequence[Evidence],
    labels: str | Path | Mapping[SummaryKey, np.ndarray],
    plan: LabelPlan | None = None,
) -> LabelledSample:
    """Join the evidence of judges with labels: a file, or by summary, (voters, units), NaN without
    a label.

    ``plan``: made from the evidence of the first judge; a file with the labels of a plan contains
    it. Labels without a plan are taken as a random draw of units. Raises ValueError if evidence and
    labels do not match.
    """
    judge, *others = judges
    joined = _join_first(judge, labels, plan)
    frame = joined.sample.frame.add_judges(
        [build_frame(other, joined.sample.frame.systems) for other in others]
    )
    return joined._replace(sample=joined.sample._replace(frame=frame))


def _join_first(
    judge: Evidence, labels: str | Path | Mapping[SummaryKey, np.ndarray], plan: LabelPlan | None
) -> LabelledSample:
    if not isinstance(labels, Mapping):
        if _read_head(labels).get("format") == LABELS_FORMAT:
            if plan is not None:
                raise ValueError(
                    f"{labels}: the file contains the plan of its labels; leave out "
                    f"{name_argument('plan')}"
                )
            return join_planned(judge, read_planned_labels(labels))
        labels = read_partial_labels(labels)
    return join_labels(judge, labels) if plan is None else join_labels_of_plan(judge, plan, labels)


def _read_head(labels: str | Path) -> Mapping:
    return next(stream_json_lines(labels)).data


def read_planned_metric(labels: str | Path) -> str | None:
    """Return the metric of the plan whose labels are in a file.

    None for labels of another format.
    """
    head = _read_head(labels)
    return head.get("metric") if head.get("format") == LABELS_FORMAT else None


def join_planned(evidence: Evidence, labels: PlannedLabels) -> LabelledSample:
    """Join the judge's evidence and the labels of a plan.

    Raises ValueError if the evidence is not that of the plan, or if a unit or its probability does
    not follow from the plan's design.
    """
    planned = list_planned_units(labels.summaries)
    votes = {row: list(unit.votes.values()) for row, unit in planned.items() if unit.votes}
    return _join_head(evidence, labels.head, planned, votes)


def join_labels_of_plan(
    evidence: Evidence, plan: LabelPlan, labels: Mapping[SummaryKey, np.ndarray]
) -> LabelledSample:
    """Join evidence, a plan and labels by summary, (voters, units).

    Raises ValueError as `join_planned` does, and for labels of units that were not planned.
    """
    planned, votes = list_planned_units(plan.summaries), list_label_votes(labels, evidence)
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
    if frame.digest() != head.evidence:
        raise ValueError(
            f"the evidence of {evidence.name!r} ({evidence.measure}) is not that of the plan: its "
            f"digest is {frame.digest()}, the plan's {head.evidence}; pass the evidence that the "
            "plan was made from"
        )
    known = mark_rows(frame, (row for row, unit in planned.items() if unit.known))
    design = make_design(frame, head.design, head.budget, known)
    expected = dict(zip(frame.list_rows(), design.probability.tolist(), strict=True))
    for row, unit in planned.items():
        if abs(expected.get(row, 0.0) - unit.probability) > TOLERANCE:
            raise ValueError(
                f"instance {row.instance_id!r}, system {row.summarizer_id!r}, unit {row.unit + 1}: "
                f"the inclusion probability {unit.probability} is not that of the design, "
                f"{expected.get(row, 0.0):.6g}; pass the plan as it was written"
            )
    return _build_sample(frame, design, mark_rows(frame, planned), votes)


def join_labels(evidence: Evidence, labels: Mapping[SummaryKey, np.ndarray]) -> LabelledSample:
    """Join evidence and labels of units that were drawn from each system's units with equal
    probabilities.

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
    design = Design(CHANCE, (counts / units)[frame.system], frame.system, np.arange(len(labelled)))
    joined = _build_sample(frame, design, labelled, votes)
    return joined._replace(is_by_summary=_has_whole_summaries(frame, labelled))


def _has_whole_summaries(frame: SamplingFrame, labelled: np.ndarray) -> bool:
    """Return whether systems with some labels have only summaries whose units are all labelled, or
    none is.
    """
    summary = frame.system * len(frame.documents) + frame.document
    units = np.bincount(summary)[summary]
    labels = np.bincount(summary, labelled)[summary]
    has_gaps = sum_by_system(frame, ~labelled)[frame.system] > 0
    drawn = labelled & has_gaps
    return bool((units[drawn] > 1).any() and (labels[drawn] == units[drawn]).all())


def _build_sample(
    frame: SamplingFrame, design: Design, planned: np.ndarray, votes: RowVotes
) -> LabelledSample:
    """Build the sample.

    Planned rows without a label are assumed to be missing at random in their stratum. They are
    units that nobody labelled, or that all of their annotators found unclear. The labelled rows
    represent them: the inclusion probabilities are multiplied by the share of rows with a label.
    The sample cannot show whether the assumption holds, so ``undecided`` bounds the change that the
    missing labels could make.
    """
    labels = label_rows(frame, votes)
    labelled = ~np.isnan(labels.value)
    missing = planned & ~labelled
    labelled_counts = np.bincount(design.stratum, labelled)
    planned_counts = np.bincount(design.stratum, planned)
    shares = np.divide(
        labelled_counts,
        planned_counts,
        out=np.ones(len(labelled_counts)),
        where=labelled_counts > 0,
    )
    represented = design._replace(probability=design.probability * shares[design.stratum])
    votes_by_unit = np.array(list(zip_longest(*votes.values(), fillvalue=np.nan)), dtype=np.float64)
    page = votes_by_unit.reshape(-1, len(votes))
    return LabelledSample(
        Sample(frame, represented, labels),
        planned=sum_by_system(frame, planned).astype(int),
        missing=sum_by_system(frame, missing).astype(int),
        undecided=sum_by_system(frame, np.where(missing, frame.weight / design.probability, 0.0)),
        low_agreement=describe_low_agreement(count_values([page])[0]),
    )


def read_planned_sample(
    evidence: Sequence[str | Path], labels: str | Path, measure: str = "p2c"
) -> tuple[str, LabelledSample]:
    """Return the name of the judge, and the labelled sample of a plan whose evidence is in one of
    several files.

    Raises ValueError for labels without a plan, and if no file has the evidence that the plan was
    made from.
    """
    planned = read_planned_labels(labels)
    head = planned.head
    known = [judged for path in evidence for judged in read_evidence([path], measure)]
    judges = [judged for judged in known if judged.name == head.metric]
    if not judges:
        raise ValueError(
            f"{labels}: the plan's metric is {head.metric!r}, but the evidence is of "
            f"{', '.join(judged.name for judged in known) or 'none'}; pass the evidence that the "
            f"plan was made from ({name_argument('evidence')})"
        )
    by_digest = {build_frame(judged, head.systems).digest(): judged for judged in reversed(judges)}
    judge = by_digest.get(head.evidence, judges[0])
    return judge.full_name, join_planned(judge, planned)
