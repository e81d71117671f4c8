"""The interface of summarizers, their task, and the reward by any metric that needs no
references.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.metrics.document_relevance import SupertNative
from sacrerouge_litepyramid.metrics.metric import Item, SummaryMetric, Value, iterate_measures
from sacrerouge_litepyramid.metrics.supert.scorer import (
    SentenceVectors,
    SupertScorer,
    sentences_with_text,
)
from sacrerouge_litepyramid.registry import Registrable, build
from sacrerouge_litepyramid.signature import Signature

Indices = tuple[int, ...]


class Reward:
    """A metric of the summary alone, or of the summary and its documents; higher is better.

    ``description``: the metric's JSON, to which ``measure`` may be added (needed if the metric has
    several measures; by default f1 for ``supert-native``); ``signatures``: the signatures of the
    scores so far.
    """

    def __init__(self, description: Mapping[str, Any]) -> None:
        settings = dict(description)
        self.measure = settings.pop("measure", None)
        self.metric = build(SummaryMetric, settings)
        self.signatures: list[Signature] = []
        if self.metric.context not in (None, "documents"):
            problem = f"the metric {self.metric.name!r} needs {self.metric.context}"
            raise ValueError(f"{problem}, but a reward has only the summary and its documents")
        if isinstance(self.metric, SupertNative):
            self.measure = self.measure or "f1"
            self.signatures.append(self.metric.sign())

    def build_scorer(
        self, documents: Sequence[Text], sentences: Sequence[str]
    ) -> Callable[[Sequence[Indices]], Sequence[Value]]:
        """Return a function that scores extracts, ascending indices of sentences.

        SUPERT encodes each sentence once.
        """
        if isinstance(self.metric, SupertNative):
            supert = SupertScorer(
                documents, self.metric.selection, SentenceVectors(self.metric.encoder)
            )
            return lambda extracts: [
                alignment._asdict() for alignment in supert.score_extracts(extracts)
            ]

        def score(extracts: Sequence[Indices]) -> Sequence[Value]:
            texts = [[sentences[index] for index in extract] for extract in extracts]
            scored = self.metric.score([Item(text or "", list(documents)) for text in texts])
            if scored.signature not in self.signatures:
                self.signatures.append(scored.signature)
            return scored.values

        return score

    def select(self, value: Value) -> float:
        """Return the reward of a metric's value.

        Raise ValueError if it does not have the measure.
        """
        values = {name or self.metric.name: number for name, number in iterate_measures(value)}
        measure = next(iter(values)) if self.measure is None and len(values) == 1 else self.measure
        if measure not in values:
            known = f"the measures of {self.metric.name} are {', '.join(values)}"
            raise ValueError(f"{known}; choose one as the reward's 'measure', not {measure!r}")
        return float(values[measure])


class Task:
    """The documents' sentences that fit into a budget of tokens, and the rewards of extracts.

    An extract is a sequence of indices into the fitting sentences. ``sentences``: the sentences of
    all documents, in order; ``fitting``: the indices of those that fit; ``lengths``: the number of
    each fitting sentence's tokens, split at white space; ``positions``: its place in its document,
    from 1. The last three are of shape (fitting,).
    """

    def __init__(self, documents: Sequence[Text], reward: Reward, budget: int) -> None:
        split = [sentences_with_text(document) for document in documents]
        self.sentences = [sentence for document in split for sentence in document]
        lengths = np.array([len(sentence.split()) for sentence in self.sentences], dtype=int)
        positions = np.array(
            [place for document in split for place in range(1, len(document) + 1)], dtype=int
        )
        self.budget = budget
        self.fitting = np.flatnonzero(lengths <= budget)
        self.lengths, self.positions = lengths[self.fitting], positions[self.fitting]
        self.score, self.select = reward.build_scorer(documents, self.sentences), reward.select
        self._known: dict[Indices, float] = {}

    def rewards(self, extracts: Sequence[Sequence[int] | np.ndarray]) -> np.ndarray:
        """Return the rewards of extracts, NaN if undefined.

        The order of an extract's sentences does not matter. Each distinct extract is scored once.
        """
        keys = [tuple(sorted(self.fitting[list(extract)].tolist())) for extract in extracts]
        unknown = [key for key in dict.fromkeys(keys) if key not in self._known]
        if unknown:
            self._known.update(zip(unknown, map(self.select, self.score(unknown)), strict=True))
        return np.array([self._known[key] for key in keys], dtype=float)

    def texts(self, extract: Sequence[int] | np.ndarray) -> list[str]:
        """Return the sentences of an extract, in the order of the documents."""
        return [self.sentences[index] for index in sorted(self.fitting[list(extract)])]


class Summarizer(Registrable):
    """Chooses sentences of a task.

    Registered by name; built from a name or a JSON string on the command line.
    """

    noun = "summarizer"

    @abstractmethod
    def extract(self, task: Task, generator: np.random.Generator) -> Sequence[int] | np.ndarray:
        """Return an extract within the budget of a task in which at least one sentence fits.

        Draw by the generator.
        """
