"""Options that trainings share: settings as JSON, the model to start from, checkpoints, and sentence pairs."""

import argparse
import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.cli.files import MODEL_FILES
from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.core.json_text import parse_json
from sacrerouge_litepyramid.io.documents import read_articles
from sacrerouge_litepyramid.io.files import write_json_lines
from sacrerouge_litepyramid.registry import Parameter, construct, explain_unknown_name, parameters
from sacrerouge_litepyramid.training.coherence_pairs import VARIANTS, Example, PairSettings, Splits, make_examples
from sacrerouge_litepyramid.training.finetuning import Figures, Finetuned
from sacrerouge_litepyramid.training.finetuning_run import FINISHED_FILE, FinetuneSettings

#: arguments of a model that only scoring uses
NOT_OF_TRAINING = ("tokens_per_batch",)


class Provenance(NamedTuple):
    """The training data's name and licence, which are kept with the model and shown in signatures."""

    source: str | None = None
    licence: str | None = None

    def to_json(self, command: str) -> dict[str, str]:
        """Return what is known, and the command, which names files without their folders."""
        given = {**self._asdict(), "command": command}
        return {name: value for name, value in given.items() if value}


def add_settings(parser: CommandParser, *kinds: Callable[..., Any]) -> None:
    """Add --settings, whose keys are the arguments of ``kinds`` that are not options; call it after all options."""
    options = {action.dest for action in parser._actions}
    known = [each for kind in kinds for each in _list_arguments(kind) if each.name not in options]
    names = (each.name if each.default in (None, inspect.Parameter.empty) else f"{each.name} ({each.default})"
             for each in known)  # fmt: skip
    parser.add_argument("--settings", metavar="JSON", help=f"Other settings, with their defaults: {', '.join(names)}")


def read_settings(args: argparse.Namespace, *kinds: Callable[..., Any], given: Mapping[str, Any] | None = None) -> Any:
    """Build each of the kinds from the options and --settings; return them in order.

    ``given``: what --settings holds, if it is parsed already. Raises ValueError for an unknown key, a key that is an
    option, and for what the kinds refuse.
    """
    if given is None:
        given = parse_json(args.settings, "--settings", "give a JSON object") if args.settings else {}
    if not isinstance(given, Mapping):
        raise ValueError(f"--settings must be a JSON object, not {args.settings!r:.60}")
    options = vars(args)
    names = [[each.name for each in _list_arguments(kind)] for kind in kinds]
    known = {name for each in names for name in each}
    for name in given:
        if name in known and name in options:
            raise ValueError(f"--settings: {name!r} is an option of its own, --{name.replace('_', '-')}")
        if name not in known:
            raise ValueError(explain_unknown_name("--settings: the key", name, known - options.keys()))
    values = {**{name: value for name, value in options.items() if value is not None}, **given}
    return [
        construct(kind, {name: values[name] for name in each if name in values}, "--settings")
        for kind, each in zip(kinds, names, strict=True)
    ]


def _list_arguments(kind: Callable[..., Any]) -> list[Parameter]:
    return [each for each in parameters(kind) if each.name not in NOT_OF_TRAINING]


def add_finetuning_options(parser: CommandParser, model: str, settings: FinetuneSettings, seed: str) -> None:
    """Add the options of finetuning: ``model`` and ``seed`` are help texts, ``settings`` the defaults."""
    add = parser.add_argument
    parser.add_input("--model", files=MODEL_FILES, required=True, help=f"{model}: hub name or folder")
    for name, meaning in (
        ("learning_rate", "The highest learning rate of AdamW"),
        ("epochs", "Passes over the pairs"),
        ("batch_size", "Pairs in a step of the optimizer"),
        ("seed", seed),
    ):
        default = getattr(settings, name)
        option = "--" + name.replace("_", "-")
        add(option, type=type(default), default=default, help=f"{meaning} (default: %(default)s)")
    parser.add_output(
        "--output-dir", files=(FINISHED_FILE, "*"), required=True, help="The folder of the finetuned model"
    )
    add("--resume", action="store_true", help="Resume the run in --output-dir; start if there is none")


def format_outcome(outcome: Finetuned, table: Callable[[Figures], str]) -> str:
    """Return the text that a command prints about its result."""
    lines = [table(outcome.figures)] if outcome.figures else []
    state = "finished" if outcome.finished else "stopped; --resume continues"
    return "\n".join([*lines, f"{outcome.folder}: {state}"])


def add_pair_options(parser: CommandParser) -> None:
    """Add the options that describe the pairs to train a next-sentence model on."""
    parser.add_input(
        "--documents",
        required=True,
        help='JSON Lines of {"instance_id", "sentences": [...]}, or summaries.jsonl with documents',
    )
    parser.add_argument(
        "--negatives",
        default="mix",
        help=f"Wrong pairs: {', '.join(VARIANTS)}, or proportions as flipped=25,repetition=5 (default: %(default)s)",
    )
    parser.add_output(
        "--pairs-dir",
        files=("training.jsonl", "validation.jsonl", "test.jsonl"),
        help="Where to write the pairs: training.jsonl, validation.jsonl, test.jsonl",
    )


class PairData(NamedTuple):
    """The settings of the pairs: ``pairs`` at most, half of them wrong; and what `TrainingData` has."""

    pairs: int = PairSettings().pairs
    source: str | None = None
    licence: str | None = None


def draw_pairs(args: argparse.Namespace, data: PairData) -> Splits:
    """Draw the pairs, and write them to --pairs-dir if it is given."""
    settings = PairSettings(parse_proportions(args.negatives), data.pairs, args.seed)
    splits = make_examples(read_articles(args.documents), settings)
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


def describe_pairs(args: argparse.Namespace, data: PairData) -> dict[str, str]:
    """Return the training data's description for the model; a file is named without its folder."""
    given = {"source": data.source, "licence": data.licence, "documents": Path(args.documents).name}
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
