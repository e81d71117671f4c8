"""Fit the logistic regression of a presence model to judgements, and to contrast pairs."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.contrast.pairs import ContrastPair
from sacrerouge_litepyramid.core.judgements import Judged, to_group
from sacrerouge_litepyramid.presence.lexical_weights import DocumentFrequencies
from sacrerouge_litepyramid.training.contrast import ContrastSource
from sacrerouge_litepyramid.training.document_frequencies import count_document_frequencies, idf_texts
from sacrerouge_litepyramid.training.judged import check_judged
from sacrerouge_litepyramid.training.logistic_regression import logistic_regression
from sacrerouge_litepyramid.training.remembered_features import RememberedFeatures
from sacrerouge_litepyramid.training.trainable import Documents

_DECIMALS = 6


class HeadSettings(NamedTuple):
    """``l2``: the penalty, half of it times the squared coefficients of the standardised features; ``contrast``: the
    weight of all contrast pairs together, as a share of that of the present units, 0 for none; ``seed``: draws them."""

    l2: float = 1.0
    contrast: float = 0.2
    seed: int = 0


class Rows(NamedTuple):
    """``features``: (rows, features); ``labels`` from 0 to 1 and ``weights``: (rows,)."""

    features: np.ndarray
    labels: np.ndarray
    weights: np.ndarray


def fit_head(
    examples: Sequence[Judged],
    documents: Documents | None,
    features: RememberedFeatures,
    settings: HeadSettings,
    source: ContrastSource | None = None,
) -> dict[str, Any]:
    """Return the arguments of weights: intercept, coefficients, document frequencies and provenance.

    A unit or summary without words is left out, as the model does not apply the regression to it. Raises ValueError for
    a negative ``contrast``.
    """
    if settings.contrast < 0:
        raise ValueError(f"contrast must be 0 or more, not {settings.contrast}")
    check_judged(examples, soft=True)
    frequencies = count_document_frequencies(idf_texts(examples, documents))
    rows = judged_rows(examples, features, frequencies)
    provenance: dict[str, Any] = {
        "examples": len({example.instance_id for example in examples}),
        "summaries": len(examples),
        "labels": sum(len(example.labels) for example in examples),
        "idf": "summaries" if documents is None else "documents",
    }
    if settings.contrast:
        pairs = (source or ContrastSource(settings.seed)).draw(examples)
        provenance["contrast"] = {"weight": settings.contrast, "pairs": len(pairs), "seed": settings.seed}
        if pairs:
            total = settings.contrast * float(rows.labels.sum())
            rows = join_rows(rows, _contrast_rows(pairs, features, frequencies, total))
    regression = logistic_regression(rows.features, rows.labels, settings.l2, rows.weights)
    return {
        "intercept": round(regression.intercept, _DECIMALS),
        "coefficients": tuple(round(float(each), _DECIMALS) for each in regression.coefficients),
        "frequencies": frequencies,
        "provenance": provenance,
    }


def judged_rows(examples: Sequence[Judged], features: RememberedFeatures, frequencies: DocumentFrequencies) -> Rows:
    """Return a row for each unit of each judged summary, where both have words."""
    found = features.of([to_group(example) for example in examples], frequencies)
    comparable = np.concatenate([each.comparable for each in found])
    labels = np.concatenate([np.array(example.labels, dtype=float) for example in examples])[comparable]
    return Rows(np.concatenate([each.values for each in found])[comparable], labels, np.ones(len(labels)))


def _contrast_rows(
    pairs: Sequence[ContrastPair], features: RememberedFeatures, frequencies: DocumentFrequencies, total: float
) -> Rows:
    """Return each pair's unit as present before the edit and absent after it; the weights of all sum to ``total``."""
    before = features.of([pair.before for pair in pairs], frequencies)
    after = features.of([pair.after for pair in pairs], frequencies)
    values = [each.values[pair.unit] for found in (before, after) for each, pair in zip(found, pairs, strict=True)]
    labels = np.repeat([1.0, 0.0], len(pairs))
    return Rows(np.array(values), labels, np.full(len(labels), total / len(labels)))


def join_rows(*parts: Rows) -> Rows:
    return Rows(*(np.concatenate(each) for each in zip(*parts, strict=True)))
