"""supert-native: SUPERT within this package, with any encoder (Gao, Zhao and Eger, ACL 2020)."""

import logging
from typing import Any, cast

from sacrerouge.data import MetricsDict
from sacrerouge.metrics import DocumentBasedMetric, Metric

from sacrerouge_litepyramid import __version__, signature
from sacrerouge_litepyramid.encoders.token_encoder import TokenEncoder
from sacrerouge_litepyramid.formats.summaries import Text
from sacrerouge_litepyramid.metrics.missing import without_missing
from sacrerouge_litepyramid.registry import component
from sacrerouge_litepyramid.supert.scorer import Summary, SupertScorer, is_extract, sentences_with_text
from sacrerouge_litepyramid.supert.sentence_selection import SentenceSelection
from sacrerouge_litepyramid.supert.vectors import SentenceVectors
from sacrerouge_litepyramid.text.sentences import SPLITTER

logger = logging.getLogger(__name__)

DEFAULT_NOTICE = (
    "No encoder was named: char-ngram, which sees wording and not meaning, aligns the tokens. The paper's: "
    '"encoder": {"type": "transformers", "model": "sentence-transformers/bert-large-nli-stsb-mean-tokens"}, '
    '"selection": "top", with the extra [nli] installed.'
)


@Metric.register("supert-native")
class SupertNative(DocumentBasedMetric):
    """Soft alignment of a summary with sentences selected from its documents; no reference is needed.

    Result: ``{"supert-native": {"f1", "recall", "precision"}}``, each a mean over the pseudo-references; the paper's
    score is f1. 0 for a summary, NaN for documents, without a word that counts. A summary may be a text, the list of
    its sentences, or the indices of the documents' sentences.

    Args:
        encoder: makes the token vectors; None is ``char-ngram``.
        selection: selects the sentences of the pseudo-references; None is ``whole``, which agrees best with people
            under the default encoder; the released class has ``top``.
    """

    name = "supert-native"

    def __init__(self, encoder: TokenEncoder = None, selection: SentenceSelection = None) -> None:
        super().__init__()
        self.by_default = encoder is None
        self.encoder: TokenEncoder = component(TokenEncoder, encoder)
        self.selection: SentenceSelection = component(SentenceSelection, selection)

    def score_multi_all(
        self, summaries_list: list[list[Summary]], documents_list: list[list[Text]], **kwargs: Any
    ) -> list[list[MetricsDict]]:
        """Scores of nested summaries: the i-th list holds the summaries of the i-th documents."""
        vectors = SentenceVectors(self.encoder)
        vectors.encode(_sentences(summaries_list, documents_list))
        results = []
        for summaries, documents in zip(summaries_list, documents_list, strict=True):
            alignments = SupertScorer(documents, self.selection, vectors).score(summaries)
            results.append([MetricsDict({self.name: _measures(*alignment)}) for alignment in alignments])
        self.announce()
        return results

    def aggregate(self, metrics_list: list[MetricsDict]) -> MetricsDict:
        """The mean over the summaries that have a score; the others are counted in the log."""
        return super().aggregate(without_missing(metrics_list, self.name, "are of documents without words"))

    def announce(self) -> None:
        """Logs the signature of what was scored, and that the default encoder is not the paper's."""
        if self.by_default:
            logger.info(DEFAULT_NOTICE)
        made_by = {"encoder": self.encoder.identity(), "selection": self.selection.identity(), "splitter": SPLITTER}
        signature.announce({"metric": self.name, "version": __version__, **made_by})


def _measures(precision: float, recall: float, f1: float) -> dict[str, float]:
    return {"f1": f1, "recall": recall, "precision": precision}


def _sentences(summaries_list: list[list[Summary]], documents_list: list[list[Text]]) -> list[str]:
    """All sentences of a run, so that the encoder has them in one call."""
    documents = [document for group in documents_list for document in group]
    summaries = [cast(Text, summary) for group in summaries_list for summary in group if not is_extract(summary)]
    return [sentence for text in (*documents, *summaries) for sentence in sentences_with_text(text)]
