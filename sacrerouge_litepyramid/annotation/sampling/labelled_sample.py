"""The labelled sample from a judge's evidence.

The votes, and the plan or the way in which units were drawn, as values and from files.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.annotation.sampling.designs import Budget, Design, extend_design
from sacrerouge_litepyramid.annotation.sampling.frame import Frame, Row, build_frame
from sacrerouge_litepyramid.annotation.sampling.sample import (
    Sample,
    count_label_votes,
    count_planned_votes,
    label_rows,
    mark_rows,
)
from sacrerouge_litepyramid.io.evidence import Evidence, read_evidence
from sacrerouge_litepyramid.io.files import stream_json_lines
from sacrerouge_litepyramid.io.label_plans import JudgementPlan, PlanHead, read_judgement_plan
from sacrerouge_litepyramid.io.labels import read_partial_labels
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.planned_labels import FORMAT, PlannedJudgements, read_judgements

#: how units were drawn that no plan chose
DRAWN = {"units": "chance", "documents": "documents"}
#: by how much a plan's inclusion probability may differ from the design's
TOLERANCE = 1e-6


class JudgedSample(NamedTuple):
    """A sample whose design allows for planned rows without a label, which are ``missing``, (systems,)."""

    sample: Sample
    planned: np.ndarray
    missing: np.ndarray


def join_planned(evidence: Evidence, judgements: PlannedJudgements) -> JudgedSample:
    """Join the judge's evidence and the judgements of a plan.

    Raises ValueError for evidence other than the plan's, and for another unit or probability than its design gives.
    """
    probabilities = {
        Row(*each.key, unit.unit): unit.probability for each in judgements.summaries for unit in each.units
    }
    known = [Row(*each.key, unit.unit) for each in judgements.summaries for unit in each.units if unit.known]
    return _join_head(evidence, judgements.head, probabilities, known, count_planned_votes(judgements))


def is_of_plan(evidence: Evidence, head: PlanHead) -> bool:
    """Return whether a plan was made from this evidence, by the digest."""
    return build_frame(evidence, head.systems).digest() == head.evidence


def join_labels_of_plan(
    evidence: Evidence, plan: JudgementPlan, labels: Mapping[SummaryKey, np.ndarray]
) -> JudgedSample:
    """Join evidence, a plan and labels by summary, (voters, units); ValueError as `join_planned`, and for others."""
    probabilities = {Row(*each.key, unit.unit): unit.probability for each in plan.summaries for unit in each.units}
    votes = count_label_votes(labels, evidence)
    for row in votes:
        if row not in probabilities:
            raise ValueError(
                f"the labels of instance {row.instance_id!r}, system {row.summarizer_id!r}: unit {row.unit + 1} was "
                "not planned; give the labels of this plan, null elsewhere"
            )
    known = [Row(*each.key, unit.unit) for each in plan.summaries for unit in each.units if unit.votes is not None]
    return _join_head(evidence, plan.head, probabilities, known, votes)


def join_labels(evidence: Evidence, labels: Mapping[SummaryKey, np.ndarray], drawn: str = "units") -> JudgedSample:
    """Join evidence and labels by summary, (voters, units), NaN where nobody judged, that no plan chose.

    ``drawn``: "units": every system's judged units are a draw with equal probabilities from its units; "documents": so
    are the documents, of which all summaries are judged whole. Raises ValueError for unknown summaries and no labels.
    """
    if drawn not in DRAWN:
        raise ValueError(f"drawn must be one of {', '.join(DRAWN)}, not {drawn!r}")
    frame = build_frame(evidence)
    votes = count_label_votes(labels, evidence)
    if not votes:
        raise ValueError("the labels hold no 0 and no 1; somebody has to judge a unit")
    judged = mark_rows(frame, votes)
    if drawn == "units":
        return _build_sample(frame, _chance_of(frame, judged), judged, votes)
    documents = np.bincount(frame.document, judged, minlength=len(frame.documents)) > 0
    share = np.full(len(judged), documents.mean())
    one = np.zeros(len(judged), dtype=int)
    design = Design(DRAWN[drawn], share, frame.document, one, frame.document)
    return _build_sample(frame, design, documents[frame.document], votes)


def _chance_of(frame: Frame, judged: np.ndarray) -> Design:
    """Return the design by which as many units of each system as were judged are drawn by chance."""
    units = np.bincount(frame.system, minlength=len(frame.systems))
    counts = np.maximum(np.bincount(frame.system, judged, minlength=len(frame.systems)), 1)
    rows = np.arange(len(judged))
    return Design(DRAWN["units"], (counts / units)[frame.system], rows, frame.system, rows)


def _join_head(
    evidence: Evidence,
    head: PlanHead,
    probabilities: Mapping[Row, float],
    known: Iterable[Row],
    votes: Mapping[Row, tuple[float, int]],
) -> JudgedSample:
    """Build the sample of a plan's units, of which a pilot made some ``known`` before the others were drawn."""
    frame = build_frame(evidence, head.systems)
    if frame.digest() != head.evidence:
        raise ValueError(
            f"the evidence of {evidence.name!r} ({evidence.measure}) is not that of the plan: its digest is "
            f"{frame.digest()}, the plan's {head.evidence}; give the evidence that the plan was made from"
        )
    design = extend_design(frame, head.design, Budget(total=head.budget), mark_rows(frame, known))
    design.check()
    expected = dict(zip(frame.list_rows(), design.probability.tolist(), strict=True))
    for row, probability in probabilities.items():
        if abs(expected.get(row, 0.0) - probability) > TOLERANCE:
            raise ValueError(
                f"instance {row.instance_id!r}, system {row.summarizer_id!r}, unit {row.unit + 1}: the inclusion "
                f"probability {probability} is not that of the design, {expected.get(row, 0.0):.6g}; give the plan as "
                "it was written"
            )
    return _build_sample(frame, design, mark_rows(frame, probabilities), votes)


