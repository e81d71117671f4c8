"""The metrics by name: what each one needs and returns. Importing the package registers them."""

from sacrerouge_litepyramid.metrics import (
    cls_cosine,
    ffci_coherence,
    ffci_faithfulness,
    ffci_focus,
    js_relevance,
    lite_pyramid,
    reaper,
    supert_native,
    tfidf_relevance,
)

__all__ = [
    "cls_cosine",
    "ffci_coherence",
    "ffci_faithfulness",
    "ffci_focus",
    "js_relevance",
    "lite_pyramid",
    "reaper",
    "supert_native",
    "tfidf_relevance",
]
