"""This package's metrics as SacreROUGE's classes."""

from sacrerouge_litepyramid.plugin.metrics import ADAPTERS

Lite2Pyramid = ADAPTERS["lite2pyramid"]
Lite2xPyramid = ADAPTERS["lite2xpyramid"]
Lite3Pyramid = ADAPTERS["lite3pyramid"]
SupertNative = ADAPTERS["supert-native"]
TfIdfRelevance = ADAPTERS["tfidf-relevance"]
JensenShannonRelevance = ADAPTERS["js-relevance"]
Reaper = ADAPTERS["reaper"]
ClsCosine = ADAPTERS["cls-cosine"]
FfciFaithfulness = ADAPTERS["ffci-faithfulness"]
FfciFocus = ADAPTERS["ffci-focus"]
FfciCoverage = ADAPTERS["ffci-coverage"]
FfciCoherence = ADAPTERS["ffci-coherence"]
