"""The interfaces of extractive summarisation: rewards of extracts, and summarisers that search for a good extract."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np

from sacrerouge_litepyramid.registry import Registrable
from sacrerouge_litepyramid.signature import Signature
from sacrerouge_litepyramid.summarizers.source import Extract, Source


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
