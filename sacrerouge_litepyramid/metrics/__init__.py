"""The metrics by name: what each needs and what it gives. Importing the package registers them."""

from sacrerouge_litepyramid.metrics import (
    cls_cosine,
    ffci_coherence,
    ffci_coverage,
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
    "ffci_coverage",
    "ffci_faithfulness",
    "ffci_focus",
    "js_relevance",
    "lite_pyramid",
    "reaper",
    "supert_native",
    "tfidf_relevance",
]
