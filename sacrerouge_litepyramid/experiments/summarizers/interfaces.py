"""Extractive summarization: a source's sentences, rewards of extracts, and summarizers, built from descriptions."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sacrerouge_litepyramid import registry
from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.metrics.metric import Metric
from sacrerouge_litepyramid.metrics.supert.scorer import sentences_with_text
from sacrerouge_litepyramid.registry import Registrable, explain_unknown_name, read_description
from sacrerouge_litepyramid.signature import Signature

#: the indices of sentences of a source
Extract = tuple[int, ...]


@dataclass(frozen=True)
class Source:
    """The sentences of all documents, in order; an extract's indices refer to them.

    ``documents``: the texts as given; ``lengths``: each sentence's tokens, separated by white space; ``positions``: its
    place in its document, from 1. Both are of shape (sentences,).
    """

    documents: tuple[Text, ...]
    sentences: tuple[str, ...]
    lengths: np.ndarray
    positions: np.ndarray

    def fitting_sentences(self, budget: int) -> np.ndarray:
        """Return the indices of the sentences that fit into a budget of tokens."""
        return np.flatnonzero(self.lengths <= budget)

    def texts(self, extract: Sequence[int]) -> list[str]:
        """Return the sentences of an extract, in the order of the documents."""
        return [self.sentences[index] for index in sorted(extract)]


def read_source(documents: Sequence[Text]) -> Source:
    """Split documents into sentences; a document that is a list of sentences keeps the non-empty ones."""
    split = [sentences_with_text(document) for document in documents]
    sentences = tuple(sentence for document in split for sentence in document)
    return Source(
        documents=tuple(documents),
        sentences=sentences,
        lengths=np.array([len(sentence.split()) for sentence in sentences], dtype=int),
        positions=np.array([place for document in split for place in range(1, len(document) + 1)], dtype=int),
    )


class ExtractScorer(ABC):
    """Computes the rewards of extracts of one source. Each distinct extract is scored once."""

    def __init__(self) -> None:
        self._known: dict[Extract, float] = {}

    def score(self, extracts: Sequence[Sequence[int]]) -> np.ndarray:
        """Return the reward of each extract, of shape (extracts,); the order of an extract's indices does not matter.

        NaN where the reward has no value, as for a metric that has none for a single sentence.
        """
        keys = [tuple(sorted(map(int, extract))) for extract in extracts]
        unknown = [key for key in dict.fromkeys(keys) if key not in self._known]
        if unknown:
            self._known.update(zip(unknown, map(float, self.score_distinct(unknown)), strict=True))
        return np.array([self._known[key] for key in keys], dtype=float)

    @abstractmethod
    def score_distinct(self, extracts: Sequence[Extract]) -> Sequence[float] | np.ndarray:
        """Return the reward of each extract; all extracts differ, and their indices ascend."""


class Reward(Registrable):
    """Measures how good an extract is without references; higher is better."""

    noun = "reward"

    @abstractmethod
    def scorer(self, source: Source) -> ExtractScorer:
        """Return the scorer of a source's extracts; work that all extracts share is done here."""

    def signatures(self) -> list[Signature]:
        """Return the signatures of the metrics behind the rewards, if any."""
        return []


class Summarizer(Registrable):
    """Chooses sentences of a source. Registered by name; built from a name or a JSON string on the command line."""

    noun = "summarizer"
    default_implementation = "genetic"

    @abstractmethod
    def extract(self, source: Source, scorer: ExtractScorer, budget: int, generator: np.random.Generator) -> Extract:
        """Return indices of sentences with at most ``budget`` tokens in total; () where no sentence fits.

        All randomness comes from ``generator``.
        """


def build_summarizer(description: str) -> Summarizer:
    """Build a summarizer from its name or JSON; ValueError listing the known ones."""
    return registry.build(Summarizer, params_of(description, "summarizer"))


def build_reward(description: str) -> Reward:
    """Build a reward from its name or JSON; a metric's name or JSON is the reward ``metric`` of it.

    ``measure`` beside a metric's own settings is the reward's.
    """
    params = params_of(description, "reward")
    rewards, metrics = Reward.list_available(), Metric.list_available()
    if params["type"] not in {*rewards, *metrics}:
        raise ValueError(explain_unknown_name("the reward", params["type"], {*rewards, *metrics}))
    if params["type"] not in rewards:
        measure = {"measure": params.pop("measure")} if "measure" in params else {}
        params = {"type": "metric", "metric": params, **measure}
    return registry.build(Reward, params)


def params_of(description: str, what: str) -> dict[str, Any]:
    """Return the JSON form of a name or a JSON text: an object with its name as ``type``."""
    params = read_description(description, f"the {what}")
    if not isinstance(params.get("type"), str):
        raise ValueError(f"the {what} {description!r} has no 'type'; name one")
    return params
