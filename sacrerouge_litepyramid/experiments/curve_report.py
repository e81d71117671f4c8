"""Measure the Lite2.x curve of a data set; write it as JSON and Markdown tables."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.core.arguments import check_minimum
from sacrerouge_litepyramid.experiments.curve import (
    COLUMNS,
    STATISTICS,
    make_selections,
    measure_curves,
)
from sacrerouge_litepyramid.experiments.evaluation_data import read_evaluation_data
from sacrerouge_litepyramid.experiments.fold_agreement import REPLICATED
from sacrerouge_litepyramid.extraction.aligned_units import AlignedUnits
from sacrerouge_litepyramid.extraction.features import SentenceFeatures
from sacrerouge_litepyramid.io.evaluation_folder import EvaluationFolder
from sacrerouge_litepyramid.io.files import Written, atomic_write, write_json
from sacrerouge_litepyramid.io.folds import read_folds
from sacrerouge_litepyramid.judges.judge import Judge, JudgeSetting
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.interval_notes import list_warnings
from sacrerouge_litepyramid.statistics.intervals import TWO_WAY
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table
from sacrerouge_litepyramid.training.easiness import (
    BY_REGRESSOR,
    PRESETS,
    collect_sentences,
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
    """Measure how agreement with human scores falls as STUs replace SCUs, by selection.

    Args:
        folder: a folder with summaries.jsonl, scus.jsonl and metrics.jsonl.
        output_dir: where to write curve.json and curve.md.
        judge: the judge by its name or as JSON; by default lexical.
        stus: stus.jsonl of extract-units; by default the dependency extractor makes the STUs.
        folds: folds.json: predict each fold's sentences by a regressor fitted to the other folds;
            by default by the shipped one.
        selection: the selections to compare; by default all but shortest.
        resamples: draws for the two-way intervals over documents.
        human: the human score; by default the first metric of FOLDER/metrics.jsonl.
    """
    check_minimum(1, resamples=resamples)
    folder = Path(folder)
    output = Path(output_dir)
    human = human or EvaluationFolder(folder).find_human()
    evaluated = read_evaluation_data(folder, human, units=(), with_labels=False)
    data = read_aligned_units(folder / "summaries.jsonl", folder / "scus.jsonl", stus)
    predicted, source = None, None
    if set(selection) & set(BY_REGRESSOR):
        predicted, source = _predict_from_folds(data, folds) if folds else predict_easiness(data)
    selections = make_selections(data, selection, predicted, range(RANDOM_SELECTIONS))
    built = build(Judge, judge)
    report = {
        "data": folder.resolve().name,
        "version": __version__,
        "intervals": TWO_WAY,
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
    return Written(output, [f"{output / 'curve.json'}, curve.md"])


def _predict_from_folds(data: AlignedUnits, folds: str | Path) -> tuple[np.ndarray, dict[str, Any]]:
    """Return the easiness by regressors of the other folds, (sentences,), and their identity."""
    require_xgboost()
    features = build(SentenceFeatures, "dependency")
    sentences = collect_sentences(data, features)
    predicted = cross_predict(sentences, read_folds(folds), PRESETS["embedded"])
    return predicted, {
        "source": "the other folds of the same data",
        "features": features.identity(),
    }


def render_curves(report: Mapping[str, Any]) -> str:
    """Return a table of each measure and selection, and of its differences from random."""
    counts = report["counts"]
    parts = [
        f"# Lite2.xPyramid, {report['data']}",
        ", ".join(f"{value} {name}" for name, value in counts.items()),
        f"{REPLICATED[:1].upper()}{REPLICATED[1:]}.",
    ]
    for warning in list_warnings(counts["systems"], counts["documents"]):
        parts.append(f"Warning: {warning}")
    for measure, curves in report["curves"].items():
        for selection, points in curves.items():
            parts.append(f"## {measure}, {selection}")
            rows = []
            for point in points:
                share_saved = f"{100 * point['share_saved']:.0f}%"
                rows.append([f"{point['percentage']}%", share_saved, *_format_statistics(point)])
            parts.append(
                render_table(["STUs for", "SCUs saved", *COLUMNS.values()], rows, MARKDOWN)
            )
        for selection, points in report["against_random"][measure].items():
            parts.append(f"## {measure}, {selection} − random")
            rows = []
            for point in points:
                share = point["percentage"]
                title = share if isinstance(share, str) else f"{share}%"
                rows.append([title, *_format_statistics(point)])
            parts.append(render_table(["STUs for", *COLUMNS.values()], rows, MARKDOWN))
    return "\n\n".join(parts) + "\n"


def _format_statistics(point: Mapping[str, Any]) -> list[str]:
    return [str(Estimate(**point[name])) for name in STATISTICS]
