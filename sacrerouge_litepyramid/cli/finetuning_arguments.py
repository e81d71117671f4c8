"""Arguments of the commands that finetune a pair classifier, and their printed result."""

import argparse
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, TypeVar

from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.cli.places import MODEL_FILES
from sacrerouge_litepyramid.models.placement import UNQUANTISED
from sacrerouge_litepyramid.training.finetuning import Figures, Finetuned
from sacrerouge_litepyramid.training.finetuning_run import FINISHED_FILE
from sacrerouge_litepyramid.training.settings import FinetuneSettings, Interruption

S = TypeVar("S", bound=FinetuneSettings)
SETTINGS = {
    "learning_rate": "The highest learning rate of AdamW",
    "epochs": "Passes over the pairs",
    "batch_size": "Pairs in a step of the optimizer",
    "gradient_accumulation": "Number of parts in which a step is computed, to save memory",
    "warmup_share": "Share of the steps in which the learning rate rises",
    "weight_decay": "Weight decay of AdamW",
}


def add_start_arguments(parser: CommandParser, model: str, max_length: int) -> None:
    """Add the arguments of the model to start from and of the device; ``model`` describes the model in the help."""
    add = parser.add_argument
    parser.add_input_folder("--model", files=MODEL_FILES, required=True, help=f"{model}: hub name or folder")
    add("--revision", help="Branch, tag or commit of a hub model")
    add("--labels", nargs="+", help="The label of each output, if the model does not name them")
    add("--max-length", type=int, default=max_length, help="Tokens of a pair (default: %(default)s)")
    add("--precision", choices=UNQUANTISED, default="auto", help="auto: bf16 on CUDA, else fp32")
    add("--device", default="auto", help="cpu, cuda or auto")


def add_settings(parser: CommandParser, kind: type[FinetuneSettings], meanings: Mapping[str, str]) -> None:
    """Add an argument for each setting; ``meanings`` is the help of settings that differ between commands."""
    for field in fields(kind):
        name = "--" + field.name.replace("_", "-")
        meaning = {**SETTINGS, **meanings}[field.name]
        parser.add_argument(
            name, type=type(field.default), default=field.default, help=f"{meaning} (default: %(default)s)"
        )


def add_run_arguments(parser: CommandParser) -> None:
    """Add the arguments of the output folder and of checkpoints."""
    add = parser.add_argument
    parser.add_output_folder(
        "--output-dir", files=(FINISHED_FILE, "*"), required=True, help="The folder of the finetuned model"
    )
    add("--resume", action="store_true", help="Resume the run in --output-dir; start if there is none")
    add("--stop-after", type=int, help="Stop, with a checkpoint, after this many steps from the very start")
    add("--save-every", type=int, default=500, help="Steps between checkpoints (default: %(default)s)")


def build_settings(args: argparse.Namespace, kind: type[S]) -> S:
    """Return the settings that the arguments hold."""
    return kind(**{field.name: getattr(args, field.name) for field in fields(kind)})


def list_start_settings(args: argparse.Namespace) -> dict[str, Any]:
    """Return the settings of the model to start from."""
    return {name: getattr(args, name) for name in ("model", "revision", "labels", "max_length", "precision", "device")}


def build_interruption(args: argparse.Namespace) -> Interruption:
    """Return when to stop and to save, and whether to resume."""
    return Interruption(args.resume, args.stop_after, args.save_every)


def format_outcome(outcome: Finetuned, table: Callable[[Figures], str]) -> str:
    """Return the text that a command prints about its result."""
    lines = [table(outcome.figures)] if outcome.figures else []
    state = "finished" if outcome.finished else "stopped; --resume goes on"
    return "\n".join([*lines, f"{outcome.folder}: {state}"])
