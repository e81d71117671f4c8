"""Judges: does the summary hold this unit? Importing the package registers them."""

from sacrerouge_litepyramid.judges import cache, embedding, generative, lexical, nli

__all__ = ["cache", "embedding", "generative", "lexical", "nli"]
