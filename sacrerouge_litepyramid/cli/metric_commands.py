"""METRIC score and METRIC evaluate: the settings of a metric as options."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sacrerouge_litepyramid import metrics  # noqa: F401 (registers them)
from sacrerouge_litepyramid.cli.config import check_reader
from sacrerouge_litepyramid.cli.files import LINE_ALIGNED_FILES, check_files
from sacrerouge_litepyramid.cli.names import PROGRAM, read_names
from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.cli.scoring_options import (
    add_evaluate_arguments,
    add_score_arguments,
    run_evaluate,
    run_score,
)
from sacrerouge_litepyramid.cli.terminal import log_to_stderr
from sacrerouge_litepyramid.io.signatures import SUFFIX
from sacrerouge_litepyramid.metrics.lite_pyramid import LitePyramid
from sacrerouge_litepyramid.metrics.metric import Metric
from sacrerouge_litepyramid.registry import (
    Parameter,
    build,
    check_description,
    explain_unknown_name,
    parameters,
    read_description,
)

ACTIONS = ("score", "evaluate")
#: the help of each setting of a metric
OPTIONS = {
    "combine": "Of several references the largest value (max, the default) or the mean, for each measure",
    "stem": "false: do not stem words (default: true)",
    "base": "Base metric, name or JSON: rouge, unigram-precision, bertscore, sts, qags",
    "coherence": "Coherence model, name or JSON: logistic (default), nayeem-chali, next-sentence",
    "encoder": "Token encoder, name or JSON: char-ngram (default), minilm, transformers",
    "extractor": "Extract the units from the references, instead of reading them: dependency, srl, sentence or JSON",
    "percent": "true: give scores × 100",
    "judge": "Judge, name or JSON: lexical (default), embedding, nli, generative, cached, ray",
    "selection": "Selection of document sentences, name or JSON: whole (default), top, lexrank-global and others",
    "supporting": "Number of source sentences that count for a summary sentence; by default 2 for ROUGE, else 3",
}
READERS = (
    "Name or JSON: units-based (its files: summaries.jsonl and a units file), pyramid-units, line-aligned, "
    "reference-based, document-based, documents-and-references"
)


def parse_boolean(text: str) -> bool:
    """Return the truth value that an option names; argparse prints the error for another word."""
    if text.lower() not in ("true", "false", "1", "0"):
        raise argparse.ArgumentTypeError(f"true or false was expected, not {text!r}")
    return text.lower() in ("true", "1")


#: how the text of an option becomes a setting of each type; other settings are texts
CONVERSIONS: dict[Any, Callable[[str], Any]] = {bool: parse_boolean, int: int, float: float}


def run_metric(words: Sequence[str]) -> int:
    """Run METRIC, METRIC score or METRIC evaluate; return the exit status."""
    name, *rest = words
    if not rest or rest[0] in ("-h", "--help"):
        print(_overview(name))
        return 0
    if rest[0] not in ACTIONS:
        raise ValueError(explain_unknown_name(f"{name}: the action", rest[0], ACTIONS))
    args = build_parser(name, rest[0]).parse_args(rest[1:])
    check_files(args)
    with log_to_stderr(silent=args.silent, log_file=args.log_file):
        _run(name, rest[0], args)
    return 0


def build_parser(name: str, action: str) -> CommandParser:
    """Return the parser of METRIC score or METRIC evaluate."""
    outputs = "--output-jsonl scores.jsonl"
    if action == "evaluate":
        outputs = "--macro-output-json means.json --micro-output-jsonl scores.jsonl"
    parser = CommandParser(
        prog=f"{PROGRAM} {name} {action}",
        description=f"{action.capitalize()} summaries: {read_names()['metrics'][name]}",
        example=f"{PROGRAM} {name} {action} {_example_input(name)} \\\n    {outputs}",
    )
    add_evaluate_arguments(parser) if action == "evaluate" else add_score_arguments(parser)
    for parameter in parameters(Metric.by_name(name)):
        _add_setting(parser, parameter)
    if issubclass(Metric.by_name(name), LitePyramid):
        parser.add_output(
            "--evidence-output",
            beside=(SUFFIX,),
            help="Also write each unit's probability in each summary (JSON Lines)",
        )
    parser.add_argument("--dataset-reader", required=True, help=READERS)
    parser.add_input(
        "--input-files",
        files=LINE_ALIGNED_FILES,
        nargs="+",
        required=True,
        help="The files that the dataset reader takes, in its order",
    )
    return parser


def collect_settings(args: argparse.Namespace, name: str) -> dict[str, Any]:
    """Return the settings of a metric that the options give, as a config has them."""
    names = [parameter.name for parameter in parameters(Metric.by_name(name))]
    return {each: getattr(args, each) for each in names if getattr(args, each) is not None}


def build_components(name: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings with the metric's components built, so that errors come before SacreROUGE's import."""
    kinds = {each.name: each.kind for each in parameters(Metric.by_name(name)) if each.kind is not None}
    return {each: build(kinds[each], value) if each in kinds else value for each, value in settings.items()}


def _run(name: str, action: str, args: argparse.Namespace) -> None:
    settings = collect_settings(args, name)
    reader = read_description(args.dataset_reader, "the dataset reader")
    if not args.include_packages:
        check_description(Metric, {"type": name, **settings})
        check_reader(reader)
        settings = build_components(name, settings)
    from sacrerouge_litepyramid.plugin import runs

    runs.import_packages(args.include_packages)
    evidence = {"evidence_output": args.evidence_output} if getattr(args, "evidence_output", None) else {}
    task = runs.Task(reader, args.input_files, [runs.build_metric(name, {**settings, **evidence})])
    run_evaluate(args, task) if action == "evaluate" else run_score(args, task)


def _add_setting(parser: CommandParser, parameter: Parameter) -> None:
    option = f"--{parameter.name.replace('_', '-')}"
    if parameter.kind is not None:
        parser.add_component(option, help=OPTIONS[parameter.name])
        return
    convert = CONVERSIONS.get(parameter.value_type, str)
    parser.add_argument(option, type=convert, help=OPTIONS[parameter.name])


def _example_input(name: str) -> str:
    reader = {
        "ffci-faithfulness": "document-based",
        "ffci-focus": "reference-based",
        "ffci-coverage": "reference-based",
        "rouge-native": "reference-based",
        "ffci-coherence": "reference-based",
    }.get(name, "units-based" if "pyramid" in name else "document-based")
    units = " scus.jsonl" if reader == "units-based" else ""
    return f"--dataset-reader {reader} --input-files summaries.jsonl{units}"


def _overview(name: str) -> str:
    return "\n".join(
        [
            f"usage: {PROGRAM} {name} score|evaluate …",
            "",
            read_names()["metrics"][name],
            "",
            "  score     write each summary's score, with jackknifed scores where there are several references",
            "  evaluate  write each summary's score and the mean over all of them",
            "",
            f"{PROGRAM} {name} score --help shows the options, and an example.",
        ]
    )
