"""`compare`: which systems differ on a metric, or which metrics differ in their agreement with human scores."""

import argparse
import itertools
from dataclasses import replace
from typing import Any

from sacrerouge_litepyramid.cli.gates import add_decision
from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.cli.results import CommandResult
from sacrerouge_litepyramid.evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.evaluation.compared_systems import ComparisonSettings
from sacrerouge_litepyramid.evaluation.comparison_plot import check_plot_path, save_metrics_plot, save_systems_plot
from sacrerouge_litepyramid.evaluation.comparisons import compare_scores
from sacrerouge_litepyramid.evaluation.metric_comparison import compare_metric_pairs
from sacrerouge_litepyramid.evaluation.requirements import decide_better_metric, decide_better_system
from sacrerouge_litepyramid.evaluation.scores import read_metric_files
from sacrerouge_litepyramid.evaluation.stated_units import (
    find_stated_units,
    render_stated_units,
    summarise_stated_units,
)
from sacrerouge_litepyramid.evaluation.system_comparison import describe_leaders
from sacrerouge_litepyramid.io.evaluation_folder import EvaluationFolder
from sacrerouge_litepyramid.io.metrics import count_not_finite
from sacrerouge_litepyramid.io.score_files import read_scores

GROUP = "verdicts"
HELP = "Which systems, or which metrics, differ: differences with intervals, tests corrected for all pairs"
NEEDS = ("matplotlib",)
EXAMPLE = "sacrerouge-litepyramid compare out/mine --systems copy-key paraphrase"


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    systems, metrics = ComparisonSettings(), Statistics()
    parser.add_folder(nargs="?")
    parser.add_scores()
    add("--metric", help="Compare systems by this metric, nested names joined by _; by default the first")
    add("--systems", nargs="+", metavar="NAME", help="The systems to compare, two or more; by default all")
    add("--metrics", nargs="+", metavar="NAME", help="Compare these metrics by their agreement with the human score")
    parser.add_human()
    add(
        "--permutations",
        type=int,
        help=f"Permutations of the tests (default: {systems.permutations:,} for systems, {metrics.permutations:,} for "
        "metrics)",
    )
    add(
        "--resamples",
        type=int,
        help=f"Resamples of the bootstrap (default: {systems.resamples:,} for systems, {metrics.resamples:,} for "
        "metrics)",
    )
    parser.add_seed("permutations and resamples")
    parser.add_evidence(several=True, help="Files of evidence: the units that one system states and the other omits")
    add(
        "--require-better",
        nargs=2,
        metavar=("A", "B"),
        help="Require that A scores significantly higher than B, or with --metrics agrees significantly better by the "
        "summary level's r; exit status 0: it does, 3: B does, 4: undecided",
    )
    parser.add_result()
    parser.add_output("--plot", help="Where to draw means and p-values (.png, .svg or .pdf)")


def run(args: argparse.Namespace) -> CommandResult:
    if args.plot:
        check_plot_path(args.plot)
    folder = EvaluationFolder(args.FOLDER, args.scores, args.evidence)
    return compare_the_metrics(args, folder) if args.metrics else compare_the_systems(args, folder)


def compare_the_systems(args: argparse.Namespace, folder: EvaluationFolder) -> CommandResult:
    """Compare systems, and plot the comparison."""
    if args.human:
        raise ValueError("--human is for --metrics, which it compares; to compare systems by it: --metric")
    metric = args.metric or folder.metric
    human = folder.human or ""
    scores = read_scores(folder.score_files, list(dict.fromkeys(filter(None, (metric, human)))))
    settings = ComparisonSettings(**given_repetitions(args), seed=args.seed)
    found = compare_scores(scores, metric, human, args.systems, settings)
    lines = [str(replace(found, difference_curve=None))]
    if len(found.systems) > 2:
        lines += ["", " ".join(describe_leaders(found))]
    if found.difference_curve:
        lines += ["", str(found.difference_curve)]
    report = {**found.to_dict(), "not_finite": count_not_finite({metric: scores[metric]})}
    # Of many systems the units of all pairs are many, and are looked for only where evidence is named.
    evidence = folder.read_evidence(metric) if args.evidence or len(found.systems) == 2 else []
    if evidence:
        report["evidence"] = {}
    for each in evidence:
        pairs = list(itertools.combinations([row.system for row in found.systems], 2))
        units = {pair: find_stated_units(each, *pair) for pair in pairs}
        report["evidence"][each.name] = [summarise_stated_units(units[pair], *pair) for pair in pairs]
        if len(pairs) == 1:
            lines += ["", f"{each.name}_{each.measure}: {render_stated_units(units[pairs[0]], *pairs[0])}"]
    if args.plot:
        save_systems_plot(found, args.plot)
    result = CommandResult("\n".join(lines), report)
    return add_decision(result, decide_better_system(found, *args.require_better)) if args.require_better else result


def given_repetitions(args: argparse.Namespace) -> dict[str, Any]:
    """Return the numbers of permutations and resamples that were given; systems and metrics have their own defaults."""
    given = {"permutations": args.permutations, "resamples": args.resamples}
    return {name: number for name, number in given.items() if number is not None}


def compare_the_metrics(args: argparse.Namespace, folder: EvaluationFolder) -> CommandResult:
    """Compare metrics by their agreement with the human score, and plot the comparison."""
    if args.metric or args.systems or args.evidence:
        raise ValueError("--metric, --systems and --evidence compare systems; leave --metrics out")
    names, human = list(dict.fromkeys(args.metrics)), args.human or folder.find_human()
    if len(names) < 2:
        raise ValueError("--metrics: give two or more different metrics to compare by the human score")
    statistics = Statistics(**given_repetitions(args), seed=args.seed)
    found = compare_metric_pairs(read_metric_files(folder.score_files, human, names), human, statistics)
    if args.plot:
        save_metrics_plot(found, args.plot)
    result = CommandResult(str(found), found.to_dict())
    return add_decision(result, decide_better_metric(found, *args.require_better)) if args.require_better else result
