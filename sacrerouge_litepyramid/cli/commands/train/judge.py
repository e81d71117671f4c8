"""`train judge`: fits a judge to labels, human scores or another judge's evidence, and reports the agreement."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.cli.training_options import Provenance, add_settings, read_settings
from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.evaluation.scores import split_by_folds
from sacrerouge_litepyramid.experiments.cross_validation import score_folds
from sacrerouge_litepyramid.experiments.data_set import data_set_from_labels, model_scores
from sacrerouge_litepyramid.experiments.fold_agreement import STATISTICS, fold_agreement, measure_folds
from sacrerouge_litepyramid.io.files import write_json
from sacrerouge_litepyramid.io.folds import read_folds
from sacrerouge_litepyramid.judges.judge import WRITTEN, HumanAgreement, Judge
from sacrerouge_litepyramid.registry import construct, parameters, read_description
from sacrerouge_litepyramid.statistics.interval_notes import list_warnings
from sacrerouge_litepyramid.statistics.tables import render_table
from sacrerouge_litepyramid.training.logistic_judges import HeadSettings
from sacrerouge_litepyramid.training.trainable import TrainableJudge, measure_range
from sacrerouge_litepyramid.training.training_sets import FILES, TrainingSet, join_sets, read_training_set

METRIC = "lite2pyramid_p2c"
EXAMPLE = "sacrerouge-litepyramid train judge data/realsumm --output weights.json"


def add_arguments(parser: CommandParser) -> None:
    parser.add_input(
        "FOLDER",
        files=FILES,
        nargs="+",
        help="Folders of data sets, as setup-dataset, import-table and evaluate-table write them, with labels of units "
        "or, where labels.jsonl is missing, units and human scores: shares or numbers of units found; their documents "
        "make the idf table",
    )
    parser.add_component(
        "--judge",
        default="lexical",
        help=f"What to fit: lexical, embedding, or JSON with encoder (embedding: minilm), l2 ({HeadSettings.l2:g}: the "
        f"penalty), contrast ({HeadSettings.contrast:g}: the weight of units made false by one edit, as a share of "
        "that of the present units) and scores (chosen in held-out folds: the weight of human scores beside labels)",
    )
    parser.add_input("--evidence", help="Evidence (.jsonl) of another judge, whose p2c take the place of labels.jsonl")
    parser.add_input("--folds", help="folds.json: cross-validate over its folds by documents of the first FOLDER")
    parser.add_input("--test", files=FILES, metavar="DIR", help="Folder of another data set, to test on")
    parser.add_argument(
        "--seed", type=int, default=0, help="Draws the edits, and folds to choose scores by (default: %(default)s)"
    )
    parser.add_output("--output", required=True, help="Where to write the weights (JSON)")
    parser.add_output("--report", help="Where to write the agreement with human scores (JSON)")
    add_settings(parser, Provenance)


def run(args: argparse.Namespace) -> None:
    (data,) = read_settings(args, Provenance)
    trainable: Any = build_trainable(args)
    if args.evidence and len(args.FOLDER) > 1:
        raise ValueError(f"--evidence takes the place of the labels of one FOLDER; {len(args.FOLDER)} are given")
    sets = [read_training_set(folder, args.evidence) for folder in args.FOLDER]
    folds = read_folds(args.folds) if args.folds else None
    test = read_training_set(args.test) if args.test else None
    joined = join_sets(sets)
    model = trainable.fit(joined.labelled, joined.documents, joined.scored)
    measured = measure_range(model, joined.summaries)
    provenance = {
        **data.to_json(describe_judge_command(args)),
        "data": [each.describe() for each in sets],
        **model.weights.provenance,
        **({"range": measured} if measured else {}),
    }
    model.weights = replace(model.weights, provenance=provenance)
    report = make_report(model, trainable, sets, folds, test)
    if test is not None and test.has_written_units:
        model.weights = replace(model.weights, agreement=describe_agreement(test.name, report["test_set"]))
    model.weights.save(args.output)
    if args.report:
        write_json(args.report, report)
    print(render_correlations(report))


def build_trainable(args: argparse.Namespace) -> TrainableJudge:
    """Return the trainable judge, with --seed where its JSON has none; raise ValueError for one without weights."""
    settings = read_description(args.judge, "the trainable judge")
    name = settings.pop("type", TrainableJudge.default_implementation)
    kind = TrainableJudge.by_name(name)
    if not kind.has_weights:
        raise ValueError(f"--judge: {name!r} has no file of weights to fit; `train nli` finetunes an NLI model")
    if "seed" in {each.name for each in parameters(kind)}:
        settings = {"seed": args.seed, **settings}
    return construct(kind, settings, f"the trainable judge {name!r}")


def make_report(
    model: Any,
    trainable: Any,
    sets: Sequence[TrainingSet],
    folds: Sequence[Sequence[str]] | None = None,
    test: TrainingSet | None = None,
) -> dict[str, Any]:
    """Return the agreement of Lite2Pyramid (p2c) with human scores, JSON-ready."""
    report: dict[str, Any] = {
        "revision": model.weights.revision,
        "training": dict(model.weights.provenance),
        "training_sets": {each.name: measure_fit(model, each.with_labels()) for each in sets},
    }
    if folds is not None:
        settings = trainable.training.settings
        scores = model.weights.provenance.get("scores", {}).get("weight")
        # Chosen once, on all documents: to choose it anew in each fold would take five times as long.
        trainable.training.settings = replace(settings, scores=scores)
        report["folds_by_documents"] = cross_validate(trainable, sets, folds)
        trainable.training.settings = settings
    if test is not None:
        report["test_set"] = measure_fit(model, test.with_labels())
    return report


def describe_agreement(data: str, found: Mapping[str, Any]) -> tuple[HumanAgreement, ...]:
    """Return the agreement with the human scores of another data set, for the weights; nothing where r is undefined."""
    values = [found[name] for name in ("system_pearson", "summary_pearson")]
    return () if None in values else (HumanAgreement(data, WRITTEN, *(round(value, 3) for value in values)),)


def measure_fit(model: Judge, labelled: Sequence[LabelledSummary]) -> dict[str, Any]:
    """Return the agreement on all documents."""
    data = data_set_from_labels(labelled)
    scores = data.scored.as_scores().with_metrics(model_scores(data, model))
    return fold_agreement(scores, METRIC)


def cross_validate(trainable: Any, sets: Sequence[TrainingSet], folds: Sequence[Sequence[str]]) -> dict[str, Any]:
    """Score each fold of the first set by weights of its other folds and of the other sets.

    Return the mean agreement and that of each fold. What is in no fold is excluded.
    """
    first, *others = sets
    data = data_set_from_labels(first.with_labels(), first.documents)
    parts = split_by_folds(data.scored.as_scores(), folds, "documents")
    everything = set().union(*folds)
    training = (join_sets([first.part(everything - set(fold)), *others]) for fold in folds)
    models = (trainable.fit(each.labelled, each.documents, each.scored) for each in training)
    scored = score_folds(data, parts, folds, "documents", models)
    result = measure_folds(scored, Statistics(resamples=0))["metrics"][METRIC]
    return {"mean": {name: each["value"] for name, each in result["mean"].items()}, "folds": result["folds"]}


def render_correlations(report: dict[str, Any]) -> str:
    """Return the report's correlations as text, one line per data set, and its warnings."""
    rows = {f"training set {name}": found for name, found in report["training_sets"].items()}
    if "folds_by_documents" in report:
        rows["held-out folds, mean"] = report["folds_by_documents"]["mean"]
    if "test_set" in report:
        rows["test set"] = report["test_set"]
    cells = [
        [title, *("none" if row[name] is None else f"{row[name]:.3f}" for name in STATISTICS)]
        for title, row in rows.items()
    ]
    table = render_table(["Lite2Pyramid p2c and human score", *STATISTICS], cells)
    return "\n".join([table, *_list_notes(report), *(f"Warning: {warning}" for warning in _list_warnings(report))])


