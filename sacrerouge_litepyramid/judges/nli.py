"""Judge by natural language inference: the summary as premise, the unit as hypothesis (Zhang and Bansal 2021)."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.pairs import Pair
from sacrerouge_litepyramid.judges.checkers import apply_preset
from sacrerouge_litepyramid.judges.judge import Judge, PairJudge
from sacrerouge_litepyramid.judges.passages import check_passages, predict_best_passage
from sacrerouge_litepyramid.models.classifier_model import (
    PairClassifierModel,
    configured_labels,
    label_columns,
    labels_of_released_model,
)
from sacrerouge_litepyramid.models.language_model import Prompt


@Judge.register("nli")
class NliJudge(PairClassifierModel, PairJudge):
    """A sequence classifier of transformers; the arguments are those of `PairClassifierModel`, and three more.

    ``template``: one text with the places {summary} and {unit}, for models that do not read two; its special tokens
    are the model's; ``passages``: the tokens of a passage, of which a longer summary has several, and the best counts.
    A single output that is labelled "entailment" is the logit of its probability. For models in `checkers.CHECKERS`
    the settings that are not given are the authors'; ``max_length`` is else 400.
    """

    description = "an NLI model"
    type = "nli"
    component = "the judge 'nli'"
    remedy = "give a model that is finetuned for NLI, such as 'shiyue/roberta-large-tac08'"

    def __init__(
        self,
        model: str = "shiyue/roberta-large-tac08",
        revision: str | None = None,
        labels: list[str] | None = None,
        max_length: int | None = None,
        tokens_per_batch: int | None = None,
        precision: str = "auto",
        device: str = "auto",
        template: str | None = None,
        passages: int | None = None,
    ) -> None:
        given = {"revision": revision, "labels": labels, "max_length": max_length}
        chosen = apply_preset("nli", model, **given, template=template, passages=passages)
        length = 400 if chosen["max_length"] is None else chosen["max_length"]
        super().__init__(model, chosen["revision"], chosen["labels"], length, tokens_per_batch, precision, device)
        check_passages(chosen["passages"])
        self.template = None if chosen["template"] is None else Prompt(chosen["template"], ("summary", "unit"))
        self.passages: int | None = chosen["passages"]

    @property
    def classes(self) -> int:  # type: ignore[override]  # known from the configuration only
        return max(2, len(self._columns))

    def identity(self) -> dict[str, Any]:
        template = {"template": self.template.template} if self.template else {}
        return {**super().identity(), **template, **({"passages": self.passages} if self.passages else {})}

    def predict_pairs(self, pairs: Sequence[Pair]) -> np.ndarray:
        if self.passages is None or not pairs:
            return self._predict(pairs)
        return predict_best_passage(pairs, self.passages, self._classifier.count_tokens, self._predict)

    def _predict(self, pairs: Sequence[Pair]) -> np.ndarray:
        logits = self.ordered_logits(pairs)
        return logits if logits.shape[1] > 1 else np.hstack([logits, np.zeros_like(logits)])

    def check_trainable(self) -> None:
        """Raise ValueError for settings that finetuning does not have."""
        if self.template or self.passages or len(self._columns) == 1:
            raise ValueError(
                f"the model {self.checkpoint.model!r} has a template, passages or a single output and cannot be "
                "finetuned; start from a model that reads two texts and has two or three outputs"
            )

    def named_labels(self, config: Any) -> Sequence[str]:
        return labels_of_released_model(self.checkpoint.model, configured_labels(config))

    def columns(self, labels: Sequence[str]) -> tuple[int, ...]:
        return label_columns(labels)
