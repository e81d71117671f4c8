"""Finetune a classifier of text pairs, in a run that may be stopped at any step and resumed."""

import contextlib
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.io.files import atomic_write
from sacrerouge_litepyramid.models.classifier import PairClassifier, TextPair
from sacrerouge_litepyramid.models.classifier_model import PairClassifierModel
from sacrerouge_litepyramid.models.placement import DTYPES, UNQUANTISED, check_placement
from sacrerouge_litepyramid.training.finetuning_run import FinetuneSettings, Interruption, RunFolder
from sacrerouge_litepyramid.training.finetuning_trainer import PairOrder, build_trainer, follow_steps

Figures = Mapping[str, Mapping[str, Any]]
#: pairs → logits of shape (pairs, columns)
Predict = Callable[[Sequence[TextPair]], np.ndarray]


class Finetuned(NamedTuple):
    """``finished``: False for a run that was stopped; ``figures``: JSON-ready, by epoch, "0" before the training."""

    folder: Path
    finished: bool
    figures: dict[str, dict[str, Any]]


class Selection(NamedTuple):
    """Keep the epoch with the largest ``figure``, and stop after ``patience`` epochs in turn that do not surpass it."""

    figure: str
    patience: int

    def find_best(self, figures: Figures) -> int:
        """Return the first of the best epochs after the start of the training; 0 where there is none."""
        epochs = sorted(int(epoch) for epoch in figures if epoch.isdigit() and epoch != "0")
        return max(epochs, key=lambda epoch: figures[str(epoch)][self.figure], default=0)

    def should_stop(self, figures: Figures, epoch: int) -> bool:
        """Return whether the training should end with this epoch."""
        known = {name: row for name, row in figures.items() if name.isdigit() and int(name) <= epoch}
        return epoch - self.find_best(known) >= self.patience


class PairTask(NamedTuple):
    """What is learned: pairs and their labels, 1 for the first of the model's columns.

    ``digests``: of all data, by name, for the settings of the run; ``facts``: about the data, for the model card, whose
    template ``card`` has places for name, max_length, data, settings and figures; ``format_figures``: makes a table of
    the figures; ``validate``: computes the figures of an epoch, JSON-ready; ``selection``: chooses an epoch by these
    figures, None keeps the last epoch; ``test``: computes figures of the model in its folder, in a precision.
    """

    pairs: Sequence[TextPair]
    labels: Sequence[int]
    digests: Mapping[str, str | None]
    facts: Mapping[str, Any]
    card: str
    format_figures: Callable[[Figures], str]
    validate: Callable[[Predict], Mapping[str, Any]] | None = None
    selection: Selection | None = None
    test: Callable[[Path, str], Mapping[str, Any]] | None = None


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
    run = RunFolder(output_dir, {**start.identity(), **asdict(settings), **task.digests})
    run.open(interruption.resume)
    if not run.finished:
        if not _train(task, start, settings, interruption, run):
            return Finetuned(run.folder, False, run.figures)
        if task.test is not None:
            run.keep_figures("test", task.test(run.folder, run.settings["precision"]))
        card = task.card.format(
            name=run.folder.resolve().name,
            max_length=run.settings["max_length"],
            data=_list_items(task.facts),
            settings=_list_items(run.settings),
            figures=task.format_figures(run.figures) if run.figures else "Nothing was held out.",
        )
        with atomic_write(run.folder / "README.md") as out:
            out.write(card)
        run.finish({"data": task.facts})
    return Finetuned(run.folder, True, run.figures)


def _list_items(values: Mapping[str, Any]) -> str:
    return "\n".join(f"- {name}: {value}" for name, value in values.items() if value is not None)


def _train(
    task: PairTask,
    start: PairClassifierModel,
    settings: FinetuneSettings,
    interruption: Interruption,
    run: RunFolder,
) -> bool:
    """Train to the end, where the model is saved in the run's folder, or to a stop; return whether it ended."""
    from transformers import set_seed

    set_seed(settings.seed)
    classifier = start.trainable()
    precision, names = run.settings["precision"], run.settings["labels"]
    columns = start.columns(names)
    steps_per_epoch = settings.steps_per_epoch(len(task.pairs))

    def evaluate(epoch: int) -> bool:
        if task.validate is None:
            return False
        run.keep_figures(epoch, task.validate(lambda pairs: _predict(classifier, pairs, columns, precision)))
        if task.selection is None or not epoch:
            return False
        if task.selection.find_best(run.figures) == epoch:
            with run.new_best() as folder:
                _save_model(classifier, names, folder)
        return task.selection.should_stop(run.figures, epoch)

    def is_finished(step: int) -> bool:
        whole = step >= settings.steps(len(task.pairs))
        epoch = step // steps_per_epoch
        return whole or (task.selection is not None and epoch > 0 and task.selection.should_stop(run.figures, epoch))

    # Without a selection the weights are those of the last checkpoint, which the trainer reads.
    if task.selection is None or not is_finished(run.step):
        rows = classifier.tokenize(task.pairs)
        order = PairOrder([len(row["input_ids"]) for row in rows], settings.batch_size, settings.seed)
        data = list(zip(rows, task.labels, strict=True))
        trainer = build_trainer(classifier, data, order, columns, settings, precision, str(run.work))
        follow_steps(trainer, order, run, steps_per_epoch, interruption, evaluate)
        checkpoint = run.checkpoint()
        trainer.train(resume_from_checkpoint=None if checkpoint is None else str(checkpoint))
    if not is_finished(run.step):
        return False
    if task.selection is None:
        _save_model(classifier, names, run.folder)
    else:
        shutil.copytree(run.best, run.folder, dirs_exist_ok=True)
    return True


def _predict(
    classifier: PairClassifier, pairs: Sequence[TextPair], columns: Sequence[int], precision: str
) -> np.ndarray:
    """Return logits (pairs, columns) of a model in training, without dropout, in its training precision."""
    import torch

    context = (
        contextlib.nullcontext()
        if precision == "fp32"
        else torch.autocast(classifier.device.partition(":")[0], getattr(torch, DTYPES[precision]))
    )
    training = classifier.model.training
    classifier.model.eval()
    with context:
        logits = classifier.logits(pairs)
    classifier.model.train(training)
    return logits[:, list(columns)]


def _save_model(classifier: PairClassifier, names: Sequence[str], folder: Path) -> None:
    """Save a checkpoint folder that any program reads; ``names``: the names of the outputs."""
    classifier.model.config.id2label = dict(enumerate(names))
    classifier.model.config.label2id = {label: index for index, label in enumerate(names)}
    classifier.model.save_pretrained(folder)
    classifier.tokenizer.save_pretrained(folder)
