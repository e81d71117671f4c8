"""`train judge`: fits a judge to people's labels or a teacher's, and reports the agreement."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.evaluation.fold_agreement import STATISTICS, Statistics, fold_agreement, measure_folds
from sacrerouge_litepyramid.evaluation.scores import split_by_folds
from sacrerouge_litepyramid.experiments.cross_validation import fit_folds, score_folds
from sacrerouge_litepyramid.experiments.data_set import data_set_from_labels, model_scores
from sacrerouge_litepyramid.io.evidence import read_evidence_labels
from sacrerouge_litepyramid.io.files import write_json
from sacrerouge_litepyramid.io.folds import read_folds
from sacrerouge_litepyramid.io.labels import read_labelled_summaries
from sacrerouge_litepyramid.io.summaries import collect_documents, read_summaries
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenEncoder
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.signature import digest_units
from sacrerouge_litepyramid.statistics.interval_notes import list_warnings
from sacrerouge_litepyramid.statistics.tables import render_table
from sacrerouge_litepyramid.training.logistic_judges import HeadSettings, TrainableEmbedding, TrainableLexical
from sacrerouge_litepyramid.training.trainable import Documents, TrainableJudge, measure_range

METRIC = "lite2pyramid_p2c"
TYPES = ("lexical", "embedding")
INPUTS = ("summaries_file", "units_file", "labels_file", "teacher_file")
HELP = "Fit the lexical or the embedding judge to labels, or to a model's evidence"
EXAMPLE = r"""sacrerouge-litepyramid train judge --summaries-file data/realsumm/summaries.jsonl \
    --units-file data/realsumm/scus.jsonl --labels-file data/realsumm/labels.jsonl --output-file weights.json"""


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    add("--type", choices=TYPES, default=TYPES[0], help="What to fit (default: %(default)s)")
    parser.add_input("--summaries-file", required=True, help="summaries.jsonl; its documents make the idf table")
    parser.add_input("--units-file", help="scus.jsonl: the units that were judged")
    parser.add_input("--labels-file", help="labels.jsonl: 0/1 labels")
    parser.add_input("--teacher-file", help="Evidence (.jsonl) of another judge, whose p2c are the labels")
    parser.add_output("--output-file", required=True, help="Where to write the weights (JSON)")
    parser.add_input("--folds-file", help="folds.json: cross-validate over its folds by examples")
    parser.add_input(
        "--test-files",
        nargs=3,
        metavar=("SUMMARIES", "UNITS", "PRESENCE"),
        help="summaries.jsonl, scus.jsonl and labels.jsonl of another data set, to test on",
    )
    parser.add_output("--report-file", help="Where to write the agreement with people (JSON)")
    add_head_arguments(parser)
    add("--source", help="The training data's name, kept in the weights and shown in signatures")
    add("--licence", help="The training data's licence, kept in the weights")


def add_head_arguments(parser: CommandParser) -> None:
    default = HeadSettings()
    parser.add_component("--encoder", help="embedding: the token encoder, name or JSON (default: minilm)")
    parser.add_argument("--l2", type=float, default=default.l2, help="The penalty (default: %(default)s)")
    parser.add_argument(
        "--contrast",
        type=float,
        default=default.contrast,
        help="Weight of units made false by one edit, as a share of that of the present units; 0: none "
        "(default: %(default)s)",
    )
    parser.add_argument("--seed", type=int, default=default.seed, help="Draws the edits (default: %(default)s)")


def run(args: argparse.Namespace) -> None:
    examples = read_examples(args)
    documents = collect_documents(read_summaries(args.summaries_file))
    folds = read_folds(args.folds_file) if args.folds_file else None
    test = read_labelled_summaries(*args.test_files) if args.test_files else None
    trainable = build_trainable(args)
    model = trainable.fit(examples, documents)
    measured = measure_range(model, examples)
    trained = digest_units(unit for example in examples for unit in example.units)["sha256"]
    provenance = {
        **_provenance(args),
        "units": trained,
        **model.weights.provenance,
        **({"range": measured} if measured else {}),
    }
    model.weights = replace(model.weights, provenance=provenance)
    report = make_report(model, trainable, examples, documents, folds, test)
    model.weights.save(args.output_file)
    if args.report_file:
        write_json(args.report_file, report)
    print(format_table(report))


def read_examples(args: argparse.Namespace) -> Sequence[LabelledSummary]:
    """Read people's labels, or a teacher's; raise ValueError for both or neither."""
    if args.teacher_file and not args.labels_file:
        return read_evidence_labels(args.teacher_file)
    if args.teacher_file or not (args.labels_file and args.units_file):
        raise ValueError("give people's labels (--units-file and --labels-file), or a model's (--teacher-file)")
    return read_labelled_summaries(args.summaries_file, args.units_file, args.labels_file)


def build_trainable(args: argparse.Namespace) -> TrainableLexical | TrainableEmbedding:
    settings = {"l2": args.l2, "contrast": args.contrast, "seed": args.seed}
    if args.type == "embedding":
        return TrainableEmbedding(build(TokenEncoder, args.encoder) if args.encoder else None, **settings)
    if args.encoder:
        raise ValueError("--encoder is for --type embedding; the lexical model has none")
    return TrainableLexical(**settings)


def make_report(
    model: Any,
    trainable: TrainableJudge,
    examples: Sequence[LabelledSummary],
    documents: Documents | None = None,
    folds: Sequence[Sequence[str]] | None = None,
    test: Sequence[LabelledSummary] | None = None,
) -> dict[str, Any]:
    """Return the agreement of Lite2Pyramid (p2c) with people's scores, JSON-ready."""
    report: dict[str, Any] = {
        "revision": model.weights.revision,
        "training": dict(model.weights.provenance),
        "training_set": evaluate(model, examples),
    }
    if folds is not None:
        report["folds_by_examples"] = cross_validate(trainable, examples, folds, documents)
    if test is not None:
        report["test_set"] = evaluate(model, test)
    return report


