"""Token encoders: a vector for each token of a text. Importing the package registers them."""

from sacrerouge_litepyramid.encoders import char_ngram, minilm, pretrained

__all__ = ["char_ngram", "minilm", "pretrained"]
