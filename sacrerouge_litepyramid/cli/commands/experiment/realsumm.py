"""`experiment realsumm`: the experiments of Bhandari et al. 2020 on the metrics of any SacreROUGE metrics files."""

import argparse
import importlib.util
import logging
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.cli.parser import CommandParser, check_minimum
from sacrerouge_litepyramid.cli.statistics_options import add_constant_option, add_interval_option
from sacrerouge_litepyramid.evaluation.scores import read_metric_files
from sacrerouge_litepyramid.experiments.realsumm import (
    ALL,
    ExperimentSettings,
    drop_unscored_systems,
    keep_systems,
    select_subset,
    subset_label,
)
from sacrerouge_litepyramid.experiments.realsumm_plots import save_realsumm_plots
from sacrerouge_litepyramid.experiments.realsumm_report import analyse, render_realsumm
from sacrerouge_litepyramid.io.evaluation_folder import VOTES, EvaluationFolder
from sacrerouge_litepyramid.io.files import atomic_write, write_json
from sacrerouge_litepyramid.io.labels import read_votes
from sacrerouge_litepyramid.io.score_files import log_not_finite
from sacrerouge_litepyramid.statistics.resampling import OVER

logger = logging.getLogger(__name__)
EXAMPLE = r"""sacrerouge-litepyramid experiment realsumm data/realsumm-scores \
    --metrics rouge_1_recall rouge_2_recall --output-dir out/analysis"""


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_folder(nargs="?")
    parser.add_scores()
    parser.add_human()
    add("--metrics", nargs="+", metavar="NAME", help="Metrics, nested names joined by _; by default all others")
    add("--systems", nargs="+", help="Only these systems")
    parser.add_input(
        "--subset", nargs="+", default=[ALL], help="abs, ext (beginnings of names), mix (all), or files of names"
    )
    add(
        "--resamples",
        type=int,
        default=1000,
        help="Draws, or resamples, for intervals, and resamples for experiment III, 0 for none (default: %(default)s)",
    )
    add("--over", choices=OVER, default="documents", help="What the intervals cover (default: %(default)s)")
    add_interval_option(parser)
    parser.add_seed("all randomness")
    add_constant_option(parser)
    add("--top-k", nargs="+", type=int, help="Sizes of experiment II; by default 4, 6, … all")
    add(
        "--permutations",
        type=int,
        default=0,
        help="Also a permutation test of each pair of metrics (default: %(default)s)",
    )
    add("--significant-only", action="store_true", help="Also the summary level over significant documents alone")
    parser.add_output(
        "--output-dir",
        files=("metrics.json", "metrics.md", "*.png", "*.svg", "*.pdf"),
        required=True,
        help="Where to write metrics.json, metrics.md and, with matplotlib, the figures",
    )


def run(args: argparse.Namespace) -> None:
    output = Path(args.output_dir)
    _check(args)
    source = EvaluationFolder(args.FOLDER, args.scores)
    human = args.human or source.find_human()
    names = args.metrics or [name for name in source.metrics if name != human]
    if human in names:
        raise ValueError(f"--metrics must not name the human score {human!r}")
    scores = read_metric_files(source.score_files, human, names)
    log_not_finite(scores.not_finite)
    scores = keep_systems(scores, args.systems) if args.systems else scores
    parts = {subset_label(which): select_subset(scores, which) for which in dict.fromkeys(args.subset)}
    if len(parts) < len(set(args.subset)):
        raise ValueError(f"--subset: two of {', '.join(args.subset)} have one name in tables; rename a file")
    votes_file = source.find(VOTES)
    votes = read_votes(votes_file) if votes_file else None
    settings = ExperimentSettings(args.resamples, args.seed, args.over, args.constant, method=args.interval)
    report: dict[str, Any] = {
        "version": __version__,
        "metrics_files": [path.name for path in source.score_files],
        "human_metric": human,
        **settings._asdict(),
        "subsets": {
            name: analyse(part, settings, args.top_k, args.significant_only, args.permutations, votes)
            for name, part in parts.items()
        },
    }
    write_json(output / "metrics.json", report)
    with atomic_write(output / "metrics.md") as out:
        out.write(render_realsumm(report))
    figures = []
    draws = importlib.util.find_spec("matplotlib") is not None
    for name, part in parts.items():
        excluded = report["subsets"][name]["excluded"]
        if excluded:
            logger.warning("%s: excluded, as a metric has no score of them: %s", name, ", ".join(excluded))
        if draws:
            whole, _ = drop_unscored_systems(part)
            figures += save_realsumm_plots(name, whole, report["subsets"][name], human, output)
    print(f"{output / 'metrics.json'}, metrics.md" + (f" and {len(figures)} figures" if figures else ""))


def _check(args: argparse.Namespace) -> None:
    check_minimum(args, resamples=0, permutations=0, seed=0)
    if args.top_k and min(args.top_k) < 2:
        raise ValueError(f"--top-k must be at least 2, not {min(args.top_k)}")
