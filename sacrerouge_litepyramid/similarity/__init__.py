"""Base metrics of FFCI: how much of a text another holds. Importing the package registers them."""

from sacrerouge_litepyramid.similarity import rouge, unigram_precision

__all__ = ["rouge", "unigram_precision"]
