"""Train next-sentence models: finetune a classifier, or fit a logistic model.

Source: Koto, Baldwin and Lau, JAIR 2022.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.io.files import read_text
from sacrerouge_litepyramid.metrics.ffci.coherence import NextSentenceWeights, pair_features
from sacrerouge_litepyramid.metrics.ffci.next_sentence import (
    NextSentenceCoherence,
    UntrainedNextSentence,
)
from sacrerouge_litepyramid.statistics.logistic_regression import logistic_regression
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table
from sacrerouge_litepyramid.training.coherence_pairs import Example, Splits
from sacrerouge_litepyramid.training.finetuning import Figures, Finetuned, PairTask, finetune_pairs
from sacrerouge_litepyramid.training.finetuning_run import FinetuneSettings


@dataclass(frozen=True)
class CoherenceSettings(FinetuneSettings):
    """The settings of `FinetuneSettings`, with other defaults, and when to stop."""

    learning_rate: float = 5e-5
    epochs: int = 20
    batch_size: int = 40
    # training ends after this number of successive epochs without a better validation accuracy
    patience: int = 5

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.patience < 1:
            raise ValueError(f"patience must be at least 1 epoch, not {self.patience}")


class PairFigures(NamedTuple):
    """The quality of predictions; a pair is predicted to be adjacent if P(next) ≥ .5."""

    pairs: int
    accuracy: float


def measure_pair_figures(examples: Sequence[Example], probabilities: np.ndarray) -> PairFigures:
    """Compare probabilities with the labels; ``probabilities``: P(next), (examples,)."""
    labels = np.array([example.label for example in examples])
    is_correct = (probabilities >= 0.5) == labels
    return PairFigures(len(examples), float(is_correct.mean()))


def format_pair_figures(figures: Figures, title: str = "epoch") -> str:
    """Return a Markdown table with a row for each of ``figures``, PairFigures as JSON."""
    rows = []
    for name, row in figures.items():
        rows.append([name, str(row["pairs"]), f"{row['accuracy']:.4f}"])
    return render_table([title, "pairs", "accuracy"], rows, MARKDOWN)


_DECIMALS = 6


def fit_logistic(examples: Sequence[Example]) -> NextSentenceWeights:
    """Fit the logistic model."""
    features = pair_features([example.pair for example in examples])
    labels = np.array([example.label for example in examples])
    regression = logistic_regression(features, labels)
    coefficients = [round(float(coefficient), _DECIMALS) for coefficient in regression.coefficients]
    return NextSentenceWeights(
        intercept=round(regression.intercept, _DECIMALS),
        coefficients=tuple(coefficients),
        provenance={"pairs": len(examples), "instances": count_instances(examples)},
    )


def finetune_coherence(
    splits: Splits,
    start: UntrainedNextSentence,
    output_dir: str | Path,
    settings: CoherenceSettings | None = None,
    about_data: Mapping[str, Any] | None = None,
) -> Finetuned:
    """Finetune ``start`` as `finetune_pairs` does.

    Keep the first epoch with the best accuracy on validation pairs. The figures are `PairFigures`
    by epoch, and for "test"; ``about_data``: facts for the model card.
    """
    settings = settings or CoherenceSettings()

    def measure(model: NextSentenceCoherence, examples: Sequence[Example]) -> dict[str, Any]:
        probabilities = model.score([example.pair for example in examples])
        return measure_pair_figures(examples, probabilities)._asdict()

    parts = {}
    for name, part in splits._asdict().items():
        parts[name] = f"{len(part)} pairs of {count_instances(part)} documents"
    digest = hashlib.sha256(json.dumps(splits).encode())
    task = PairTask(
        pairs=[example.pair for example in splits.training],
        labels=[example.label for example in splits.training],
        digests={"data": f"sha256:{digest.hexdigest()[:32]}"},
        facts={**(about_data or {}), **parts},
        card=read_text(Path(__file__).with_name("coherence_card.md")),
        format_figures=format_pair_figures,
        validate=lambda model: measure(model, splits.validation),
        patience=settings.patience,
        test=lambda model: measure(model, splits.test),
    )
    return finetune_pairs(task, start, output_dir, settings)


def count_instances(examples: Sequence[Example]) -> int:
    """Count the documents from which the pairs' sentences come."""
    return len({example.instance_id for example in examples})
