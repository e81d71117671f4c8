"""The base class of components with a transformers pair classifier: settings, lazy loading, labels of the outputs."""

import json
import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence, Set
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from sacrerouge_litepyramid.models import classifier
from sacrerouge_litepyramid.models.checkpoint import Checkpoint, CheckpointError
from sacrerouge_litepyramid.models.language_model import Prompt
from sacrerouge_litepyramid.models.placement import Placement, check_finite, resolve_device

THREE_CLASSES = ("entailment", "neutral", "contradiction")
TWO_CLASSES = ("entailment", "not_entailment")
ONE_CLASS = ("entailment",)

#: meaning → its names in published models, in lower case with single underscores
_LABEL_NAMES = {
    "entailment": {"entailment", "entail", "entails", "entailed", "support", "supports", "supported", "present"},
    "neutral": {"neutral", "not_enough_info", "not_enough_information", "nei"},
    "contradiction": {"contradiction", "contradict", "contradicts", "contradictory", "refute", "refutes", "refuted"},
    "not_entailment": {"not_entailment", "non_entailment", "no_entailment", "not_entailed", "not_supported"}
    | {"unsupported", "not_present", "absent"},
}

#: The authors' code takes output 0 of these publishers' NLI models as entailment (1 neutral, 2 contradiction).
PUBLISHERS_OF_RELEASED_MODELS = ("shiyue/", "ynie/")


def order_nli_outputs(labels: Sequence[str]) -> tuple[int, ...]:
    """Return the indices of a model's outputs in the order of THREE_CLASSES, TWO_CLASSES or ONE_CLASS.

    ``labels``: the label of each output, in upper or lower case. Raises ValueError if they match none of the three.
    """
    for order in (THREE_CLASSES, TWO_CLASSES, ONE_CLASS):
        if columns := order_outputs(labels, order, _LABEL_NAMES):
            return columns
    raise ValueError(
        f"the model's labels {list(labels)} do not say which output is which; pass the argument labels: for each "
        f"output, in order, one of {', '.join(THREE_CLASSES)} (or of {', '.join(TWO_CLASSES)}; or entailment alone), "
        f'as the model\'s page states it, for example "labels": {json.dumps(THREE_CLASSES)}'
    )


def order_outputs(labels: Sequence[str], order: Sequence[str], names: Mapping[str, Set[str]]) -> tuple[int, ...] | None:
    """Return the indices of a model's outputs in an order of meanings, or None if the labels have other meanings.

    ``names``: meaning → label names, in lower case with single underscores.
    """
    meanings = [_find_meaning(label, names) for label in labels]
    return tuple(meanings.index(meaning) for meaning in order) if sorted(meanings) == sorted(order) else None


def name_released_labels(model: str, labels: Sequence[str]) -> Sequence[str]:
    """Return a model's labels, or THREE_CLASSES if it is a released model with three unnamed outputs."""
    if is_unnamed(labels) and len(labels) == len(THREE_CLASSES) and model.startswith(PUBLISHERS_OF_RELEASED_MODELS):
        return THREE_CLASSES
    return labels


def is_unnamed(labels: Sequence[str]) -> bool:
    """Return whether the labels are the placeholders of transformers ("LABEL_0")."""
    return all(re.fullmatch(r"label_\d+", label.lower()) for label in labels)


def _find_meaning(label: str, names: Mapping[str, Set[str]]) -> str:
    normalized = re.sub(r"[\W_]+", "_", label.strip().lower()).strip("_")
    return next((meaning for meaning, known in names.items() if normalized in known), "unknown")


#: RoBERTa adds four special tokens to a pair
MIN_MAX_LENGTH = 8


