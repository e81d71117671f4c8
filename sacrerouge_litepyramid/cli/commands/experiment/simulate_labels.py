"""`experiment simulate-labels`: simulate annotation budgets on a data set with all labels."""

import argparse
from pathlib import Path

from sacrerouge_litepyramid.annotation.sampling.designs import DESIGNS
from sacrerouge_litepyramid.annotation.sampling.estimators import TARGETS
from sacrerouge_litepyramid.cli.parser import CommandParser, check_minimum
from sacrerouge_litepyramid.cli.results import CommandResult
from sacrerouge_litepyramid.experiments.labelled_population import judge_labelled
from sacrerouge_litepyramid.experiments.simulation import SimulatedRow, SimulationSettings, render_simulation, simulate
from sacrerouge_litepyramid.io.labels import LABEL_FILES, read_labelled_folder
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.registry import build

EXAMPLE = r"""sacrerouge-litepyramid experiment simulate-labels data/pyrxsum --judge lexical \
    --budget 47 94 188 --output simulated.json"""


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    defaults = SimulationSettings(budgets=())
    parser.add_folder(LABEL_FILES, help="Folder with labels of all units")
    parser.add_component(
        "--judge",
        nargs="+",
        default=["lexical"],
        help="Judges, names or JSON; several are also used together, with plans by the first (default: lexical)",
    )
    add("--budget", type=int, nargs="+", required=True, help="Labels of each system, one number or more")
    add("--design", nargs="+", choices=list(DESIGNS), default=list(DESIGNS), help="Designs (default: all)")
    add("--draws", type=int, default=defaults.draws, help="Samples of each design and budget (default: %(default)s)")
    add(
        "--target",
        choices=list(TARGETS),
        default=defaults.target,
        help="The score of these documents, or of documents like these, which are drawn anew (default: %(default)s)",
    )
    parser.add_measure()
    add("--seed", type=int, default=defaults.seed, help="Seed of the draws (default: %(default)s)")
    parser.add_result()


def run(args: argparse.Namespace) -> CommandResult:
    check_minimum(args, draws=2, seed=0)
    settings = SimulationSettings(args.budget, args.design, args.draws, args.seed, args.target)
    labelled = read_labelled_folder(args.FOLDER)
    rows: list[SimulatedRow] = []
    judged = [judge_labelled(labelled, build(Judge, judge), args.measure) for judge in args.judge]
    for name, data in zip(args.judge, judged, strict=True):
        rows.extend(simulate(data, name, settings))
    if len(judged) > 1:
        frame = judged[0].frame.add_judges([each.frame for each in judged[1:]])
        rows.extend(simulate(judged[0]._replace(frame=frame), " and ".join(args.judge), settings))
    head = {"data": Path(args.FOLDER).resolve().name, **settings._asdict()}
    return CommandResult(render_simulation(rows), {**head, "rows": [row._asdict() for row in rows]})
