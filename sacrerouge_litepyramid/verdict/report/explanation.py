"""Why a summary has its score, unit by unit, and what a logistic judge's features contribute."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.answers import Answers
from sacrerouge_litepyramid.core.judge_input import make_group
from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.core.texts import Text, flatten, list_known
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.evidence import DETAILS, Evidence
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.judges import mismatch_features
from sacrerouge_litepyramid.judges.alignment_features import DESCRIPTION as ALIGNMENT_DESCRIPTION
from sacrerouge_litepyramid.judges.lexical import LexicalWeights
from sacrerouge_litepyramid.judges.lexical_features import (
    DESCRIPTIONS,
    FEATURES,
    group_features,
    unit_table,
)
from sacrerouge_litepyramid.judges.word_matches import (
    CONFLICTS,
    MATCHED,
    RELATED,
    UnitMatch,
    describe_words,
    match_units,
)
from sacrerouge_litepyramid.meta_evaluation.answers import bound_score
from sacrerouge_litepyramid.statistics.estimate import finite_or_none, format_number
from sacrerouge_litepyramid.statistics.result_table import ResultTable
from sacrerouge_litepyramid.statistics.rounding import divide
from sacrerouge_litepyramid.statistics.tables import PaperTable, wrap_line
from sacrerouge_litepyramid.verdict.report.clauses import (
    NOT_STATED,
    PARTLY_STATED,
    Run,
    describe_score,
    describe_value,
    judge_wholes,
    list_runs,
    to_percent,
)
from sacrerouge_litepyramid.verdict.report.marked_references import mark_missing_in_references

#: smaller contributions to the log-odds are not shown
MIN_CONTRIBUTION = 0.05
#: the start of the lines below a unit
INDENT = " " * 6
#: the smallest distance of a probability from 0 and 1, where log-odds are infinite
_EDGE = 1e-9


class Contribution(NamedTuple):
    """A feature for or against the judge's decision."""

    # the feature, in plain words
    what: str
    # its contribution to the log-odds
    log_odds: float


def list_contributions(
    weights: LexicalWeights, group: Group, values: Sequence[float]
) -> list[list[Contribution]]:
    """Return the contributions to each unit's log-odds, the largest first.

    Contributions below `MIN_CONTRIBUTION` are left out. ``values``: the model's probabilities; the
    part that lexical features do not explain comes from token vectors.
    """
    features = group_features([group], weights.frequencies.idf)[0].values
    coefficients = dict(zip(weights.features, weights.coefficients, strict=True))
    parts = features * np.array([coefficients[name] for name in FEATURES])
    contributions = []
    for row, value in zip(parts, values, strict=True):
        # Several features have the same description.
        sums: dict[str, float] = {}
        for name, part in zip(FEATURES, row, strict=True):
            what = DESCRIPTIONS[name]
            sums[what] = sums.get(what, 0.0) + float(part)
        if len(weights.features) > len(FEATURES):
            # the rest, which the lexical features do not explain
            others = compute_log_odds(value) - weights.intercept
            sums[ALIGNMENT_DESCRIPTION] = others - float(row.sum())
        shown = [
            Contribution(what, part) for what, part in sums.items() if abs(part) >= MIN_CONTRIBUTION
        ]
        contributions.append(sorted(shown, key=lambda contribution: -abs(contribution.log_odds)))
    return contributions


def list_mismatch_parts(weights: LexicalWeights, match: UnitMatch) -> list[float]:
    """Return the log-odds from negation, from numbers and from a missing name."""
    sums = {"negation": 0.0, "numbers": 0.0, "a name that is missing": 0.0}
    if any(match.mismatches):
        coefficients = dict(zip(weights.features, weights.coefficients, strict=True))
        for name, value in zip(mismatch_features.FEATURES, match.mismatches, strict=True):
            sums[DESCRIPTIONS[name]] += coefficients[name] * value
    return list(sums.values())


def compute_log_odds(probability: float) -> float:
    """Return ln(p / (1 - p)), finite also for 0 and 1."""
    clipped = min(max(probability, _EDGE), 1 - _EDGE)
    return float(np.log(clipped / (1 - clipped)))


