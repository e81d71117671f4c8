"""Base metrics of FFCI: how similar a text is to another. Importing the package registers them."""

from sacrerouge_litepyramid.ffci.similarity import bertscore, qags, rouge, sts, unigram_precision

__all__ = ["bertscore", "qags", "rouge", "sts", "unigram_precision"]
