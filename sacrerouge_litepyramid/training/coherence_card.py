"""The model card of a next-sentence classifier."""

from collections.abc import Mapping
from typing import Any

from sacrerouge_litepyramid.training.coherence_validation import figures_table
from sacrerouge_litepyramid.training.finetuning_card import fill_card

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