class ExplainedUnit(NamedTuple):
    """A unit, its probability, and why it has this probability."""

    unit: Unit
    probability: float
    match: UnitMatch
    #: of a logistic judge's features, empty for other judges
    contributions: Sequence[Contribution]
    #: an NLI model's probabilities of entailment, neutral and contradiction, empty for other judges
    classes: Sequence[float]
    #: a clause's stated and missing runs, empty for other units
    runs: Sequence[Run] = ()

    @property
    def verdict(self) -> str:
        """Whether the unit is stated, partly stated (a clause), or not stated."""
        return describe_value(self.probability, self.runs)

    def to_dict(self) -> dict[str, Any]:
        """Return the unit, JSON-ready; ``classes`` are by name, empty if the judge has none."""
        return {
            "text": self.unit.text,
            "kind": self.unit.kind,
            "weight": self.unit.weight,
            "importance": self.unit.importance,
            "probability": self.probability,
            "verdict": self.verdict,
            "runs": [run._asdict() for run in self.runs],
            "words": [word._asdict() for word in self.match.words],
            "contributions": [contribution._asdict() for contribution in self.contributions],
            "classes": self.name_classes(),
        }

    def name_classes(self) -> dict[str, float]:
        """Return the probabilities of entailment, neutral and contradiction by name."""
        return {
            name: float(value)
            for name, value in zip(("entailment", *DETAILS), self.classes, strict=False)
        }


@dataclass(frozen=True, repr=False)
class Explanation(ResultTable):
    """Why a summary has its score; prints as text."""

    title: str
    summary: str
    sentence: str
    units: Sequence[ExplainedUnit]
    #: the intercept of a logistic judge's log-odds, None for other judges
    start: float | None = None
    #: those that have clauses, with double brackets around the passages that the summary lacks
    references: Sequence[str] = ()
    #: the names of document, system, metric and measure, and the score
    about: Mapping[str, Any] = field(default_factory=dict)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The units: text, kind, weight, probability and verdict."""
        names = ("text", "kind", "weight", "probability", "verdict")
        described = [unit.to_dict() for unit in self.units]
        return [{name: unit[name] for name in names} for unit in described]

    def list_answer(self) -> Iterator[str]:
        """Yield the summary's score, the summary and how many units are stated."""
        yield f"{self.title}. {self.sentence}"

    def list_tables(self) -> Iterator[PaperTable]:
        """Yield the units with the probability that the summary states them."""
        rows = [
            [row.unit.text, f"{to_percent(row.probability)}%", row.verdict] for row in self.units
        ]
        yield PaperTable(["unit", "stated", "verdict"], rows, f"Units of {self.title}.")

    def to_dict(self) -> dict[str, Any]:
        """Return the explanation, JSON-ready."""
        named = {name: getattr(self, name) for name in ("summary", "sentence", "start")}
        return {
            **self.about,
            **named,
            "references": list(self.references),
            "units": [unit.to_dict() for unit in self.units],
        }

    def __str__(self) -> str:
        summary = self.summary or "(The summary is empty.)"
        title = "Reference ([[…]] is missing in the summary):"
        references = [f"{title}\n{reference}" for reference in self.references]
        texts = "\n\n".join([self.title, summary, *references, self.sentence])
        blocks = ["\n".join(map(wrap_line, texts.split("\n")))]
        for number, unit in enumerate(self.units, start=1):
            lines = _describe_unit(number, unit, self.start)
            blocks.append("\n".join(wrap_line(line, INDENT) for line in lines))
        return "\n\n".join(blocks)


def explain_summary(
    evidence: Evidence,
    key: SummaryKey,
    summary: str,
    weights: LexicalWeights | None = None,
    references: Sequence[Text] = (),
) -> Explanation:
    """Explain the score of one summary.

    ``weights``: those of the logistic judge, if it is one and they are known; ``references``: those
    of the document; without them a reference is printed as its clauses, one after another.
    """
    values, units = evidence.values[key], evidence.units[key.instance_id]
    judged = [place for place in range(len(units)) if not np.isnan(values[place])]
    judged_units = [units[place] for place in judged]
    group = make_group(summary, judged_units)
    table = unit_table(group.units, LexicalWeights.load().frequencies.idf)
    (matches,) = match_units(table, [group.summary])
    contributions: list[list[Contribution]] = [[] for _ in judged]
    if weights:
        wholes = judge_wholes(evidence, key)[judged].tolist()
        contributions = list_contributions(weights, group, wholes)
        # The judge read the clauses of a divided fact, not the whole.
        divided = evidence.clauses.get(key, {})
        contributions = [
            [] if place in divided else of_unit
            for place, of_unit in zip(judged, contributions, strict=True)
        ]
    details = evidence.details.get(key)
    clause_runs = list_runs(evidence, key)
    explained = []
    for place, match, contributed in zip(judged, matches, contributions, strict=True):
        # An NLI model's evidence leaves out entailment, which is the rest.
        classes = [] if details is None else [1 - details[place].sum(), *details[place]]
        explained.append(
            ExplainedUnit(
                unit=units[place],
                probability=float(values[place]),
                match=match,
                contributions=contributed,
                classes=classes,
                runs=clause_runs.get(place, []),
            )
        )
    probabilities = [unit.probability for unit in explained]
    runs = [unit.runs for unit in explained]
    score = evidence.score(key)
    sentence = describe_score(judged_units, probabilities, matches, runs)
    is_missing = evidence.unanswered.get(key)
    if is_missing is not None:
        sentence += f" {_describe_unanswered(units, values, is_missing, score)}"
    return Explanation(
        title=f"{key.instance_id}, {key.summarizer_id}: {evidence.name} {evidence.measure} "
        f"{score:.3f}",
        summary=summary,
        sentence=sentence,
        units=explained,
        start=weights.intercept if weights else None,
        references=mark_missing_in_references(judged_units, runs, references),
        about={
            **key._asdict(),
            "metric": evidence.name,
            "measure": evidence.measure,
            "score": finite_or_none(score),
        },
    )


