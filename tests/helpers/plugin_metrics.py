"""This package's metrics as SacreROUGE's classes."""

from sacrerouge_litepyramid.plugin.ffci import FfciCoherence, FfciCoverage, FfciFaithfulness, FfciFocus
from sacrerouge_litepyramid.plugin.lite_pyramid import Lite2Pyramid, Lite2xPyramid, Lite3Pyramid
from sacrerouge_litepyramid.plugin.supert import (
    ClsCosine,
    JensenShannonRelevance,
    Reaper,
    SupertNative,
    TfIdfRelevance,
)

__all__ = [
    "ClsCosine",
    "FfciCoherence",
    "FfciCoverage",
    "FfciFaithfulness",
    "FfciFocus",
    "JensenShannonRelevance",
    "Lite2Pyramid",
    "Lite2xPyramid",
    "Lite3Pyramid",
    "Reaper",
    "SupertNative",
    "TfIdfRelevance",
]
