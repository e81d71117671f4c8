"""Finetune a classifier of text pairs by transformers' Trainer."""

import json
import math
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import asdict, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.io.files import atomic_write, write_json, write_singly
from sacrerouge_litepyramid.models.classifier import PairClassifier, TextPair
from sacrerouge_litepyramid.models.placement import ResolvedPlacement
from sacrerouge_litepyramid.training.finetuning_run import (
    FINISHED_FILE,
    FinetuneSettings,
    find_checkpoint,
    open_run,
)

#: the steps between checkpoints, unless the best epoch is chosen, whose checkpoints are at the ends
#: of epochs
SAVE_STEPS = 500
MAX_CHECKPOINTS = 2
#: the share of all steps during which the learning rate rises from 0; after them it falls linearly
#: to 0
WARMUP_SHARE = 0.1

#: figures of a model, JSON-ready, by epoch, "0" before the training, or for "test"
Figures = Mapping[str, Mapping[str, Any]]
Measure = Callable[[Any], Mapping[str, Any]]


class PairTask(NamedTuple):
    """The data of a finetuning, and how to measure and describe the model."""

    pairs: Sequence[TextPair]
    #: of each pair: 1 for the first of the model's columns, else 0, or a share of the first
    labels: Sequence[float]
    #: digests of all data, by name, which are stored with the settings
    digests: Mapping[str, str | None]
    #: facts about the data for the model card
    facts: Mapping[str, Any]
    #: the model card's template, with placeholders for name, max_length, data, settings and figures
    card: str
    #: formats the figures as a table
    format_figures: Callable[[Figures], str]
    #: measures the model in training after each epoch; None if nothing is held out
    validate: Measure | None = None
    #: the number of successive epochs without a higher accuracy after which training stops, and the
    #: best epoch is kept; None to keep the last
    patience: int | None = None
    #: measures the chosen model
    test: Measure | None = None


def compute_two_class_loss(logits: Any, labels: Any, columns: Sequence[int]) -> Any:
    """Return the summed cross-entropy over (z_e, z_n + z_c), or over the logits of two classes.

    ``logits``: tensor (pairs, outputs); ``labels``: (pairs,), integers 1 or 0, or shares of label
    1, which are soft targets; ``columns``: the outputs in the order (entailment, neutral,
    contradiction), or (label 1, label 0). Source: the paper's section 3.2.
    """
    import torch

    ordered = logits[:, list(columns)].float()
    two = torch.stack([ordered[:, 0], ordered[:, 1:].sum(dim=1)], dim=1)
    # torch takes the index of the true class, or the probability of each class.
    target = torch.stack([labels, 1 - labels], dim=1) if labels.is_floating_point() else 1 - labels
    return torch.nn.functional.cross_entropy(two, target, reduction="sum")


class EncodedPairs(list[dict[str, Any]]):
    """A classifier's inputs with their labels.

    Their order in an epoch depends on the seed and the epoch alone, so that a run can go on within
    an epoch.
    """

    def __init__(self, items: Iterable[dict[str, Any]], seed: int) -> None:
        super().__init__(items)
        self.seed = seed

    def set_epoch(self, epoch: int) -> None:
        """Seed torch, from which the Trainer's sampler draws.

        Accelerate calls this before each epoch.
        """
        import torch

        torch.manual_seed(self.seed + epoch)


def build_trainer(task: PairTask, trained: PairClassifier, arguments: Any) -> Any:
    """Build a Trainer of ``trained`` with TrainingArguments.

    The log in its state has the figures of each epoch.
    """
    from transformers import DataCollatorWithPadding, EarlyStoppingCallback, Trainer
    from transformers.trainer_callback import PrinterCallback

    class PairTrainer(Trainer):
        # The Trainer's own evaluation returns the pairs in the order of lengths, and keeps all
        # outputs of a model.
        def evaluate(self, *_: Any, **__: Any) -> dict[str, Any]:
            """Compute and log the figures, and return them for the choice of an epoch."""
            trained.loaded.model.eval()
            figures = dict(task.validate(trained)) if task.validate else {}
            self.log({"eval_figures": figures})  # type: ignore[dict-item]
            metrics = {f"eval_{name}": value for name, value in figures.items()}
            self.control = self.callback_handler.on_evaluate(
                self.args, self.state, self.control, metrics
            )
            return metrics

    def compute_loss(outputs: Any, labels: Any, num_items_in_batch: Any) -> Any:
        return compute_two_class_loss(outputs.logits, labels, trained.columns) / num_items_in_batch

    rows, truncated = trained.tokenize(task.pairs)
    trained.log_truncated(truncated, len(rows))
    items = ({**row, "labels": label} for row, label in zip(rows, task.labels, strict=True))
    trainer = PairTrainer(
        model=trained.loaded.model,
        args=arguments,
        train_dataset=EncodedPairs(items, arguments.seed),
        eval_dataset=[],
        data_collator=DataCollatorWithPadding(trained.loaded.tokenizer),
        compute_loss_func=compute_loss,
        callbacks=[EarlyStoppingCallback(task.patience)] if task.patience else [],
    )
    # It would print the losses where the command prints its results.
    trainer.remove_callback(PrinterCallback)
    return trainer


