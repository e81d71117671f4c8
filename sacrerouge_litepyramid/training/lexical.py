"""Fit the lexical presence model to human judgements: logistic regression with an L2 penalty."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.judgements import Judged
from sacrerouge_litepyramid.presence.lexical import LexicalPresence
from sacrerouge_litepyramid.presence.lexical_features import group_features
from sacrerouge_litepyramid.presence.lexical_weights import DocumentFrequencies, LexicalWeights
from sacrerouge_litepyramid.text.words import STOP_WORDS, split_sentences, stem
from sacrerouge_litepyramid.training.judged import check_judged, to_group
from sacrerouge_litepyramid.training.logistic_regression import logistic_regression
from sacrerouge_litepyramid.training.trainable import Documents, TrainablePresence

_MIN_DOCUMENTS = 2
_MAX_STEMS = 5000
_DECIMALS = 6


@TrainablePresence.register("lexical")
class TrainableLexical(TrainablePresence):
    """Fits the embedded model with its idf table; ``l2``: the penalty of `fit`."""

    def __init__(self, l2: float = 1.0) -> None:
        self.l2 = l2

    def fit(self, judged: Sequence[Judged], documents: Documents | None = None) -> LexicalPresence:
        return LexicalPresence.from_weights(fit(judged, documents, self.l2))

    def identity(self) -> dict[str, Any]:
        return {"type": "lexical", "l2": self.l2}


def fit(examples: Sequence[Judged], documents: Documents | None = None, l2: float = 1.0) -> LexicalWeights:
    """Fit the weights to the labels; their provenance has the size of the training set.

    ``documents``: by instance id; without them the idf table is made from the summaries. ``l2``: the penalty, half of
    it times the squared coefficients of the standardised features. A unit or summary without words is left out, as the
    model does not apply the regression to it.
    """
    check_judged(examples)
    frequencies = count_document_frequencies(_texts(examples, documents))
    groups = [to_group(example) for example in examples]
    features = group_features(groups, frequencies.idf)
    labels = np.concatenate([example.labels for example in examples])
    comparable = np.concatenate([each.comparable for each in features])
    values = np.concatenate([each.values for each in features])
    regression = logistic_regression(values[comparable], labels[comparable], l2)
    return LexicalWeights(
        intercept=round(regression.intercept, _DECIMALS),
        coefficients=tuple(round(float(each), _DECIMALS) for each in regression.coefficients),
        frequencies=frequencies,
        provenance={
            "examples": len({example.instance_id for example in examples}),
            "summaries": len(examples),
            "labels": len(labels),
            "idf": "summaries" if documents is None else "documents",
        },
    )


def count_document_frequencies(texts: Sequence[str]) -> DocumentFrequencies:
    """Count the texts of each stem, without stop words and stems of a single text; the most frequent stems are kept."""
    stop = {stem(word) for word in STOP_WORDS}
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update({stem(word) for sentence in split_sentences(text) for word in sentence} - stop)
    kept = [(each, count) for each, count in counts.items() if count >= _MIN_DOCUMENTS]
    kept.sort(key=lambda item: (-item[1], item[0]))
    return DocumentFrequencies(len(texts), dict(kept[:_MAX_STEMS]))


def _texts(examples: Sequence[Judged], documents: Documents | None) -> list[str]:
    """Return the documents of the examples, or without documents their distinct summaries that are not blank."""
    if documents is None:
        return list(dict.fromkeys(example.summary for example in examples if example.summary.strip()))
    instances = list(dict.fromkeys(example.instance_id for example in examples))
    missing = [name for name in instances if not documents.get(name)]
    if missing:
        raise ValueError(
            f"{len(missing)} of {len(instances)} instances have no documents, the first is {missing[0]!r}; "
            "give them all or none"
        )
    return [text for name in instances for text in documents[name]]
