"""Finetunes an NLI model to people's presence labels (Zhang and Bansal 2021, section 3.2)."""

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.judgements import Judged
from sacrerouge_litepyramid.core.pairs import Pair
from sacrerouge_litepyramid.files import atomic_write
from sacrerouge_litepyramid.models.placement import DTYPES, default_tokens_per_batch, resolve_device
from sacrerouge_litepyramid.presence.classifier import PairClassifier
from sacrerouge_litepyramid.presence.entailment import label_columns
from sacrerouge_litepyramid.presence.nli import NliPresence
from sacrerouge_litepyramid.training.lexical import check_judged
from sacrerouge_litepyramid.training.nli_card import model_card
from sacrerouge_litepyramid.training.nli_pairs import PairOrder, TrainingPairs, digest, training_pairs
from sacrerouge_litepyramid.training.nli_run import RunFolder
from sacrerouge_litepyramid.training.nli_settings import FinetuneSettings, Interruption
from sacrerouge_litepyramid.training.nli_trainer import build_trainer, follow_steps
from sacrerouge_litepyramid.training.nli_validation import validate


class Finetuned(NamedTuple):
    """``finished``: False for a run that was stopped before; ``figures``: `Validation` as JSON by epoch, "0" before."""

    folder: Path
    finished: bool
    figures: dict[str, dict[str, Any]]


def finetune(
    examples: Sequence[Judged],
    start: NliPresence,
    output_dir: str | Path,
    settings: FinetuneSettings | None = None,
    held_out: Sequence[Judged] = (),
    interruption: Interruption | None = None,
    about_data: Mapping[str, Any] | None = None,
) -> Finetuned:
    """A checkpoint folder that any program reads, with a model card; ``start`` also gives labels, length and precision.

    Weights are kept in fp32, a precision of bf16 or fp16 is that of the arithmetic. A run that is stopped at any step
    and resumed on the same machine ends with the same weights. ``held_out``: judgements for the figures of each epoch;
    ``about_data``: for the model card. Raises ValueError for wrong judgements, or an output folder that holds
    something else; seeds the global random generators.
    """
    check_installed()
    check_device(start.device)
    settings, interruption = settings or FinetuneSettings(), interruption or Interruption()
    check_judged(examples)
    if held_out:
        check_judged(held_out)
    data = training_pairs(examples)
    if len(set(data.labels)) < 2:
        raise ValueError("the labels are all alike; give units that are present and units that are absent")
    run = RunFolder(output_dir, run_settings(start, settings, examples, held_out))
    run.open(interruption.resume)
    if not run.finished:
        if not _train(data, start, settings, held_out, interruption, run):
            return Finetuned(run.folder, False, run.figures)
        facts = {**(about_data or {}), "examples": len({each.instance_id for each in examples}),
                 "summaries": len(examples), "pairs": len(data.pairs)}  # fmt: skip
        card = model_card(run.folder.resolve().name, run.settings, facts, run.figures)
        with atomic_write(run.folder / "README.md") as out:
            out.write(card)
        run.finish({"data": facts})
    return Finetuned(run.folder, True, run.figures)


def run_settings(
    start: NliPresence, settings: FinetuneSettings, examples: Sequence[Judged], held_out: Sequence[Judged]
) -> dict[str, Any]:
    """All that decides the final weights and the figures: JSON-ready."""
    return {
        **start.identity(),
        **asdict(settings),
        "judgements": digest(examples),
        "held_out": digest(held_out) if held_out else None,
    }


def check_installed() -> None:
    if find_spec("accelerate") is None:
        raise ImportError('finetuning needs accelerate: pip install "sacrerouge-litepyramid[finetune]"')


def check_device(device: str) -> None:
    if device.startswith("cuda:") and device != "cuda:0":
        raise ValueError(f"device {device!r} cannot be trained on; use cuda, and CUDA_VISIBLE_DEVICES to choose a GPU")


def _train(
    data: TrainingPairs,
    start: NliPresence,
    settings: FinetuneSettings,
    held_out: Sequence[Judged],
    interruption: Interruption,
    run: RunFolder,
) -> bool:
    """Trains to the end and saves the model, or to the stop; tells which."""
    classifier = load_trainable(start)
    columns = label_columns(run.settings["labels"])
    precision = run.settings["precision"]

    def evaluate(epoch: int) -> None:
        if held_out:
            found = validate(held_out, lambda pairs: predict(classifier, pairs, columns, precision))
            run.keep_figures(epoch, found._asdict())

    rows = classifier.tokenize(data.pairs)
    order = PairOrder([len(row["input_ids"]) for row in rows], settings.batch_size, settings.seed)
    pairs = list(zip(rows, data.labels, strict=True))
    trainer = build_trainer(classifier, pairs, order, columns, settings, precision, str(run.work))
    follow_steps(trainer, order, run, settings.steps_per_epoch(len(pairs)), interruption, evaluate)
    checkpoint = run.checkpoint()
    trainer.train(resume_from_checkpoint=None if checkpoint is None else str(checkpoint))
    if trainer.state.global_step < settings.steps(len(pairs)):
        return False
    labels = dict(enumerate(run.settings["labels"]))
    classifier.model.config.id2label = labels
    classifier.model.config.label2id = {label: index for index, label in labels.items()}
    classifier.model.save_pretrained(run.folder)
    classifier.tokenizer.save_pretrained(run.folder)
    return True


def load_trainable(start: NliPresence) -> PairClassifier:
    device = resolve_device(start.device)
    folder = start.checkpoint.folder()
    with start.checkpoint.loading():
        return PairClassifier(folder, start.max_length, device, "fp32")


def predict(classifier: PairClassifier, pairs: Sequence[Pair], columns: Sequence[int], precision: str) -> np.ndarray:
    """Logits (pairs, classes) of a model in training, without dropout, in the precision it is trained in."""
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
        logits = classifier.logits(pairs, default_tokens_per_batch(classifier.device))
    classifier.model.train(training)
    return logits[:, list(columns)]
