"""Measure how well a next-sentence model distinguishes adjacent sentences from wrong pairs."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table
from sacrerouge_litepyramid.training.wrong_pairs import NEXT, Example

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
