"""Text to units. Importing the package registers extractors, their annotators and sentence features."""

from sacrerouge_litepyramid.extraction import cache, dependency, features, generative, sentence, srl
from sacrerouge_litepyramid.extraction.allennlp import annotators

__all__ = ["annotators", "cache", "dependency", "features", "generative", "sentence", "srl"]
