"""The model card of a finetuned presence model."""

from collections.abc import Mapping
from typing import Any

from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table
from sacrerouge_litepyramid.training.finetuning_card import fill_card

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
`--presence '{{"type": "nli", "model": "FOLDER", "max_length": {max_length}}}'`.

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
