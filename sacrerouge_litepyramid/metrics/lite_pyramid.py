"""lite2pyramid, lite2xpyramid, lite3pyramid: one scorer, three sources of units (Zhang and Bansal, EMNLP 2021)."""

import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from sacrerouge.data import MetricsDict
from sacrerouge.data.jackknifers import ReferencesJackknifer
from sacrerouge.metrics import Metric, SummaryBasedMetric

from sacrerouge_litepyramid import signature
from sacrerouge_litepyramid.core.pairs import Group, unique
from sacrerouge_litepyramid.core.probabilities import absent, presence
from sacrerouge_litepyramid.core.units import Unit, as_units
from sacrerouge_litepyramid.extraction.build import build_extractor
from sacrerouge_litepyramid.extraction.interfaces import UnitExtractor
from sacrerouge_litepyramid.extraction.run import extract_units
from sacrerouge_litepyramid.formats.evidence import Judgement, write_evidence
from sacrerouge_litepyramid.formats.summaries import Text, flatten
from sacrerouge_litepyramid.metrics.missing import without_missing
from sacrerouge_litepyramid.plugin.readers import SummaryId, UnitsJackknifer
from sacrerouge_litepyramid.presence.presence_model import PresenceModel
from sacrerouge_litepyramid.registry import component

logger = logging.getLogger(__name__)

DEFAULT_NOTICE = (
    "No presence model was named: the embedded lexical model judges, which sees words and not meaning. The paper's "
    'model: "presence": {"type": "nli", "model": "shiyue/roberta-large-tac08"}, with the extra [nli] installed.'
)


