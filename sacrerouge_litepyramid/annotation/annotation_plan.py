"""Choose the sentences of new references that need SCUs, and write a form for them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.annotation.expected_agreement import SHIPPED, describe_expectation, read_curve
from sacrerouge_litepyramid.annotation.forms import list_worksheet_rows, render_unit_form
from sacrerouge_litepyramid.annotation.pace import ASSUMED_PACE
from sacrerouge_litepyramid.annotation.plan import SentenceBudget, make_annotation_plan
from sacrerouge_litepyramid.core.arguments import Files, name_argument
from sacrerouge_litepyramid.io.annotation_plans import SUGGESTIONS, Plan, write_plan
from sacrerouge_litepyramid.io.annotations import write_worksheet
from sacrerouge_litepyramid.io.files import Written, atomic_write
from sacrerouge_litepyramid.io.forms import check_not_started
from sacrerouge_litepyramid.training.mixing import (
    ExtractorSetting,
    FeaturesSetting,
    describe_extractor,
    read_references_and_stus,
    score_sentences,
)


def plan_annotation(
    *,
    references: str | Path,
    percentage: float | None = None,
    budget: int | None = None,
    minutes: float | None = None,
    pace: float | None = None,
    stus: str | Path | None = None,
    extractor: ExtractorSetting = "dependency",
    selection: Literal["regressor", "random", "shortest"] = "regressor",
    regressor: str | Path | None = None,
    features: FeaturesSetting | None = None,
    suggestions: bool = True,
    seed: int = 0,
    curves: Sequence[str | Path] = SHIPPED,
    output_dir: Annotated[str | Path, Files(("plan.json", "worksheet.csv", "form.html"))],
) -> Written:
    """Choose the sentences that need SCUs within a budget, and write a form, a worksheet and the plan.

    Args:
        references: summaries.jsonl or references.jsonl.
        percentage: the share of the sentences that get SCUs, 0 to 100; this, budget or minutes.
        budget: the number of sentences that get SCUs.
        minutes: annotation time in total; needs pace.
        pace: sentences per hour, as measured in a pilot of your own.
        stus: stus.jsonl; without it the extractor makes the STUs.
        extractor: the extractor by its name (dependency, srl, sentence) or as JSON.
        selection: the sentences that keep STUs.
        regressor: JSON of train regressor or the authors'; by default the shipped one.
        features: the sentence features by their name or as JSON, by default dependency.
        suggestions: do not show STUs as suggestions in the form and the worksheet.
        seed: the seed of the random selection.
        curves: points.json of experiment curve, by default of REALSumm and PyrXSum, to show the expected agreement.
        output_dir: where to write plan.json, form.html and worksheet.csv.

    Raises:
        ValueError: for no budget or several, and for a worksheet that exists already.
    """
    output = Path(output_dir)
    check_not_started(output / "worksheet.csv")
    goals = {"percentage": percentage, "budget": budget, "minutes": minutes}
    if sum(goal is not None for goal in goals.values()) != 1:
        raise ValueError(f"give one of {', '.join(map(name_argument, goals))}")
    read = [read_curve(path, selection) for path in curves]
    texts, data = read_references_and_stus(references, stus, extractor)
    scored = score_sentences(data, selection, regressor, features, seed)
    limits = SentenceBudget(percentage, budget, None if minutes is None else minutes / 60, pace)
    settings = {
        "made_by": __version__,
        "selection": selection,
        "seed": seed,
        "units": Path(stus).name if stus else describe_extractor(extractor),
        SUGGESTIONS: suggestions,
        "budget": limits._asdict(),
        "regressor": scored.regressor,
    }
    plan = make_annotation_plan(texts, data, scored.scores, limits, settings, scored.predicted)
    write_plan(output / "plan.json", plan)
    write_worksheet(output / "worksheet.csv", list_worksheet_rows(plan))
    with atomic_write(output / "form.html") as out:
        out.write(render_unit_form(plan))
    expected = describe_expectation(read, selection, compute_stu_percentage(plan))
    files = f"{output / 'form.html'}, worksheet.csv and plan.json"
    return Written(output, [describe_annotation_plan(plan, pace), *expected, files])


def compute_stu_percentage(plan: Plan) -> float:
    return 100 * (1 - len(plan.list_annotated()) / len(plan.sentences))


def describe_annotation_plan(plan: Plan, pace: float | None) -> str:
    annotated, every = len(plan.list_annotated()), len(plan.sentences)
    given = ASSUMED_PACE if pace is None else pace
    source = " (assumed; give --pace)" if pace is None else ""
    time = f"; {annotated / given:.1f} hours at {given:g} sentences an hour{source}"
    return (
        f"Annotators write SCUs for {annotated} of {every} sentences ({100 * annotated / every:.1f}%), "
        f"STUs stand for {every - annotated}{time}"
    )
