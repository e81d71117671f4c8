"""Read the judged sample from files: evidence, judgements, and the plan by which they were chosen."""

from collections.abc import Sequence
from pathlib import Path

from sacrerouge_litepyramid.formats.evidence_reader import Evidence, read_evidence
from sacrerouge_litepyramid.formats.judgement_plans import read_judgement_plan
from sacrerouge_litepyramid.formats.partial_labels import read_partial_labels
from sacrerouge_litepyramid.formats.planned_judgements import FORMAT, read_judgements
from sacrerouge_litepyramid.sampling.judged import (
    JudgedSample,
    is_of_plan,
    join_labels,
    join_labels_of_plan,
    join_planned,
)
from sacrerouge_litepyramid.storage.files import stream_json_lines


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
