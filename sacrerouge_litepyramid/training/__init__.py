"""Fit what is fitted. Importing the package registers the presence models that can be trained."""

from sacrerouge_litepyramid.training import lexical, nli_trainable

__all__ = ["lexical", "nli_trainable"]
