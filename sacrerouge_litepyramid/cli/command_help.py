"""What `--help` says beyond SacreROUGE's: an overview, and the meaning of each option of the plugin's metrics."""

import argparse
import shutil
import textwrap
from collections.abc import Iterator
from typing import NamedTuple

PROGRAM = "sacrerouge-litepyramid"
PLUGIN = "sacrerouge_litepyramid"
SETUP = "setup-dataset "
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


class Command(NamedTuple):
    name: str
    parser: argparse.ArgumentParser


def explain(parser: argparse.ArgumentParser) -> None:
    """Gives SacreROUGE's ``parser`` an overview, each metric alone its own help, and the metrics' options a meaning."""
    name_programs(parser, PROGRAM)
    commands, metrics = own_commands(parser)
    for each in subcommands(parser).values():
        if _is_metric(each):
            each.set_defaults(func=lambda args, own=each: own.print_help())
    for metric in metrics:
        inner = subcommands(metric.parser)
        metric.parser.description = describe(inner["score"])
        for each in inner.values():
            each.description = f"{each.description} {metric.parser.description}"
            for action in options(each):
                action.help = METRIC_OPTIONS.get(action.dest, action.help)
    for action in _subparsers(parser):
        action.metavar, action.help = "COMMAND", argparse.SUPPRESS
    parser.usage = f"{PROGRAM} [--debug] COMMAND …\n       {PROGRAM} [--debug] METRIC score|evaluate …"
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = overview(parser, commands, metrics)


def overview(parser: argparse.ArgumentParser, commands: list[Command], metrics: list[Command]) -> str:
    """The plugin's commands and metrics with a line each, and the names of SacreROUGE's own."""
    own = {command.name for command in commands + metrics}
    others = {name: each for name, each in subcommands(parser).items() if name not in own}
    roots = [name for name, each in others.items() if not _is_metric(each)]
    sets = [Command(name.removeprefix(SETUP), each) for name, each in commands if name.startswith(SETUP)]
    return "\n\n".join(
        [
            _listed("commands", [command for command in commands if not command.name.startswith(SETUP)]),
            _listed("metrics", metrics),
            _listed(f"data sets ({SETUP}NAME FOLDER)", sets),
            _named("SacreROUGE's commands", roots),
            _named("SacreROUGE's metrics", [name for name in others if name not in roots]),
            f"{PROGRAM} COMMAND --help tells the options of a command.",
        ]
    )


def own_commands(parser: argparse.ArgumentParser) -> tuple[list[Command], list[Command]]:
    """The plugin's commands, those of setup-dataset among them, and its metrics; each by name."""
    commands, metrics = [], []
    for name, each in sorted(subcommands(parser).items()):
        if _is_metric(each):
            if owner(subcommands(each)["score"]) == PLUGIN:
                metrics.append(Command(name, each))
        elif owner(each) == PLUGIN:
            commands.append(Command(name, each))
        elif name == "setup-dataset":
            inner = sorted(subcommands(each).items())
            commands += [Command(f"{name} {kind}", one) for kind, one in inner if owner(one) == PLUGIN]
    return commands, metrics


def name_programs(parser: argparse.ArgumentParser, program: str) -> None:
    """Lets every parser say its own name, however Python was started."""
    parser.prog = program
    for name, each in subcommands(parser).items():
        name_programs(each, f"{program} {name}")


def subcommands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """By name the commands of a parser; empty where it has none."""
    return {name: each for action in _subparsers(parser) for name, each in action.choices.items()}


def options(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    return [action for action in parser._actions if action.dest != "help"]


def owner(parser: argparse.ArgumentParser) -> str:
    """The package of the metric or command that a parser runs."""
    run = parser.get_default("subfunc") or parser.get_default("func")
    command = getattr(run, "__self__", None)
    return getattr(command, "metric_type", type(command)).__module__.partition(".")[0]


def describe(parser: argparse.ArgumentParser) -> str:
    """The first line of the docstring of the metric that a parser runs."""
    documented = parser.get_default("func").__self__.metric_type.__doc__ or ""
    return documented.strip().partition("\n")[0]


def _is_metric(parser: argparse.ArgumentParser) -> bool:
    return "score" in subcommands(parser)


def _subparsers(parser: argparse.ArgumentParser) -> "Iterator[argparse._SubParsersAction]":
    return (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))


def _listed(title: str, commands: list[Command]) -> str:
    width = max(len(command.name) for command in commands) + 4
    lines = [f"  {name:<{width - 2}}{each.description}" for name, each in commands]
    return "\n".join([f"{title}:", *(_filled(line, indent=width) for line in lines)])


def _named(title: str, names: list[str]) -> str:
    return f"{title}:\n{_filled('  ' + ' '.join(names), indent=2)}"


def _filled(text: str, indent: int) -> str:
    """The text in lines as wide as argparse's, those after the first indented."""
    width = max(shutil.get_terminal_size().columns - 2, 40)
    return textwrap.fill(text, width, subsequent_indent=" " * indent, break_on_hyphens=False)
