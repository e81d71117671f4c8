"""Finetune a classifier of text pairs, in a run that may be stopped at any step and resumed."""

import json
import shutil
from collections.abc import Mapping
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.io.files import atomic_write, write_json
from sacrerouge_litepyramid.models.classifier_model import PairClassifierModel
from sacrerouge_litepyramid.models.placement import UNQUANTISED, check_placement
from sacrerouge_litepyramid.training.finetuning_run import (
    FINISHED_FILE,
    FinetuneSettings,
    Interruption,
    TrainerCheckpoint,
    find_checkpoint,
    open_run,
)
from sacrerouge_litepyramid.training.finetuning_trainer import PairTask, build_trainer, make_arguments

#: what only the trainer reads in a checkpoint
_TRAINER_FILES = ("*.pt", "*.pth", "training_args.bin", "trainer_state.json")


class Finetuned(NamedTuple):
    """``finished``: False for a run that was stopped; ``figures``: JSON-ready, by epoch, "0" before the training."""

    folder: Path
    finished: bool
    figures: dict[str, dict[str, Any]]


def finetune_pairs(
    task: PairTask,
    start: PairClassifierModel,
    output_dir: str | Path,
    settings: FinetuneSettings,
    interruption: Interruption | None = None,
) -> Finetuned:
    """Finetune ``start``, keeping its labels, length and precision, and write a checkpoint folder with a model card.

    Weights are kept in fp32, a precision of bf16 or fp16 is that of the arithmetic. A run that is stopped at any step
    and resumed on the same machine ends with the same weights. Raises ValueError for an output folder that holds
    something else, and a device or a precision that cannot be trained on; seeds the global random generators.
    """
    if find_spec("accelerate") is None:
        raise ImportError('finetuning needs accelerate: pip install "sacrerouge-litepyramid[finetune]"')
    device, interruption = start.placement.device, interruption or Interruption()
    if device.startswith("cuda:") and device != "cuda:0":
        raise ValueError(f"device {device!r} cannot be trained on; use cuda, and CUDA_VISIBLE_DEVICES to choose a GPU")
    check_placement(device, start.placement.precision, known=UNQUANTISED)
    folder = Path(output_dir)
    known = json.loads(json.dumps({**start.identity(), **asdict(settings), **task.digests}))
    if finished := open_run(folder, known, interruption.resume):
        shutil.rmtree(folder / "run", ignore_errors=True)
        return Finetuned(folder, True, finished["figures"])
    last = _train(task, start, settings, interruption, known, folder / "run")
    figures = {str(entry["epoch"]): entry["figures"] for entry in last.state["log_history"] if "figures" in entry}
    if not last.ended:
        return Finetuned(folder, False, figures)
    shutil.copytree(last.chosen, folder, ignore=shutil.ignore_patterns(*_TRAINER_FILES), dirs_exist_ok=True)
    if task.test is not None:
        figures["test"] = dict(task.test(folder, known["precision"]))
    card = task.card.format(
        name=folder.resolve().name,
        max_length=known["max_length"],
        data=_list_items(task.facts),
        settings=_list_items(known),
        figures=task.format_figures(figures) if figures else "Nothing was held out.",
    )
    with atomic_write(folder / "README.md") as out:
        out.write(card)
    write_json(folder / FINISHED_FILE, {"settings": known, "figures": figures, "data": task.facts})
    shutil.rmtree(folder / "run", ignore_errors=True)
    return Finetuned(folder, True, figures)


def _list_items(values: Mapping[str, Any]) -> str:
    return "\n".join(f"- {name}: {value}" for name, value in values.items() if value is not None)


def _train(
    task: PairTask,
    start: PairClassifierModel,
    settings: FinetuneSettings,
    interruption: Interruption,
    known: Mapping[str, Any],
    work: Path,
) -> TrainerCheckpoint:
    """Train to the end or to a stop; return the last checkpoint."""
    from transformers import set_seed

    last = find_checkpoint(work)
    if last is not None and last.ended:
        return last
    set_seed(settings.seed)
    classifier = start.trainable()
    names, config = known["labels"], classifier.model.config
    config.id2label = dict(enumerate(names))
    config.label2id = {label: index for index, label in enumerate(names)}
    arguments = make_arguments(task, settings, known["precision"], classifier.device, work, resumed=last is not None)
    trainer = build_trainer(task, classifier, start.columns(names), arguments, interruption)
    trainer.train(resume_from_checkpoint=None if last is None else str(last.folder))
    last = find_checkpoint(work)
    assert last is not None, "the trainer saves a checkpoint at its last step"
    return last
