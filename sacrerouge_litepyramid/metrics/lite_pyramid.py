"""Lite2Pyramid, Lite2.xPyramid and Lite3Pyramid (Zhang and Bansal, EMNLP 2021).

They differ in the source of the units.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, ClassVar

from sacrerouge_litepyramid.core.judge_input import prepare_units
from sacrerouge_litepyramid.core.texts import count_nouns, make_key
from sacrerouge_litepyramid.core.units import CLAUSE, Unit, as_units
from sacrerouge_litepyramid.extraction.division import MAX_WORDS, identify_division
from sacrerouge_litepyramid.extraction.extractor import UnitExtractor, extract_units, list_notices
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.metrics.metric import Context, Item, MetricResult, SummaryMetric
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.scoring import count_unanswered, judge_summaries
from sacrerouge_litepyramid.signature import Signature, digest_units, sign

#: the names of kinds of units in notices
KINDS = {"scu": "SCUs", "stu": "STUs", CLAUSE: "clauses"}
DEFAULT_NOTICE = (
    "No judge was named, so the default judges: lexical, which compares words, not meaning. The "
    "paper's judge needs "
    'the extra [nli]: "judge": {"type": "nli", "model": "shiyue/roberta-large-tac08"}.'
)


class LitePyramid(SummaryMetric):
    """The share of the units' weight that a summary states.

    Values: p2c, l2c, p3c, l3c, from 0 to 1; with a judge of two classes p2c and l2c. If any unit is
    vital or okay, also p2c_vital, … over the vital units, NaN for a document without one. The score
    is 0 for a summary without text, and NaN without a unit or weight.

    Args:
        judge: judges whether a summary states a unit; by default ``lexical``.
    """

    no_value = "have no unit"
    #: the kinds of units for which the metric is defined
    kinds: ClassVar[tuple[str, ...]]

    def __init__(self, judge: Judge | None = None) -> None:
        self.by_default = judge is None
        self.judge = build(Judge, judge)
        self.texts = self.judge.texts

    @property
    def context(self) -> Context:
        return "units"

    def score_ready(self, items: Sequence[Item]) -> MetricResult:
        units_list, unit_notices = self._read_contexts(items)
        summaries = [item.summary for item in items]
        judgements = judge_summaries(self.judge, zip(summaries, units_list, strict=True))
        units = set(chain.from_iterable(units_list))
        kinds = Counter(unit.kind for unit in units)
        described = digest_units(units)
        divided = {
            judgement.units[place] for judgement in judgements for place in judgement.clauses
        }
        if divided:
            described["divided"] = {"units": len(divided), **identify_division()}
            counted = count_nouns(unit=len(divided))
            unit_notices += (
                f"{counted} of more than {MAX_WORDS} words: the judge judged their clauses.",
            )
        return MetricResult(
            values=[judgement.scores() for judgement in judgements],
            signature=self.sign(described),
            notices=(*unit_notices, *self.notices(kinds), *self.judge.notices()),
            judgements=judgements,
            unanswered=count_unanswered(self.judge, judgements),
        )

    def _read_contexts(
        self, items: Sequence[Item]
    ) -> tuple[list[tuple[Unit, ...]], tuple[str, ...]]:
        """Return the units of each item's context with their weights, and notices about them.

        Plain texts have the weight 1, missing ones ("nan") the weight 0.
        """
        return [_drop_weights(self.weigh(as_units(item.context))) for item in items], ()

    def weigh(self, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
        """Return the units with this metric's weights."""
        return units

    def sign(self, units: Mapping[str, Any]) -> Signature:
        """Return the signature of the scores, with what was observed up to now.

        ``units`` is its entry for the units.
        """
        judge = self.judge
        facts = {"training": judge.training_data, "range": judge.score_range}
        known = {name: fact._asdict() for name, fact in facts.items() if fact is not None}
        settings = {
            "judge": {**judge.identity(), **judge.observed()},
            **known,
            "units": dict(units),
            **self.settings(),
        }
        return sign(self.name, settings)

    def notices(self, kinds: Mapping[str, int]) -> tuple[str, ...]:
        """Return notices for readers of the scores; ``kinds``: the number of units by kind."""
        defined = " and ".join(KINDS[kind] for kind in self.kinds)
        notices = [
            f"{self.name} is defined for {defined}, but some units are {KINDS[other]} "
            f"({kinds[other]})"
            for other in sorted(kinds.keys() - set(self.kinds))
        ]
        if self.by_default:
            notices.append(DEFAULT_NOTICE)
        return tuple(notices)


def _drop_weights(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Return the units, those without text with the weight 0."""
    texts = prepare_units(units)
    return tuple(
        unit if text else replace(unit, weight=0.0) for unit, text in zip(units, texts, strict=True)
    )


@SummaryMetric.add
class Lite2Pyramid(LitePyramid):
    """The share of annotators' units (SCUs) that a summary states, weighted by their references."""

    name = "lite2pyramid"
    kinds = ("scu",)


@SummaryMetric.add
class Lite2xPyramid(LitePyramid):
    """The share of STUs and SCUs that a summary states.

    STUs stand for the sentences predicted easiest, SCUs for the others.
    """

    name = "lite2xpyramid"
    kinds = ("scu", "stu")


def _find_document(key: tuple[str | None, Hashable]) -> Hashable:
    document, references = key
    return references if document is None else document


@SummaryMetric.add
class Lite3Pyramid(LitePyramid):
    """The share of extracted units that a summary states; duplicates are kept.

    STUs have no weights, as in the paper; a clause weighs as much as its number of content words.

    Args:
        extractor: extracts the units from the references; without it, the units are the input.
    """

    name = "lite3pyramid"
    kinds = ("stu", CLAUSE)

    def __init__(self, judge: Judge | None = None, extractor: UnitExtractor | None = None) -> None:
        super().__init__(judge)
        self.extractor = None if extractor is None else build(UnitExtractor, extractor)

    @property
    def context(self) -> Context:
        return "units" if self.extractor is None else "references"

    def _read_contexts(
        self, items: Sequence[Item]
    ) -> tuple[list[tuple[Unit, ...]], tuple[str, ...]]:
        if self.extractor is None:
            return super()._read_contexts(items)
        # Without ids, summaries with equal references are of one document; with them, a document
        # has several lists of references when it is jackknifed.
        keys = [(item.document, make_key(item.context)) for item in items]
        contexts = [item.context for item in items]
        extraction = extract_units(self.extractor, dict(zip(keys, contexts, strict=True)))
        units = {key: self.weigh(tuple(found)) for key, found in extraction.units.items()}
        notices = list_notices(self.extractor, extraction, find_document=_find_document)
        return [units[key] for key in keys], notices

    def weigh(self, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
        return tuple(unit if unit.kind == CLAUSE else replace(unit, weight=1.0) for unit in units)

    def settings(self) -> dict[str, Any]:
        if self.extractor is None:
            return {}
        return {"extractor": {**self.extractor.identity(), **self.extractor.observed()}}
