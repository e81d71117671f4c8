"""Compare error at equal annotation time on a data set's files, as a table, JSON and a figure."""

import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.annotation.pace import DEFAULT_WRITING, Pace
from sacrerouge_litepyramid.api import JudgeSetting
from sacrerouge_litepyramid.core.arguments import Files, check_minimum
from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.evaluation.figures import make_figure, save_figure
from sacrerouge_litepyramid.experiments.curve import make_selections
from sacrerouge_litepyramid.experiments.data_set import score_by_labels
from sacrerouge_litepyramid.experiments.effort import (
    DEFAULT_MINUTES,
    DEFAULT_PACE,
    DEFAULT_READING,
    HUMAN,
    LITE2,
    LITE2X,
    LITE3,
    WITH_LITE2,
    WITH_LITE3,
    WITH_LITE3_SHRUNK,
    EffortRow,
    EffortSettings,
    compare_effort,
)
from sacrerouge_litepyramid.experiments.labelled_population import judge_labelled, score_mixes
from sacrerouge_litepyramid.extraction.aligned_units import AlignedUnits
from sacrerouge_litepyramid.io.files import Written, write_json
from sacrerouge_litepyramid.io.labels import LABEL_FILES, read_labelled_folder
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table
from sacrerouge_litepyramid.training.easiness import PRESETS
from sacrerouge_litepyramid.training.mixing import (
    ExtractorSetting,
    FeaturesSetting,
    check_regressor,
    predict_easiness,
    read_aligned_units,
)

HEADERS = ("method", "hours", "sentences with SCUs", "labels", "rmse", "pairs in wrong order")
#: the percentages of sentences that use STUs
PERCENTAGES = (0, 25, 50, 75, 100)
#: the number of random choices of sentences to average
RANDOM_CHOICES = 10
OUTPUT_FILES = ("effort.json", "effort.svg")


def measure_effort(
    folder: Annotated[str | Path, Files(LABEL_FILES)],
    *,
    judge: JudgeSetting = "lexical",
    measure: str = "p2c",
    minutes: Sequence[float] = DEFAULT_MINUTES,
    pace: float = DEFAULT_PACE,
    reading: float = DEFAULT_READING,
    stus: str | Path | None = None,
    extractor: ExtractorSetting = "dependency",
    regressor: str | Path | None = None,
    folds: str | Path | None = None,
    features: FeaturesSetting | None = None,
    draws: int = 200,
    seed: int = 0,
    output_dir: Annotated[str | Path | None, Files(OUTPUT_FILES)] = None,
) -> Written:
    """Compare the error of metrics, of annotators and of both together at equal annotation time.

    Writing the SCUs of a sentence is assumed to take 3 minutes.

    Args:
        folder: a folder with labels of all units.
        judge: the judge by its name or as JSON.
        measure: the judge's measure.
        minutes: total annotation times to compare at; by default those of 1, 2, 5, 10, 20 and 40 hours.
        pace: labels per minute.
        reading: seconds to read a summary.
        stus: stus.jsonl; by default the extractor makes the STUs.
        extractor: the extractor by its name (dependency, srl, sentence) or as JSON.
        regressor: JSON of train regressor or the authors'; by default the shipped one.
        folds: folds.json: predict each fold's sentences by a regressor fitted to the other folds.
        features: the sentence features by their name or as JSON, by default dependency; {"type": "constituency",
            "trees": FILE} reads lines of {"sentence", "tree"}.
        draws: the number of samples of each method at each number of minutes.
        seed: the seed of the draws and of the first random choice.
        output_dir: where to write effort.json and, with matplotlib, effort.svg.
    """
    check_minimum(1, draws=draws)
    check_regressor(regressor, folds)
    settings = EffortSettings(minutes, Pace(pace, reading), draws, seed)
    settings.check()
    summaries, scus, labels = (Path(folder) / name for name in LABEL_FILES)
    labelled = read_labelled_folder(folder)
    mixable = read_aligned_units(summaries, scus, stus, extractor)
    check_all_labelled(labelled, mixable, labels)
    predicted, source = predict_easiness(mixable, regressor, features, folds, PRESETS["embedded"])
    seeds = range(seed, seed + RANDOM_CHOICES)
    selections = make_selections(mixable, ("regressor", "random"), predicted, seeds, PERCENTAGES)
    built = build(Judge, judge)
    units = judge_labelled(labelled, built, measure)
    data = score_mixes(score_by_labels(labelled), units, built, measure, selections)
    rows = list(compare_effort(data, settings))
    name = Path(folder).resolve().name
    if output_dir:
        head = {
            "version": __version__,
            "data": name,
            "judge": judge if isinstance(judge, str) else built.identity(),
            "measure": measure,
            "writing": DEFAULT_WRITING,
            "pace": pace,
            "reading": reading,
            "minutes": list(minutes),
            "draws": draws,
            "seed": seed,
            "random_choices": RANDOM_CHOICES,
        }
        report, figure = (Path(output_dir) / file for file in OUTPUT_FILES)
        write_json(report, {**head, "regressor": source, "rows": [row._asdict() for row in rows]})
        if importlib.util.find_spec("matplotlib"):
            writing = f"{DEFAULT_WRITING:g} minutes per sentence"
            title = f"{name}: {writing}, {pace:g} labels per minute, {reading:g} seconds per summary"
            save_effort_plot(rows, title, figure)
    return Written(Path(output_dir or folder), [render_effort(rows)])


