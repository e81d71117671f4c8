"""SUPERT and its baselines in SacreROUGE (Gao, Zhao and Eger, ACL 2020).

They need documents, but no reference.

SacreROUGE has a metric `supert` of its own, which runs the released code.
"""

from sacrerouge.metrics import Metric

from sacrerouge_litepyramid.metrics.supert.selection import SentenceSelection
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenEncoder
from sacrerouge_litepyramid.plugin.metric import PluginMetric


@Metric.register("supert-native")
class SupertNative(PluginMetric):
    """Soft alignment with selected sentences of the documents: f1 (the paper's), recall, precision.

    Args:
        encoder: the token encoder; by default char-ngram, which needs no model. The paper's is
            {"type": "transformers", "model":
            "sentence-transformers/bert-large-nli-stsb-mean-tokens"}.
        selection: selects the document sentences of the pseudo-references; by default whole; the
            paper's is top.
        name: the name of the values, for a second metric of this kind in one config.
    """

    name = "supert-native"

    def __init__(
        self,
        encoder: TokenEncoder | None = None,
        selection: SentenceSelection | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(name, encoder=encoder, selection=selection)


@Metric.register("cls-cosine")
class ClsCosine(PluginMetric):
    """The mean cosine of a summary's vector with the vectors of its documents, from -1 to 1.

    Args:
        encoder: the token encoder; by default char-ngram, which needs no model.
        name: the name of the values, for a second metric of this kind in one config.
    """

    name = "cls-cosine"

    def __init__(self, encoder: TokenEncoder | None = None, name: str | None = None) -> None:
        super().__init__(name, encoder=encoder)


@Metric.register("js-relevance")
class JensenShannonRelevance(PluginMetric):
    """1 − the Jensen-Shannon divergence of summary and documents, by unigrams: from 0 to 1.

    Args:
        name: the name of the values, for a second metric of this kind in one config.
    """

    name = "js-relevance"

    def __init__(self, name: str | None = None) -> None:
        super().__init__(name)


@Metric.register("tfidf-relevance")
class TfIdfRelevance(PluginMetric):
    """The mean cosine of a summary's tf-idf vector with those of its documents, from 0 to 1.

    Args:
        name: the name of the values, for a second metric of this kind in one config.
    """

    name = "tfidf-relevance"

    def __init__(self, name: str | None = None) -> None:
        super().__init__(name)


@Metric.register("reaper")
class Reaper(PluginMetric):
    """.9 · Σ cos(sentence, documents) − .1 · Σ cos(sentence, sentence), of tf-idf vectors.

    Args:
        name: the name of the values, for a second metric of this kind in one config.
    """

    name = "reaper"

    def __init__(self, name: str | None = None) -> None:
        super().__init__(name)
