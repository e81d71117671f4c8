"""transformers' Trainer for two classes of text pairs: the loss, the pairs' order, and what happens at each step."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.models.batching import InputRow
from sacrerouge_litepyramid.models.classifier import PairClassifier
from sacrerouge_litepyramid.training.finetuning_run import FinetuneSettings, Interruption, RunFolder

#: this project's choice: the gradient's largest norm
MAX_GRADIENT_NORM = 1.0
MAX_CHECKPOINTS = 2
STEPS_PER_LOG = 50
#: batches within which pairs are sorted by length: many enough for little padding, few enough to stay random
BATCHES_PER_WINDOW = 16


def order_epoch(lengths: Sequence[int], batch_size: int, seed: int, epoch: int) -> np.ndarray:
    """Return the indices of an epoch, batch by batch, in random order, with pairs of similar length in a batch.

    An incomplete batch comes last. The order depends on the arguments alone, not on earlier draws.
    """
    generator = np.random.default_rng([seed, epoch])
    order = generator.permutation(len(lengths))
    whole = len(order) - len(order) % batch_size
    sizes = np.asarray(lengths)
    windows = np.split(order[:whole], range(batch_size * BATCHES_PER_WINDOW, whole, batch_size * BATCHES_PER_WINDOW))
    ordered = np.concatenate([window[np.argsort(-sizes[window], kind="stable")] for window in windows])
    batches = generator.permutation(ordered.reshape(-1, batch_size), axis=0)
    return np.concatenate([batches.ravel(), order[whole:]]).astype(np.int64)


class PairOrder:
    """A sampler for torch's DataLoader; the training loop sets ``epoch``."""

    def __init__(self, lengths: Sequence[int], batch_size: int, seed: int) -> None:
        self.lengths = lengths
        self.batch_size = batch_size
        self.seed = seed
        self.epoch = 0

    def __len__(self) -> int:
        return len(self.lengths)

    def __iter__(self) -> Iterator[int]:
        return iter(order_epoch(self.lengths, self.batch_size, self.seed, self.epoch).tolist())


def two_class_loss(logits: Any, labels: Any, columns: Sequence[int]) -> Any:
    """Return the summed cross-entropy over (z_e, z_n + z_c), or over the logits of two classes (paper, section 3.2).

    ``logits``: tensor (pairs, outputs); ``labels``: (pairs,), 1 or 0; ``columns``: the outputs in the order
    (entailment, neutral, contradiction), or two of which the first is the one of label 1.
    """
    import torch

    ordered = logits[:, list(columns)].float()
    two = torch.stack([ordered[:, 0], ordered[:, 1:].sum(dim=1)], dim=1)
    return torch.nn.functional.cross_entropy(two, 1 - labels, reduction="sum")


def build_trainer(
    classifier: PairClassifier,
    data: Sequence[tuple[InputRow, int]],
    order: PairOrder,
    columns: Sequence[int],
    settings: FinetuneSettings,
    precision: str,
    folder: str,
) -> Any:
    """Build a Trainer over tokenised pairs and labels; it seeds and uses the global random generators."""
    from transformers import Trainer
    from transformers.trainer_callback import PrinterCallback

    class OrderedTrainer(Trainer):
        def _get_train_sampler(self, train_dataset: Any = None) -> Any:
            return order

    def collate(items: Sequence[tuple[InputRow, int]]) -> dict[str, Any]:
        import torch

        inputs = classifier.collate([row for row, _ in items])
        return {**inputs, "labels": torch.tensor([label for _, label in items], device=classifier.device)}

    def loss(outputs: Any, labels: Any, num_items_in_batch: Any = None) -> Any:
        pairs = len(labels) if num_items_in_batch is None else num_items_in_batch
        return two_class_loss(outputs.logits, labels, columns) / pairs

    trainer = OrderedTrainer(
        model=classifier.model,
        args=_training_arguments(settings, len(data), precision, classifier.device, folder),
        train_dataset=data,
        data_collator=collate,
        compute_loss_func=loss,
    )
    trainer.remove_callback(PrinterCallback)
    return trainer


def _training_arguments(settings: FinetuneSettings, pairs: int, precision: str, device: str, folder: str) -> Any:
    import sys

    from transformers import TrainingArguments

    arguments = TrainingArguments(
        output_dir=folder,
        per_device_train_batch_size=settings.batch_size // settings.gradient_accumulation,
        gradient_accumulation_steps=settings.gradient_accumulation,
        num_train_epochs=settings.epochs,
        learning_rate=settings.learning_rate,
        lr_scheduler_type="linear",
        warmup_steps=round(settings.warmup_share * settings.steps(pairs)),
        weight_decay=settings.weight_decay,
        max_grad_norm=MAX_GRADIENT_NORM,
        optim="adamw_torch",
        seed=settings.seed,
        bf16=precision == "bf16",
        fp16=precision == "fp16",
        use_cpu=device == "cpu",
        # The callback saves, as a checkpoint is also needed where a run is stopped.
        save_strategy="no",
        save_total_limit=MAX_CHECKPOINTS,
        logging_steps=STEPS_PER_LOG,
        report_to=[],
        remove_unused_columns=False,
        dataloader_pin_memory=False,
        disable_tqdm=not sys.stderr.isatty(),
    )
    # A batch spread over several GPUs would give other weights; n_gpu is known only after the device.
    if arguments.device.type == "cuda":
        arguments._n_gpu = 1
    return arguments


def follow_steps(
    trainer: Any,
    order: PairOrder,
    run: RunFolder,
    steps_per_epoch: int,
    interruption: Interruption,
    evaluate: Callable[[int], bool],
) -> None:
    """Add to the trainer: the epoch of the order, checkpoints, the stop, and ``evaluate(epoch)`` after each epoch.

    ``evaluate`` returns whether to stop there. The figures of an epoch are stored before its checkpoint, so that a
    resumed run has them.
    """
    from transformers import TrainerCallback

    class Steps(TrainerCallback):
        def on_train_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
            if state.global_step == 0:
                evaluate(0)

        def on_epoch_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
            order.epoch = state.global_step // steps_per_epoch

        def on_step_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
            step = state.global_step
            stop = step == interruption.stop_after
            if step % steps_per_epoch == 0:
                stop = evaluate(step // steps_per_epoch) or stop
            control.should_training_stop = control.should_training_stop or stop
            control.should_save = stop or step % interruption.save_every == 0 or step % steps_per_epoch == 0

        def on_save(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
            run.mark_complete(state.global_step)

    trainer.add_callback(Steps())
