"""Measure the Lite2.x curve from a data set's files, and write it as JSON, Markdown tables and a
figure.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.core.arguments import check_minimum
from sacrerouge_litepyramid.evaluation.figures import make_figure, save_figures
from sacrerouge_litepyramid.experiments.curve import (
    COLUMNS,
    RANDOM,
    STATISTICS,
    make_selections,
    measure_curves,
)
from sacrerouge_litepyramid.experiments.data_set import read_data_set
from sacrerouge_litepyramid.experiments.fold_agreement import OBSERVED
from sacrerouge_litepyramid.extraction.aligned_units import AlignedUnits
from sacrerouge_litepyramid.extraction.features import SentenceFeatures
from sacrerouge_litepyramid.io.evaluation_folder import EvaluationFolder
from sacrerouge_litepyramid.io.files import Written, atomic_write, write_json
from sacrerouge_litepyramid.io.folds import read_folds
from sacrerouge_litepyramid.judges.judge import Judge, JudgeSetting
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.statistics.estimate import Estimate, format_number
from sacrerouge_litepyramid.statistics.interval_notes import ESTIMANDS, list_warnings
from sacrerouge_litepyramid.statistics.intervals import TWO_WAY
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table
from sacrerouge_litepyramid.training.easiness import (
    BY_REGRESSOR,
    PRESETS,
    cross_predict,
    require_xgboost,
)
from sacrerouge_litepyramid.training.mixing import (
    predict_easiness,
    read_aligned_units,
)

#: the number of random selections that are averaged
RANDOM_SELECTIONS = 20
#: the seed of the intervals; the random selections have the seeds from 0
SEED = 0


def measure_curve(
    folder: str | Path,
    *,
    output_dir: str | Path,
    judge: JudgeSetting | None = None,
    stus: str | Path | None = None,
    folds: str | Path | None = None,
    selection: Sequence[Literal["regressor", "reverse", "random", "shortest", "oracle"]] = (
        "regressor",
        "random",
        "reverse",
        "oracle",
    ),
    resamples: int = 1000,
    human: str | None = None,
) -> Written:
    """Measure how agreement with human scores falls as STUs replace SCUs, by the selection of
    sentences.

    Args:
        folder: a folder with summaries.jsonl, scus.jsonl and metrics.jsonl.
        output_dir: where to write curve.json, curve.md and the figures.
        judge: the judge by its name or as JSON; by default lexical.
        stus: stus.jsonl of extract-units; by default the dependency extractor makes the STUs.
        folds: folds.json: predict each fold's sentences by a regressor fitted to the other folds;
            by default by the shipped one.
        selection: the selections to draw as curves; by default all but shortest.
        resamples: draws for the two-way intervals over documents.
        human: the human score; by default the first metric of FOLDER/metrics.jsonl.
    """
    check_minimum(1, resamples=resamples)
    folder, output = Path(folder), Path(output_dir)
    human = human or EvaluationFolder(folder).find_human()
    evaluated = read_data_set(folder, human, units=(), with_labels=False)
    data = read_aligned_units(folder / "summaries.jsonl", folder / "scus.jsonl", stus)
    predicted, source = None, None
    if set(selection) & set(BY_REGRESSOR):
        predicted, source = _predict_from_folds(data, folds) if folds else predict_easiness(data)
    selections = make_selections(data, selection, predicted, range(RANDOM_SELECTIONS))
    built = build(Judge, judge)
    report = {
        "data": folder.resolve().name,
        "version": __version__,
        "intervals": {"method": TWO_WAY, "estimands": ESTIMANDS},
        "units": Path(stus).name if stus else "dependency",
        "seed": SEED,
        "counts": {
            "systems": len(evaluated.scores.systems),
            "documents": len(evaluated.scores.documents),
            "sentences": len(data.sentences),
            "SCUs": sum(map(len, data.scus.values())),
            "STUs": sum(map(len, data.stus.values())),
            "resamples": resamples,
            "random seeds": RANDOM_SELECTIONS,
        },
        "judge": built.identity(),
        "regressor": source,
        **measure_curves(evaluated, built, selections, resamples, SEED),
    }
    write_json(output / "curve.json", report)
    with atomic_write(output / "curve.md") as out:
        out.write(render_curves(report))
    figures = ", ".join(path.name for path in save_curve_plots(report, output))
    return Written(output, [f"{output / 'curve.json'}, curve.md and {figures}"])


def _predict_from_folds(data: AlignedUnits, folds: str | Path) -> tuple[np.ndarray, dict[str, Any]]:
    """Return the easiness that regressors of the other folds predict, (sentences,), and their
    identity.
    """
    require_xgboost()
    features = build(SentenceFeatures, "dependency")
    predicted = cross_predict(data, features, read_folds(folds), PRESETS["embedded"])
    return predicted, {
        "source": "the other folds of the same data",
        "features": features.identity(),
    }


def render_curves(report: Mapping[str, Any]) -> str:
    """Return a table of each measure and selection, and of its differences from random."""
    counts = report["counts"]
    lines = [
        f"# Lite2.xPyramid, {report['data']}",
        "",
        ", ".join(f"{value} {name}" for name, value in counts.items()),
    ]
    lines += ["", f"{OBSERVED[:1].upper()}{OBSERVED[1:]}."]
    for warning in list_warnings(counts["systems"], counts["documents"]):
        lines += ["", f"Warning: {warning}"]
    for measure, curves in report["curves"].items():
        for selection, points in curves.items():
            lines += _render_table(f"{measure}, {selection}", points, first="SCUs saved")
        for selection, points in report["against_random"][measure].items():
            lines += _render_table(f"{measure}, {selection} − random", points, first=None)
    return "\n".join(lines) + "\n"


def _render_table(
    title: str, points: Sequence[Mapping[str, Any]], first: str | None
) -> Iterator[str]:
    yield from ("", f"## {title}", "")
    rows = []
    for point in points:
        share = point["percentage"]
        cells = [share if isinstance(share, str) else f"{share}%"]
        cells += [f"{100 * point['share_saved']:.0f}%"] if first else []
        rows.append(
            cells
            + [
                _format_cell(point[name], point.get("deviation", {}).get(name))
                for name in STATISTICS
            ]
        )
    yield render_table(["STUs for", *([first] if first else []), *COLUMNS.values()], rows, MARKDOWN)


def _format_cell(statistic: Mapping[str, Any], deviation: float | None) -> str:
    estimate = Estimate(**statistic)
    if estimate.value is None or deviation is None:
        return str(estimate)
    value = format_number(estimate.value)
    return str(estimate).replace(value, f"{value} ± {deviation:.3f}", 1)


if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: colour (Okabe and Ito's, which colour-blind readers can distinguish), marker and line of each
#: selection
LOOKS = {
    "regressor": ("#0072B2", "o", "-"),
    "random": ("#000000", "s", "--"),
    "reverse": ("#D55E00", "v", "-."),
    "oracle": ("#009E73", "^", ":"),
    "shortest": ("#CC79A7", "d", "-"),
}
Points = Sequence[Mapping[str, Any]]


def save_curve_plots(report: Mapping[str, Any], folder: Path) -> list[Path]:
    """Write curve-MEASURE.png and .svg for each measure of a curve's report.

    Equal reports give equal files.
    """
    figures = {
        f"curve-{measure}": partial(
            _draw_figure, curves, f"Lite2.xPyramid {measure}, {report['data']}"
        )
        for measure, curves in report["curves"].items()
    }
    return save_figures(figures, folder, "lite2x", 150)


def _draw_figure(curves: Mapping[str, Points], title: str) -> "Figure":
    figure, panels = make_figure(9, 7, 2, 2)
    for axes, (statistic, name) in zip(panels, COLUMNS.items(), strict=True):
        for selection, points in curves.items():
            _draw_curve(axes, selection, points, statistic)
        axes.set_title(name)
        axes.set_xlabel("sentences that use STUs (%)")
        axes.set_ylabel("agreement with human scores")
        axes.grid(alpha=0.3)
    figure.axes[0].legend()
    figure.suptitle(
        f"{title}\nblue band: 95% interval over documents; grey band: one deviation over random's "
        "seeds"
    )
    return figure


def _draw_curve(axes: "Axes", selection: str, points: Points, statistic: str) -> None:
    """Draw the line of a selection, with a band for the regressor and for random."""
    known = [point for point in points if point[statistic]["value"] is not None]
    x = [point["percentage"] for point in known]
    y = [point[statistic]["value"] for point in known]
    colour, marker, line = LOOKS[selection]
    axes.plot(x, y, color=colour, marker=marker, linestyle=line, markersize=4, label=selection)
    if selection == "regressor":
        bounds = [(point[statistic]["low"], point[statistic]["high"]) for point in known]
    elif selection == RANDOM and known and all("deviation" in point for point in known):
        spread = [point["deviation"][statistic] or 0.0 for point in known]
        bounds = [
            (value - deviation, value + deviation)
            for value, deviation in zip(y, spread, strict=True)
        ]
    else:
        return
    axes.fill_between(
        x,
        [low for low, _ in bounds],
        [high for _, high in bounds],
        color=colour,
        alpha=0.12,
        linewidth=0,
    )
