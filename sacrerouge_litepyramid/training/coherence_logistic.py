"""Fit the logistic next-sentence model."""

from collections.abc import Sequence

import numpy as np

from sacrerouge_litepyramid.ffci.coherence.logistic import NextSentenceWeights
from sacrerouge_litepyramid.ffci.coherence.sentence_features import pair_features
from sacrerouge_litepyramid.training.logistic_regression import logistic_regression
from sacrerouge_litepyramid.training.wrong_pairs import Example

_DECIMALS = 6


def fit_logistic(examples: Sequence[Example], l2: float = 1.0) -> NextSentenceWeights:
    """``l2``: the penalty, half of it times the squared coefficients of the standardised features."""
    features = pair_features([example.pair for example in examples])
    regression = logistic_regression(features, np.array([example.label for example in examples]), l2)
    return NextSentenceWeights(
        intercept=round(regression.intercept, _DECIMALS),
        coefficients=tuple(round(float(each), _DECIMALS) for each in regression.coefficients),
        provenance={
            "pairs": len(examples),
            "instances": len({name for each in examples for name in (each.first, each.second)}),
        },
    )
