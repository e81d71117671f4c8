"""supert-native: SUPERT within this package, with any encoder (Gao, Zhao and Eger, ACL 2020)."""

from collections.abc import Sequence

from tqdm import tqdm

from sacrerouge_litepyramid.core.texts import SPLITTER
from sacrerouge_litepyramid.metrics.metric import Context, Item, Metric, MetricResult, Value, group_by_context
from sacrerouge_litepyramid.metrics.supert.scorer import (
    SentenceVectors,
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
        encoder: the token encoder; by default ``char-ngram``.
        selection: selects the document sentences of the pseudo-references; by default ``whole``, which agrees best with
            human scores under the default encoder; the released class has ``top``.
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

    def score(self, items: Sequence[Item]) -> MetricResult:
        topics = group_by_context(items)
        # All sentences of a run, so that the encoder has them in one call.
        documents = [document for texts, _ in topics for document in texts]
        summaries = [items[place].summary for _, places in topics for place in places]
        written = [*documents, *(summary for summary in summaries if not is_extract(summary))]
        vectors = SentenceVectors(self.encoder)
        vectors.encode(sentence for text in written for sentence in sentences_with_text(text))
        values: dict[int, Value] = {}
        for texts, places in tqdm(topics, desc="supert", unit="topic", disable=None, delay=1):
            found = SupertScorer(texts, self.selection, vectors).score([items[place].summary for place in places])
            values.update((place, _measures(*alignment)) for place, alignment in zip(places, found, strict=True))
        notices = (DEFAULT_NOTICE,) if self.by_default else ()
        return MetricResult([values[place] for place in range(len(items))], self.sign(), notices)

    def sign(self) -> Signature:
        """Return the signature of what it scores."""
        made_by = {"encoder": self.encoder.identity(), "selection": self.selection.identity(), "splitter": SPLITTER}
        return sign(self.name, made_by)


def _measures(precision: float, recall: float, f1: float) -> Value:
    return {"f1": f1, "recall": recall, "precision": precision}
