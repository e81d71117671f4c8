"""Choose the units of summaries that annotators label, and project the errors of the estimates from their labels."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

import numpy as np

from sacrerouge_litepyramid.annotation.forms import read_form_tasks
from sacrerouge_litepyramid.annotation.pace import Pace, find_affordable
from sacrerouge_litepyramid.annotation.sampling.designs import Budget, extend_design
from sacrerouge_litepyramid.annotation.sampling.estimators import TARGETS
from sacrerouge_litepyramid.annotation.sampling.frame import SamplingFrame, build_frame
from sacrerouge_litepyramid.annotation.sampling.judged_units import find_first, read_judged_units
from sacrerouge_litepyramid.annotation.sampling.labelled_sample import KnownVotes, make_label_plan
from sacrerouge_litepyramid.annotation.sampling.projected_errors import (
    CALIBRATED,
    Calibration,
    Goal,
    ProjectedErrors,
    Projection,
    find_budget,
    fit_calibration,
    project_errors,
)
from sacrerouge_litepyramid.annotation.sampling.sample import list_planned_units, mark_rows, sum_by_system
from sacrerouge_litepyramid.annotation.tasks import build_planned_tasks
from sacrerouge_litepyramid.core.arguments import EvaluationFiles, name_argument
from sacrerouge_litepyramid.io.evaluation_folder import FORMS, PLANNED_LABELS
from sacrerouge_litepyramid.io.evidence import Evidence
from sacrerouge_litepyramid.io.label_plans import (
    LabelPlan,
    PlanHead,
    read_label_plan,
    read_planned_labels,
    write_label_plan,
)
from sacrerouge_litepyramid.io.labels import read_votes_of_form
from sacrerouge_litepyramid.statistics.estimate import format_number
from sacrerouge_litepyramid.statistics.result_table import ResultTable
from sacrerouge_litepyramid.statistics.significance import pair_indices
from sacrerouge_litepyramid.statistics.tables import PaperTable, render_table, shorten

#: the names of `designs.DESIGNS`
DesignName: TypeAlias = Literal["chance", "stratified", "active", "documents", "summaries", "paired"]
#: the default designs for scores and for differences
SCORE_DESIGN, DIFFERENCE_DESIGN = "active", "paired"
#: the number of pairs that are listed, those with the widest intervals
MAX_LISTED_PAIRS = 15


class Population(NamedTuple):
    """The population, the votes of a pilot if there was one, and the calibration of the judge's probabilities."""

    frame: SamplingFrame
    known: KnownVotes
    calibration: Calibration

    def mark_known(self) -> np.ndarray:
        """Return whether each row of the population was labelled in the pilot, (rows,)."""
        return mark_rows(self.frame, self.known)


@dataclass(frozen=True, repr=False)
class PlannedLabelling(ResultTable):
    """A plan of labels, which prints as text; its rows are the units to label.

    ``compared``: whether the plan is for differences of systems; ``difference``: the true difference to detect.
    """

    PARTS = ("units", "errors")

    plan: LabelPlan
    population: Population
    projection: Projection
    target: str
    pace: Pace | None
    compared: bool
    difference: float | None
    is_piloted: bool

    @property
    def units(self) -> list[dict[str, Any]]:
        """The units to label: ids and text of the summary, index, text and inclusion probability of the unit."""
        return [
            {**summary.key._asdict(), "summary": summary.summary, "unit": unit.unit, "text": unit.text,
             "probability": unit.probability}
            for summary in self.plan.summaries
            for unit in summary.open_units
        ]  # fmt: skip

    @property
    def errors(self) -> list[dict[str, Any]]:
        """The projected errors of systems' scores, or of their differences, the widest interval first.

        ``judge``: the value by the judge alone; ``margin``: half the width of the 95% interval.
        """
        frame = self.population.frame
        scores, systems = sum_by_system(frame, frame.weight * frame.probability).tolist(), frame.systems
        if not self.compared:
            names = [{"system": name, "judge": score} for name, score in zip(systems, scores, strict=True)]
            return [{**name, **error} for name, error in zip(names, _list_errors(self.projection.scores), strict=True)]
        differences = self.projection.differences
        errors = _list_errors(differences)
        if self.difference is not None:
            power = differences.compute_power(self.difference).tolist()
            errors = [{**error, "power": value} for error, value in zip(errors, power, strict=True)]
        pairs = [
            {"first": systems[first], "second": systems[second], "judge": scores[first] - scores[second]}
            for first, second in zip(*pair_indices(len(systems)), strict=True)
        ]
        order = np.argsort(-differences.margin, kind="stable").tolist()
        return [{**pairs[place], **errors[place]} for place in order]

    def to_dict(self) -> dict[str, Any]:
        """Return the plan's head, its units and the errors for JSON."""
        return {
            **self.plan.head.to_dict(),
            "target": self.target,
            "labels": self.plan.count_labels(),
            "of": len(self.population.frame.weight),
            "errors": self.errors,
            "units": self.units,
        }

    def write(self, path: str | Path) -> None:
        """Write the plan (JSON Lines), from which forms are made."""
        write_label_plan(path, self.plan)

    def list_answer(self) -> Iterator[str]:
        """Yield how much annotators label, and the errors to expect."""
        yield "\n".join(_describe_plan(self))
        yield "\n".join(_describe_errors(self))

    def list_tables(self) -> Iterator[PaperTable]:
        """Yield the projected errors."""
        yield _tabulate_errors(self)


