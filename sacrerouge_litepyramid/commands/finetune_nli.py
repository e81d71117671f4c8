"""`finetune-nli`: finetunes an NLI model to people's presence labels."""

import argparse
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

from sacrerouge.commands import RootSubcommand

from sacrerouge_litepyramid import __version__
from sacrerouge_litepyramid.core.judgements import Judged
from sacrerouge_litepyramid.formats.folds import KINDS, read_folds
from sacrerouge_litepyramid.formats.judgements import read_judged
from sacrerouge_litepyramid.models.placement import PRECISIONS
from sacrerouge_litepyramid.presence.nli import NliPresence
from sacrerouge_litepyramid.training.held_out import Split, by_fold, by_share
from sacrerouge_litepyramid.training.nli import Finetuned, finetune
from sacrerouge_litepyramid.training.nli_card import figures_table
from sacrerouge_litepyramid.training.nli_settings import FinetuneSettings, Interruption

DATA_FILES = {"summaries_file": "summaries.jsonl", "units_file": "scus.jsonl", "presence_file": "presence.jsonl"}
SETTINGS = {
    "learning_rate": "The highest learning rate of AdamW",
    "epochs": "Passes over the pairs",
    "batch_size": "Pairs in a step of the optimizer",
    "gradient_accumulation": "In how many parts a step is computed, to save memory",
    "warmup_share": "Share of the steps in which the learning rate rises",
    "weight_decay": "Of AdamW",
    "seed": "Decides the order of the pairs, dropout, and what --validation-share holds out",
}


@RootSubcommand.register("finetune-nli")
class FinetuneNliSubcommand(RootSubcommand):
    def add_subparser(self, parser: argparse._SubParsersAction) -> None:
        description = "Finetune an NLI model to people's presence labels"
        self.parser = parser.add_parser("finetune-nli", description=description, help=description)
        self._add_data()
        self._add_model()
        self._add_run()
        self.parser.set_defaults(func=self.run)

    def _add_data(self) -> None:
        add = self.parser.add_argument
        add(
            "--data", type=str, help="A folder with summaries.jsonl, scus.jsonl, presence.jsonl, as setup-dataset makes"
        )
        add("--summaries-file", type=str, help="summaries.jsonl, instead of that of --data")
        add("--units-file", type=str, help="scus.jsonl: the units that were judged, instead of that of --data")
        add("--presence-file", type=str, help="presence.jsonl: 0/1 labels, instead of that of --data")
        add("--validation-share", type=float, help="Share of the examples to hold out for the figures of each epoch")
        add("--folds-file", type=str, help="folds.json: hold out its fold --fold, train on the others")
        add("--fold", type=int, help="Which fold to hold out, from 1")
        add("--fold-by", choices=KINDS, default="examples", help="Folds by what; %(default)s")
        add("--source", type=str, help="The training data's name, for the model card")
        add("--licence", type=str, help="The training data's licence, for the model card")

    def _add_model(self) -> None:
        add = self.parser.add_argument
        add("--model", type=str, required=True, help="An NLI model to start from: hub name or folder")
        add("--revision", type=str, help="Branch, tag or commit of a hub model")
        add("--labels", type=str, nargs="+", help="What each output means, where the model does not say it")
        add("--max-length", type=int, default=400, help="Tokens of a pair; %(default)s")
        add("--precision", choices=PRECISIONS, default="auto", help="auto: bf16 on CUDA, else fp32")
        add("--device", type=str, default="auto", help="cpu, cuda or auto")
        for field in fields(FinetuneSettings):
            kind = type(field.default)
            name = "--" + field.name.replace("_", "-")
            add(name, type=kind, default=field.default, help=f"{SETTINGS[field.name]}; %(default)s")

    def _add_run(self) -> None:
        add = self.parser.add_argument
        add("--output-dir", type=str, required=True, help="The folder of the finetuned model")
        add("--resume", action="store_true", help="Go on with what --output-dir holds; from the start if nothing")
        add("--stop-after", type=int, help="Stop, with a checkpoint, after so many steps from the very start")
        add("--save-every", type=int, default=500, help="Steps between checkpoints; %(default)s")

    def run(self, args: argparse.Namespace) -> None:
        settings = FinetuneSettings(**{field.name: getattr(args, field.name) for field in fields(FinetuneSettings)})
        interruption = Interruption(args.resume, args.stop_after, args.save_every)
        start = NliPresence(
            args.model, args.revision, args.labels, args.max_length, precision=args.precision, device=args.device
        )
        paths = input_files(args)
        split = split_judged(read_judged(*paths), args)
        outcome = finetune(
            split.training, start, args.output_dir, settings, split.held_out, interruption, about_data(args, paths)
        )
        print(as_text(outcome))


def input_files(args: argparse.Namespace) -> list[Path]:
    """Summaries, units and presence; ValueError telling which are not given."""
    paths = []
    for name, file in DATA_FILES.items():
        given = getattr(args, name)
        if given is None and args.data is None:
            raise ValueError(f"--{name.replace('_', '-')} is missing; give it, or a folder with all files by --data")
        paths.append(Path(given) if given is not None else Path(args.data) / file)
    return paths


def split_judged(judged: Sequence[Judged], args: argparse.Namespace) -> Split:
    """What to train on and what to hold out, if anything."""
    if (args.folds_file is None) != (args.fold is None):
        raise ValueError("--folds-file and --fold go together: the file, and which of its folds to hold out")
    if args.folds_file is not None and args.validation_share is not None:
        raise ValueError("--validation-share and --folds-file both hold out examples; give one of them")
    if args.folds_file is not None:
        return by_fold(judged, read_folds(args.folds_file, args.fold_by), args.fold, args.fold_by)
    if args.validation_share is not None:
        return by_share(judged, args.validation_share, args.seed)
    return Split(list(judged), [])


def as_text(outcome: Finetuned) -> str:
    lines = [figures_table(outcome.figures)] if outcome.figures else []
    state = "finished" if outcome.finished else "stopped; --resume goes on"
    return "\n".join([*lines, f"{outcome.folder}: {state}"])


def about_data(args: argparse.Namespace, paths: Sequence[Path]) -> dict[str, str]:
    """For the model card: the names of the files, but not their folders."""
    given = {"source": args.source, "licence": args.licence, "held out": None}
    if args.folds_file is not None:
        given["held out"] = f"fold {args.fold} by {args.fold_by} of {Path(args.folds_file).name}"
    elif args.validation_share is not None:
        given["held out"] = f"{args.validation_share:.0%} of the examples, drawn by the seed {args.seed}"
    known = {name: value for name, value in given.items() if value}
    return {"files": ", ".join(path.name for path in paths), **known, "program": f"version {__version__}"}
