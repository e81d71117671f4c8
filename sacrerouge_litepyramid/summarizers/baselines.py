"""Baseline summarisers: the first sentences, and random ones."""

import numpy as np

from sacrerouge_litepyramid.summarizers.candidates import random_extracts, take_fitting
from sacrerouge_litepyramid.summarizers.interfaces import ExtractScorer, Summarizer
from sacrerouge_litepyramid.summarizers.source import Extract, Source


@Summarizer.register("lead")
class LeadSummarizer(Summarizer):
    """Takes the first sentence of every document, then the second, and so on, each if it still fits."""

    def extract(self, source: Source, scorer: ExtractScorer, budget: int, generator: np.random.Generator) -> Extract:
        fitting = source.fitting_sentences(budget)
        order = fitting[np.argsort(source.positions[fitting], kind="stable")]
        taken = take_fitting(source.lengths[order][None], budget)[0]
        return tuple(sorted(order[taken].tolist()))


@Summarizer.register("random")
class RandomSummarizer(Summarizer):
    """Takes sentences in random order, each if it still fits."""

    def extract(self, source: Source, scorer: ExtractScorer, budget: int, generator: np.random.Generator) -> Extract:
        fitting = source.fitting_sentences(budget)
        (drawn,) = random_extracts(source.lengths[fitting], budget, 1, generator)
        return tuple(sorted(fitting[list(drawn)].tolist()))
