"""Plan which units annotators label, and project the errors of the estimates from their labels."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.arguments import EvaluationFiles, name_argument
from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.core.texts import count_nouns
from sacrerouge_litepyramid.io.evaluation_folder import FORMS, PLANNED_LABELS
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.statistics.estimate import format_number
from sacrerouge_litepyramid.statistics.result_table import ResultTable
from sacrerouge_litepyramid.statistics.tables import PaperTable, render_table, shorten
from sacrerouge_litepyramid.verdict.labels.forms import read_form_tasks
from sacrerouge_litepyramid.verdict.labels.label_plans import (
    LabelPlan,
    PlanHead,
    PlannedLabels,
    PlannedSummary,
    PlannedUnit,
    read_label_plan,
    read_planned_labels,
    write_label_plan,
)
from sacrerouge_litepyramid.verdict.labels.sampling.designs import (
    ACTIVE,
    MIN_DRAWN,
    Design,
    DesignName,
    draw_sample,
    make_design,
)
from sacrerouge_litepyramid.verdict.labels.sampling.estimators import score_by_judge
from sacrerouge_litepyramid.verdict.labels.sampling.frame import (
    FrameRow,
    SamplingFrame,
    build_frame,
)
from sacrerouge_litepyramid.verdict.labels.sampling.judged_units import (
    find_first,
    read_judged_units,
)
from sacrerouge_litepyramid.verdict.labels.sampling.projected_errors import (
    CALIBRATED,
    Calibration,
    ProjectedErrors,
    fit_calibration,
    project_errors,
)
from sacrerouge_litepyramid.verdict.labels.sampling.sample import list_planned_units, mark_rows
from sacrerouge_litepyramid.verdict.labels.tasks import build_planned_tasks

#: by row of the population, the votes of a pilot by annotator
KnownVotes = Mapping[FrameRow, Mapping[str, float]]


class ProjectedScore(NamedTuple):
    """A system's score by the judge alone, and the error to expect with labels."""

    system: str
    judge: float
    # of the score by judge and labels together
    standard_error: float
    # half the width of the 95% interval
    margin: float


@dataclass(frozen=True, repr=False)
class PlannedLabelling(ResultTable):
    """A plan of labels, which prints as text; its rows are the units to label."""

    PARTS = ("units", "errors")

    plan: LabelPlan
    # the number of units of all systems, and of those that were labelled in a pilot
    total: int
    known: int
    scores: tuple[ProjectedScore, ...]
    # what identifies the pilot's plan, None without a pilot
    pilot: str | None
    # the half width of intervals that the budget was to reach, if one was named
    precision: float | None = None

    @property
    def units(self) -> list[dict[str, Any]]:
        """The units to label, with ids and text of the summary and the inclusion probability."""
        rows = []
        for summary in self.plan.summaries:
            for unit in summary.open_units:
                rows.append(
                    {
                        **summary.key._asdict(),
                        "summary": summary.summary,
                        "unit": unit.unit,
                        "text": unit.text,
                        "probability": unit.probability,
                    }
                )
        return rows

    @property
    def errors(self) -> list[dict[str, Any]]:
        """The projected errors of the systems' scores."""
        return [score._asdict() for score in self.scores]

    def to_dict(self) -> dict[str, Any]:
        """Return the plan's head, its units and the errors for JSON."""
        return {
            **self.plan.head._asdict(),
            "labels": self.plan.count_labels(),
            "of": self.total,
            "errors": self.errors,
            "units": self.units,
        }

    def write(self, path: str | Path) -> None:
        """Write the plan (JSON Lines), from which forms are made.

        Raises ValueError if the file is another plan with votes in its forms, unless its labels are
        the pilot's.
        """
        _check_forms_are_back(Path(path), (self.plan.identity(), self.pilot))
        write_label_plan(path, self.plan)

    def list_answer(self) -> Iterator[str]:
        """Yield how much annotators label, and the errors to expect."""
        yield "\n".join(self._list_counts())
        (table,) = self.list_tables()
        yield f"{table.note}:\n{render_table(table.headers, table.rows)}"
        if self.pilot is None:
            yield (
                "Judges are rarely calibrated: label a small plan first; the next plan uses its "
                "labels."
            )
        elif self.known > self.plan.count_labels():
            # The known labels stand for themselves alone, and the new ones for all other units.
            yield (
                "The error is that of the new labels, which are fewer than the pilot's: plan "
                "more than the pilot has."
            )

    def _list_counts(self) -> Iterator[str]:
        """Yield the lines about how much annotators label."""
        count = self.plan.count_labels()
        summaries = [summary for summary in self.plan.summaries if summary.open_units]
        documents = {summary.instance_id for summary in summaries}
        sources = count_nouns(summary=len(summaries), document=len(documents))
        yield (
            f"{count} of {self.total} labels ({count / self.total:.1%}), design "
            f"{self.plan.head.design}: units of {sources}"
        )
        if self.precision is not None:
            yield (
                f"{self.plan.head.budget} is the smallest budget with 95% intervals of all systems "
                f"within ±{self.precision:g}"
            )
        if self.known:
            yield f"labels of the pilot, which count beside them: {self.known}"

    def list_tables(self) -> Iterator[PaperTable]:
        """Yield the projected errors."""
        source = (
            "which assumes a calibrated judge" if self.pilot is None else "calibrated by the pilot"
        )
        headers = ["system", "judge alone", "standard error", "95% interval ±"]
        rows = []
        for system, *numbers in self.scores:
            rows.append([shorten(system), *map(format_number, numbers)])
        note = f"Projected error of the judge and labels together, {source}"
        yield PaperTable(headers, rows, note)


