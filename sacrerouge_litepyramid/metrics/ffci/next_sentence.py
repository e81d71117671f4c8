"""P(next | first, second) by a classifier of sentence pairs (Koto et al. 2022).

`train coherence` makes such classifiers.
"""

from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from typing import Any

import numpy as np

from sacrerouge_litepyramid.metrics.ffci.coherence import CoherenceModel, SentencePair
from sacrerouge_litepyramid.models.classifier import PairClassifier, load_classifier
from sacrerouge_litepyramid.models.output_labels import (
    is_unnamed,
    list_configured_labels,
    order_outputs,
)
from sacrerouge_litepyramid.models.placement import load_config

#: the meanings of the outputs in the order of the columns, which is also that of BERT's
#: next-sentence head
_LABELS = ("next", "not_next")
#: the label names that stand for each meaning, in lower case with single underscores
_LABEL_NAMES: Mapping[str, Set[str]] = {
    "next": {
        "next",
        "is_next",
        "isnext",
        "next_sentence",
        "is_next_sentence",
        "consecutive",
        "coherent",
    },
    "not_next": {
        "not_next",
        "notnext",
        "is_not_next",
        "not_next_sentence",
        "random",
        "not_consecutive",
        "incoherent",
    },
}
_SEQUENCE_CLASSIFIER = "AutoModelForSequenceClassification"
_NEXT_SENTENCE_HEAD = "AutoModelForNextSentencePrediction"


@CoherenceModel.register("next-sentence")
class NextSentenceCoherence(PairClassifier, CoherenceModel):
    """A sequence classifier of two outputs, or a BERT with its own next-sentence head.

    The arguments are those of `PairClassifier`; each of ``labels`` is next or not_next. There is no
    default model, as the paper's was never released.
    """

    type = "next-sentence"
    component = "the coherence model 'next-sentence'"
    remedy = "train a classifier from it with train coherence --model, and use that"
    new_head = False

    def __init__(
        self,
        model: str,
        revision: str | None = None,
        labels: list[str] | None = None,
        max_length: int = 256,
        tokens_per_batch: int | None = None,
        precision: str = "auto",
        device: str = "auto",
    ) -> None:
        super().__init__(model, revision, labels, max_length, tokens_per_batch, precision, device)

    def score_distinct(self, pairs: Sequence[SentencePair]) -> np.ndarray:
        return next_probabilities(self.compute_logits(pairs))

    def read_labels(self, config: Any) -> Sequence[str]:
        labels = list_configured_labels(config)
        # BERT's own head has no names for its outputs.
        is_own_head = _choose_head(config) == _NEXT_SENTENCE_HEAD and is_unnamed(labels)
        return _LABELS if is_own_head else labels

    def order_columns(self, labels: Sequence[str]) -> tuple[int, ...]:
        if columns := order_outputs(labels, _LABELS, _LABEL_NAMES):
            return columns
        raise ValueError(
            f"the model's labels {list(labels)} do not say which output is which; pass the "
            "argument labels, with next or not_next for each output in order, as stated on the "
            "model's page, for example "
            '"labels": ["next", "not_next"]'
        )

    def load_weights(self, folder: Path, precision: str) -> Any:
        head = _choose_head(load_config(folder))
        return load_classifier(folder, precision, head, self.new_head, self.remedy)


class UntrainedNextSentence(NextSentenceCoherence):
    """An initial model for training, which need not have a head.

    A head that the checkpoint lacks is drawn by torch's global generator.
    """

    new_head = True

    def read_labels(self, config: Any) -> Sequence[str]:
        labels = super().read_labels(config)
        return _LABELS if len(labels) == len(_LABELS) and is_unnamed(labels) else labels


def _choose_head(config: Any) -> str:
    """Return the class of transformers that loads a checkpoint's classifier.

    Without a classifier of its own, it is that of BERT's next-sentence head.
    """
    from transformers.models.auto.modeling_auto import (
        MODEL_FOR_NEXT_SENTENCE_PREDICTION_MAPPING_NAMES as HEADS,
    )

    architectures = config.architectures or ()
    is_classifier = any(name.endswith("ForSequenceClassification") for name in architectures)
    if is_classifier or config.model_type not in HEADS:
        return _SEQUENCE_CLASSIFIER
    return _NEXT_SENTENCE_HEAD


def next_probabilities(logits: np.ndarray) -> np.ndarray:
    """Return P(next) = σ(z_next − z_not), (pairs,), for logits (next, not next), (pairs, 2)."""
    is_next, is_not = logits.astype(np.float64).T
    return 0.5 + 0.5 * np.tanh((is_next - is_not) / 2)
