"""Presence models: does the summary hold this unit? Importing the package registers them."""

from sacrerouge_litepyramid.presence import cache, lexical, nli, ray

__all__ = ["cache", "lexical", "nli", "ray"]
