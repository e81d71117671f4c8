"""The interface of judges, and a cache on disk for any judge, which lets a stopped run continue."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple, TypeAlias

import numpy as np

from sacrerouge_litepyramid.core.pairs import Group, Pair, predict_unique_pairs, text_length
from sacrerouge_litepyramid.core.ready_text import READY, TextForm
from sacrerouge_litepyramid.io.store import Cached
from sacrerouge_litepyramid.registry import Registrable


class ScoreRange(NamedTuple):
    """The lowest and highest mean probability that can be expected of a model."""

    #: the mean for units in summaries of other documents of the data set
    floor: float
    #: the mean for units in a text that lists them all
    ceiling: float
    #: the data set
    source: str


class TrainingData(NamedTuple):
    """The data that a model was trained on."""

    #: its name
    source: str
    #: the digest of the units of each data set (`signature.digest_units`)
    units: Sequence[str]


class HumanAgreement(NamedTuple):
    """Pearson's r of p2c with the human scores of a data set that the model was not fitted to."""

    data: str
    #: the source of the units, `WRITTEN` or as `extractor.name_source` names it
    units: str
    #: r of the systems' means
    system: float
    #: the mean over documents of r across the systems
    summary: float


#: the source of units that annotators wrote
WRITTEN = "written"


class Judge(Registrable):
    """A model that predicts whether summaries state units.

    A judge is registered by name; it is built from nested JSON in a config, a name, or a JSON
    string as an option.

    Attributes:
        description: its name in reports.
        blind_spots: the differences that it does not notice.
        warning: a sentence to show with its verdicts, if any.
        classes: the number of logit columns, 3 (entailment, neutral, contradiction) or 2 (present,
            absent).
        keeps_answers: whether it stores its answers, so that it needs no cache.
        default_extractor: the default extractor of its units.
        judges_parts: whether a clause's value is the mean of the clause's and its parts' mean;
            else it is the clause's, for models that judge propositions.
        texts: the form of texts that it reads, "ready" or "as-written" (`core.ready_text`).
        score_range: its floor and ceiling, None if unknown.
        training_data: its training data, None if unknown.
        agreement: its agreement with people, for each data set and source of units.
    """

    noun = "judge"
    default_implementation = "lexical"
    description: ClassVar[str] = ""
    blind_spots: ClassVar[str] = ""
    warning: ClassVar[str] = ""
    classes: int = 3
    keeps_answers: ClassVar[bool] = False
    default_extractor: str = "clauses"
    judges_parts: bool = False
    texts: TextForm = READY
    score_range: ScoreRange | None = None
    training_data: TrainingData | None = None
    agreement: Sequence[HumanAgreement] = ()

    def observed(self) -> dict[str, list[str]]:
        """Return facts for signatures that are only known after predictions.

        An example is the model that an endpoint actually used.
        """
        return {}

    def explain_unanswered(self) -> str:
        """Return, for an error, an example of what was no answer, and the remedy."""
        return "choose another judge"

    def notices(self) -> tuple[str, ...]:
        """Return remarks on the predictions up to now, for readers of the scores."""
        return ()

    @abstractmethod
    def predict(self, groups: Sequence[Group]) -> list[np.ndarray]:
        """Return, for each group, logits of shape (units, classes).

        A unit without an answer has NaN in all columns.
        """

    @abstractmethod
    def identity(self) -> dict[str, Any]:
        """Return all settings that determine the predictions, JSON-ready.

        Cache keys and signatures have them.

        They include ``type`` and, for a model with weights, ``model`` and ``revision``; settings of
        speed are omitted.
        """


#: a judge, its name, or its description as JSON
JudgeSetting: TypeAlias = Judge | str | Mapping[str, Any]


class PairJudge(Judge):
    """A judge of (summary, unit) pairs, each of them once and independently of other units."""

    def predict(self, groups: Sequence[Group]) -> list[np.ndarray]:
        return predict_unique_pairs(groups, self.predict_pairs)

    @abstractmethod
    def predict_pairs(self, pairs: Sequence[Pair]) -> np.ndarray:
        """Return logits of shape (pairs, classes), in the order of the pairs."""


Item = Group | Pair

#: the attributes that a cached judge has from its model
_COPIED = (
    "judges_parts",
    "texts",
    "default_extractor",
    "score_range",
    "training_data",
    "agreement",
)


@Judge.register("cached")
class CachedJudge(Cached, Judge):
    """A judge that asks ``model`` only about what is not in its cache, which stores each batch.

    Args:
        model: the judge.
        path: the SQLite file; default ``judgements.sqlite`` in the cache folder
            ($LITEPYRAMID_CACHE).
        batch_size: the number of pairs in a batch; a stopped run loses the batch at which it
            stopped.
    """

    file_name = "judgements.sqlite"
    # An NLI model's classes are read from its files, which an instance may not need.
    classes = property(attrgetter("model.classes"))

    def __init__(self, model: Judge, path: str | None = None, batch_size: int = 1024) -> None:
        super().__init__(model, path, batch_size)
        self.model = model
        for name in _COPIED:
            setattr(self, name, getattr(model, name))

    def explain_unanswered(self) -> str:
        return self.model.explain_unanswered()

    def predict(self, groups: Sequence[Group]) -> list[np.ndarray]:
        if self.model.keeps_answers:
            return self.model.predict(groups)
        if isinstance(self.model, PairJudge):
            return predict_unique_pairs(groups, lambda pairs: np.stack(self._answer(pairs)))
        return self._answer(groups)

    def _answer(self, items: Sequence[Item]) -> list[np.ndarray]:
        """Return the answers to items, in order.

        Long texts are judged first, which saves padding and fails early.
        """
        return self.answer(items, text_length)

    def compute(self, items: list[Any]) -> Sequence[np.ndarray]:
        if isinstance(self.model, PairJudge):
            return list(self.model.predict_pairs(items))
        return self.model.predict(items)

    def encode(self, answer: np.ndarray) -> bytes | None:
        if np.isnan(answer).any():
            return None
        return answer.astype("<f8").tobytes()

    def decode(self, data: bytes, item: Item) -> np.ndarray:
        """Return logits of shape (classes,) for a pair, (units, classes) for a group."""
        logits = np.frombuffer(data, dtype="<f8")
        return logits if isinstance(item, Pair) else logits.reshape(-1, self.classes)