def plan_labels(
    evidence: Annotated[Any, EvaluationFiles(("evidence",), needs_folder=True)],
    *,
    budget: int | None = None,
    precision: float | None = None,
    systems: Sequence[str] | None = None,
    design: DesignName = ACTIVE,
    metric: str | None = None,
    seed: int = 0,
) -> PlannedLabelling:
    """Choose which units to label within a budget, and project the error of the estimates.

    Labels of an earlier plan in the folder of the evaluation (planned_labels.jsonl), a pilot, count
    beside the new ones, and calibrate the projected error.

    Args:
        evidence: the judge's probabilities: the folder of an evaluation, a file of evidence, what
            `evaluate_table` returned, or a table with a row for each unit of each summary
            (``instance_id``, ``summarizer_id``, ``text``, ``p2c``, and ``weight`` if units differ
            in it).
        budget: the number of labels of all systems together.
        precision: instead of a budget, half the width of the 95% intervals that the labels are to
            reach for every system, such as 0.05.
        systems: the systems whose scores are planned for, by default all.
        design: "active" draws units more often if their label may move the score more, "chance"
            draws all alike.
        metric: the metric of the evidence, by default that of the evaluation, else the first; its
            name may end in its measure, by default that of the evaluation, else p2c.
        seed: the seed of the draw.

    Raises:
        ValueError: for an unknown system, a budget that is too small, both or none of budget and
            precision, and a pilot of other units or with few labels.
    """
    if (budget is None) == (precision is None):
        raise ValueError(
            f"pass either {name_argument('budget')} or {name_argument('precision')}: the number of "
            "labels, or the half width of the intervals"
        )
    judge = read_judged_units(evidence, metric).evidence
    frame = build_frame(judge, sorted(systems) if systems else None)
    path = find_first(evidence, PLANNED_LABELS)
    pilot = None if path is None else read_planned_labels(path)
    calibration = CALIBRATED
    known: KnownVotes = {}
    if pilot is not None:
        # The pilot may have been of more systems than are planned for now.
        calibration = fit_calibration(build_frame(judge, pilot.head.systems), pilot)
        known = _list_known_votes(frame, pilot)
    is_known = mark_rows(frame, known)
    if budget is None:
        budget = find_budget(frame, design, precision or 0.0, calibration, is_known)
    budget = min(budget, len(is_known) - len(known))
    chosen = make_design(frame, design, budget, is_known)
    head = PlanHead(design, budget, seed, frame.systems, judge.name, judge.measure, frame.digest())
    projected = project_errors(frame, chosen, calibration)
    return PlannedLabelling(
        plan=make_label_plan(frame, chosen, head, judge.summaries, known),
        total=len(frame.weight),
        known=len(known),
        scores=tuple(_list_scores(frame, projected)),
        pilot=pilot and pilot.plan,
        precision=precision,
    )


