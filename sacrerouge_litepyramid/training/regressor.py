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
    collect_sentences,
    cross_validate_regressor,
    fit_regressor,
    require_xgboost,
)
from sacrerouge_litepyramid.training.mixing import SCUS, find_references, read_aligned_units
from sacrerouge_litepyramid.training.train import Provenance, read_settings


def train_regressor(
    folder: str | Path,
    *,
    output: str | Path,
    stus: str | Path | None = None,
    folds: str | Path | None = None,
    settings: str | Mapping[str, Any] = "paper",
) -> Written:
    """Train and cross-validate the regressor that predicts where STUs can replace SCUs.

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
    kinds = (BoostingSettings, Provenance)
    boosting, provenance = read_settings(kinds, _read_boosting(settings))
    data = read_aligned_units(find_references(folder), Path(folder) / SCUS, stus)
    built = build(SentenceFeatures, "dependency")
    parts = read_folds(folds) if folds else draw_folds(sorted(data.scus), seed=boosting.seed)
    sentences = collect_sentences(data, built)
    quality = cross_validate_regressor(sentences, parts, boosting)
    regressor = fit_regressor(sentences, built, boosting, provenance.list_known())
    save_regressor(regressor, str(output))
    headers = [f"{sentences.has_scus.sum()} sentences, {len(parts)} folds", "MAE", "Spearman"]
    rows = [
        ["regressor", f"{quality.mae:.4f}", format_number(quality.spearman)],
        ["mean of the training folds", f"{quality.mae_mean:.4f}", "-"],
    ]
    return Written(Path(output), [render_table(headers, rows)])


def _read_boosting(description: str | Mapping[str, Any]) -> dict[str, Any]:
    """Return XGBoost's settings: those of a preset with the changes."""
    where = name_argument("settings")
    changes = read_description(description, where)
    preset = changes.pop("type", "paper")
    if preset not in PRESETS:
        raise ValueError(explain_unknown_name(f"{where}: the type", preset, PRESETS))
    return {**asdict(PRESETS[preset]), **changes}
