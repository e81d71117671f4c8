"""Finetune a classifier of text pairs, in a run that can be stopped at any step and resumed."""

import json
import math
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.io.files import atomic_write, write_json, write_singly
from sacrerouge_litepyramid.models.batching import InputRow
from sacrerouge_litepyramid.models.classifier import PairClassifier, TextPair
from sacrerouge_litepyramid.models.classifier_model import PairClassifierModel
from sacrerouge_litepyramid.training.finetuning_run import (
    FINISHED_FILE,
    FinetuneSettings,
    Interruption,
    TrainerCheckpoint,
    find_checkpoint,
    open_run,
)

#: the norm to which gradients are clipped; the choice of this project
MAX_GRADIENT_NORM = 1.0
MAX_CHECKPOINTS = 2
STEPS_PER_LOG = 50

#: pairs → logits of shape (pairs, columns)
Predict = Callable[[Sequence[TextPair]], np.ndarray]
Figures = Mapping[str, Mapping[str, Any]]


class Selection(NamedTuple):
    """Keep the epoch with the largest ``figure``; stop after ``patience`` successive epochs without a larger one."""

    figure: str
    patience: int


class PairTask(NamedTuple):
    """The data of a finetuning, and how to measure and describe the model.

    ``labels``: of each pair, 1 for the first of the model's columns, else 0, or a share of the first; ``digests``:
    digests of all data, by name, which are stored with the settings; ``facts``: facts about the data for the model
    card; ``card``: its template, with placeholders for name, max_length, data, settings and figures;
    ``format_figures``: formats the figures as a table; ``validate``: computes the figures of an epoch, JSON-ready;
    ``selection``: chooses an epoch by these figures, None keeps the last; ``test``: computes figures of the model in a
    folder, at a precision.
    """

    pairs: Sequence[TextPair]
    labels: Sequence[float]
    digests: Mapping[str, str | None]
    facts: Mapping[str, Any]
    card: str
    format_figures: Callable[[Figures], str]
    validate: Callable[[Predict], Mapping[str, Any]] | None = None
    selection: Selection | None = None
    test: Callable[[Path, str], Mapping[str, Any]] | None = None


def compute_two_class_loss(logits: Any, labels: Any, columns: Sequence[int]) -> Any:
    """Return the summed cross-entropy over (z_e, z_n + z_c), or over the logits of two classes (paper, section 3.2).

    ``logits``: tensor (pairs, outputs); ``labels``: (pairs,), integers 1 or 0, or shares of label 1, which are
    soft targets; ``columns``: the outputs in the order (entailment, neutral, contradiction), or (label 1, label 0).
    """
    import torch

    ordered = logits[:, list(columns)].float()
    two = torch.stack([ordered[:, 0], ordered[:, 1:].sum(dim=1)], dim=1)
    target = torch.stack([labels, 1 - labels], dim=1) if labels.is_floating_point() else 1 - labels
    return torch.nn.functional.cross_entropy(two, target, reduction="sum")


