"""Presence by natural language inference: the summary as premise, the unit as hypothesis (Zhang and Bansal 2021)."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.pairs import Pair
from sacrerouge_litepyramid.models.checkpoint import Checkpoint
from sacrerouge_litepyramid.models.placement import (
    check_installed,
    check_placement,
    check_tokens_per_batch,
    default_tokens_per_batch,
    resolve_device,
    resolve_precision,
)
from sacrerouge_litepyramid.presence import classifier
from sacrerouge_litepyramid.presence.base import PairPresenceModel, PresenceModel
from sacrerouge_litepyramid.presence.entailment import label_columns, labels_of_released_model

#: RoBERTa spends four tokens of a pair on its own marks.
SHORTEST_MAX_LENGTH = 8


@PresenceModel.register("nli")
class NliPresence(PairPresenceModel):
    """A sequence classifier of transformers; nothing is read before it is needed, and the weights only to predict.

    ``model``: hub name or folder; ``revision``: branch, tag or commit of a hub model; ``labels``: the meaning of each
    output, in order, where the model's own label names do not say it; ``max_length``: tokens of a pair, the longer
    text is cut first; ``tokens_per_batch``: padded tokens in a batch, a matter of memory and speed only (2,048 on the
    CPU and 16,384 on CUDA unless given); ``precision``: fp32, bf16, fp16 (CUDA), int8 (CPU; changes scores, see the
    README) or auto (bf16 on CUDA where supported, else fp32); ``device``: cpu, cuda, cuda:N or auto; ``compile``: by
    torch.compile, which takes a minute and needs a C++ compiler on the CPU.
    """

    def __init__(
        self,
        model: str = "shiyue/roberta-large-tac08",
        revision: str | None = None,
        labels: list[str] | None = None,
        max_length: int = 400,
        tokens_per_batch: int | None = None,
        precision: str = "auto",
        device: str = "auto",
        compile: bool = False,
    ) -> None:
        check_installed("the presence model 'nli'")
        check_placement(device, precision)
        if max_length < SHORTEST_MAX_LENGTH:
            raise ValueError(f"max_length must be at least {SHORTEST_MAX_LENGTH} tokens, not {max_length}")
        check_tokens_per_batch(tokens_per_batch)
        self.checkpoint = Checkpoint(model, revision)
        self.labels = labels
        self.max_length = max_length
        self.tokens_per_batch = tokens_per_batch
        self.precision = precision
        self.device = device
        self.compile = compile

    @property
    def classes(self) -> int:  # type: ignore[override]  # known from the configuration only
        return len(self._columns)

    def predict_pairs(self, pairs: Sequence[Pair]) -> np.ndarray:
        if not pairs:
            return np.zeros((0, self.classes), dtype=np.float32)
        columns = list(self._columns)
        tokens_per_batch = self.tokens_per_batch or default_tokens_per_batch(self._classifier.device)
        return self._classifier.logits(pairs, tokens_per_batch)[:, columns]

    def identity(self) -> dict[str, Any]:
        return {
            "type": "nli",
            "model": self.checkpoint.name,
            "revision": self._revision,
            "labels": list(self._labels),
            "max_length": self.max_length,
            "precision": resolve_precision(self.precision, resolve_device(self.device)),
        }

    @cached_property
    def _revision(self) -> str:
        return self.checkpoint.revision()

    @cached_property
    def _columns(self) -> tuple[int, ...]:
        return label_columns(self._labels)

    @cached_property
    def _labels(self) -> Sequence[str]:
        folder = self.checkpoint.config_folder()
        with self.checkpoint.loading():
            config = classifier.load_config(folder)
        named = [str(config.id2label[index]) for index in sorted(config.id2label)]
        if self.labels is None:
            return labels_of_released_model(self.checkpoint.model, named)
        if len(self.labels) != len(named):
            raise ValueError(f"labels has {len(self.labels)} names, but the model has {len(named)} outputs: {named}")
        return self.labels

    @cached_property
    def _classifier(self) -> classifier.PairClassifier:
        device = resolve_device(self.device)
        precision = resolve_precision(self.precision, device)
        folder = self.checkpoint.folder()
        with self.checkpoint.loading():
            return classifier.PairClassifier(folder, self.max_length, device, precision, self.compile)
