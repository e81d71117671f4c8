"""supert-native: SUPERT within this package, with any encoder (Gao, Zhao and Eger, ACL 2020)."""

from collections.abc import Sequence
from typing import cast

from tqdm import tqdm

from sacrerouge_litepyramid.core.texts import SPLITTER, Text
from sacrerouge_litepyramid.metrics.metric import Context, Metric, MetricResult, Value
from sacrerouge_litepyramid.metrics.supert.scorer import (
    SentenceVectors,
    SummaryOrExtract,
    SupertScorer,
    is_extract,
    sentences_with_text,
)
from sacrerouge_litepyramid.metrics.supert.selection import SentenceSelection
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenEncoder
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.signature import Signature, sign

DEFAULT_NOTICE = (
    "No encoder was named: char-ngram, which sees wording and not meaning, aligns the tokens. The paper's: "
    '"encoder": {"type": "transformers", "model": "sentence-transformers/bert-large-nli-stsb-mean-tokens"}, '
    '"selection": "top", with the extra [nli] installed.'
)


@Metric.register("supert-native")
class SupertNative(Metric):
    """Soft alignment of a summary with sentences selected from its documents; no reference is needed.

    Values: f1, recall and precision, each a mean over the pseudo-references; the paper's score is f1. 0 for a summary,
    NaN for documents, without a word that counts. A summary may be a text, the list of its sentences, or the indices of
    the documents' sentences.

    Args:
        encoder: makes the token vectors; None is ``char-ngram``.
        selection: selects the sentences of the pseudo-references; None is ``whole``, which agrees best with people
            under the default encoder; the released class has ``top``.
    """

    name = "supert-native"
    no_value = "are of documents without words"

    def __init__(self, encoder: TokenEncoder | None = None, selection: SentenceSelection | None = None) -> None:
        self.by_default = encoder is None
        self.encoder: TokenEncoder = build(TokenEncoder, encoder)
        self.selection: SentenceSelection = build(SentenceSelection, selection)

    @property
    def context(self) -> Context:
        return "documents"

    def score(
        self, summaries_list: Sequence[Sequence[SummaryOrExtract]], contexts: Sequence[Sequence[Text]]
    ) -> MetricResult:
        vectors = SentenceVectors(self.encoder)
        vectors.encode(_sentences(summaries_list, contexts))
        topics = list(zip(summaries_list, contexts, strict=True))
        values = [
            [_measures(*alignment) for alignment in SupertScorer(documents, self.selection, vectors).score(summaries)]
            for summaries, documents in tqdm(topics, desc="supert", unit="topic", disable=None, delay=1)
        ]
        return MetricResult(values, self.sign(), (DEFAULT_NOTICE,) if self.by_default else ())

    def sign(self) -> Signature:
        """Return the signature of what it scores."""
        made_by = {"encoder": self.encoder.identity(), "selection": self.selection.identity(), "splitter": SPLITTER}
        return sign(self.name, made_by)


def _measures(precision: float, recall: float, f1: float) -> Value:
    return {"f1": f1, "recall": recall, "precision": precision}


def _sentences(
    summaries_list: Sequence[Sequence[SummaryOrExtract]], documents_list: Sequence[Sequence[Text]]
) -> list[str]:
    """All sentences of a run, so that the encoder has them in one call."""
    documents = [document for group in documents_list for document in group]
    summaries = [cast(Text, summary) for group in summaries_list for summary in group if not is_extract(summary)]
    return [sentence for text in (*documents, *summaries) for sentence in sentences_with_text(text)]
