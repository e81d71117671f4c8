"""The command `train regressor`, which trains the easiness regressor from files."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.extraction.easiness import save_regressor
from sacrerouge_litepyramid.extraction.features import SentenceFeatures
from sacrerouge_litepyramid.io.files import Written
from sacrerouge_litepyramid.io.folds import draw_folds, read_folds
from sacrerouge_litepyramid.registry import build, explain_unknown_name, read_description
from sacrerouge_litepyramid.statistics.estimate import format_number
from sacrerouge_litepyramid.statistics.tables import render_table
from sacrerouge_litepyramid.training.easiness import (
    PRESETS,
    BoostingSettings,
    Quality,
    collect_sentences,
    cross_validate_regressor,
    fit_regressor,
    require_xgboost,
)
from sacrerouge_litepyramid.training.mixing import (
    SCUS,
    find_references,
    read_aligned_units,
)
from sacrerouge_litepyramid.training.train import Provenance, read_settings


def train_regressor(
    folder: str | Path,
    *,
    output: str | Path,
    stus: str | Path | None = None,
    folds: str | Path | None = None,
    settings: str | Mapping[str, Any] = "paper",
) -> Written:
    """Train the regressor that predicts for which sentences STUs can replace SCUs, and
    cross-validate it.

    Args:
        folder: a folder with scus.jsonl, and summaries.jsonl or references.jsonl.
        output: where to write the regressor (JSON).
        stus: stus.jsonl of extract-units; by default the dependency extractor makes the STUs.
        folds: folds.json, whose folds by documents are used; by default five folds are drawn.
        settings: XGBoost's settings: paper, embedded (those of the shipped regressor), or JSON with
            one of these as type and any of rounds, max_depth, eta, min_child_weight, subsample,
            colsample, base_score and seed, and the source and licence of the data.
    """
    require_xgboost()
    preset, values = read_boosting(settings)
    boosting, provenance = read_settings((BoostingSettings, Provenance), values)
    data = read_aligned_units(find_references(folder), Path(folder) / SCUS, stus)
    built = build(SentenceFeatures, "dependency")
    parts = read_folds(folds) if folds else draw_folds(sorted(data.scus), seed=boosting.seed)
    quality = cross_validate_regressor(collect_sentences(data, built), parts, boosting)
    units = f" --stus {Path(stus).name}" if stus else ""
    command = (
        f"sacrerouge-litepyramid train regressor {Path(folder).resolve().name}{units} --settings "
        f"{preset} --output {Path(output).name}"
    )
    save_regressor(fit_regressor(data, built, boosting, provenance.to_json(command)), str(output))
    return Written(Path(output), [render_quality(quality, len(parts))])


def render_quality(quality: Quality, folds: int) -> str:
    rows = {
        "regressor": (quality.mae, quality.spearman),
        "mean of the training folds": (quality.mae_mean, None),
        "line through the length": (quality.mae_length, quality.spearman_length),
    }
    return render_table(
        [f"{quality.sentences} sentences, {folds} folds", "MAE", "Spearman"],
        [
            [name, f"{error:.4f}", "-" if correlation is None else format_number(correlation)]
            for name, (error, correlation) in rows.items()
        ],
    )


def read_boosting(description: str | Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the name of the preset in a description of XGBoost's settings, and its settings with
    the changes made.
    """
    changes = read_description(description, name_argument("settings"))
    preset = changes.pop("type", "paper")
    if preset not in PRESETS:
        raise ValueError(
            explain_unknown_name(f"{name_argument('settings')}: the type", preset, PRESETS)
        )
    return preset, {**asdict(PRESETS[preset]), **changes}