class PairClassifierModel:
    """A sequence classifier of transformers; files are read when first needed, and the weights only to predict.

    ``model``: hub name or folder; ``revision``: branch, tag or commit of a hub model; ``labels``: the meaning of each
    output, in order, if the model's own label names do not state it; ``max_length``: the limit of tokens in a pair; in
    a longer pair, the longer text is cut first; ``tokens_per_batch``: padded tokens in a batch, which changes memory
    and speed only (by default 2,048 on the CPU and 32,768 on CUDA); ``precision``: fp32, bf16, fp16 (CUDA) or auto
    (bf16 on CUDA if supported, else fp32); ``device``: cpu, cuda, cuda:N or auto.
    """

    #: the registered name
    type: ClassVar[str]
    #: the model's name in the message about a missing package
    component: ClassVar[str]
    #: the end of the message about a checkpoint without a classification head
    remedy: ClassVar[str]
    #: joins the texts of a pair into one; None if the model reads two texts
    template: Prompt | None = None

    def __init__(
        self,
        model: str,
        revision: str | None = None,
        labels: Sequence[str] | None = None,
        max_length: int = 400,
        tokens_per_batch: int | None = None,
        precision: str = "auto",
        device: str = "auto",
    ) -> None:
        self.placement = Placement(self.component, device, precision, tokens_per_batch)
        if max_length < MIN_MAX_LENGTH:
            raise ValueError(f"max_length must be at least {MIN_MAX_LENGTH} tokens, not {max_length}")
        self.checkpoint = Checkpoint(model, revision)
        self.labels = labels
        self.max_length = max_length

    @abstractmethod
    def read_labels(self, config: Any) -> Sequence[str]:
        """Return the meaning of each output of a model with this configuration of transformers."""

    @abstractmethod
    def columns(self, labels: Sequence[str]) -> tuple[int, ...]:
        """Return the indices of the outputs to use, in the order of `compute_logits`."""

    def load_weights(self, folder: Path, precision: str) -> Any:
        return classifier.load_classifier(folder, precision, remedy=self.remedy)

    def identity(self) -> dict[str, Any]:
        return {
            "type": self.type,
            "model": self.checkpoint.name,
            "revision": self.checkpoint.revision,
            "labels": list(self._labels),
            "max_length": self.max_length,
            "precision": self.placement.resolve().precision,
        }

    def compute_logits(self, pairs: Sequence[classifier.TextPair]) -> np.ndarray:
        """Return logits of shape (pairs, columns)."""
        if not pairs:
            return np.zeros((0, len(self._columns)), dtype=np.float32)
        columns = list(self._columns)
        return check_finite(self._classifier.logits(pairs, self.placement.tokens_per_batch)[:, columns])

    def trainable(self) -> classifier.PairClassifier:
        """Load another copy of the classifier, in full precision, to train."""
        return self._load("fp32")

    @cached_property
    def _columns(self) -> tuple[int, ...]:
        return self.columns(self._labels)

    @cached_property
    def _labels(self) -> Sequence[str]:
        folder = self.checkpoint.config_folder()
        with self.checkpoint.explain_load_errors():
            config = classifier.load_config(folder)
            named = self.read_labels(config)
            if self.labels is None and is_unnamed(named):
                _check_head(config, self.remedy)
        if self.labels is None:
            return named
        if len(self.labels) != len(named):
            raise ValueError(f"labels has {len(self.labels)} names, but the model has {len(named)} outputs: {named}")
        return self.labels

    @cached_property
    def _classifier(self) -> classifier.PairClassifier:
        return self._load(self.placement.resolve().precision)

    def _load(self, precision: str) -> classifier.PairClassifier:
        device = resolve_device(self.placement.device)
        folder = self.checkpoint.folder()
        with self.checkpoint.explain_load_errors():
            load, template = self.load_weights, self.template
            return classifier.PairClassifier(folder, self.max_length, device, precision, load, template)


def _check_head(config: Any, remedy: str) -> None:
    """Raise CheckpointError if the configuration was saved from a model that is not a classifier."""
    kinds = list(config.architectures or ())
    if kinds and not any(kind.endswith("ForSequenceClassification") for kind in kinds):
        raise CheckpointError(f"has no classification head (by its config.json it is a {', '.join(kinds)}); {remedy}")


def list_configured_labels(config: Any) -> list[str]:
    """Return the label names of the outputs in a configuration of transformers, in their order."""
    return [str(config.id2label[index]) for index in sorted(config.id2label)]