def evaluate(model: Judge, examples: Sequence[LabelledSummary]) -> dict[str, Any]:
    """Return the agreement on all examples."""
    data = data_set_from_labels(examples)
    scores = data.scored.as_scores().with_metrics(model_scores(data, model))
    return fold_agreement(scores, METRIC)


def cross_validate(
    trainable: TrainableJudge,
    examples: Sequence[LabelledSummary],
    folds: Sequence[Sequence[str]],
    documents: Documents | None,
) -> dict[str, Any]:
    """Score each fold by weights of the other folds; return the mean agreement and that of each fold."""
    data = data_set_from_labels(examples, documents)
    parts = split_by_folds(data.scored.as_scores(), folds, "examples")
    models = fit_folds(data, folds, "examples", trainable.fit)
    scored = score_folds(data, parts, folds, "examples", models)
    result = measure_folds(scored, Statistics(resamples=0))["metrics"][METRIC]
    return {"mean": {name: each["value"] for name, each in result["mean"].items()}, "folds": result["folds"]}


def format_table(report: dict[str, Any]) -> str:
    """Return the report's correlations as text, one line per data set."""
    rows = {"training set": report["training_set"]}
    if "folds_by_examples" in report:
        rows["held-out folds, mean"] = report["folds_by_examples"]["mean"]
    if "test_set" in report:
        rows["test set"] = report["test_set"]
    table = render_table(
        ["Lite2Pyramid p2c and people", *STATISTICS],
        [[title, *(_format_correlation(row[name]) for name in STATISTICS)] for title, row in rows.items()],
    )
    return "\n".join([table, *(f"Warning: {warning}" for warning in _list_warnings(report))])


def _list_warnings(report: Mapping[str, Any]) -> Iterator[str]:
    """Yield the warnings of small samples of each data set and of the folds."""
    for title, name in (("training set", "training_set"), ("test set", "test_set")):
        if name in report:
            found = list_warnings(report[name]["systems"], report[name]["documents"])
            yield from (f"{title}: {warning}" for warning in found)
    folds = report.get("folds_by_examples", {}).get("folds", [])
    if folds:
        systems, documents = (min(fold[name] for fold in folds) for name in ("systems", "documents"))
        yield from list_warnings(systems, documents, len(folds))


def _format_correlation(correlation: float | None) -> str:
    return "none" if correlation is None else f"{correlation:.3f}"


def _provenance(args: argparse.Namespace) -> dict[str, str]:
    """Return the source, the licence, and the command, whose files are named without their folders."""
    files = {f"--{name.replace('_', '-')}": getattr(args, name) for name in (*INPUTS, "output_file")}
    names = [f"{option} {Path(path).name}" for option, path in files.items() if path]
    head = ["sacrerouge-litepyramid train judge", f"--type {args.type}"]
    given = {"source": args.source, "licence": args.licence, "command": " ".join([*head, *names])}
    return {name: value for name, value in given.items() if value}