class LitePyramid(SummaryBasedMetric):
    """The share of the units' weight that a summary holds.

    Result: ``{name: {"p2c", "l2c", "p3c", "l3c"}}``, from 0 to 1; a presence model of two classes gives p2c and l2c.
    A summary without text holds nothing: 0. Without a unit, or without weight, the score is NaN.

    Args:
        presence: the presence model; None is the embedded one, ``lexical``.
        units_output: a JSON Lines file for the evidence: each summary's units, weights and measures.
    """

    name: ClassVar[str]
    kinds: ClassVar[tuple[str, ...]]

    def __init__(self, presence: PresenceModel = None, units_output: str = None) -> None:
        summary_fields = ["summary", "summary_id"] if units_output else ["summary"]
        super().__init__(summary_fields, ["units"], jackknifer=UnitsJackknifer())
        self.by_default = presence is None
        self.presence = presence_model(presence)
        self.units_output = units_output

    def score_all(self, summaries: list[Text], *fields: list[Any], **kwargs: Any) -> list[MetricsDict]:
        *summary_ids, contexts = fields
        nested = [[[value] for value in values] for values in (summaries, *summary_ids)]
        return [results[0] for results in self.score_multi_all(*nested, contexts)]

    def score_multi_all(
        self, summaries_list: list[list[Text]], *fields: list[Any], **kwargs: Any
    ) -> list[list[MetricsDict]]:
        """Scores of nested summaries: the i-th list holds the summaries to judge by the i-th context's units."""
        *summary_ids, contexts = fields
        units_list = [self.counted(units) for units in self.units_of(contexts)]
        judgements = self.judge(summaries_list, units_list)
        self.announce(units_list)
        if self.units_output:
            write_evidence(self.units_output, self.name, _named(summary_ids, judgements))
        return [[MetricsDict({self.name: judgement.scores()}) for judgement in row] for row in judgements]

    def units_of(self, contexts: Sequence[Any]) -> list[tuple[Unit, ...]]:
        """The units of each context; plain texts are units of weight 1."""
        return [as_units(units) for units in contexts]

    def counted(self, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
        """The units with the weights that this metric gives them."""
        return units

    def judge(self, summaries_list: list[list[Text]], units_list: list[tuple[Unit, ...]]) -> list[list[Judgement]]:
        """One model pass over the distinct (summary, units) groups, then judgements nested as the summaries are."""
        groups = [
            Group(flatten(summary), tuple(unit.text for unit in units))
            for summaries, units in zip(summaries_list, units_list, strict=True)
            for summary in summaries
        ]
        distinct, inverse = unique(groups)
        answers = self._measures(distinct)
        measures = iter([answers[index] for index in inverse])
        return [
            [Judgement(flatten(summary), units, next(measures)) for summary in summaries]
            for summaries, units in zip(summaries_list, units_list, strict=True)
        ]

    def aggregate(self, metrics_list: list[MetricsDict]) -> MetricsDict:
        """The mean over the summaries that have a score; those without a unit are counted in the log."""
        return super().aggregate(without_missing(metrics_list, self.name, "have no unit to hold"))

    def announce(self, units_list: Iterable[tuple[Unit, ...]]) -> None:
        """Logs the signature of what was scored, and what a user should know of the units and the model."""
        units = {unit for units in units_list for unit in units}
        self.warn_of_kinds(Counter(unit.kind for unit in units))
        if self.by_default:
            logger.info(DEFAULT_NOTICE)
        signature.announce(signature.sign(self.name, self.presence.identity(), units, self.settings()))

    def warn_of_kinds(self, counts: Mapping[str, int]) -> None:
        """Warns of units of a kind that this metric is not defined on; ``counts``: units by kind."""
        for kind in counts.keys() - set(self.kinds):
            logger.warning("%s is defined on %s; %d of its units are %ss", self.name, self.kinds[0], counts[kind], kind)

    def settings(self) -> dict[str, Any]:
        """What else changes the score, for the signature."""
        return {}

    def _measures(self, groups: list[Group]) -> list[dict[str, np.ndarray]]:
        judged = [group for group in groups if group.summary.strip() and group.units]
        logits = dict(zip(judged, self.presence.predict(judged), strict=True)) if judged else {}
        classes = self.presence.classes
        return [presence(logits[group]) if group in logits else absent(len(group.units), classes) for group in groups]


@Metric.register("lite2pyramid")
class Lite2Pyramid(LitePyramid):
    """How much a summary holds of the units that people wrote (SCUs), weighted by the references that contain them."""

    name = "lite2pyramid"
    kinds = ("scu",)


@Metric.register("lite2xpyramid")
class Lite2xPyramid(LitePyramid):
    """How much a summary holds of STUs for the sentences predicted easiest, and of SCUs for the others."""

    name = "lite2xpyramid"
    kinds = ("scu", "stu")


@Metric.register("lite3pyramid")
class Lite3Pyramid(LitePyramid):
    """How much a summary holds of extracted units (STUs): those of all references, duplicates kept, without weights.

    Args:
        presence, units_output: as for every Lite-Pyramid metric.
        extractor: extracts the units from the references of the summaries; None takes the units that the reader gives.
    """

    name = "lite3pyramid"
    kinds = ("stu",)

    def __init__(
        self, presence: PresenceModel = None, units_output: str = None, extractor: UnitExtractor = None
    ) -> None:
        super().__init__(presence, units_output)
        self.extractor = build_extractor(extractor) if isinstance(extractor, str) else extractor
        if self.extractor is not None:
            self.required_context_fields = ["references"]
            self.jackknifer = ReferencesJackknifer()

    def units_of(self, contexts: Sequence[Any]) -> list[tuple[Unit, ...]]:
        """The units of each context, which is a list of references when there is an extractor."""
        if self.extractor is None:
            return super().units_of(contexts)
        references = {str(index): context for index, context in enumerate(contexts)}
        return [tuple(units) for units in extract_units(self.extractor, references).units.values()]

    def settings(self) -> dict[str, Any]:
        return {} if self.extractor is None else {"extractor": self.extractor.identity()}

    def counted(self, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
        return tuple(unit if unit.weight == 1 else _unweighted(unit) for unit in units)


def presence_model(presence: PresenceModel | str | dict[str, Any] | None) -> PresenceModel:
    """A presence model from itself, its name, its JSON form, or None for the default."""
    return component(PresenceModel, presence)


def _unweighted(unit: Unit) -> Unit:
    return Unit(unit.text, kind=unit.kind, references=unit.references, sentence=unit.sentence)


def _named(
    summary_ids: list[list[list[SummaryId]]], judgements: list[list[Judgement]]
) -> list[tuple[SummaryId, Judgement]]:
    names = [name for row in summary_ids[0] for name in row]
    return list(zip(names, [judgement for row in judgements for judgement in row], strict=True))
