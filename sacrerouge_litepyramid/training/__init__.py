"""Fit what is fitted. Importing the package registers the presence models that can be trained."""

from sacrerouge_litepyramid.training import embedding, lexical, nli_trainable

__all__ = ["embedding", "lexical", "nli_trainable"]
