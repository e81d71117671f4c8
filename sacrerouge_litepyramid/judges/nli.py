"""The NLI judge: natural language inference from the summary to the unit.

Source: Zhang and Bansal 2021.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.pairs import Pair
from sacrerouge_litepyramid.core.ready_text import AS_WRITTEN, TextForm
from sacrerouge_litepyramid.judges.checkers import choose_settings
from sacrerouge_litepyramid.judges.judge import Judge, PairJudge
from sacrerouge_litepyramid.judges.passages import predict_best_passage
from sacrerouge_litepyramid.models.classifier import PairClassifier
from sacrerouge_litepyramid.models.language_model import Prompt
from sacrerouge_litepyramid.models.output_labels import (
    list_configured_labels,
    name_released_labels,
    order_nli_outputs,
)


@Judge.register("nli")
class NliJudge(PairClassifier, PairJudge):
    """A transformers sequence classifier.

    Its arguments are those of `PairClassifier`, and three more. The settings in `checkers.CHECKERS`
    are defaults; else ``max_length`` is 400. A single output, "entailment", is the logit of its
    probability.

    Args:
        template: one text with {summary}, {unit} and special tokens, for models that do not read
            two.
        passages: the tokens in a passage; a longer summary is divided, and the best passage counts.
        texts: "as-written", as the paper's models read them, or "ready" for comparison, as the
            judge "lexical" does.
    """

    description = "an NLI model"
    type = "nli"
    component = "the judge 'nli'"
    bf16_on_cpu = True
    remedy = "choose a model that is finetuned for NLI, such as 'shiyue/roberta-large-tac08'"

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
        texts: TextForm = AS_WRITTEN,
    ) -> None:
        settings = {
            "revision": revision,
            "labels": labels,
            "max_length": max_length,
            "template": template,
            "passages": passages,
        }
        chosen = choose_settings("nli", model, settings, {"max_length": 400, "passages": 0})
        super().__init__(
            model,
            chosen["revision"],
            chosen["labels"],
            chosen["max_length"],
            tokens_per_batch,
            precision,
            device,
        )
        self.template = None
        if chosen["template"] is not None:
            self.template = Prompt(chosen["template"], ("summary", "unit"))
        self.passages: int = chosen["passages"]
        self.texts = texts

    @property
    def classes(self) -> int:  # type: ignore[override]  # only the configuration states it
        return max(2, len(self.columns))

    def identity(self) -> dict[str, Any]:
        return {
            **super().identity(),
            "texts": self.texts,
            **({"template": self.template.template} if self.template else {}),
            **({"passages": self.passages} if self.passages else {}),
        }

    def predict_pairs(self, pairs: Sequence[Pair]) -> np.ndarray:
        return predict_best_passage(pairs, self.passages, self.count_tokens, self._predict)

    def _predict(self, pairs: Sequence[Pair]) -> np.ndarray:
        logits = self.compute_logits(pairs)
        missing_columns = max(2 - logits.shape[1], 0)
        return np.pad(logits, [(0, 0), (0, missing_columns)])

    def read_labels(self, config: Any) -> Sequence[str]:
        return name_released_labels(self.checkpoint.model, list_configured_labels(config))

    def order_columns(self, labels: Sequence[str]) -> tuple[int, ...]:
        return order_nli_outputs(labels)
