"""Fit a judge, and report its agreement with human scores."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.experiments.evaluation_data import add_judge, build_labelled_set
from sacrerouge_litepyramid.experiments.fold_agreement import (
    STATISTICS,
    measure_fold,
    measure_folds,
    warn_of_small_folds,
)
from sacrerouge_litepyramid.io.files import Written
from sacrerouge_litepyramid.io.folds import read_folds
from sacrerouge_litepyramid.judges.judge import WRITTEN, HumanAgreement, Judge
from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.meta_evaluation.scores import split_by_folds
from sacrerouge_litepyramid.registry import construct, read_description
from sacrerouge_litepyramid.statistics.interval_notes import list_warnings
from sacrerouge_litepyramid.statistics.tables import render_table
from sacrerouge_litepyramid.training.train import Provenance, read_settings
from sacrerouge_litepyramid.training.trainable import TrainableJudge, measure_range
from sacrerouge_litepyramid.training.training_sets import TrainingSet, join_sets, read_training_set

MEASURED_METRIC = "lite2pyramid_p2c"


def train_judge(
    folders: Sequence[str | Path],
    *,
    output: str | Path,
    judge: TrainableJudge | str | Mapping[str, Any] = "lexical",
    evidence: str | Path | None = None,
    folds: str | Path | None = None,
    test: str | Path | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Written:
    """Fit a judge to labels, human scores or evidence, and measure its agreement.

    Args:
        folders: folders of data sets, as setup-dataset, import-table and evaluate-table write them,
            with labels of units or, without labels.jsonl, units and human scores: shares or numbers
            of stated units. The idf table is made from their documents.
        output: where to write the weights (JSON).
        judge: the judge to fit: lexical, embedding, or JSON with encoder (embedding: minilm),
            contrast (0.4: the weight of units made false by an edit, as a share of the present
            units' weight), scores (4: the weight of human scores, relative to that of labels) and
            seed (0: the seed of the edits).
        evidence: another judge's evidence (.jsonl), whose p2c replaces labels.jsonl.
        folds: folds.json: cross-validate over its folds by documents, those of the first folder.
        test: the folder of another data set to test on.
        settings: the source and the licence of the data.
    """
    (data,) = read_settings((Provenance,), settings)
    trainable: Any = _build_trainable(judge)
    if evidence and len(folders) > 1:
        raise ValueError(
            f"{name_argument('evidence')} replaces the labels of one FOLDER, not of {len(folders)}"
        )
    sets = [read_training_set(folder, evidence) for folder in folders]
    parts = read_folds(folds) if folds else None
    tested = read_training_set(test) if test else None
    joined = join_sets(sets)
    model = trainable.fit(joined.labelled, joined.documents, joined.scored)
    provenance = {
        **data.list_known(),
        "data": [part.describe() for part in sets],
        **model.weights.provenance,
    }
    if score_range := measure_range(model, joined.summaries):
        provenance["range"] = score_range
    model.weights = replace(model.weights, provenance=provenance)
    measured = {f"training set {data.name}": measure_fit(model, data) for data in sets}
    held_out: Sequence[Mapping[str, Any]] = ()
    if parts is not None:
        validated = cross_validate_judge(trainable, sets, parts)
        measured["held-out folds, mean"] = validated["mean"]
        held_out = validated["folds"]
    if tested is not None:
        measured["test set"] = measure_fit(model, tested)
        if tested.has_written_units:
            agreement = _describe_agreement(tested.name, measured["test set"])
            model.weights = replace(model.weights, agreement=agreement)
    model.weights.save(str(output))
    lines = _render_correlations(measured).split("\n")
    lines += _list_warnings(measured, held_out)
    return Written(Path(output), lines)


def _build_trainable(judge: TrainableJudge | str | Mapping[str, Any]) -> TrainableJudge:
    """Return the trainable judge; raise ValueError if it has no file of weights."""
    if isinstance(judge, TrainableJudge):
        return judge
    settings = read_description(judge, "the trainable judge")
    name = settings.pop("type", TrainableJudge.default_implementation)
    kind = TrainableJudge.by_name(name)
    if not kind.has_weights:
        raise ValueError(
            f"{name_argument('judge')}: {name!r} has no file of weights to fit; `train nli` "
            "finetunes an NLI model"
        )
    return construct(kind, settings, f"the trainable judge {name!r}")


def _describe_agreement(data: str, measured: Mapping[str, Any]) -> tuple[HumanAgreement, ...]:
    """Return the agreement with another data set's human scores, as the weights record it.

    Nothing is recorded if it is undefined.
    """
    system, summary = measured["system_pearson"], measured["summary_pearson"]
    if system is None or summary is None:
        return ()
    return (HumanAgreement(data, WRITTEN, round(system, 3), round(summary, 3)),)


def measure_fit(model: Judge, training: TrainingSet) -> dict[str, Any]:
    """Return the judge's agreement with human scores on all documents."""
    data = build_labelled_set(training)
    return measure_fold(add_judge(data.scores, data, model), MEASURED_METRIC)


def cross_validate_judge(
    trainable: Any, sets: Sequence[TrainingSet], folds: Sequence[Sequence[str]]
) -> dict[str, Any]:
    """Score each fold of the first set by a judge fitted to its other folds and to the other sets.

    Return the mean agreement and that of each fold; documents in no fold are excluded.
    """
    first, *others = sets
    data = build_labelled_set(first)
    everything = set().union(*folds)
    scored = []
    for fold, part in zip(folds, split_by_folds(data.scores, folds, "documents"), strict=True):
        other_folds = first.part(everything.difference(fold))
        training = join_sets([other_folds, *others])
        model = trainable.fit(training.labelled, training.documents, training.scored)
        scored.append(add_judge(part, data, model))
    result = measure_folds(scored, Statistics(resamples=0))["metrics"][MEASURED_METRIC]
    return {
        "mean": {name: value["value"] for name, value in result["mean"].items()},
        "folds": result["folds"],
    }


def _render_correlations(measured: Mapping[str, Mapping[str, Any]]) -> str:
    """Return a table of the correlations, one line per data set."""
    cells = []
    for title, row in measured.items():
        values = ["none" if row[name] is None else f"{row[name]:.3f}" for name in STATISTICS]
        cells.append([title, *values])
    return render_table(["Lite2Pyramid p2c and human score", *STATISTICS], cells)


def _list_warnings(
    measured: Mapping[str, Mapping[str, Any]], held_out: Sequence[Mapping[str, Any]]
) -> Iterator[str]:
    """Yield the warnings about small data sets, and about small held-out folds."""
    for title, row in measured.items():
        # The mean over folds has no sizes.
        if "systems" in row:
            for warning in list_warnings(row["systems"], row["documents"]):
                yield f"Warning: {title}: {warning}"
    if held_out:
        for text in warn_of_small_folds(held_out):
            yield f"Warning: {text}"
