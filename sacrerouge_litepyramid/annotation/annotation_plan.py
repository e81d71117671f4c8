"""Choose the sentences of new references that need SCUs, write a form for them, and print the agreement to expect."""

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.annotation.forms import WORDS, list_worksheet_rows, render_unit_form
from sacrerouge_litepyramid.annotation.pace import ASSUMED_PACE
from sacrerouge_litepyramid.core.arguments import Files, name_argument
from sacrerouge_litepyramid.core.mixing import SentenceKey, select_easiest
from sacrerouge_litepyramid.core.texts import sentences_of
from sacrerouge_litepyramid.extraction.aligned_units import AlignedUnits
from sacrerouge_litepyramid.extraction.extractor import Reference
from sacrerouge_litepyramid.io.annotations import SUGGESTIONS, Plan, PlannedSentence, write_plan, write_worksheet
from sacrerouge_litepyramid.io.files import Written, atomic_write, read_text
from sacrerouge_litepyramid.io.forms import check_not_started
from sacrerouge_litepyramid.io.machine_files import refuse_changes
from sacrerouge_litepyramid.report.page_words import ENGLISH, read_words
from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.training.mixing import (
    ExtractorSetting,
    FeaturesSetting,
    describe_extractor,
    read_references_and_stus,
    score_sentences,
)

#: the curves of REALSumm and PyrXSum, made by the command that each file names
SHIPPED_CURVES = (Path(__file__).with_name("curve_realsumm.json"), Path(__file__).with_name("curve_pyrxsum.json"))
#: the measure and the statistics that are read from a curve, with the names of the statistics in the output
MEASURE = "p2c"
STATISTICS = {"system_pearson": "system r", "summary_pearson": "summary r"}
CAUTION = "Your texts and judge may differ, and so may the agreement. 95% intervals over documents."
REGRESSOR_CAUTION = "On REALSumm and PyrXSum the regressor's choice did not beat a random one (docs/lite2x.md)."


class Point(NamedTuple):
    """The estimates, one per entry of STATISTICS, if a ``percentage`` of the sentences has STUs."""

    percentage: float
    estimates: tuple[Estimate, ...]


class Curve(NamedTuple):
    """A measured curve from all SCUs to all STUs; ``optimistic``: whether the judge was trained on its data set."""

    data: str
    systems: int
    documents: int
    optimistic: bool
    points: tuple[Point, ...]


def read_curve(path: str | Path, selection: str) -> Curve:
    """Read a selection's curve from the points.json of `experiment curve`; raise ValueError if the file lacks it."""
    with refuse_changes(path, "file of curves", "experiment curve"):
        report = json.loads(read_text(path))
        points = [
            Point(point["percentage"], tuple(Estimate(**point[name]) for name in STATISTICS))
            for point in report["curves"][MEASURE][selection]
        ]
        counts, trained_on = report["counts"], str(report["judge"].get("model"))
        optimistic = report["data"].lower() in trained_on.lower().split(" and ")
        return Curve(report["data"], counts["systems"], counts["documents"], optimistic, tuple(points))


def find_neighbours(points: Sequence[Point], percentage: float) -> list[Point]:
    """Return the point measured at a percentage, else the two points around it, without interpolation."""
    ordered = sorted(points)
    below = [point for point in ordered if point.percentage <= percentage]
    above = [point for point in ordered if point.percentage >= percentage]
    return list(dict.fromkeys((*below[-1:], *above[:1])))


def describe_expectation(curves: Iterable[Curve], selection: str, percentage: float) -> Iterator[str]:
    """Yield lines about the agreement measured near a percentage of STUs and at both ends of the curves."""
    yield f"Agreement with human scores on other data, STUs for about {percentage:.0f}% ({selection}, {MEASURE}):"
    for curve in curves:
        note = "; optimistic: the judge was trained on it" if curve.optimistic else ""
        yield f"  {curve.data}, {curve.systems} systems, {curve.documents} documents{note}"
        near = find_neighbours(curve.points, percentage)
        ends = [point for point in (min(curve.points), max(curve.points)) if point not in near]
        for point in sorted((*near, *ends)):
            cells = (f"{name} {value}" for name, value in zip(STATISTICS.values(), point.estimates, strict=True))
            yield f"    {'>' if point in near else ' '} {f'{point.percentage:g}% STUs':<10} " + "  ".join(cells)
    yield CAUTION
    if selection == "regressor":
        yield REGRESSOR_CAUTION


class SentenceBudget(NamedTuple):
    """An annotation budget: one of a percentage of the sentences, a number of them, and minutes.

    Minutes need a ``pace``, in sentences per hour.
    """

    percentage: float | None = None
    budget: int | None = None
    minutes: float | None = None
    pace: float | None = None


def count_affordable(budget: SentenceBudget, total: int) -> int:
    """Return how many of ``total`` sentences the budget pays for.

    With p%, floor(total · (100 - p) / 100) sentences have STUs, exactly as in a mix of 100 - p%. Raises ValueError if a
    number is not above 0, minutes lack a pace, or the budget pays for no sentence.
    """
    for name, value in budget._asdict().items():
        if value is not None and not (math.isfinite(value) and value > 0):
            raise ValueError(f"{name_argument(name)} must be above 0, not {value}")
    if budget.budget is not None:
        return min(budget.budget, total)
    # Fractions are exact: 132 minutes at 50 sentences per hour pay for 110.
    if budget.percentage is not None:
        if budget.percentage > 100:
            raise ValueError(f"{name_argument('percentage')} must be at most 100, not {budget.percentage}")
        return total - math.floor(total * (100 - Fraction(str(budget.percentage))) / 100)
    minutes, pace = name_argument("minutes", budget.minutes), name_argument("pace", budget.pace)
    if budget.pace is None:
        raise ValueError(f"{minutes} needs {pace}, in sentences per hour")
    count = math.floor(Fraction(str(budget.minutes)) * Fraction(str(budget.pace)) / 60)
    if not count:
        raise ValueError(f"{minutes} at {pace} sentences per hour pay for no sentence; plan more minutes")
    return min(count, total)