def plan_labels(
    evidence: Annotated[Any, EvaluationFiles(("evidence",))],
    *,
    budget: int | None = None,
    minutes: float | None = None,
    width: float | None = None,
    power: float | None = None,
    systems: Sequence[str] | None = None,
    compare: Sequence[str] | None = None,
    pace: float | None = None,
    reading: float = 0.0,
    difference: float | None = None,
    design: DesignName | None = None,
    target: Literal["these", "like-these"] = "these",
    labels: str | Path | None = None,
    partly: bool = False,
    metric: str | None = None,
    measure: str | None = None,
    seed: int = 0,
    output: str | Path | None = None,
) -> PlannedLabelling:
    """Choose which units of which summaries to label within a budget or for a goal, and project the error.

    Args:
        evidence: the judge's probabilities: the folder of an evaluation, a file of evidence, what `evaluate_table`
            returned, or a table with a row for each unit of each summary (``instance_id``, ``summarizer_id``, ``text``,
            ``p2c``, and ``weight`` if units differ in it).
        budget: the number of labels of all systems together.
        minutes: annotation time in total, instead of a budget; needs ``pace``.
        width: the width of the 95% intervals of scores, or with ``compare`` of differences, instead of a budget.
        power: the probability that ``difference`` is significant, instead of a budget; needs ``compare``.
        systems: the systems whose scores are planned for, by default all.
        compare: the systems whose differences are planned for.
        pace: labels per minute.
        reading: seconds to read a summary before its first label.
        difference: the true difference of two scores that ``power`` is for.
        design: how units are drawn, by default "active", and "paired" for differences.
        target: the scores of "these" documents, or of documents "like-these".
        labels: the labels of an earlier plan, a pilot, which are used together with the new ones, and to project the
            error; by default those in the folder of the evaluation.
        partly: let annotators vote that a unit is partly stated, 0.5.
        metric: the metric of the evidence, by default that of the evaluation, else the first.
        measure: the measure of the evidence, by default that of the evaluation, else p2c.
        seed: the seed of the draw.
        output: where to write the plan (JSON Lines), from which forms are made.

    Raises:
        ValueError: if there is not exactly one goal, or if it cannot be reached or needs another argument.
    """
    goals = {"budget": budget, "minutes": minutes, "width": width, "power": power}
    if sum(value is not None for value in goals.values()) != 1:
        raise ValueError(f"pass one of {', '.join(map(name_argument, goals))}")
    _check_goal(goals, compare, difference, pace, reading)
    judge = next(iter(read_judged_units(evidence, metric, measure).judges.values()))
    pilot = labels or find_first(evidence, PLANNED_LABELS)
    population = _build_population(judge, compare or systems, pilot, partly)
    name = design or (DIFFERENCE_DESIGN if compare else SCORE_DESIGN)
    known, timed = population.mark_known(), None if pace is None else Pace(pace, reading)
    if budget is not None:
        budget = min(budget, int((~known).sum()))
    elif minutes is not None and timed is not None:
        budget = find_affordable(population.frame, name, minutes, timed, known)
    else:
        goal = Goal(width, power, difference, compared=compare is not None)
        budget = find_budget(population.frame, name, goal, population.calibration, target, known)
    frame = population.frame
    chosen_design = extend_design(frame, name, Budget(total=budget), known)
    head = PlanHead(name, budget, seed, frame.systems, judge.name, judge.measure, frame.digest(), partly)
    plan = PlannedLabelling(
        plan=make_label_plan(frame, chosen_design, head, judge.summaries, population.known),
        population=population,
        projection=project_errors(frame, chosen_design, population.calibration, target),
        target=target,
        pace=timed,
        compared=compare is not None,
        difference=difference,
        is_piloted=pilot is not None,
    )
    if output is not None:
        _check_forms_are_back(Path(output), plan.plan.identity(), pilot)
        plan.write(output)
    return plan


def _check_forms_are_back(path: Path, identity: str, pilot: str | Path | None) -> None:
    """Raise ValueError if the path has another plan with forms beside it, unless its labels are the pilot's."""
    if not path.exists():
        return
    earlier = read_label_plan(path)
    if earlier.identity() in (identity, pilot and read_planned_labels(pilot).plan):
        return
    tasks = build_planned_tasks(earlier)
    folder = path.parent / FORMS
    has_forms = any(tasks.keys() & read_form_tasks(form) for form in folder.glob("labels*.html"))
    pages = [page for form in sorted(folder.glob("*.json")) for page in read_votes_of_form(form) if page.task in tasks]
    if has_forms or pages:
        counts = Counter(page.annotator for page in pages for vote in page.votes if vote is not None)
        by_annotator = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
        raise ValueError(
            f"{path}: forms of this plan are in {folder}, with {counts.total()} votes so far"
            f"{by_annotator and f' ({by_annotator})'}, which another plan could not take; import them, and plan-labels "
            f"adds units; or choose another {name_argument('output')}; to drop the plan, remove it"
        )


