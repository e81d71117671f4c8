"""The share of a summary's words that its source has: what faithfulness takes where there is no model."""

from typing import Any

from sacrerouge_litepyramid.ffci.similarity.rouge import Rouge
from sacrerouge_litepyramid.ffci.similarity.similarity import Similarity


@Similarity.register("unigram-precision")
class UnigramPrecision(Rouge):
    """ROUGE-1 of the whole summary against the whole source: a word that the source lacks is likely made up."""

    supporting = None

    def __init__(self, stem: bool = True) -> None:
        super().__init__("rouge-1", stem)
        self.name = "unigram-precision"

    def identity(self) -> dict[str, Any]:
        return {"type": "unigram-precision", "stem": self.stem}
