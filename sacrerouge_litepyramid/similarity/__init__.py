"""Base metrics of FFCI: how much of a text another holds. Importing the package registers them."""

from sacrerouge_litepyramid.similarity import bertscore, rouge, sts, unigram_precision

__all__ = ["bertscore", "rouge", "sts", "unigram_precision"]