def check_all_labelled(labelled: Sequence[LabelledSummary], mixable: AlignedUnits, labels_file: Path) -> None:
    """Raise ValueError if documents have no labels, as writing their SCUs would count as work without a result."""
    missing = sorted(mixable.scus.keys() - {item.instance_id for item in labelled})
    if missing:
        raise ValueError(
            f"{labels_file}: {len(missing)} documents have no labels ({', '.join(missing[:5])}); add their labels, or "
            "remove them from summaries.jsonl and scus.jsonl"
        )


def render_effort(rows: Sequence[EffortRow]) -> str:
    cells = []
    for row in rows:
        work = f"{row.minutes / 60:.1f}", f"{row.sentences:.0f}", f"{row.labels:.0f}"
        cells.append([row.method, *work, f"{row.rmse:.4f}", f"{row.wrong_pairs:.1%}"])
    return render_table(HEADERS, cells, MARKDOWN)


if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: the title of each panel by the field of a row that it shows
PANELS = {"rmse": "root mean squared error of a system's score", "wrong_pairs": "share of pairs in wrong order"}
#: in hours
TICKS = (0, 1, 2, 5, 10, 20, 40, 80)


class Look(NamedTuple):
    """Matplotlib's arguments for a method; colours are Okabe and Ito's, which colour-blind readers can distinguish."""

    color: str
    marker: str
    linestyle: str
    label: str


LOOKS = {
    f"{LITE2X}-regressor": Look("#0072B2", "o", "-", "Lite2.xPyramid, regressor"),
    f"{LITE2X}-random": Look("#56B4E9", "s", "--", "Lite2.xPyramid, random"),
    HUMAN: Look("#000000", "x", "-", "annotators, some documents"),
    WITH_LITE3: Look("#D55E00", "D", "-", "annotators, some documents, and Lite3Pyramid"),
    WITH_LITE3_SHRUNK: Look("#E69F00", "P", "-", "the same, corrections shrunk"),
    f"{WITH_LITE2}-active": Look("#009E73", "^", "-", "annotators, all SCUs, and Lite2Pyramid: active"),
    f"{WITH_LITE2}-summaries": Look("#CC79A7", "v", ":", "annotators, all SCUs, and Lite2Pyramid: summaries"),
}


def save_effort_plot(rows: Sequence[EffortRow], title: str, path: str | Path) -> None:
    """Draw one panel per error; the lines of Lite2.xPyramid run from Lite3Pyramid to Lite2Pyramid."""
    figure, panels = make_figure(10, 4.8, 1, 2)
    for axes, (error, name) in zip(panels, PANELS.items(), strict=True):
        for method, look in LOOKS.items():
            points = _select_points(rows, method)
            if points:
                hours, errors = zip(*((row.minutes / 60, getattr(row, error)) for row in points), strict=True)
                axes.plot(hours, errors, markersize=4, **look._asdict())
        _format_axes(axes, name)
    handles, labels = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3, fontsize=8)
    figure.suptitle(title)
    save_figure(figure, path)


def _select_points(rows: Sequence[EffortRow], method: str) -> list[EffortRow]:
    points = [row for row in rows if row.method == method]
    ends = [row for row in rows if row.method in (LITE2, LITE3)] if points and method.startswith(LITE2X) else []
    return sorted((*points, *ends), key=lambda row: row.minutes)


def _format_axes(axes: "Axes", name: str) -> None:
    # Linear up to an hour, so that 0 can be shown, then logarithmic.
    axes.set_xscale("symlog", linthresh=1)
    low, high = axes.get_xlim()
    ticks = [hours for hours in TICKS if hours <= high]
    axes.set_xticks(ticks, map(str, ticks))
    axes.minorticks_off()
    axes.set_xlim(min(low, -0.05), high)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("annotation hours")
    axes.set_title(name)
    axes.grid(alpha=0.3)
