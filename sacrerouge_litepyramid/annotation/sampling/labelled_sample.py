"""Draw plans of labels from a population, and join a judge's evidence with labels into a labelled sample."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.annotation.sampling.designs import Budget, Design, draw_sample, extend_design
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
from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.io.evidence import Evidence, read_evidence
from sacrerouge_litepyramid.io.files import stream_json_lines
from sacrerouge_litepyramid.io.label_plans import (
    LABELS_FORMAT,
    LabelPlan,
    PlanHead,
    PlannedLabels,
    PlannedSummary,
    PlannedUnit,
    read_planned_labels,
)
from sacrerouge_litepyramid.io.labels import read_partial_labels
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.statistics.votes import count_values, describe_low_agreement

#: for units that no plan chose: what was drawn at random, and the name of the design
DRAWN = {"units": "chance", "documents": "documents"}
#: the largest difference between a plan's inclusion probability and the design's
TOLERANCE = 1e-6
#: by row of the population, the votes of a pilot by annotator
KnownVotes = Mapping[FrameRow, Mapping[str, float]]


def make_label_plan(
    frame: SamplingFrame,
    design: Design,
    head: PlanHead,
    texts: Mapping[SummaryKey, str],
    known: KnownVotes | None = None,
) -> LabelPlan:
    """Draw the units to label, and return a plan with them and the known units, in the order of the population.

    ``texts``: the text of every summary; ``known``: a pilot's votes by row. The draw depends only on the design's
    probabilities, the head's seed and the digest of the population.
    """
    seed = int(sha256(f"{head.seed} {head.evidence}".encode())[:16], 16)
    chosen: dict[SummaryKey, list[PlannedUnit]] = {}
    for row, text, probability, drawn in zip(
        frame.list_rows(), frame.text, design.probability.tolist(), draw_sample(design, seed), strict=True
    ):
        if drawn:
            votes = (known or {}).get(row)
            unit = PlannedUnit(row.unit, text, probability, votes or {}, known=votes is not None)
            chosen.setdefault(SummaryKey(row.instance_id, row.summarizer_id), []).append(unit)
    summaries = (PlannedSummary(*key, texts[key], tuple(units)) for key, units in chosen.items())
    return LabelPlan(head, tuple(summaries))


class LabelledSample(NamedTuple):
    """A sample, with the numbers of ``planned`` rows and of those without a label, ``missing``, both (systems,).

    ``undecided``: the difference of each score by labels, (systems,), between counting all missing labels as present
    and as absent; ``low_agreement``: the warning of `describe_low_agreement`.
    """

    sample: Sample
    planned: np.ndarray
    missing: np.ndarray
    undecided: np.ndarray
    low_agreement: str = ""


def join_planned(evidence: Evidence, labels: PlannedLabels) -> LabelledSample:
    """Join the judge's evidence and the labels of a plan.

    Raises ValueError if the evidence is not that of the plan, or if a unit or its probability does not follow from the
    plan's design.
    """
    planned = list_planned_units(labels.summaries)
    votes = {row: list(unit.votes.values()) for row, unit in planned.items() if unit.votes}
    return _join_head(evidence, labels.head, planned, votes)


def join_labels_of_plan(evidence: Evidence, plan: LabelPlan, labels: Mapping[SummaryKey, np.ndarray]) -> LabelledSample:
    """Join evidence, a plan and labels by summary, (voters, units).

    Raises ValueError as `join_planned` does, and for labels of units that were not planned.
    """
    planned, votes = list_planned_units(plan.summaries), list_label_votes(labels, evidence)
    for row in votes:
        if row not in planned:
            raise ValueError(
                f"the labels of instance {row.instance_id!r}, system {row.summarizer_id!r}: unit {row.unit + 1} was "
                "not planned; pass only the labels of this plan, and null elsewhere"
            )
    return _join_head(evidence, plan.head, planned, votes)


def join_labels(evidence: Evidence, labels: Mapping[SummaryKey, np.ndarray], drawn: str = "units") -> LabelledSample:
    """Join evidence and labels without a plan; ``labels``: by summary, (voters, units), NaN without a label.

    ``drawn``: "units" if the labelled units of each system were drawn from its units with equal probabilities,
    "documents" if documents were, and all of their units are labelled. Raises ValueError for an unknown summary, and if
    there are no labels.
    """
    if drawn not in DRAWN:
        raise ValueError(f"drawn must be one of {', '.join(DRAWN)}, not {drawn!r}")
    frame = build_frame(evidence)
    votes = list_label_votes(labels, evidence)
    if not votes:
        raise ValueError("no unit has a label; label at least one")
    labelled = mark_rows(frame, votes)
    if drawn == "units":
        return _build_sample(frame, _build_chance_design(frame, labelled), labelled, votes)
    was_drawn = np.bincount(frame.document, labelled, minlength=len(frame.documents)) > 0
    share = np.full(len(labelled), was_drawn.mean())
    stratum = np.zeros(len(labelled), dtype=int)
    design = Design(DRAWN[drawn], share, frame.document, stratum, frame.document)
    return _build_sample(frame, design, was_drawn[frame.document], votes)


def _build_chance_design(frame: SamplingFrame, labelled: np.ndarray) -> Design:
    """Return the design that draws, from each system at random, as many units as have a label."""
    units, counts = sum_by_system(frame), np.maximum(sum_by_system(frame, labelled), 1)
    rows = np.arange(len(labelled))
    return Design(DRAWN["units"], (counts / units)[frame.system], rows, frame.system, rows)


def _join_head(
    evidence: Evidence, head: PlanHead, planned: Mapping[FrameRow, PlannedUnit], votes: RowVotes
) -> LabelledSample:
    """Build the sample of a plan's units; those labelled in a pilot were known before the others were drawn."""
    frame = build_frame(evidence, head.systems)
    if frame.digest() != head.evidence:
        raise ValueError(
            f"the evidence of {evidence.name!r} ({evidence.measure}) is not that of the plan: its digest is "
            f"{frame.digest()}, the plan's {head.evidence}; pass the evidence that the plan was made from"
        )
    known = mark_rows(frame, (row for row, unit in planned.items() if unit.known))
    design = extend_design(frame, head.design, Budget(total=head.budget), known)
    expected = dict(zip(frame.list_rows(), design.probability.tolist(), strict=True))
    for row, unit in planned.items():
        if abs(expected.get(row, 0.0) - unit.probability) > TOLERANCE:
            raise ValueError(
                f"instance {row.instance_id!r}, system {row.summarizer_id!r}, unit {row.unit + 1}: the inclusion "
                f"probability {unit.probability} is not that of the design, {expected.get(row, 0.0):.6g}; pass the "
                "plan as it was written"
            )
    return _build_sample(frame, design, mark_rows(frame, planned), votes)


