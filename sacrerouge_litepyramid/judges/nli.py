"""Judge by natural language inference: the summary as premise, the unit as hypothesis (Zhang and Bansal 2021)."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.pairs import Pair
from sacrerouge_litepyramid.judges.judge import Judge, PairJudge
from sacrerouge_litepyramid.models.classifier_model import (
    PairClassifierModel,
    configured_labels,
    label_columns,
    labels_of_released_model,
)


@Judge.register("nli")
class NliJudge(PairClassifierModel, PairJudge):
    """A sequence classifier of transformers; the arguments are those of `PairClassifierModel`."""

    description = "an NLI model"
    type = "nli"
    component = "the judge 'nli'"
    remedy = "give a model that is finetuned for NLI, such as 'shiyue/roberta-large-tac08'"

    def __init__(
        self,
        model: str = "shiyue/roberta-large-tac08",
        revision: str | None = None,
        labels: list[str] | None = None,
        max_length: int = 400,
        tokens_per_batch: int | None = None,
        precision: str = "auto",
        device: str = "auto",
    ) -> None:
        super().__init__(model, revision, labels, max_length, tokens_per_batch, precision, device)

    @property
    def classes(self) -> int:  # type: ignore[override]  # known from the configuration only
        return len(self._columns)

    def predict_pairs(self, pairs: Sequence[Pair]) -> np.ndarray:
        return self.ordered_logits(pairs)

    def named_labels(self, config: Any) -> Sequence[str]:
        return labels_of_released_model(self.checkpoint.model, configured_labels(config))

    def columns(self, labels: Sequence[str]) -> tuple[int, ...]:
        return label_columns(labels)
