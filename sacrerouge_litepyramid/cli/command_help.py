"""What SacreROUGE's parser lacks: the meaning and the spelling of the options of this package's metrics."""

import argparse
from collections.abc import Iterator

from sacrerouge_litepyramid.cli import catalogue
from sacrerouge_litepyramid.cli.command_parser import PROGRAM

#: Options of the metrics. SacreROUGE makes most of them of constructor arguments, and says nothing of these.
METRIC_OPTIONS = {
    "dataset_reader": "Name or JSON: units-based (its files: summaries.jsonl and a units file), pyramid-units, "
    "line-aligned, reference-based, document-based, documents-and-references",
    "input_files": "The files that the dataset reader takes, in its order",
    "base": "Base metric, name or JSON: rouge, unigram-precision, bertscore, sts, qags",
    "coherence": "Coherence model, name or JSON: logistic (default), nayeem-chali, next-sentence",
    "encoder": "Token encoder, name or JSON: char-ngram (default), transformers",
    "extractor": "Extract the units from the references, instead of reading them: dependency, srl, sentence or JSON",
    "percent": "true: give scores × 100",
    "presence": "Presence model, name or JSON: lexical (default), nli, generative, cached, ray",
    "selection": "Which sentences of the documents, name or JSON: whole (default), top, lexrank-global and others",
    "supporting": "How many sentences of the source count for one of the summary: by default 2 for ROUGE, else 3",
    "units_output": "Also write each unit's probability in each summary (JSON Lines), what the score is made of",
}


def explain(parser: argparse.ArgumentParser) -> None:
    """Give SacreROUGE's ``parser`` the program's name, each metric alone its own help, and the options a meaning."""
    name_programs(parser, PROGRAM)
    commands = subcommands(parser)
    for each in commands.values():
        explain_log(each)
        if "score" in subcommands(each):
            each.set_defaults(func=lambda args, own=each: own.print_help())
    for name, description in catalogue.METRICS.items():
        commands[name].description = description
        for inner in subcommands(commands[name]).values():
            inner.description = f"{inner.description} {description}"
            for action in options(inner):
                action.help = METRIC_OPTIONS.get(action.dest, action.help)
                spell_with_hyphens(inner, action)


def explain_log(parser: argparse.ArgumentParser) -> None:
    """Say of --silent, of a command and of those in it, where the log goes here."""
    for action in options(parser):
        if action.dest == "silent":
            action.help = "Do not write the log to standard error"
    for each in subcommands(parser).values():
        explain_log(each)


def spell_with_hyphens(parser: argparse.ArgumentParser, action: argparse.Action) -> None:
    """Show an option as --units-output; --units_output, as SacreROUGE makes it of an argument, is still read."""
    for option in [option for option in action.option_strings if "_" in option]:
        spelled = option.replace("_", "-")
        action.option_strings = [spelled]
        parser._option_string_actions[spelled] = action


def name_programs(parser: argparse.ArgumentParser, program: str) -> None:
    """Let every parser print its own name, however Python was started."""
    parser.prog = program
    for name, each in subcommands(parser).items():
        name_programs(each, f"{program} {name}")


def subcommands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the commands of a parser by name; none where it has none."""
    return {name: each for action in _subparsers(parser) for name, each in action.choices.items()}


def options(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Return the options and arguments of a parser, without --help."""
    return [action for action in parser._actions if action.dest != "help"]


def _subparsers(parser: argparse.ArgumentParser) -> "Iterator[argparse._SubParsersAction]":
    return (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
