"""What the dimensions of FFCI share: a base metric, its values as results, their signature and mean."""

import logging
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from sacrerouge.data import MetricsDict
from sacrerouge.data.jackknifers import Jackknifer, ReferencesJackknifer
from sacrerouge.metrics import SummaryBasedMetric

from sacrerouge_litepyramid import __version__, signature
from sacrerouge_litepyramid.ffci.dimensions import best_of
from sacrerouge_litepyramid.ffci.similarity.similarity import Dimension, Measure, Similarity, TextPair
from sacrerouge_litepyramid.formats.summaries import Text
from sacrerouge_litepyramid.metrics.missing import without_missing
from sacrerouge_litepyramid.registry import component
from sacrerouge_litepyramid.text.sentences import SPLITTER, sentences_of

logger = logging.getLogger(__name__)

Sentences = tuple[str, ...]


class Ffci(SummaryBasedMetric):
    """A dimension of FFCI by a base metric (Koto, Baldwin and Lau, JAIR 2022).

    Result: ``{name: {name of the base metric: value}}``, so that one run may hold several base metrics; from 0 to 1,
    or × 100. A summary without text scores 0; where the other side has no text the score is missing: NaN.

    ``default``: the base metric that needs no model; ``best``: the paper's, for the notice that it is another.

    Args:
        base: the base metric; None is the dimension's default.
        percent: values × 100, as the paper reports them.
    """

    name: ClassVar[str]
    dimension: ClassVar[Dimension]
    context: ClassVar[str]
    default: ClassVar[str]
    best: ClassVar[str]

    def __init__(self, base: Similarity = None, percent: bool = False, jackknifer: Jackknifer = None) -> None:
        super().__init__(["summary"], [self.context], jackknifer=jackknifer)
        self.by_default = base is None
        self.base = component(Similarity, self.default if base is None else base).for_dimension(self.dimension)
        self.percent = percent

    @property
    def value_name(self) -> str:
        """The result's name in files: with other base metrics a config may have a dimension more than once."""
        return f"{self.name}_{self.base.name}"

    def score_multi_all(
        self, summaries_list: list[list[Text]], contexts: list[list[Text]], **kwargs: Any
    ) -> list[list[MetricsDict]]:
        """Scores of nested summaries: the i-th list holds the summaries of the i-th references or documents."""
        jobs = [
            (_sentences(summary), texts)
            for summaries, context in zip(summaries_list, contexts, strict=True)
            for texts in [[_sentences(text) for text in context]]
            for summary in summaries
        ]
        values = iter(self.values(jobs))
        self.announce()
        return [[self._result(next(values)) for _ in summaries] for summaries in summaries_list]

    @abstractmethod
    def values(self, jobs: Sequence[tuple[Sentences, list[Sentences]]]) -> list[float]:
        """The value, from 0 to 1, of each summary with the texts of its context; NaN where it is missing."""

    def aggregate(self, metrics_list: list[MetricsDict]) -> MetricsDict:
        """The mean over the summaries that have a value; the others are counted in the log."""
        return super().aggregate(without_missing(metrics_list, self.name, "have no value"))

    def announce(self) -> None:
        """Logs the signature of what was scored, and that a default is not the paper's best."""
        if self.by_default:
            taken = f"{self.name} takes {self.base.name}"
            logger.info("No base metric was named: %s; the paper's best is %s", taken, self.best)
        made_by = {"metric": self.name, "version": __version__, "base": self.base.identity()}
        signature.announce({**made_by, **self.settings(), "percent": self.percent, "splitter": SPLITTER})

    def settings(self) -> dict[str, Any]:
        """What else changes the score, for the signature."""
        return {}

    def _result(self, value: float) -> MetricsDict:
        return MetricsDict({self.name: {self.base.name: 100 * value if self.percent else value}})


class ReferenceFfci(Ffci):
    """Focus and coverage: one measure of the whole summary against each reference, of which the best counts."""

    dimension: ClassVar[Dimension]
    context = "references"
    default = "rouge"
    measure: ClassVar[Measure]

    def __init__(self, base: Similarity = None, percent: bool = False) -> None:
        super().__init__(base, percent, jackknifer=ReferencesJackknifer())

    def values(self, jobs: Sequence[tuple[Sentences, list[Sentences]]]) -> list[float]:
        held = [[text for text in texts if text] for _, texts in jobs]
        pairs = [
            TextPair(summary, text) for (summary, _), texts in zip(jobs, held, strict=True) for text in texts if summary
        ]
        found = iter(self.base.compare(pairs, self.measure).tolist())
        return [
            best_of([next(found) if summary else 0.0 for _ in texts])
            for (summary, _), texts in zip(jobs, held, strict=True)
        ]


def _sentences(text: Text) -> Sentences:
    """The sentences of a text that hold anything."""
    return tuple(sentence for sentence in sentences_of(text) if sentence)