def find_budget(
    frame: SamplingFrame,
    design: DesignName,
    precision: float,
    calibration: Calibration,
    known: np.ndarray,
) -> int:
    """Return the smallest budget whose projected 95% intervals of all systems are ±precision.

    ``known``: the rows that have a label already, (rows,). Raises ValueError unless the precision
    is above 0.
    """
    if not precision > 0:
        raise ValueError(f"{name_argument('precision')} must be above 0, not {precision}")
    low = min(MIN_DRAWN * len(frame.systems), int((~known).sum()))
    high = int((~known).sum())
    while low < high:
        middle = (low + high) // 2
        errors = project_errors(frame, make_design(frame, design, middle, known), calibration)
        if errors.margin.max() <= precision:
            high = middle
        else:
            low = middle + 1
    return high


def make_label_plan(
    frame: SamplingFrame,
    design: Design,
    head: PlanHead,
    texts: Mapping[SummaryKey, str],
    known: KnownVotes | None = None,
) -> LabelPlan:
    """Draw the units to label, and return a plan with them and the known units.

    Units are in the order of the population. ``texts``: the text of every summary; ``known``: a
    pilot's votes by row. The draw depends only on the design's probabilities, the head's seed and
    the digest of the population.
    """
    known = known or {}
    identity = f"{head.seed} {head.evidence}"
    seed = int(sha256(identity.encode())[:16], 16)
    probabilities = design.probability.tolist()
    is_drawn = draw_sample(design, seed)
    columns = zip(frame.list_rows(), frame.text, probabilities, is_drawn, strict=True)
    chosen: dict[SummaryKey, list[PlannedUnit]] = {}
    for row, text, probability, is_chosen in columns:
        if is_chosen:
            unit = PlannedUnit(row.unit, text, probability, known.get(row, {}), known=row in known)
            key = SummaryKey(row.instance_id, row.summarizer_id)
            chosen.setdefault(key, []).append(unit)
    summaries = (PlannedSummary(*key, texts[key], tuple(units)) for key, units in chosen.items())
    return LabelPlan(head, tuple(summaries))


def _list_known_votes(frame: SamplingFrame, pilot: PlannedLabels) -> KnownVotes:
    """Return the pilot's votes on units of the population."""
    rows = set(frame.list_rows())
    planned = list_planned_units(pilot.summaries)
    return {row: unit.votes for row, unit in planned.items() if unit.votes and row in rows}


def _list_scores(frame: SamplingFrame, projected: ProjectedErrors) -> Iterator[ProjectedScore]:
    """Yield each system's score by the judge and its projected error."""
    scores = score_by_judge(frame).tolist()
    errors = projected.error.tolist()
    margins = projected.margin.tolist()
    return map(ProjectedScore, frame.systems, scores, errors, margins)


def _check_forms_are_back(path: Path, replaceable: Sequence[str | None]) -> None:
    """Raise ValueError if a plan with forms is at the path, unless it may be replaced."""
    if not path.exists():
        return
    earlier = read_label_plan(path)
    if earlier.identity() in replaceable:
        return
    tasks = build_planned_tasks(earlier)
    folder = path.parent / FORMS
    for form in folder.glob("labels*.html"):
        if tasks.keys() & read_form_tasks(form):
            raise ValueError(
                f"{path}: forms of this plan are in {folder}, whose votes another plan could not "
                "take; import them, and plan-labels adds units; or use another folder; to drop "
                "the plan, remove it"
            )
