"""Miniature NLI models, and what plain transformers gives with one, a pair at a time and without
padding.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from helpers import miniature
from sacrerouge_litepyramid.core.judgements import judge_measures
from sacrerouge_litepyramid.core.pairs import Pair
from sacrerouge_litepyramid.judges.nli import NliJudge

PAIRS = list(miniature.pairs_of_many_lengths())
MODELS: dict[str, tuple[Callable[..., Path], list[str], list[int]]] = {
    "roberta": (miniature.save_roberta, ["entailment", "neutral", "contradiction"], [0, 1, 2]),
    "bert": (miniature.save_bert, ["CONTRADICTION", "ENTAILMENT", "NEUTRAL"], [1, 2, 0]),
    "deberta": (miniature.save_deberta, ["contradiction", "neutral", "entailment"], [2, 1, 0]),
    "phobert": (miniature.save_phobert, ["entailment", "neutral", "contradiction"], [0, 1, 2]),
    "gpt2": (miniature.save_gpt2_classifier, ["neutral", "entailment", "contradiction"], [1, 0, 2]),
    "xlnet": (miniature.save_xlnet_classifier, ["entailment", "not_entailment"], [0, 1]),
    "two-class": (miniature.save_bert, ["not_entailment", "entailment"], [1, 0]),
}


def plain_logits(folder: Path, pairs: Sequence[Pair], max_length: int = 128) -> np.ndarray:
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForSequenceClassification.from_pretrained(folder, dtype=torch.float32).eval()
    rows = []
    for summary, unit in pairs:
        inputs = tokenizer(
            summary, unit, truncation=True, max_length=max_length, return_tensors="pt"
        )
        with torch.no_grad():
            rows.append(model(**inputs).logits[0].numpy())
    return np.stack(rows)


def nli(folder: Path, **settings: Any) -> NliJudge:
    """Return a judge of a model, by default in fp32, whatever the processor."""
    defaults = {"max_length": 128, "device": "cpu", "precision": "fp32"}
    return NliJudge(model=str(folder), **{**defaults, **settings})


def assert_same_judgements(logits: np.ndarray, expected: np.ndarray) -> None:
    np.testing.assert_allclose(logits, expected, atol=1e-4)
    for name, values in judge_measures(expected).items():
        np.testing.assert_allclose(judge_measures(logits)[name], values, atol=1e-5, err_msg=name)
