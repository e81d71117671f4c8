"""Finetune an NLI judge to labels (Zhang and Bansal 2021, section 3.2), once or fold by fold."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.core.pairs import Pair
from sacrerouge_litepyramid.io.files import atomic_write
from sacrerouge_litepyramid.judges.nli import NliJudge
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table
from sacrerouge_litepyramid.training.finetuning import (
    Finetuned,
    PairTask,
    Predict,
    check_installed,
    check_start,
    finetune_pairs,
)
from sacrerouge_litepyramid.training.finetuning_run import RunFolder, fill_card
from sacrerouge_litepyramid.training.finetuning_settings import FinetuneSettings, Interruption
from sacrerouge_litepyramid.training.labels import check_labels
from sacrerouge_litepyramid.training.nli_validation import validate
from sacrerouge_litepyramid.training.trainable import Documents, TrainableJudge


class TrainingPairs(NamedTuple):
    """Pairs and the label of each, 1 present or 0 absent."""

    pairs: list[Pair]
    labels: list[int]


def collect_pairs(examples: Sequence[LabelledSummary]) -> TrainingPairs:
    """Return all pairs with duplicates, but without those of summaries without text, which the metric never scores."""
    labelled = [
        (Pair(example.summary, unit.text), label)
        for example in examples
        if example.summary.strip()
        for unit, label in zip(example.units, example.labels, strict=True)
    ]
    return TrainingPairs([pair for pair, _ in labelled], [int(label) for _, label in labelled])


def digest(examples: Sequence[LabelledSummary]) -> str:
    """Return a digest of judgements: of their texts, weights, labels, names and order."""
    content = [
        (*example[:3], [(unit.text, unit.weight) for unit in example.units], [int(label) for label in example.labels])
        for example in examples
    ]
    return "sha256:" + hashlib.sha256(json.dumps(content).encode()).hexdigest()[:32]


CARD = """\
---
library_name: transformers
pipeline_tag: text-classification
tags: [natural-language-inference, summarization-evaluation, lite-pyramid]
---
# {name}

Predicts whether a summary (premise) holds a content unit (hypothesis). Finetuned by sacrerouge-litepyramid on people's
judgements: two-class cross-entropy over the logits of entailment and of the sum of the others, so the probability to
use is p2c. Use it in the Lite-Pyramid metrics by
`--judge '{{"type": "nli", "model": "FOLDER", "max_length": {max_length}}}'`.

## Data

{data}

## Settings

{settings}

## Agreement with people on held-out judgements

