"""A summary's score explained unit by unit, from its line of evidence."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.core.weighted_mean import weighted_mean
from sacrerouge_litepyramid.formats.evidence_reader import DETAILS, Evidence, read_evidence
from sacrerouge_litepyramid.formats.metrics import SummaryKey
from sacrerouge_litepyramid.presence.lexical_features import unit_table
from sacrerouge_litepyramid.presence.lexical_weights import LexicalWeights, load_weights
from sacrerouge_litepyramid.presence.word_matches import CONFLICTS, MATCHED, UnitMatch, describe_words, match_units
from sacrerouge_litepyramid.report.why import Contribution, describe_score, list_contributions, to_percent
from sacrerouge_litepyramid.statistics.presence_quality import THRESHOLD


class ExplainedUnit(NamedTuple):
    """A unit, its probability, its words, and, where they are known, contributions and an NLI model's probabilities.

    ``classes``: of entailment, neutral and contradiction.
    """

    unit: Unit
    probability: float
    match: UnitMatch
    contributions: Sequence[Contribution]
    classes: Sequence[float]


class Explanation(NamedTuple):
    """Why a summary has its score; prints as text. ``start``: the log-odds that a logistic judge begins with."""

    title: str
    summary: str
    sentence: str
    units: Sequence[ExplainedUnit]
    start: float | None = None

    def __str__(self) -> str:
        blocks = ["\n".join(_describe_unit(place, unit, self.start)) for place, unit in enumerate(self.units, start=1)]
        return "\n\n".join([self.title, self.summary or "(The summary is empty.)", self.sentence, *blocks])


def explain_summary(
    evidence: Evidence, key: SummaryKey, summary: str, weights: LexicalWeights | None = None
) -> Explanation:
    """Explain the score of one summary; ``weights``: those of the logistic judge, if it is one and they are known."""
    values, units = evidence.values[key], evidence.units[key.instance_id]
    judged = [place for place in range(len(units)) if not np.isnan(values[place])]
    own, probabilities = [units[place] for place in judged], [float(values[place]) for place in judged]
    group = Group(summary, tuple(unit.text for unit in own))
    matches = match_units(unit_table(group.units, load_weights().frequencies.idf), summary)
    contributions = list_contributions(weights, group, probabilities) if weights else [[] for _ in own]
    details = evidence.details.get(key)
    classes = [[] if details is None else [1 - details[place].sum(), *details[place]] for place in judged]
    score = weighted_mean(np.array(probabilities), [unit.weight for unit in own])
    weighted = len({unit.weight for unit in own}) > 1
    return Explanation(
        title=f"{key.instance_id}, {key.summarizer_id}: {evidence.name} {evidence.measure} {score:.3f}",
        summary=summary,
        sentence=describe_score(group.units, probabilities, matches, weighted),
        units=[
            ExplainedUnit(unit, probabilities[place], matches[place], contributions[place], classes[place])
            for place, unit in enumerate(own)
        ],
        start=weights.intercept if weights else None,
    )


def read_one(path: str | Path, measure: str, key: SummaryKey, metric: str | None = None) -> tuple[Evidence, str]:
    """Read the evidence of one summary and its text.

    Raises ValueError for a summary that the file lacks, and for a file with several metrics of which none is named.
    """
    found = {each.name: each for each in read_evidence([path], measure)}
    if metric is None and len(found) > 1:
        raise ValueError(f"{path}: evidence of several metrics, {', '.join(found)}; choose one (--metric)")
    if metric is not None and metric not in found:
        raise ValueError(f"{path}: no evidence of the metric {metric!r}; there is that of: {', '.join(found)}")
    evidence = found[metric or next(iter(found))]
    _check_known(path, evidence, key)
    return evidence, evidence.summaries[key]


def _check_known(path: str | Path, evidence: Evidence, key: SummaryKey) -> None:
    instances = dict.fromkeys(each.instance_id for each in evidence.values)
    if key.instance_id not in instances:
        raise ValueError(
            f"{path}: no instance {key.instance_id!r}; there are: {_shorten(list(instances))} (--instance)"
        )
    systems = [each.summarizer_id for each in evidence.values if each.instance_id == key.instance_id]
    if key.summarizer_id not in systems:
        raise ValueError(
            f"{path}, instance {key.instance_id!r}: no system {key.summarizer_id!r}; there are: {_shorten(systems)} "
            "(--system)"
        )


def _shorten(names: Sequence[str], shown: int = 12) -> str:
    return ", ".join(names[:shown]) + (f" and {len(names) - shown} others" if len(names) > shown else "")


def _describe_unit(place: int, found: ExplainedUnit, start: float | None) -> Iterator[str]:
    stated = "stated" if found.probability >= THRESHOLD else "not stated"
    weight = "" if found.unit.weight == 1 else f" (weight {found.unit.weight:g})"
    yield f"U{place}  {to_percent(found.probability):3}%  {stated:<10}  {flatten(found.unit.text)}{weight}"
    matched = [each.word for each in found.match.select(MATCHED)]
    if matched:
        yield f"      words in the summary: {', '.join(matched)}"
    others = describe_words(found.match.words)
    if others:
        yield f"      {'in conflict' if found.match.select(*CONFLICTS) else 'not there'}: {others}"
    if start is not None:
        parts = [f"{each.what} {each.log_odds:+.1f}" for each in found.contributions]
        yield f"      log-odds: {', '.join([f'start {start:+.1f}', *parts])}"
    if found.classes:
        named = zip(("entailment", *DETAILS), found.classes, strict=True)
        yield f"      {', '.join(f'{name} {100 * value:.0f}%' for name, value in named)}"