def make_arguments(
    task: PairTask, settings: FinetuneSettings, placed: ResolvedPlacement, work: Path
) -> Any:
    """Return TrainingArguments that validate after each epoch.

    A new run is also validated before the first epoch.
    """
    from transformers import TrainingArguments

    validates = task.validate is not None
    chooses = task.patience is not None
    steps_per_epoch = math.ceil(len(task.pairs) / settings.batch_size)
    arguments = TrainingArguments(
        output_dir=str(work),
        per_device_train_batch_size=settings.batch_size // settings.gradient_accumulation,
        gradient_accumulation_steps=settings.gradient_accumulation,
        train_sampling_strategy="group_by_length",
        num_train_epochs=settings.epochs,
        learning_rate=settings.learning_rate,
        warmup_steps=WARMUP_SHARE,
        optim="adamw_torch",
        seed=settings.seed,
        bf16=placed.precision == "bf16",
        fp16=placed.precision == "fp16",
        use_cpu=placed.device == "cpu",
        # In steps, because the strategy "epoch" validates after the checkpoint of the epoch's last
        # step is saved.
        eval_strategy="steps" if validates else "no",
        eval_steps=steps_per_epoch,
        eval_on_start=validates and find_checkpoint(work) is None,
        save_strategy="steps",
        # The Trainer requires that each checkpoint among which it chooses is validated.
        save_steps=steps_per_epoch if chooses else SAVE_STEPS,
        save_total_limit=MAX_CHECKPOINTS,
        load_best_model_at_end=chooses,
        metric_for_best_model="accuracy" if chooses else None,
        greater_is_better=True if chooses else None,
        restore_callback_states_from_checkpoint=True,
        report_to=[],
        remove_unused_columns=False,
        dataloader_pin_memory=False,
        disable_tqdm=not sys.stderr.isatty(),
    )
    # A batch spread over several GPUs would give other weights. Reading the device sets _n_gpu, so
    # it comes first.
    if arguments.device.type == "cuda":
        arguments._n_gpu = 1
    return arguments


#: the files of a checkpoint that only the trainer reads
_TRAINER_FILES = ("*.pt", "*.pth", "training_args.bin", "trainer_state.json")


class Finetuned(NamedTuple):
    """The folder of the finetuned model, and its figures."""

    folder: Path
    figures: Figures


@write_singly()
def finetune_pairs(
    task: PairTask, start: PairClassifier, output_dir: str | Path, settings: FinetuneSettings
) -> Finetuned:
    """Finetune ``start``, and write the model and its card into a folder.

    The model keeps its labels, length and precision. Weights stay in fp32; bf16 or fp16 is the
    precision of the arithmetic, on a CPU only if it is requested. A run that was killed goes on
    from its last checkpoint when it is started again, and ends on the same machine with the same
    weights. The global random generators are seeded. Raises ValueError if the output folder has
    other content, or the device does not support training.
    """
    if find_spec("accelerate") is None:
        raise ImportError(
            'finetuning needs accelerate: pip install "sacrerouge-litepyramid[finetune]"'
        )
    # The judge "nli" is trained in fp32 on a CPU, though it may predict in bf16.
    start = copy(start)
    start.placement = replace(start.placement, component=start.component, bf16_on_cpu=False)
    device = start.placement.device
    if device.startswith("cuda:") and device != "cuda:0":
        raise ValueError(
            f"device {device!r}: training needs cuda or cuda:0; choose a GPU with "
            "CUDA_VISIBLE_DEVICES"
        )
    folder = Path(output_dir)
    work = folder / "run"
    known = json.loads(json.dumps({**start.identity(), **asdict(settings), **task.digests}))
    if len(known["labels"]) < 2 or known.keys() & {"template", "passages"}:
        raise ValueError(
            "a model with a template, passages or one output cannot be finetuned; choose another "
            "model"
        )
    finished = open_run(folder, known)
    if finished is None:
        finished = {
            "settings": known,
            "figures": _train(task, start, settings, folder),
            "data": task.facts,
        }
        _write_card(task, folder, finished)
        write_json(folder / FINISHED_FILE, finished)
    shutil.rmtree(work, ignore_errors=True)
    return Finetuned(folder, finished["figures"])


def _train(
    task: PairTask, start: PairClassifier, settings: FinetuneSettings, folder: Path
) -> Figures:
    """Train to the end, from the last checkpoint if there is one.

    Copy the chosen weights into the folder, and return the figures.
    """
    from transformers import set_seed

    work = folder / "run"
    last = find_checkpoint(work)
    if last is None or not last.has_ended:
        set_seed(settings.seed)
        trained = start.trainable()
        names = list(trained.output_labels)
        config = trained.loaded.model.config
        config.id2label = dict(enumerate(names))
        config.label2id = {label: index for index, label in enumerate(names)}
        arguments = make_arguments(task, settings, start.placement.resolve(), work)
        trainer = build_trainer(task, trained, arguments)
        trainer.train(resume_from_checkpoint=last and str(last.folder))
        last = find_checkpoint(work)
    assert last is not None, "the trainer saves a checkpoint at its last step"
    shutil.copytree(
        last.chosen, folder, ignore=shutil.ignore_patterns(*_TRAINER_FILES), dirs_exist_ok=True
    )
    evaluations = [entry for entry in last.state.log_history if "eval_figures" in entry]
    figures = {str(round(entry["epoch"])): entry["eval_figures"] for entry in evaluations}
    if task.test is not None:
        figures["test"] = dict(task.test(start.move_to(folder)))
    return figures


def _write_card(task: PairTask, folder: Path, finished: Mapping[str, Any]) -> None:
    """Write the model card into the folder of a finished run."""
    figures = finished["figures"]
    card = task.card.format(
        name=folder.resolve().name,
        max_length=finished["settings"]["max_length"],
        data=_list_items(task.facts),
        settings=_list_items(finished["settings"]),
        figures=task.format_figures(figures) if figures else "Nothing was held out.",
    )
    with atomic_write(folder / "README.md") as out:
        out.write(card)


def _list_items(values: Mapping[str, Any]) -> str:
    return "\n".join(f"- {name}: {value}" for name, value in values.items() if value is not None)
