"""Fit next-sentence models: finetune a classifier (Koto, Baldwin and Lau, JAIR 2022), or fit the logistic one."""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.io.files import atomic_write
from sacrerouge_litepyramid.metrics.ffci.logistic import NextSentenceWeights, pair_features
from sacrerouge_litepyramid.metrics.ffci.next_sentence import (
    NextSentenceCoherence,
    UntrainedNextSentence,
    next_probabilities,
)
from sacrerouge_litepyramid.statistics.logistic_regression import logistic_regression
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table
from sacrerouge_litepyramid.training.coherence_pairs import Splits
from sacrerouge_litepyramid.training.finetuning import (
    Finetuned,
    PairTask,
    Predict,
    Selection,
    check_installed,
    check_start,
    finetune_pairs,
)
from sacrerouge_litepyramid.training.finetuning_run import RunFolder, fill_card
from sacrerouge_litepyramid.training.finetuning_settings import FinetuneSettings, Interruption
from sacrerouge_litepyramid.training.wrong_pairs import NEXT, Example


@dataclass(frozen=True)
class CoherenceSettings(FinetuneSettings):
    """``patience``: the number of epochs in turn without a better validation accuracy after which training ends."""

    learning_rate: float = 5e-5
    epochs: int = 20
    batch_size: int = 40
    patience: int = 5

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.patience < 1:
            raise ValueError(f"patience must be at least 1 epoch, not {self.patience}")


#: a probability of 0 for the true label would make the loss infinite
MIN_PROBABILITY = 1e-7


class NextSentenceFigures(NamedTuple):
    """``accuracy``: of P(next) ≥ .5; ``majority``: the accuracy of always giving the commoner label; ``loss``: the mean
    negative log-likelihood; ``accuracy_by_kind``: of the pairs of each kind."""

    pairs: int
    accuracy: float
    majority: float
    loss: float
    accuracy_by_kind: dict[str, float]


def next_sentence_figures(examples: Sequence[Example], probabilities: np.ndarray) -> NextSentenceFigures:
    """Compare probabilities with the labels; ``probabilities``: P(next) of shape (examples,)."""
    labels = np.array([example.label for example in examples])
    right = (probabilities >= 0.5) == labels
    likelihood = np.clip(np.where(labels == 1, probabilities, 1 - probabilities), MIN_PROBABILITY, 1)
    kinds = np.array([example.kind for example in examples])
    return NextSentenceFigures(
        pairs=len(examples),
        accuracy=float(right.mean()),
        majority=float(max(labels.mean(), 1 - labels.mean())),
        loss=float(-np.log(likelihood).mean()),
        accuracy_by_kind={kind: float(right[kinds == kind].mean()) for kind in dict.fromkeys(kinds.tolist())},
    )


def figures_table(figures: Mapping[str, Mapping[str, Any]], title: str = "epoch") -> str:
    """Return a Markdown table with a line for each of ``figures`` (NextSentenceFigures as JSON), and their pairs."""
    one = next(iter(figures.values()))
    kinds = list(one["accuracy_by_kind"])
    header = [title, "accuracy", "loss", *(f"accuracy, {kind}" for kind in kinds)]
    rows = []
    for name, row in figures.items():
        shown = [row["accuracy"], row["loss"], *(row["accuracy_by_kind"].get(kind, float("nan")) for kind in kinds)]
        rows.append([name, *(f"{value:.4f}" for value in shown)])
    counts = ", ".join(f"{name}: {row['pairs']}" for name, row in figures.items())
    about = f"Pairs ({counts})" if len({row["pairs"] for row in figures.values()}) > 1 else f"{one['pairs']} pairs"
    return "\n".join(
        [render_table(header, rows, MARKDOWN), "", f"{about}; kind {NEXT!r} is right, the others are wrong pairs."]
    )


CARD = """\
---
library_name: transformers
pipeline_tag: text-classification
tags: [next-sentence-prediction, coherence, summarization-evaluation, ffci]
---
# {name}

Predicts whether one sentence follows another: P(next | first, second). Finetuned by sacrerouge-litepyramid on adjacent
sentences of articles and on wrong pairs made of them, as Koto, Baldwin and Lau (JAIR 2022) do for FFCI's coherence. Use
it in ffci-coherence by
`--coherence '{{"type": "next-sentence", "model": "FOLDER", "max_length": {max_length}}}'`.

## Data

{data}

## Settings

{settings}

## Figures

The validation pairs are measured after each epoch, epoch 0 being before the training; the test pairs are measured with
the epoch that is kept, of the best accuracy on the validation pairs.

{figures}
"""


