"""`agreement`: how far metrics, and judges unit by unit, agree with annotators on a whole set."""

import argparse

from sacrerouge_litepyramid.cli.gates import add_decision
from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.cli.results import CommandResult
from sacrerouge_litepyramid.cli.statistics_options import add_measuring_options, build_statistics
from sacrerouge_litepyramid.evaluation.metric_agreement import measure_agreement
from sacrerouge_litepyramid.evaluation.requirements import decide_agreement, parse_requirement
from sacrerouge_litepyramid.evaluation.scores import read_metric_files
from sacrerouge_litepyramid.evaluation.unit_agreement import measure_folder_units
from sacrerouge_litepyramid.io.evaluation_folder import EvaluationFolder
from sacrerouge_litepyramid.statistics.correlation_estimates import LEVELS

GROUP = "verdicts"
HELP = "Measure the agreement of metrics with human scores, and of judges with labels, on a whole set"
EXAMPLE = "sacrerouge-litepyramid agreement out/mine --output agreement.json"


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_folder(nargs="?")
    parser.add_scores()
    parser.add_human()
    add("--metrics", nargs="+", metavar="NAME", help="Metrics, nested names joined by _; by default all others")
    add("--levels", nargs="+", choices=LEVELS, default=list(LEVELS), help="Levels of correlation (default: all)")
    add_measuring_options(parser)
    parser.add_evidence(several=True, help="Evidence in place of the folder's, compared with its labels unit by unit")
    parser.add_measure()
    add(
        "--require",
        metavar="BOUND",
        help='Require a bound of the correlation of one metric, as in "system r >= .9", by its interval; exit status '
        "0: it holds, 3: it does not, 4: undecided",
    )
    parser.add_result()


def run(args: argparse.Namespace) -> CommandResult:
    statistics = build_statistics(args)
    required = parse_requirement(args.require) if args.require else None
    folder = EvaluationFolder(args.FOLDER, args.scores, args.evidence)
    human = args.human or folder.find_human()
    names = args.metrics or [name for name in folder.metrics if name != human]
    if not names:
        raise ValueError(f"{folder.name}: no metric but {human!r}; give files with scores: --scores")
    if required and len(args.metrics or [folder.metric]) > 1:
        raise ValueError("--require is for one metric; name it alone in --metrics")
    scores = read_metric_files(folder.score_files, human, list(dict.fromkeys(names)))
    report = measure_agreement(scores, human, statistics, args.levels)
    report = report.add_units(measure_folder_units(folder, args.measure, statistics))
    result = CommandResult(str(report), report.to_dict())
    if required is None:
        return result
    return add_decision(result, decide_agreement(report, (args.metrics or [folder.metric])[0], required))
