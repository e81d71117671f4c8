"""`setup-dataset NAME FOLDER`: a released data set in this package's formats."""

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.cli import catalogue
from sacrerouge_litepyramid.cli.command_parser import PROGRAM, CommandParser
from sacrerouge_litepyramid.corpora import ffci, litepyramid, realsumm_scores, rose, tac, tac_join
from sacrerouge_litepyramid.corpora.realsumm_scores import BART_POLICIES

EXAMPLE = f"{PROGRAM} setup-dataset litepyramid-realsumm data/realsumm"
OUTPUT = "The folder where the data should be written"
BART = (
    "The abstractive BART's released scores are a copy of the extractive one's: drop it (24 systems), take it as-is "
    "(25, one twice), or repaired (25, people's score from votes, no metric); by default drop"
)


class DataSetCommand(NamedTuple):
    """The command of a data set; ``setup`` returns the values to print."""

    add_arguments: Callable[[CommandParser], None]
    setup: Callable[[argparse.Namespace], Mapping[str, Any]]
    example: str


def add_arguments(parser: CommandParser) -> None:
    data_sets = parser.add_subparsers(dest="data_set", required=True, metavar="NAME", help="Which data set")
    for name, data_set in DATA_SETS.items():
        description = catalogue.DATA_SETS[name]
        example = f"{PROGRAM} setup-dataset {name} {data_set.example}"
        data_set.add_arguments(data_sets.add_parser(name, description=description, help=description, example=example))


def run(args: argparse.Namespace) -> None:
    print(json.dumps(DATA_SETS[args.data_set].setup(args)))


def add_ffci_arguments(parser: CommandParser) -> None:
    parser.add_output_folder("output_dir", files=("*/summaries.jsonl", "*/metrics.jsonl", "released/*"), help=OUTPUT)
    parser.add_input_folder(
        "--source",
        files=("*.csv", "*/[0-9]*"),
        help="The archive of the data, or a folder, instead of a download",
    )


def setup_ffci(args: argparse.Namespace) -> dict[str, Any]:
    return {"dataset": "FFCI", "output": args.output_dir, **ffci.setup(Path(args.output_dir), _source(args))}


def add_litepyramid_arguments(parser: CommandParser) -> None:
    files = ("summaries.jsonl", *litepyramid.UNIT_FILES, "labels.jsonl", "folds.json", "metrics.jsonl", "released/*")
    parser.add_output_folder("output_dir", files=files, help=OUTPUT)
    parser.add_input_folder(
        "--source",
        files=("*.txt", "*.summary", "*.label", "*/fold*"),
        help="A copy of the released folder, instead of a download",
    )


def setup_realsumm(args: argparse.Namespace) -> dict[str, Any]:
    return _setup_litepyramid(litepyramid.REALSUMM, args)


def setup_pyrxsum(args: argparse.Namespace) -> dict[str, Any]:
    return _setup_litepyramid(litepyramid.PYRXSUM, args)


def add_tac_arguments(parser: CommandParser) -> None:
    files = ("summaries.jsonl", "scus.jsonl", "labels.jsonl", "metrics.jsonl", "folds.json")
    parser.add_input_folder(
        "input_dir", files=("task1.*.jsonl",), help="The folder that setup-dataset tac2008|tac2009 wrote"
    )
    parser.add_output_folder("output_dir", files=files, help=OUTPUT)
    parser.add_argument("--year", type=int, required=True, choices=sorted(tac.TRACKS), help="The year of the files")
    parser.add_argument(
        "--set",
        dest="sets",
        choices=list(tac.SETS),
        default="AB",
        help="A: initial summaries, B: updates (default: %(default)s)",
    )


def setup_tac(args: argparse.Namespace) -> dict[str, Any]:
    """Set up TAC; irregularities of NIST's files are reported on standard error."""
    counts = tac.setup(Path(args.input_dir), Path(args.output_dir), args.year, args.sets)
    for name, number in counts["irregular"].items():
        if number:
            print(f"{name} {number}: {tac_join.IRREGULARITIES[name]}", file=sys.stderr)
    return {"dataset": f"TAC{args.year}", "set": args.sets, "output": args.output_dir, **counts}


def add_realsumm_scores_arguments(parser: CommandParser) -> None:
    files = ("metrics.jsonl", "labels.jsonl", "votes.jsonl", "scus.jsonl", "counts.json")
    parser.add_output_folder("output_dir", files=files, help=OUTPUT)
    parser.add_input_folder(
        "--source",
        files=("*.csv", "*.md", "*.pkl", "*scores-*.json"),
        required=True,
        help="A copy of the repository neulab/REALSumm",
    )
    parser.add_argument("--bart", choices=BART_POLICIES, default="drop", help=BART)


def setup_realsumm_scores(args: argparse.Namespace) -> dict[str, Any]:
    counts = realsumm_scores.setup(Path(args.output_dir), Path(args.source), args.bart)
    return {"dataset": "REALSumm scores", "output": args.output_dir, **counts}


def add_rose_arguments(parser: CommandParser) -> None:
    files = ("summaries.jsonl", "scus.jsonl", "labels.jsonl", "metrics.jsonl")
    parser.add_output_folder("output_dir", files=files, help=OUTPUT)
    parser.add_input_folder(
        "--source",
        files=("*.arrow", "*.json"),
        required=True,
        help="A part of RoSE: .json, .jsonl, .parquet, or a folder of datasets' save_to_disk",
    )


def setup_rose(args: argparse.Namespace) -> dict[str, Any]:
    counts = rose.write(rose.read_rose(args.source), Path(args.output_dir))
    return {"dataset": "RoSE", "output": args.output_dir, **counts}


def _setup_litepyramid(corpus: litepyramid.Corpus, args: argparse.Namespace) -> dict[str, Any]:
    counts = litepyramid.setup(corpus, Path(args.output_dir), _source(args))
    return {"dataset": corpus.name, "output": args.output_dir, **counts}


def _source(args: argparse.Namespace) -> Path | None:
    return Path(args.source) if args.source else None


DATA_SETS = {
    "ffci": DataSetCommand(add_ffci_arguments, setup_ffci, "data/ffci --source ffci-data.tar.gz"),
    "litepyramid-pyrxsum": DataSetCommand(add_litepyramid_arguments, setup_pyrxsum, "data/pyrxsum"),
    "litepyramid-realsumm": DataSetCommand(add_litepyramid_arguments, setup_realsumm, "data/realsumm"),
    "litepyramid-tac": DataSetCommand(add_tac_arguments, setup_tac, "data/tac2008-sacrerouge data/tac2008 --year 2008"),
    "realsumm-scores": DataSetCommand(
        add_realsumm_scores_arguments, setup_realsumm_scores, "data/realsumm-scores --source DIR"
    ),
    "rose": DataSetCommand(add_rose_arguments, setup_rose, "data/rose --source rose.json"),
}
