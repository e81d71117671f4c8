"""Arguments of the commands that train a next-sentence model, and the pairs that they describe."""

import argparse
from pathlib import Path

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.io.documents import read_articles
from sacrerouge_litepyramid.io.files import write_json_lines
from sacrerouge_litepyramid.training.coherence_pairs import VARIANTS, Example, PairSettings, Splits, make_examples

DEFAULTS = PairSettings()


def add_pair_arguments(parser: CommandParser) -> None:
    """Add the arguments that describe the training pairs."""
    add = parser.add_argument
    parser.add_input(
        "--articles-file",
        required=True,
        help='JSON Lines of {"instance_id", "sentences": [...]}, or summaries.jsonl with documents',
    )
    add(
        "--negatives",
        default="mix",
        help=f"Wrong pairs: {', '.join(VARIANTS)}, or proportions as flipped=25,repetition=5 (default: %(default)s)",
    )
    add(
        "--pairs",
        type=int,
        default=DEFAULTS.pairs,
        help="Maximum number of pairs, half of them wrong (default: %(default)s)",
    )
    parser.add_output_folder(
        "--pairs-dir",
        files=("training.jsonl", "validation.jsonl", "test.jsonl"),
        help="Where to write the pairs: training.jsonl, validation.jsonl, test.jsonl",
    )
    add("--source", help="The articles' name, kept with the model")
    add("--licence", help="The articles' licence, kept with the model")


def draw_pairs(args: argparse.Namespace) -> Splits:
    """Draw the pairs, and write them to --pairs-dir if it is given."""
    settings = PairSettings(parse_proportions(args.negatives), args.pairs, args.seed)
    splits = make_examples(read_articles(args.articles_file), settings)
    if args.pairs_dir:
        for name, examples in splits._asdict().items():
            write_json_lines(Path(args.pairs_dir) / f"{name}.jsonl", map(_line, examples))
    return splits


def parse_proportions(text: str) -> dict[str, float]:
    """Parse the proportions of wrong pairs by kind, from the name of a variant or KIND=NUMBER,…"""
    if text in VARIANTS:
        return dict(VARIANTS[text])
    found = {}
    for part in text.split(","):
        kind, _, value = part.partition("=")
        try:
            found[kind.strip()] = float(value)
        except ValueError:
            raise ValueError(
                f"--negatives {text!r} is neither one of {', '.join(VARIANTS)} nor proportions as "
                "flipped=25,repetition=5,same-document=20"
            ) from None
    return found


def describe_data(args: argparse.Namespace) -> dict[str, str]:
    """Return the training data's description for the model; a file is named without its folder."""
    given = {"source": args.source, "licence": args.licence, "articles": Path(args.articles_file).name}
    known = {name: value for name, value in given.items() if value}
    wrong = ", ".join(f"{kind}={share:g}" for kind, share in parse_proportions(args.negatives).items())
    return {**known, "negatives": wrong, "pairs_seed": str(args.seed), "program": f"version {__version__}"}


def _line(example: Example) -> dict[str, str | int]:
    """Return a pair and its origin as JSON."""
    return {
        "first": example.pair.first,
        "second": example.pair.second,
        "label": example.label,
        "kind": example.kind,
        "first_instance_id": example.first,
        "second_instance_id": example.second,
    }
