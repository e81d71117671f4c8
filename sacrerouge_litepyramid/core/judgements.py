"""From a judge's logits to probabilities, judgements and a summary's score.

Source: Zhang and Bansal 2021, section 3.1.

Logits have shape (units, classes): three columns (entailment, neutral, contradiction) or two
(present, absent)."""

import math
from collections.abc import Mapping, Sequence
from itertools import compress
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.answers import Answers
from sacrerouge_litepyramid.core.units import VITAL, Unit


def judge_measures(logits: np.ndarray) -> dict[str, np.ndarray]:
    """Compute a judge's measures from its logits, arrays (units,): p2c and l2c.

    With three classes also p3c and l3c. With logits z_e, z_n and z_c of entailment, neutral and
    contradiction, p2c is σ(z_e − (z_n + z_c)) and p3c exp(z_e) / (exp(z_e) + exp(z_n) + exp(z_c));
    l2c is 1 if z_e ≥ z_n + z_c, l3c if z_e is the largest, else 0. The paper adds the two logits
    too; log(exp(z_n) + exp(z_c)) would be the logit of both classes together.

    A unit without an answer, NaN in all columns, has NaN in each measure. Raises ValueError if the
    number of classes is neither 2 nor 3, or if another logit is not finite.
    """
    if logits.ndim != 2 or logits.shape[1] not in (2, 3):
        raise ValueError(f"logits must have shape (units, 2) or (units, 3), not {logits.shape}")
    missing = np.isnan(logits).all(axis=1)
    if not np.isfinite(logits[~missing]).all():
        raise ValueError(
            "the judge returned a logit that is not finite; try precision fp32, or keep the "
            "probabilities of a judge of your own off 0 and 1"
        )
    logits = logits.astype(np.float64)
    margin = logits[:, 0] - logits[:, 1:].sum(axis=1)
    measures = {"p2c": _sigmoid(margin), "l2c": margin >= 0}
    if logits.shape[1] == 3:
        entailment, *_ = _softmax(logits).T
        measures["p3c"] = entailment
        measures["l3c"] = logits.argmax(axis=1) == 0
    return {name: np.where(missing, np.nan, values) for name, values in measures.items()}


def other_probabilities(logits: np.ndarray) -> dict[str, np.ndarray]:
    """Return the probabilities of neutral and contradiction, which with p3c sum to 1.

    The logits are those of a judge with three classes.
    """
    _, neutral, contradiction = _softmax(logits.astype(np.float64)).T
    return {"neutral": neutral, "contradiction": contradiction}


def list_measures(classes: int) -> tuple[str, ...]:
    """Return the names of a judge's measures, the default one first."""
    return ("p2c", "l2c", "p3c", "l3c") if classes == 3 else ("p2c", "l2c")


def _softmax(logits: np.ndarray) -> np.ndarray:
    # Shifted logits cannot overflow.
    shifted = logits - logits.max(axis=1, keepdims=True)
    exponentials = np.exp(shifted)
    probabilities: np.ndarray = exponentials / exponentials.sum(axis=1, keepdims=True)
    return probabilities


def _sigmoid(values: np.ndarray) -> np.ndarray:
    # A negative exponent cannot overflow.
    decay = np.exp(-np.abs(values))
    probabilities: np.ndarray = np.where(values >= 0, 1.0, decay) / (1.0 + decay)
    return probabilities


def weighted_mean(values: np.ndarray, weights: Sequence[float] | np.ndarray) -> float:
    """Return Σ w f / Σ w of the values f that are not NaN, both (units,).

    It is NaN if their weights sum to 0.
    """
    if len(values) != len(weights):
        raise ValueError(f"{len(values)} values but {len(weights)} weights")
    is_known = ~np.isnan(values)
    known_weights = np.asarray(weights, dtype=np.float64)[is_known]
    total = known_weights.sum()
    if not total:
        return math.nan
    return float(np.dot(values[is_known], known_weights) / total)


def _score_units(
    values: Mapping[str, np.ndarray], units: Sequence[Unit], has_vital: bool
) -> dict[str, float]:
    """Return the `weighted_mean` of each array (units,) in ``values`` by its name.

    With ``has_vital`` there is also NAME_vital, the mean over the vital units.
    """
    weights = np.array([unit.weight for unit in units], dtype=np.float64)
    scores = {name: weighted_mean(unit_values, weights) for name, unit_values in values.items()}
    if has_vital:
        is_vital = [unit.importance == VITAL for unit in units]
        vital_weights = weights * is_vital
        for name, unit_values in values.items():
            scores[f"{name}_{VITAL}"] = weighted_mean(unit_values, vital_weights)
    return scores


