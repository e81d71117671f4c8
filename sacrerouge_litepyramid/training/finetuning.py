"""Finetunes a classifier of text pairs, in a run that may be stopped at any step and taken up again."""

import contextlib
import shutil
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.models.classifier import PairClassifier, TextPair
from sacrerouge_litepyramid.models.classifier_model import PairClassifierModel
from sacrerouge_litepyramid.models.placement import DTYPES, UNQUANTISED, check_placement
from sacrerouge_litepyramid.training.finetuning_order import PairOrder
from sacrerouge_litepyramid.training.finetuning_run import RunFolder
from sacrerouge_litepyramid.training.finetuning_settings import FinetuneSettings, Interruption
from sacrerouge_litepyramid.training.finetuning_trainer import build_trainer, follow_steps

Figures = Mapping[str, Mapping[str, Any]]
#: pairs → logits of shape (pairs, columns)
Predict = Callable[[Sequence[TextPair]], np.ndarray]


class Finetuned(NamedTuple):
    """``finished``: False for a run that was stopped; ``figures``: JSON-ready, by epoch, "0" before the training."""

    folder: Path
    finished: bool
    figures: dict[str, dict[str, Any]]


class Selection(NamedTuple):
    """Keeps the epoch with the largest ``figure``, and stops when ``patience`` epochs in turn have not surpassed it."""

    figure: str
    patience: int

    def find_best(self, figures: Figures) -> int:
        """The first of the best epochs; 0, before the training, is none of them."""
        epochs = sorted(int(epoch) for epoch in figures if epoch.isdigit() and epoch != "0")
        return max(epochs, key=lambda epoch: figures[str(epoch)][self.figure], default=0)

    def should_stop(self, figures: Figures, epoch: int) -> bool:
        """Whether the training ends with this epoch."""
        known = {name: row for name, row in figures.items() if name.isdigit() and int(name) <= epoch}
        return epoch - self.find_best(known) >= self.patience


class PairTask(NamedTuple):
    """What is taught: pairs and their labels, 1 for the first of the model's columns.

    ``validate``: the figures of an epoch, JSON-ready, None for none; ``selection``: by these figures, None keeps the
    last epoch.
    """

    pairs: Sequence[TextPair]
    labels: Sequence[int]
    validate: Callable[[Predict], Mapping[str, Any]] | None = None
    selection: Selection | None = None


def check_installed() -> None:
    if find_spec("accelerate") is None:
        raise ImportError('finetuning needs accelerate: pip install "sacrerouge-litepyramid[finetune]"')


def check_start(start: PairClassifierModel) -> None:
    """ValueError for a device or a precision in which nothing can be trained."""
    device = start.placement.device
    if device.startswith("cuda:") and device != "cuda:0":
        raise ValueError(f"device {device!r} cannot be trained on; use cuda, and CUDA_VISIBLE_DEVICES to choose a GPU")
    check_placement(device, start.placement.precision, known=UNQUANTISED)


def finetune_pairs(
    task: PairTask,
    start: PairClassifierModel,
    settings: FinetuneSettings,
    interruption: Interruption,
    run: RunFolder,
) -> bool:
    """Trains to the end and saves the model in the run's folder, or to the stop; tells which.

    Weights are kept in fp32, the run's precision is that of the arithmetic. Seeds the global random generators.
    """
    from transformers import set_seed

    set_seed(settings.seed)
    classifier = start.trainable()
    precision, names = run.settings["precision"], run.settings["labels"]
    columns = start.columns(names)
    steps_per_epoch = settings.steps_per_epoch(len(task.pairs))

    def evaluate(epoch: int) -> bool:
        if task.validate is None:
            return False
        run.keep_figures(epoch, task.validate(lambda pairs: predict(classifier, pairs, columns, precision)))
        if task.selection is None or not epoch:
            return False
        if task.selection.find_best(run.figures) == epoch:
            with run.new_best() as folder:
                save_model(classifier, names, folder)
        return task.selection.should_stop(run.figures, epoch)

    def ended(step: int) -> bool:
        whole = step >= settings.steps(len(task.pairs))
        epoch = step // steps_per_epoch
        return whole or (task.selection is not None and epoch > 0 and task.selection.should_stop(run.figures, epoch))

    # Without a selection the weights are those of the last checkpoint, which the trainer reads.
    if task.selection is None or not ended(run.step):
        rows = classifier.tokenize(task.pairs)
        order = PairOrder([len(row["input_ids"]) for row in rows], settings.batch_size, settings.seed)
        data = list(zip(rows, task.labels, strict=True))
        trainer = build_trainer(classifier, data, order, columns, settings, precision, str(run.work))
        follow_steps(trainer, order, run, steps_per_epoch, interruption, evaluate)
        checkpoint = run.checkpoint()
        trainer.train(resume_from_checkpoint=None if checkpoint is None else str(checkpoint))
    if not ended(run.step):
        return False
    if task.selection is None:
        save_model(classifier, names, run.folder)
    else:
        shutil.copytree(run.best, run.folder, dirs_exist_ok=True)
    return True


def predict(
    classifier: PairClassifier, pairs: Sequence[TextPair], columns: Sequence[int], precision: str
) -> np.ndarray:
    """Logits (pairs, columns) of a model in training, without dropout, in the precision it is trained in."""
    import torch

    lower = precision != "fp32"
    context = (
        torch.autocast(classifier.device.partition(":")[0], getattr(torch, DTYPES[precision]))
        if lower
        else contextlib.nullcontext()
    )
    training = classifier.model.training
    classifier.model.eval()
    with context:
        logits = classifier.logits(pairs)
    classifier.model.train(training)
    return logits[:, list(columns)]


def save_model(classifier: PairClassifier, names: Sequence[str], folder: Path) -> None:
    """A checkpoint folder that any program reads; ``names``: of the outputs."""
    labels = dict(enumerate(names))
    classifier.model.config.id2label = labels
    classifier.model.config.label2id = {label: index for index, label in labels.items()}
    classifier.model.save_pretrained(folder)
    classifier.tokenizer.save_pretrained(folder)