def make_annotation_plan(
    references: Mapping[str, Sequence[Reference]],
    data: AlignedUnits,
    scores: np.ndarray,
    budget: SentenceBudget,
    settings: Mapping[str, Any],
    predicted: np.ndarray | None = None,
) -> Plan:
    """Return a plan by which annotators write units for the sentences of the lowest scores, as the budget allows.

    ``data`` holds the STUs; ``scores``, and ``predicted``, the easiness to record, have the shape (sentences,). A
    sentence without STUs is chosen first. Raises ValueError if the references have no words.
    """
    texts = list_sentence_texts(references)
    if not texts:
        raise ValueError("the references have no sentence; there is nothing to annotate")
    ranked = dict(zip(data.sentences, scores.tolist(), strict=True))
    lowest = min(ranked.values(), default=0.0) - 1
    order = np.array([ranked.get(key, lowest) for key in texts])
    have_stus = select_easiest(order, len(texts) - count_affordable(budget, len(texts)))
    easiness = {} if predicted is None else dict(zip(data.sentences, predicted.tolist(), strict=True))
    sentences = {
        key: PlannedSentence(text, easiness.get(key), not has_stus)
        for (key, text), has_stus in zip(texts.items(), have_stus.tolist(), strict=True)
    }
    return Plan(dict(settings), sentences, data.stus)


def list_sentence_texts(references: Mapping[str, Sequence[Reference]]) -> dict[SentenceKey, str]:
    """Return the sentences that have words, in the order of the references."""
    return {
        SentenceKey(name, number, place): text
        for name, members in references.items()
        for number, reference in enumerate(members)
        for place, text in enumerate(sentences_of(reference))
        if text
    }


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
    language: str = ENGLISH,
    curves: Sequence[str | Path] = SHIPPED_CURVES,
    output_dir: Annotated[str | Path, Files(("plan.json", "worksheet.csv", "form.html"))],
) -> Written:
    """Choose the sentences that need SCUs within a budget, and write a form, a worksheet and the plan.

    Args:
        references: summaries.jsonl or references.jsonl.
        percentage: the share of the sentences that get SCUs, 0 to 100. Pass this, budget or minutes.
        budget: the number of sentences that get SCUs.
        minutes: annotation time in total; needs pace.
        pace: sentences per hour, as measured in your own pilot.
        stus: stus.jsonl; by default the extractor makes the STUs.
        extractor: the name of the extractor (dependency, srl, sentence), or JSON.
        selection: how to choose the sentences that keep STUs.
        regressor: the JSON file of train regressor, or of the authors; by default the shipped one.
        features: the name of the sentence features, or JSON; by default dependency.
        suggestions: do not suggest STUs in the form and the worksheet.
        seed: the seed of the random selection.
        language: the language of the form (en, de).
        curves: points.json of experiment curve, for the agreement to expect; by default those of REALSumm and PyrXSum.
        output_dir: where to write plan.json, form.html and worksheet.csv.

    Raises:
        ValueError: if not exactly one budget is passed, or a worksheet exists.
    """
    output = Path(output_dir)
    check_not_started(output / "worksheet.csv")
    goals = {"percentage": percentage, "budget": budget, "minutes": minutes}
    if sum(goal is not None for goal in goals.values()) != 1:
        raise ValueError(f"pass one of {', '.join(map(name_argument, goals))}")
    read_words(WORDS, language)
    measured = [read_curve(path, selection) for path in curves]
    texts, data = read_references_and_stus(references, stus, extractor)
    scored = score_sentences(data, selection, regressor, features, seed)
    limits = SentenceBudget(percentage, budget, minutes, pace)
    settings = {
        "made_by": __version__,
        "selection": selection,
        "seed": seed,
        "units": Path(stus).name if stus else describe_extractor(extractor),
        SUGGESTIONS: suggestions,
        "budget": limits._asdict(),
        "regressor": scored.regressor,
        **({} if language == ENGLISH else {"language": language}),
    }
    plan = make_annotation_plan(texts, data, scored.scores, limits, settings, scored.predicted)
    write_plan(output / "plan.json", plan)
    write_worksheet(output / "worksheet.csv", list_worksheet_rows(plan))
    with atomic_write(output / "form.html") as out:
        out.write(render_unit_form(plan, language))
    expected = describe_expectation(measured, selection, 100 * (1 - len(plan.list_annotated()) / len(plan.sentences)))
    files = f"{output / 'form.html'}, worksheet.csv and plan.json"
    return Written(output, [describe_annotation_plan(plan, pace), *expected, files])


def describe_annotation_plan(plan: Plan, pace: float | None) -> str:
    """Return the line about the sentences to annotate and the time that this takes."""
    count, total = len(plan.list_annotated()), len(plan.sentences)
    known, source = (ASSUMED_PACE, f" (assumed; pass {name_argument('pace')})") if pace is None else (pace, "")
    return (
        f"Annotators write SCUs for {count} of {total} sentences ({100 * count / total:.1f}%), STUs replace the other "
        f"{total - count}; {count / known:.1f} hours at {known:g} sentences per hour{source}"
    )