def _count_answers(values: np.ndarray, weights: np.ndarray) -> Answers:
    """Count the units (units,) with a weight, and those whose value is not NaN."""
    is_answered = ~np.isnan(values)
    total = weights.sum()
    share = float(weights[is_answered].sum() / total) if total else math.nan
    counted = weights > 0
    return Answers(int(counted.sum()), int((counted & is_answered).sum()), share)


class LabelledSummary(NamedTuple):
    """A summary, its units, and a label for each unit."""

    instance_id: str
    summarizer_id: str
    summary: str
    units: tuple[Unit, ...]
    #: 1 if the summary states the unit, 0 if not, a grade or a probability between, NaN if unknown
    labels: tuple[float, ...]


def keep_labelled(summary: LabelledSummary) -> LabelledSummary:
    """Return a labelled summary without the units whose label is NaN.

    Annotators found such a unit unclear, or a model gave no answer.
    """
    is_known = [not np.isnan(label) for label in summary.labels]
    units = compress(summary.units, is_known)
    labels = compress(summary.labels, is_known)
    return summary._replace(units=tuple(units), labels=tuple(labels))


def compute_human_score(labelled: LabelledSummary) -> float:
    """Compute the human score ``litepyramid_recall``, the weighted share of units that are present.

    It is Σ w y / Σ w over the units that have a label y, by their weights w.
    """
    return compute_human_scores(labelled, "")[""]


def compute_human_scores(labelled: LabelledSummary, name: str) -> dict[str, float]:
    """Return the human score under ``name``.

    If units have an importance, there is also ``name``_strict, which counts only the label 1, and
    both scores over the vital units alone (…_vital).
    """
    labels = np.array(labelled.labels, dtype=float)
    values = {name: labels}
    has_importance = any(unit.importance for unit in labelled.units)
    if has_importance:
        values[f"{name}_strict"] = np.where(np.isnan(labels), np.nan, labels == 1)
    return _score_units(values, labelled.units, has_importance)


class Judgement(NamedTuple):
    """A judge's values for the units of a summary.

    Attributes:
        summary: the text of the summary.
        units: the units that were judged.
        measures: an array (units,) for each measure (p2c, l2c, …), NaN for a unit without an
            answer.
        details: further arrays (units,) of an NLI model (`other_probabilities`).
        parts: the p2c of the parts, (parts,), for each clause that was judged by its parts, by the
            clause's place and in the order of `split_parts`; for a divided fact, those of its
            clauses.
        clauses: the texts of the clauses of each fact that was divided, by the fact's place.
        has_vital: whether any unit of the run has an importance.
        has_unanswered: whether any unit of the run that has a weight lacks an answer.
        left_out: the places of the units that do not count in the score, NaN in each measure.
    """

    summary: str
    units: tuple[Unit, ...]
    measures: dict[str, np.ndarray]
    details: Mapping[str, np.ndarray] = {}
    parts: Mapping[int, np.ndarray] = {}
    clauses: Mapping[int, tuple[str, ...]] = {}
    has_vital: bool = False
    has_unanswered: bool = False
    left_out: frozenset[int] = frozenset()

    @property
    def unanswered(self) -> np.ndarray:
        """Whether the judge gave no answer, (units,)."""
        values = next(iter(self.measures.values()))
        is_counted = [place not in self.left_out for place in range(len(self.units))]
        missing: np.ndarray = np.isnan(values) & np.array(is_counted, dtype=bool)
        return missing

    def scores(self) -> dict[str, float]:
        """Return the weighted mean of each measure over the units that have an answer.

        With ``has_vital`` there is also MEASURE_vital, the mean over the vital units. With
        ``has_unanswered`` the fields of `Answers` follow, of vital units too.
        """
        scores = _score_units(self.measures, self.units, self.has_vital)
        if not self.has_unanswered:
            return scores
        values = np.where(self.unanswered, np.nan, 0.0)
        weights = np.array([unit.weight for unit in self.units], dtype=np.float64)
        weights[list(self.left_out)] = 0.0
        scores |= _count_answers(values, weights)._asdict()
        if self.has_vital:
            is_vital = [unit.importance == VITAL for unit in self.units]
            vital = _count_answers(values, weights * is_vital)._asdict()
            scores |= {f"{name}_{VITAL}": number for name, number in vital.items()}
        return scores

    def leave_references_out(self, references: set[int]) -> "Judgement":
        """Return the judgement without answers on the units that only these references have."""
        is_dropped = [references.issuperset(unit.references) for unit in self.units]
        left_out = frozenset(np.flatnonzero(is_dropped).tolist())
        measures = {}
        for name, values in self.measures.items():
            measures[name] = np.where(is_dropped, np.nan, values)
        return self._replace(measures=measures, left_out=left_out)