{figures}
"""
HEADER = ("epoch", "accuracy", "system r", "system ρ", "summary r", "summary ρ")
FIELDS = ("accuracy", "system_pearson", "system_spearman", "summary_pearson", "summary_spearman")


def model_card(
    name: str, settings: Mapping[str, Any], data: Mapping[str, Any], figures: Mapping[str, Mapping[str, Any]]
) -> str:
    """Return the card as Markdown; ``figures``: by epoch, 0 before the training; empty if nothing was held out."""
    return fill_card(CARD, name, settings, data, figures_table(figures) if figures else "Nothing was held out.")


def figures_table(figures: Mapping[str, Mapping[str, Any]]) -> str:
    """Return a Markdown table with a line for each epoch, and a note on the data."""
    one = next(iter(figures.values()))
    rows = [[epoch, *(_format_value(row[field]) for field in FIELDS)] for epoch, row in figures.items()]
    about = (
        f"{one['pairs']} pairs of {one['systems']} systems and {one['examples']} examples. Accuracy is of l2c (always "
        f"giving the commoner label: {one['majority']:.4f}), correlations are of Lite2Pyramid's p2c; epoch 0 is before "
        "the training."
    )
    return "\n".join([render_table(HEADER, rows, MARKDOWN), "", about])


def _format_value(value: float | None) -> str:
    return "none" if value is None else f"{value:.4f}"


def finetune(
    examples: Sequence[LabelledSummary],
    start: NliJudge,
    output_dir: str | Path,
    settings: FinetuneSettings | None = None,
    held_out: Sequence[LabelledSummary] = (),
    interruption: Interruption | None = None,
    about_data: Mapping[str, Any] | None = None,
) -> Finetuned:
    """Finetune ``start``, keeping its labels, length and precision, and write a checkpoint folder with a model card.

    Weights are kept in fp32, a precision of bf16 or fp16 is that of the arithmetic. A run that is stopped at any step
    and resumed on the same machine ends with the same weights. ``held_out``: judgements for the figures of each epoch
    (`Validation`); ``about_data``: for the model card. Raises ValueError for wrong judgements, or an output folder that
    holds something else; seeds the global random generators.
    """
    check_installed()
    check_start(start)
    settings, interruption = settings or FinetuneSettings(), interruption or Interruption()
    check_labels(examples)
    if held_out:
        check_labels(held_out)
    data = collect_pairs(examples)
    if len(set(data.labels)) < 2:
        raise ValueError("the labels are all alike; give units that are present and units that are absent")
    run = RunFolder(output_dir, run_settings(start, settings, examples, held_out))
    run.open(interruption.resume)
    if not run.finished:
        task = PairTask(data.pairs, data.labels, _validation(held_out))
        if not finetune_pairs(task, start, settings, interruption, run):
            return Finetuned(run.folder, False, run.figures)
        facts = {**(about_data or {}), "examples": len({each.instance_id for each in examples}),
                 "summaries": len(examples), "pairs": len(data.pairs)}  # fmt: skip
        card = model_card(run.folder.resolve().name, run.settings, facts, run.figures)
        with atomic_write(run.folder / "README.md") as out:
            out.write(card)
        run.finish({"data": facts})
    return Finetuned(run.folder, True, run.figures)


def run_settings(
    start: NliJudge,
    settings: FinetuneSettings,
    examples: Sequence[LabelledSummary],
    held_out: Sequence[LabelledSummary],
) -> dict[str, Any]:
    """Return everything that decides the final weights and the figures, JSON-ready."""
    return {
        **start.identity(),
        **asdict(settings),
        "judgements": digest(examples),
        "held_out": digest(held_out) if held_out else None,
    }


def _validation(held_out: Sequence[LabelledSummary]) -> Any:
    def figures(predict: Predict) -> dict[str, Any]:
        return validate(held_out, predict)._asdict()

    return figures if held_out else None


@TrainableJudge.register("nli")
class TrainableNli(TrainableJudge):
    """``start``: the arguments of the judge ``nli`` that training starts from; ``settings``: those of
    `FinetuneSettings`; ``folder``: holds a checkpoint for each set of judgements, made once and resumed if incomplete.
    """

    def __init__(
        self,
        folder: str,
        start: dict[str, Any] | None = None,
        settings: dict[str, Any] | None = None,
        save_every: int = 500,
    ) -> None:
        self.folder = Path(folder)
        self.arguments = {**(start or {})}
        self.start = NliJudge(**self.arguments)
        self.settings = FinetuneSettings(**(settings or {}))
        self.save_every = save_every

    def fit(self, labelled: Sequence[LabelledSummary], documents: Documents | None = None) -> NliJudge:
        folder = self.folder / digest(labelled).removeprefix("sha256:")[:12]
        interruption = Interruption(resume=True, save_every=self.save_every)
        finetune(labelled, self.start, folder, self.settings, interruption=interruption)
        kept = {name: self.arguments[name] for name in ("max_length", "tokens_per_batch", "precision", "device")
                if name in self.arguments}  # fmt: skip
        return NliJudge(str(folder), **kept)

    def identity(self) -> dict[str, Any]:
        from dataclasses import asdict

        return {**self.start.identity(), "settings": asdict(self.settings)}
