"""The interface of summarizers, their task, and the reward by a reference-free metric."""

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

    ``description``: the metric's JSON, to which ``measure`` may be added. A metric with several
    measures needs it, but for ``supert-native``, whose default is f1.
    """

    def __init__(self, description: Mapping[str, Any]) -> None:
        settings = dict(description)
        self.measure = settings.pop("measure", None)
        self.metric = build(SummaryMetric, settings)
        # the signatures of the scores so far
        self.signatures: list[Signature] = []
        if self.metric.context not in (None, "documents"):
            problem = f"the metric {self.metric.name!r} needs {self.metric.context}"
            raise ValueError(f"{problem}, but a reward has only the summary and its documents")
        if isinstance(self.metric, SupertNative):
            self.measure = self.measure or "f1"
            self.signatures.append(self.metric.sign())

    def build_scorer(
        self, documents: Sequence[Text], sentences: Sequence[str]
    ) -> Callable[[Sequence[Indices]], list[float]]:
        """Return a function that returns the rewards of extracts, ascending indices of sentences.

        SUPERT encodes each sentence once.
        """
        if isinstance(self.metric, SupertNative):
            vectors = SentenceVectors(self.metric.encoder)
            supert = SupertScorer(documents, self.metric.selection, vectors)

            def score_by_supert(extracts: Sequence[Indices]) -> list[float]:
                alignments = supert.score_extracts(extracts)
                return [self._select(alignment._asdict()) for alignment in alignments]

            return score_by_supert

        def score(extracts: Sequence[Indices]) -> list[float]:
            items = []
            for extract in extracts:
                text = [sentences[index] for index in extract]
                items.append(Item(text or "", list(documents)))
            scored = self.metric.score(items)
            if scored.signature not in self.signatures:
                self.signatures.append(scored.signature)
            return list(map(self._select, scored.values))

        return score

    def _select(self, value: Value) -> float:
        """Return the reward of a metric's value.

        Raise ValueError if it does not have the measure.
        """
        values = {}
        for name, number in iterate_measures(value):
            values[name or self.metric.name] = number
        measure = self.measure
        if measure is None and len(values) == 1:
            (measure,) = values
        if measure not in values:
            known = f"the measures of {self.metric.name} are {', '.join(values)}"
            raise ValueError(f"{known}; choose one as the reward's 'measure', not {measure!r}")
        return float(values[measure])


class Task:
    """The documents' sentences that fit into a budget of tokens, and the rewards of extracts.

    An extract is a sequence of indices into the fitting sentences.
    """

    def __init__(self, documents: Sequence[Text], reward: Reward, budget: int) -> None:
        # the sentences of all documents, in order, and their places in their documents, from 1
        self.sentences: list[str] = []
        places: list[int] = []
        for document in documents:
            sentences = sentences_with_text(document)
            self.sentences.extend(sentences)
            places.extend(range(1, len(sentences) + 1))
        counts = [len(sentence.split()) for sentence in self.sentences]
        tokens = np.array(counts, dtype=int)
        self.budget = budget
        # the indices of the sentences that fit, their tokens, split at white space, and their
        # places, all of shape (fitting,)
        self.fitting = np.flatnonzero(tokens <= budget)
        self.lengths = tokens[self.fitting]
        self.positions = np.array(places, dtype=int)[self.fitting]
        self._score = reward.build_scorer(documents, self.sentences)
        self._known: dict[Indices, float] = {}

    def rewards(self, extracts: Sequence[Sequence[int] | np.ndarray]) -> np.ndarray:
        """Return the rewards of extracts, NaN if undefined.

        The order of an extract's sentences does not matter. A repeated extract is scored once.
        """
        keys = [self._sort_sentences(extract) for extract in extracts]
        unknown = [key for key in dict.fromkeys(keys) if key not in self._known]
        if unknown:
            self._known.update(zip(unknown, self._score(unknown), strict=True))
        return np.array([self._known[key] for key in keys], dtype=float)

    def texts(self, extract: Sequence[int] | np.ndarray) -> list[str]:
        """Return the sentences of an extract, in the order of the documents."""
        return [self.sentences[index] for index in self._sort_sentences(extract)]

    def _sort_sentences(self, extract: Sequence[int] | np.ndarray) -> Indices:
        """Return the ascending indices of an extract's sentences among all sentences."""
        chosen = self.fitting[list(extract)]
        return tuple(np.sort(chosen).tolist())


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
