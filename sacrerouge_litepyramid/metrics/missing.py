"""Summaries without a score: left out of means, and counted."""

import logging
from collections.abc import Sequence

import numpy as np
from sacrerouge.data import MetricsDict

logger = logging.getLogger(__name__)


def without_missing(metrics_list: Sequence[MetricsDict], name: str, reason: str) -> list[MetricsDict]:
    """The results whose value, or values, are numbers, with the rest counted in the log; all when none is.

    ``name``: the metric's, for the log; ``reason``: what the rest lack, as "have no unit to hold".
    """
    scored = [metrics for metrics in metrics_list if not any(map(np.isnan, metrics.flatten_keys().values()))]
    tell_missing(name, len(metrics_list) - len(scored), len(metrics_list), reason)
    return scored or list(metrics_list)


def tell_missing(name: str, missing: int, summaries: int, reason: str) -> None:
    """Counts in the log the summaries that a mean leaves out, if any; arguments as of `without_missing`."""
    if missing:
        logger.warning("%s: %d of %d summaries %s; the mean leaves them out", name, missing, summaries, reason)