def _describe_unanswered(
    units: Sequence[Unit], values: np.ndarray, is_missing: np.ndarray, score: float
) -> str:
    """Return how many units have no answer, and the bounds of the summary's score."""
    weights = np.array([unit.weight for unit in units])
    known = weights[~np.isnan(values)].sum()
    share = float(divide(known, known + weights[is_missing].sum()))
    missing, answered = int(is_missing.sum()), int((~np.isnan(values)).sum())
    bounds = bound_score(score, Answers(missing + answered, answered, share))
    return (
        f"The judge gave no answer for {missing} of {missing + answered} units; with these as 0 "
        f"and as 1 the score is {format_number(bounds.low)} to {format_number(bounds.high)}."
    )


def select_summary(
    evidence: Evidence, where: object, document: str | None, system: str | None
) -> SummaryKey:
    """Return the summary of a document and a system.

    If either is None, the one with the lowest score that matches. Raises ValueError, which begins
    with ``where``, for a summary that the evidence lacks.
    """
    keys = [
        key
        for key in evidence.values
        if document in (None, key.instance_id) and system in (None, key.summarizer_id)
    ]
    if not keys:
        systems = dict.fromkeys(key.summarizer_id for key in evidence.values)
        documents = dict.fromkeys(key.instance_id for key in evidence.values)
        for kind, name, known in (("document", document, documents), ("system", system, systems)):
            if name is not None and name not in known:
                raise ValueError(f"{where}: no {kind} {name!r}; known: {list_known(name, known)}")
        raise ValueError(f"{where}: no summary of document {document!r} by system {system!r}")
    return min(keys, key=lambda key: np.nan_to_num(evidence.score(key), nan=np.inf))


def _describe_unit(place: int, row: ExplainedUnit, start: float | None) -> Iterator[str]:
    width = len(PARTLY_STATED if row.runs else NOT_STATED)
    notes = [row.unit.importance] if row.unit.importance else []
    if row.unit.weight != 1:
        notes.append(f"weight {row.unit.weight:g}")
    noted = f" ({', '.join(notes)})" if notes else ""
    yield (
        f"U{place}  {to_percent(row.probability):3}%  {row.verdict:<{width}}  "
        f"{flatten(row.unit.text)}{noted}"
    )
    for title, parts in _list_reasons(row, start).items():
        if parts:
            yield f"{INDENT}{title}: {', '.join(parts)}"
    if row.classes:
        shares = [f"{name} {100 * value:.0f}%" for name, value in row.name_classes().items()]
        yield f"{INDENT}{', '.join(shares)}"


def _list_reasons(row: ExplainedUnit, start: float | None) -> dict[str, list[str]]:
    """Return what speaks for and against a unit, by the title of its line."""
    reasons = {}
    if row.verdict == PARTLY_STATED:
        reasons["stated"] = [f"“{run.text}”" for run in row.runs if run.is_stated]
        reasons["missing"] = [f"“{run.text}”" for run in row.runs if not run.is_stated]
    reasons["words in the summary"] = [word.word for word in row.match.select(MATCHED)]
    reasons["in other words"] = [
        f"“{word.word}” is matched by “{word.against[0]}”" for word in row.match.select(RELATED)
    ]
    others = describe_words(row.match.words)
    kind = "in conflict" if row.match.select(*CONFLICTS) else "not there"
    reasons[kind] = [others] if others else []
    if start is not None and row.contributions:
        parts = [f"{part.what} {part.log_odds:+.1f}" for part in row.contributions]
        reasons["log-odds"] = [f"start {start:+.1f}", *parts]
    return reasons
