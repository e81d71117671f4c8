"""The interfaces of extractive summarisation: a reward of extracts, and what searches for a good one."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np

from sacrerouge_litepyramid.registry import Registrable
from sacrerouge_litepyramid.signature import Signature
from sacrerouge_litepyramid.summarizers.source import Extract, Source


class ExtractScorer(ABC):
    """The rewards of extracts of one source. Each distinct extract is scored once."""

    def __init__(self) -> None:
        self._known: dict[Extract, float] = {}

    def score(self, extracts: Sequence[Sequence[int]]) -> np.ndarray:
        """The reward of each extract, of shape (extracts,); the order of an extract's indices does not matter.

        NaN where the reward has no value, as a metric may have none for a single sentence.
        """
        keys = [tuple(sorted(map(int, extract))) for extract in extracts]
        unknown = [key for key in dict.fromkeys(keys) if key not in self._known]
        if unknown:
            self._known.update(zip(unknown, map(float, self.score_distinct(unknown)), strict=True))
        return np.array([self._known[key] for key in keys], dtype=float)

    @abstractmethod
    def score_distinct(self, extracts: Sequence[Extract]) -> Sequence[float] | np.ndarray:
        """The reward of each of the extracts, which all differ; their indices ascend."""


class Reward(Registrable):
    """How good an extract is, judged without references: the higher, the better."""

    noun = "reward"

    @abstractmethod
    def scorer(self, source: Source) -> ExtractScorer:
        """What scores the extracts of a source; work that all its extracts share is done here."""

    def signatures(self) -> list[Signature]:
        """Return the signatures of what has given the rewards, where it has any."""
        return []


class Summarizer(Registrable):
    """Chooses sentences of a source. Registered by name; built from a name or a JSON string on the command line."""

    noun = "summarizer"
    default_implementation = "genetic"

    @abstractmethod
    def extract(self, source: Source, scorer: ExtractScorer, budget: int, generator: np.random.Generator) -> Extract:
        """Indices of sentences that have at most ``budget`` tokens together; () where no sentence fits.

        All randomness comes from ``generator``.
        """