def _list_notes(report: Mapping[str, Any]) -> Iterator[str]:
    """Yield by what the weight of human scores was chosen."""
    scores = report["training"].get("scores", {})
    if tried := scores.get("held_out_summary_pearson"):
        values = ", ".join(f"{weight}: {value:.3f}" for weight, value in tried.items())
        yield f"Weight of human scores: {scores['weight']:g}, by summary_pearson in held-out folds ({values})"


def _list_warnings(report: Mapping[str, Any]) -> Iterator[str]:
    """Yield the warnings of small samples of each data set and of the folds."""
    measured = {f"training set {name}": each for name, each in report["training_sets"].items()}
    if "test_set" in report:
        measured["test set"] = report["test_set"]
    for title, each in measured.items():
        yield from (f"{title}: {warning}" for warning in list_warnings(each["systems"], each["documents"]))
    folds = report.get("folds_by_documents", {}).get("folds", [])
    if folds:
        systems, documents = (min(fold[name] for fold in folds) for name in ("systems", "documents"))
        yield from list_warnings(systems, documents, len(folds))


def describe_judge_command(args: argparse.Namespace) -> str:
    """Return the command, whose files are named without their folders."""
    judge = f"'{args.judge}'" if args.judge.lstrip().startswith("{") else args.judge
    folders = " ".join(Path(each).resolve().name for each in args.FOLDER)
    words = [f"sacrerouge-litepyramid train judge {folders} --judge {judge}"]
    for name in ("evidence", "output"):
        if getattr(args, name):
            words.append(f"--{name} {Path(getattr(args, name)).name}")
    return " ".join(words)