def model_card(
    name: str, settings: Mapping[str, Any], data: Mapping[str, Any], figures: Mapping[str, Mapping[str, Any]]
) -> str:
    """Return the card as Markdown; ``figures``: `NextSentenceFigures` as JSON by epoch, and of the test pairs."""
    return fill_card(CARD, name, settings, data, figures_table(figures))


_DECIMALS = 6


def fit_logistic(examples: Sequence[Example], l2: float = 1.0) -> NextSentenceWeights:
    """``l2``: the penalty, half of it times the squared coefficients of the standardised features."""
    features = pair_features([example.pair for example in examples])
    regression = logistic_regression(features, np.array([example.label for example in examples]), l2)
    return NextSentenceWeights(
        intercept=round(regression.intercept, _DECIMALS),
        coefficients=tuple(round(float(each), _DECIMALS) for each in regression.coefficients),
        provenance={
            "pairs": len(examples),
            "instances": len({name for each in examples for name in (each.first, each.second)}),
        },
    )


def finetune_coherence(
    splits: Splits,
    start: UntrainedNextSentence,
    output_dir: str | Path,
    settings: CoherenceSettings | None = None,
    interruption: Interruption | None = None,
    about_data: Mapping[str, Any] | None = None,
) -> Finetuned:
    """Finetune a model and write a checkpoint folder, which any program reads, with a model card.

    The epoch with the best accuracy on the validation pairs is kept, the first of equal ones; the figures
    are `NextSentenceFigures` by epoch, and "test". A run that is stopped at any step and resumed on the same machine
    ends with the same weights. Raises ValueError for an output folder that holds something else.
    """
    check_installed()
    check_start(start)
    settings, interruption = settings or CoherenceSettings(), interruption or Interruption()
    run = RunFolder(output_dir, run_settings(start, settings, splits))
    run.open(interruption.resume)
    if not run.finished:
        task = pair_task(splits.training, splits.validation, settings.patience)
        if not finetune_pairs(task, start, settings, interruption, run):
            return Finetuned(run.folder, False, run.figures)
        run.keep_figures("test", _measure_test(run, start, splits.test))
        facts = {**(about_data or {}), **_describe_parts(splits)}
        card = model_card(run.folder.resolve().name, run.settings, facts, run.figures)
        with atomic_write(run.folder / "README.md") as out:
            out.write(card)
        run.finish({"data": facts})
    return Finetuned(run.folder, True, run.figures)


def run_settings(start: UntrainedNextSentence, settings: CoherenceSettings, splits: Splits) -> dict[str, Any]:
    """Return everything that decides the final weights and the figures, JSON-ready."""
    return {**start.identity(), **asdict(settings), "examples": digest(splits)}


def pair_task(training: Sequence[Example], validation: Sequence[Example], patience: int) -> PairTask:
    def figures(predict: Predict) -> dict[str, Any]:
        logits = predict([example.pair for example in validation])
        return next_sentence_figures(validation, next_probabilities(logits))._asdict()

    pairs, labels = [example.pair for example in training], [example.label for example in training]
    return PairTask(pairs, labels, figures, Selection("accuracy", patience))


def digest(splits: Splits) -> str:
    """Return a digest of sets of examples: of their texts, kinds, instances and order."""
    return "sha256:" + hashlib.sha256(json.dumps(splits).encode()).hexdigest()[:32]


def _measure_test(run: RunFolder, start: UntrainedNextSentence, test: Sequence[Example]) -> dict[str, Any]:
    """Return the figures of the model in the folder, in the precision that it was trained in."""
    model = NextSentenceCoherence(
        str(run.folder), max_length=start.max_length, precision=run.settings["precision"], device=start.placement.device
    )
    return next_sentence_figures(test, model.score([example.pair for example in test]))._asdict()


def _describe_parts(splits: Splits) -> dict[str, Any]:
    """Describe each part: its numbers of pairs, by kind, and of instances."""
    counts = {}
    for name, examples in splits._asdict().items():
        kinds = ", ".join(f"{kind} {count}" for kind, count in Counter(each.kind for each in examples).items())
        instances = len({instance for each in examples for instance in (each.first, each.second)})
        counts[name] = f"{len(examples)} pairs ({kinds}) of {instances} instances"
    return counts
