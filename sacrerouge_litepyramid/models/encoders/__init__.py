"""Token encoders: a vector for each token of a text. Importing the package registers them."""

from sacrerouge_litepyramid.models.encoders import char_ngram, pretrained

__all__ = ["char_ngram", "pretrained"]