def _build_sample(
    frame: Frame, design: Design, planned: np.ndarray, votes: Mapping[Row, tuple[float, int]]
) -> JudgedSample:
    """Build the sample; planned rows without a vote are taken for missing at random in their system and stratum.

    The labelled rows stand for them: the inclusion probabilities are multiplied by the share that has a label.
    """
    labels = label_rows(frame, votes)
    judged = ~np.isnan(labels.value)
    systems = len(frame.systems)
    _, stratum = np.unique(design.stratum, return_inverse=True)
    cell = stratum.ravel() * systems + frame.system
    answered, asked = (np.bincount(cell, each, minlength=cell.max() + 1) for each in (judged, planned))
    share = np.divide(answered, asked, out=np.ones_like(answered), where=answered > 0)
    missing = np.bincount(frame.system, planned & ~judged, minlength=systems).astype(int)
    return JudgedSample(
        Sample(frame, design._replace(probability=design.probability * share[cell]), labels),
        np.bincount(frame.system, planned, minlength=systems).astype(int),
        missing,
    )


def read_judged_sample(
    evidence: str | Path,
    judgements: str | Path,
    *,
    plan: str | Path | None = None,
    drawn: str | None = None,
    metric: str | None = None,
    measure: str = "p2c",
) -> tuple[str, JudgedSample]:
    """Return the name of the judge and the judged sample; the arguments are those of `verdicts.estimate`.

    Raises ValueError for files that do not belong together.
    """
    judge = select_evidence(evidence, metric, measure)
    name = f"{judge.name}_{judge.measure}"
    is_planned = next(stream_json_lines(judgements)).data.get("format") == FORMAT
    if is_planned and plan is not None:
        raise ValueError(f"{judgements}: the judgements of a plan hold it themselves; leave the plan out (--plan)")
    if drawn is not None and (is_planned or plan is not None):
        raise ValueError(f"drawn: the plan says how units were drawn, not {drawn!r}; leave it out (--drawn)")
    if is_planned:
        return name, join_planned(judge, read_judgements(judgements))
    labels = read_partial_labels(judgements)
    if plan is not None:
        return name, join_labels_of_plan(judge, read_judgement_plan(plan), labels)
    return name, join_labels(judge, labels, drawn or "units")


def read_planned_sample(
    evidence: Sequence[str | Path], judgements: str | Path, measure: str = "p2c"
) -> tuple[str, JudgedSample]:
    """Return the name of the judge and the judged sample of a plan, whose evidence is in one of several files.

    Raises ValueError for labels without a plan, and where no file has the evidence that the plan was made from.
    """
    planned = read_judgements(judgements)
    found = [each for path in evidence for each in read_evidence([path], measure)]
    judges = [each for each in found if each.name == planned.head.metric]
    if not judges:
        raise ValueError(
            f"{judgements}: the plan's metric is {planned.head.metric!r}, but the evidence is of "
            f"{', '.join(each.name for each in found) or 'none'}; give the evidence that the plan was made from "
            "(--evidence)"
        )
    judge = next((each for each in judges if is_of_plan(each, planned.head)), judges[0])
    return f"{judge.name}_{judge.measure}", join_planned(judge, planned)


def select_evidence(path: str | Path, metric: str | None, measure: str) -> Evidence:
    """Read the evidence of one metric; raise ValueError for an unknown one, and for several without a name."""
    found = {each.name: each for each in read_evidence([path], measure)}
    if metric is None and len(found) == 1:
        return next(iter(found.values()))
    if metric not in found:
        problem = "it has the evidence of several metrics" if metric is None else f"no evidence of {metric!r}"
        raise ValueError(f"{path}: {problem}; name one of: {', '.join(found)} (--metric)")
    return found[metric]