def build_trainer(
    task: PairTask, classifier: PairClassifier, columns: Sequence[int], arguments: Any, interruption: Interruption
) -> Any:
    """Build a Trainer of ``classifier`` with TrainingArguments; the log in its state has the figures of each epoch."""
    import torch
    from transformers import EarlyStoppingCallback, Trainer, TrainerCallback
    from transformers.trainer_callback import PrinterCallback
    from transformers.trainer_pt_utils import LengthGroupedSampler

    class EpochSampler(LengthGroupedSampler):
        # transformers draws the order from the global generator; a run resumed within an epoch could not repeat it.
        def set_epoch(self, epoch: int) -> None:
            self.generator = torch.Generator().manual_seed(arguments.seed + epoch)

    class PairTrainer(Trainer):
        def _get_train_sampler(self, train_dataset: Any = None) -> Any:
            return EpochSampler(self.args.train_batch_size * self.args.gradient_accumulation_steps, lengths=lengths)

        def evaluate(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
            classifier.model.eval()
            validate = task.validate or (lambda predict: {})
            figures: dict[str, Any] = dict(validate(lambda pairs: classifier.logits(pairs)[:, list(columns)]))
            log: list[dict[str, Any]] = self.state.log_history
            log.append({"epoch": round(self.state.epoch or 0), "figures": figures})
            metrics = {f"eval_{name}": value for name, value in figures.items()}
            self.control = self.callback_handler.on_evaluate(self.args, self.state, self.control, metrics)
            return metrics

    class Checkpoints(TrainerCallback):
        def on_step_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
            if state.global_step % interruption.save_every == 0 or state.global_step == interruption.stop_after:
                control.should_save = True

        # Stop after the checkpoint is saved: a stop recorded in a checkpoint means that the training has ended.
        def on_save(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
            if state.global_step == interruption.stop_after:
                control.should_training_stop = True

    class Collator:
        # The trainer saves this tokenizer in each checkpoint; passed as processing_class, it would change the config.
        tokenizer = classifier.tokenizer

        def __call__(self, items: Sequence[tuple[InputRow, float]]) -> dict[str, Any]:
            labels = torch.tensor([label for _, label in items], device=classifier.device)
            return {**classifier.collate([row for row, _ in items]), "labels": labels}

    def compute_loss(outputs: Any, labels: Any, num_items_in_batch: Any = None) -> Any:
        pairs = len(labels) if num_items_in_batch is None else num_items_in_batch
        return compute_two_class_loss(outputs.logits, labels, columns) / pairs

    rows = classifier.tokenize(task.pairs)
    lengths = [len(row["input_ids"]) for row in rows]
    patience = [EarlyStoppingCallback(task.selection.patience)] if task.selection else []
    trainer = PairTrainer(
        model=classifier.model,
        args=arguments,
        train_dataset=list(zip(rows, task.labels, strict=True)),
        eval_dataset=[],
        data_collator=Collator(),
        compute_loss_func=compute_loss,
        callbacks=[Checkpoints(), *patience],
    )
    trainer.remove_callback(PrinterCallback)
    return trainer


def make_arguments(
    task: PairTask, settings: FinetuneSettings, precision: str, device: str, folder: Path, resumed: bool
) -> Any:
    """Return TrainingArguments that validate and save after each epoch, and validate before the first of a new run."""
    from transformers import TrainingArguments

    selection, validates = task.selection, task.validate is not None
    steps_per_epoch = math.ceil(len(task.pairs) / settings.batch_size)
    arguments = TrainingArguments(
        output_dir=str(folder),
        per_device_train_batch_size=settings.batch_size // settings.gradient_accumulation,
        gradient_accumulation_steps=settings.gradient_accumulation,
        num_train_epochs=settings.epochs,
        learning_rate=settings.learning_rate,
        lr_scheduler_type="linear",
        warmup_steps=settings.warmup_share,
        weight_decay=settings.weight_decay,
        max_grad_norm=MAX_GRADIENT_NORM,
        optim="adamw_torch",
        seed=settings.seed,
        bf16=precision == "bf16",
        fp16=precision == "fp16",
        use_cpu=device == "cpu",
        eval_strategy="steps" if validates else "no",
        eval_steps=steps_per_epoch,
        eval_on_start=validates and not resumed,
        # In steps, because the strategy "epoch" would also validate and save when a run is stopped within an epoch.
        save_strategy="steps",
        save_steps=steps_per_epoch,
        save_total_limit=MAX_CHECKPOINTS,
        load_best_model_at_end=selection is not None,
        metric_for_best_model=selection.figure if selection else None,
        greater_is_better=True if selection else None,
        restore_callback_states_from_checkpoint=True,
        logging_steps=STEPS_PER_LOG,
        report_to=[],
        remove_unused_columns=False,
        dataloader_pin_memory=False,
        disable_tqdm=not sys.stderr.isatty(),
    )
    # A batch spread over several GPUs would give other weights. Reading the device sets _n_gpu, so it comes first.
    if arguments.device.type == "cuda":
        arguments._n_gpu = 1
    return arguments


#: the files of a checkpoint that only the trainer reads
_TRAINER_FILES = ("*.pt", "*.pth", "training_args.bin", "trainer_state.json")


class Finetuned(NamedTuple):
    """The outcome of a run; ``finished``: False if it was stopped; ``figures``: by epoch, "0" before training."""

    folder: Path
    finished: bool
    figures: dict[str, dict[str, Any]]


@write_singly()
def finetune_pairs(
    task: PairTask,
    start: PairClassifierModel,
    output_dir: str | Path,
    settings: FinetuneSettings,
    interruption: Interruption | None = None,
) -> Finetuned:
    """Finetune ``start``, keeping its labels, length and precision, and write the model and its card into a folder.

    Weights stay in fp32; bf16 or fp16 is the precision of the arithmetic. A run that is stopped at any step and resumed
    on the same machine ends with the same weights. The global random generators are seeded. Raises ValueError if the
    output folder has other content, or the device does not support training.
    """
    if find_spec("accelerate") is None:
        raise ImportError('finetuning needs accelerate: pip install "sacrerouge-litepyramid[finetune]"')
    device, interruption = start.placement.device, interruption or Interruption()
    if device.startswith("cuda:") and device != "cuda:0":
        raise ValueError(f"device {device!r}: training needs cuda or cuda:0; choose a GPU with CUDA_VISIBLE_DEVICES")
    folder = Path(output_dir)
    known = json.loads(json.dumps({**start.identity(), **asdict(settings), **task.digests}))
    if len(known["labels"]) < 2 or known.keys() & {"template", "passages"}:
        raise ValueError("a model with a template, passages or one output cannot be finetuned; choose another model")
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
    """Train until the end or a stop, and return the last checkpoint."""
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