def _check_goal(
    goals: dict[str, Any], compare: Sequence[str] | None, difference: float | None, pace: float | None, reading: float
) -> None:
    """Raise ValueError if an argument lacks others that it needs, or the budget is below 1."""
    if goals["budget"] is not None and goals["budget"] < 1:
        raise ValueError(f"{name_argument('budget')} must be at least 1, not {goals['budget']}")
    if compare is not None and len(set(compare)) < 2:
        raise ValueError(f"{name_argument('compare')}: pass two or more different systems, not {', '.join(compare)}")
    if goals["power"] is not None and (compare is None or difference is None):
        raise ValueError(
            f"{name_argument('power')} needs {name_argument('compare')}, and {name_argument('difference')}, the true "
            "difference to detect"
        )
    if pace is None and (goals["minutes"] is not None or reading):
        raise ValueError(
            f"{name_argument('minutes')} and {name_argument('reading')} need {name_argument('pace')}, in labels per "
            "minute"
        )
    if pace is not None:
        Pace(pace, reading).check()


def _build_population(
    evidence: Evidence, systems: Sequence[str] | None, pilot: str | Path | None, partly: bool
) -> Population:
    """Return the population of the systems, in the order of their names, calibrated by the pilot if there is one."""
    frame = build_frame(evidence, sorted(systems) if systems else None)
    if pilot is None:
        return Population(frame, {}, CALIBRATED)
    labels = read_planned_labels(pilot)
    if labels.head.partly != partly:
        raise ValueError(
            f"{pilot}: this pilot was planned {'with' if labels.head.partly else 'without'} {name_argument('partly')}; "
            "plan in the same way, as its labels count beside the new ones, or move the file away"
        )
    calibration = fit_calibration(build_frame(evidence, labels.head.systems), labels)
    votes = {row: unit.votes for row, unit in list_planned_units(labels.summaries).items() if unit.votes}
    return Population(frame, {row: votes[row] for row in frame.list_rows() if row in votes}, calibration)


def _list_errors(projected: ProjectedErrors) -> list[dict[str, float]]:
    rows = zip(projected.error.tolist(), projected.margin.tolist(), strict=True)
    return [{"standard_error": error, "margin": margin} for error, margin in rows]


def _describe_plan(planned: PlannedLabelling) -> Iterator[str]:
    """Yield the lines about how much annotators label."""
    plan, population, pace = planned.plan, planned.population, planned.pace
    count, total = plan.count_labels(), len(population.frame.weight)
    summaries = [summary for summary in plan.summaries if summary.open_units]
    time = "" if pace is None else f"; {pace.compute_minutes(count, len(summaries)):.0f} minutes at {pace}"
    documents = len({summary.instance_id for summary in summaries})
    yield (
        f"{count} of {total} labels ({100 * count / total:.1f}%), design {plan.head.design}: units of {len(summaries)} "
        f"summaries, {documents} documents{time}"
    )
    if population.known:
        yield f"{len(population.known)} labels of the pilot count beside them"


def _describe_errors(planned: PlannedLabelling) -> Iterator[str]:
    """Yield the lines about the errors to expect of scores or of differences."""
    table = _tabulate_errors(planned)
    shown = table.rows[:MAX_LISTED_PAIRS] if planned.compared else table.rows
    yield from (f"To estimate: {TARGETS[planned.target]}.", f"{table.note}:", render_table(table.headers, shown))
    if len(shown) < len(table.rows):
        yield f"… and {len(table.rows) - len(shown)} pairs with narrower intervals"
    if not planned.is_piloted:
        yield "Judges are rarely calibrated: label a small plan first; the next plan uses its labels."


def _tabulate_errors(planned: PlannedLabelling) -> PaperTable:
    """Return the table of the projected errors of scores or of differences."""
    source = "calibrated by the pilot" if planned.is_piloted else "which assumes a calibrated judge"
    headers = ["judge alone", "standard error", "95% interval ±"]
    if planned.compared:
        names = [f"{shorten(row['first'])} − {shorten(row['second'])}" for row in planned.errors]
        headers = ["difference", *headers]
        headers += [] if planned.difference is None else [f"power at {abs(planned.difference):g}"]
    else:
        names = [shorten(row["system"]) for row in planned.errors]
        headers = ["system", *headers]
    rows = [
        [
            name,
            *(format_number(row[column]) for column in ("judge", "standard_error", "margin")),
            *([f"{row['power']:.2f}"] if "power" in row else []),
        ]
        for name, row in zip(names, planned.errors, strict=True)
    ]
    return PaperTable(headers, rows, f"Projected error of the judge and labels together, {source}")
