"""`explain`: why a summary has its score, unit by unit, in the terminal."""

import argparse

from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.cli.results import CommandResult
from sacrerouge_litepyramid.evaluation.judges import find_signature, find_weights
from sacrerouge_litepyramid.io.evaluation_folder import EvaluationFolder
from sacrerouge_litepyramid.io.signatures import SUFFIX, read_signatures
from sacrerouge_litepyramid.report.explanation import explain_summary, load_weights_of, select_summary
from sacrerouge_litepyramid.statistics.estimate import finite_or_none

GROUP = "scores"
HELP = "Why a summary has its score: its units, the words that match or not, and what the judge goes by"
EXAMPLE = "sacrerouge-litepyramid explain out/mine harbour-fire terse"


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_folder()
    add("DOCUMENT", nargs="?", help="The summary's document; by default that of the lowest score")
    add("SYSTEM", nargs="?", help="Its system; by default that of the lowest score")
    parser.add_evidence(beside=(SUFFIX,), help="A file of evidence in place of the folder's")
    add("--metric", metavar="NAME", help="The metric; by default the first of the folder's")
    parser.add_measure()
    parser.add_input(
        "--weights",
        metavar="FILE",
        help="The judge's weights, by train judge, to show what each feature contributes; the shipped ones are "
        "known by the signature beside the evidence",
    )
    parser.add_result()


def run(args: argparse.Namespace) -> CommandResult:
    folder = EvaluationFolder(args.FOLDER, evidence=[args.evidence] if args.evidence else [])
    (path,) = folder.require_evidence()
    metric = args.metric or folder.judged_metric
    evidence, key = select_summary(path, args.measure, metric, args.DOCUMENT, args.SYSTEM)
    signature = find_signature(evidence.name, read_signatures([path]))
    weights = load_weights_of(args.weights) if args.weights else find_weights(signature)
    found = explain_summary(evidence, key, evidence.summaries[key], weights)
    measured = {"metric": evidence.name, "measure": evidence.measure, "score": finite_or_none(evidence.score(key))}
    return CommandResult(str(found), {**key._asdict(), **measured, **found.to_dict()})
