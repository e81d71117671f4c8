"""Recall, precision and F1 of content: the references' clauses in the summary, and the summary's in the references."""

import re
from collections.abc import Sequence

import numpy as np

from sacrerouge_litepyramid.core.judgements import Judgement, weighted_mean
from sacrerouge_litepyramid.core.rouge import Tokenizer, choose_tokenizer, rouge_tokens
from sacrerouge_litepyramid.core.texts import Text, flatten
from sacrerouge_litepyramid.extraction.extractor import UnitExtractor, list_notices
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.metrics.lite_pyramid import DEFAULT_NOTICE
from sacrerouge_litepyramid.metrics.metric import Context, Item, MetricResult, SummaryMetric, Value
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.scoring import Scorer
from sacrerouge_litepyramid.signature import sign


@SummaryMetric.add
class ContentF1(SummaryMetric):
    """Recall (share of the references that a summary states), precision (share of the summary that they state), F1.

    Values, from 0 to 1: ``recall``, ``precision`` and ``f1`` by probabilities, and by verdicts (``l2c_recall``, …). A
    unit that occurs in the text word for word counts 1, so identical texts have all values 1; otherwise recall is that
    of lite3pyramid. For precision, the reference that states a unit best counts. All values of a summary without text
    are 0; if the references have no unit, all are NaN.

    Args:
        judge: judges whether a text states a unit; by default ``lexical``.
        extractor: extracts the units of both sides; by default the judge's, ``clauses``.
    """

    name = "content-f1"
    no_value = "have a reference without a unit"

    def __init__(self, judge: Judge | None = None, extractor: UnitExtractor | None = None) -> None:
        self.by_default = judge is None
        built = Scorer(judge).judge
        self.extractor: UnitExtractor = build(UnitExtractor, extractor or built.default_extractor)
        self.scorer = Scorer(built, self.extractor)

    @property
    def context(self) -> Context:
        return "references"

    def score(self, items: Sequence[Item]) -> MetricResult:
        reference_units, extraction = self.scorer.extract_all([item.context for item in items])
        summary_units = self.scorer.extract([[item.summary] if flatten(item.summary).strip() else [] for item in items])
        texts: list[Text] = [item.summary for item in items]
        pairs = [*zip(texts, reference_units, strict=True)]
        pairs += [(text, units) for item, units in zip(items, summary_units, strict=True) for text in item.context]
        judgements = iter(self.scorer.score(pairs))
        of_summaries = [_count_verbatim(next(judgements)) for _ in items]
        of_references = [[_count_verbatim(next(judgements)) for _ in item.context] for item in items]
        values: list[Value] = [_measure(*directions) for directions in zip(of_summaries, of_references, strict=True)]
        parts = {"judge": self.scorer.judge.identity(), "extractor": self.extractor.identity()}
        notices = list_notices(self.extractor, extraction, is_named=False)
        return MetricResult(values, sign(self.name, parts), (*notices, *[DEFAULT_NOTICE] * self.by_default))


def _count_verbatim(judgement: Judgement) -> Judgement:
    """Return a judgement in which a unit whose words occur in the text, in their order, counts as stated."""
    tokenizer = choose_tokenizer(judgement.summary)
    text = _join_words(judgement.summary, tokenizer)
    verbatim = np.array([_join_words(unit.text, tokenizer) in text for unit in judgement.units], dtype=bool)
    measures = {name: np.where(verbatim, 1.0, values) for name, values in judgement.measures.items()}
    return judgement._replace(measures=measures)


def _join_words(text: str, tokenizer: Tokenizer) -> str:
    """Return a text's words with a space before and after each, so that whole words can be searched for."""
    is_unicode = tokenizer == "unicode"
    words = rouge_tokens(text, tokenizer="unicode") if is_unicode else re.findall(r"\w+", text.casefold())
    return f" {' '.join(words)} "


def _measure(of_summary: Judgement, of_references: Sequence[Judgement]) -> dict[str, float]:
    """Return recall, precision and F1 by p2c and by the other measures, from the judgements of both directions.

    ``of_summary``: whether the summary states the references' units; ``of_references``: whether each reference states
    the summary's units.
    """
    values: dict[str, float] = {}
    weights = [unit.weight for unit in of_references[0].units] if of_references else []
    for name, recall in of_summary.scores().items():
        precision = 0.0
        if np.isnan(recall):
            precision = recall
        elif weights:
            best = np.max([judgement.measures[name] for judgement in of_references], axis=0)
            precision = weighted_mean(best, weights)
        total = recall + precision
        prefix = "" if name == "p2c" else f"{name}_"
        values[f"{prefix}recall"], values[f"{prefix}precision"] = recall, precision
        values[f"{prefix}f1"] = 2 * recall * precision / total if total else 0.0
    return values