def _build_sample(frame: SamplingFrame, design: Design, planned: np.ndarray, votes: RowVotes) -> LabelledSample:
    """Build the sample; planned rows without a label are assumed to be missing at random in their system and stratum.

    They are units that nobody labelled, or that all of their annotators found unclear. The labelled rows represent
    them: the inclusion probabilities are multiplied by the share of rows with a label. The sample cannot show whether
    the assumption holds, so ``undecided`` bounds the change that the missing labels could make.
    """
    labels = label_rows(frame, votes)
    labelled = ~np.isnan(labels.value)
    _, stratum = np.unique(design.stratum, return_inverse=True)
    cell = stratum.ravel() * len(frame.systems) + frame.system
    counts, planned_counts = (np.bincount(cell, weights, minlength=cell.max() + 1) for weights in (labelled, planned))
    share = np.divide(counts, planned_counts, out=np.ones_like(counts), where=counts > 0)
    missing = planned & ~labelled
    page = np.array(list(zip_longest(*votes.values(), fillvalue=np.nan)), dtype=np.float64).reshape(-1, len(votes))
    return LabelledSample(
        Sample(frame, design._replace(probability=design.probability * share[cell]), labels),
        planned=sum_by_system(frame, planned).astype(int),
        missing=sum_by_system(frame, missing).astype(int),
        undecided=sum_by_system(frame, np.where(missing, frame.weight / design.probability, 0.0)),
        low_agreement=describe_low_agreement(count_values([page])[0]),
    )


def join_judges(
    judges: Sequence[Evidence],
    labels: str | Path | Mapping[SummaryKey, np.ndarray],
    plan: LabelPlan | None = None,
    drawn: str | None = None,
) -> LabelledSample:
    """Join the evidence of judges with labels: a file, or by summary, (voters, units), NaN without a label.

    ``plan``: made from the evidence of the first judge; ``drawn``: as for `join_labels`. Raises ValueError if evidence
    and labels do not match.
    """
    judge, *others = judges
    sample = _join_first(judge, labels, plan, drawn)
    frame = sample.sample.frame
    joined = frame.add_judges([build_frame(other, frame.systems) for other in others])
    return sample._replace(sample=sample.sample._replace(frame=joined))


def read_planned_metric(labels: str | Path) -> str | None:
    """Return the metric of the plan whose labels are in a file; None for labels of another format."""
    head = next(stream_json_lines(labels)).data
    return head.get("metric") if head.get("format") == LABELS_FORMAT else None


def _join_first(
    judge: Evidence,
    labels: str | Path | Mapping[SummaryKey, np.ndarray],
    plan: LabelPlan | None,
    drawn: str | None,
) -> LabelledSample:
    path = None if isinstance(labels, Mapping) else labels
    is_planned = path is not None and next(stream_json_lines(path)).data.get("format") == LABELS_FORMAT
    if is_planned and plan is not None:
        raise ValueError(f"{path}: the file contains the plan of its labels; leave out {name_argument('plan')}")
    if drawn is not None and (is_planned or plan is not None):
        raise ValueError(f"{name_argument('drawn', drawn)}: the plan decides how units are drawn; leave it out")
    if path is not None and is_planned:
        return join_planned(judge, read_planned_labels(path))
    votes = labels if isinstance(labels, Mapping) else read_partial_labels(labels)
    return join_labels(judge, votes, drawn or "units") if plan is None else join_labels_of_plan(judge, plan, votes)


def read_planned_sample(
    evidence: Sequence[str | Path], labels: str | Path, measure: str = "p2c"
) -> tuple[str, LabelledSample]:
    """Return the name of the judge, and the labelled sample of a plan whose evidence is in one of several files.

    Raises ValueError for labels without a plan, and if no file has the evidence that the plan was made from.
    """
    planned = read_planned_labels(labels)
    head = planned.head
    known = [judged for path in evidence for judged in read_evidence([path], measure)]
    judges = [judged for judged in known if judged.name == head.metric]
    if not judges:
        raise ValueError(
            f"{labels}: the plan's metric is {head.metric!r}, but the evidence is of "
            f"{', '.join(judged.name for judged in known) or 'none'}; pass the evidence that the plan was made from "
            f"({name_argument('evidence')})"
        )
    judge = next(
        (candidate for candidate in judges if build_frame(candidate, head.systems).digest() == head.evidence), judges[0]
    )
    return f"{judge.name}_{judge.measure}", join_planned(judge, planned)
