"""From a judge's logits to probabilities, judgements and a summary's score (Zhang and Bansal 2021,
section 3.1).

Logits have shape (units, classes): three columns (entailment, neutral, contradiction) or two
(present, absent)."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import compress
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.facts import read_units
from sacrerouge_litepyramid.core.markup import clean_text
from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.core.ready_text import make_ready
from sacrerouge_litepyramid.core.units import VITAL, Unit, introduce


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
        raise ValueError("the judge returned a logit that is not finite; try precision fp32")
    logits = logits.astype(np.float64)
    # The authors add the logits of neutral and contradiction; logsumexp would be the marginal.
    margin = logits[:, 0] - logits[:, 1:].sum(axis=1)
    measures = {"p2c": _sigmoid(margin), "l2c": margin >= 0}
    if logits.shape[1] == 3:
        measures["p3c"] = _softmax(logits)[:, 0]
        measures["l3c"] = logits.argmax(axis=1) == 0
    return {name: np.where(missing, np.nan, values) for name, values in measures.items()}


def other_probabilities(logits: np.ndarray) -> dict[str, np.ndarray]:
    """Return the probabilities of neutral and contradiction, which with p3c sum to 1.

    {} for two classes.
    """
    if logits.shape[1] != 3:
        return {}
    probabilities = _softmax(logits.astype(np.float64))
    return {"neutral": probabilities[:, 1], "contradiction": probabilities[:, 2]}


def list_measures(classes: int) -> tuple[str, ...]:
    return ("p2c", "l2c", "p3c", "l3c") if classes == 3 else ("p2c", "l2c")


def _softmax(logits: np.ndarray) -> np.ndarray:
    shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
    probabilities: np.ndarray = shifted / shifted.sum(axis=1, keepdims=True)
    return probabilities


def _sigmoid(values: np.ndarray) -> np.ndarray:
    decay = np.exp(-np.abs(values))
    probabilities: np.ndarray = np.where(values >= 0, 1.0, decay) / (1.0 + decay)
    return probabilities


def weighted_mean(values: np.ndarray, weights: Sequence[float] | np.ndarray) -> float:
    """Return Σ w f / Σ w of the values f that are not NaN, both (units,).

    NaN if their weights sum to 0.
    """
    if len(values) != len(weights):
        raise ValueError(f"{len(values)} values but {len(weights)} weights")
    known = ~np.isnan(values)
    known_weights = np.asarray(weights, dtype=np.float64)[known]
    total = known_weights.sum()
    return float(np.dot(values[known], known_weights) / total) if total else float("nan")


def score_units(
    values: Mapping[str, np.ndarray], units: Sequence[Unit], has_vital: bool
) -> dict[str, float]:
    """Return the `weighted_mean` of each array (units,) in ``values`` by its name.

    With ``has_vital`` there is also NAME_vital, the mean over the vital units.
    """
    weights = np.array([unit.weight for unit in units], dtype=np.float64)
    scores = {name: weighted_mean(unit_values, weights) for name, unit_values in values.items()}
    if has_vital:
        vital_weights = weights * [unit.importance == VITAL for unit in units]
        for name, unit_values in values.items():
            scores[f"{name}_{VITAL}"] = weighted_mean(unit_values, vital_weights)
    return scores


class LabelledSummary(NamedTuple):
    """A summary, its units, and the label of each unit: 1 present, 0 absent, or a model's
    probability.
    """

    instance_id: str
    summarizer_id: str
    summary: str
    units: tuple[Unit, ...]
    labels: tuple[float, ...]


def keep_labelled(summary: LabelledSummary) -> LabelledSummary:
    """Return a labelled summary without the units whose label is NaN: unclear to annotators, or
    without an answer.
    """
    is_known = [not np.isnan(label) for label in summary.labels]
    units = compress(summary.units, is_known)
    labels = compress(summary.labels, is_known)
    return summary._replace(units=tuple(units), labels=tuple(labels))


def make_group(summary: str, units: Iterable[Unit], as_statements: bool = False) -> Group:
    """Return a judge's input: a summary and the texts of its units, ready for comparison and
    without marks.

    With ``as_statements`` a unit's introduction, if any, comes before its text.
    """
    members = tuple(units)
    texts = read_units(members)
    if as_statements:
        introductions = [make_ready(unit.introduction) for unit in members]
        texts = tuple(map(introduce, introductions, texts))
    return Group(read_summary(summary), texts)


def read_summary(summary: str) -> str:
    """Return a summary as a judge reads it: the answer, ready for comparison and without marks."""
    return clean_text(make_ready(summary, is_answer=True))


def to_group(labelled: LabelledSummary) -> Group:
    return make_group(labelled.summary, labelled.units)


def compute_human_score(labelled: LabelledSummary) -> float:
    """Compute the human score (``litepyramid_recall``), Σ w y / Σ w: the share of the weight that
    is found.
    """
    return compute_human_scores(labelled, "")[""]


def compute_human_scores(labelled: LabelledSummary, name: str) -> dict[str, float]:
    """Return the human score under ``name``.

    If units have an importance, there is also ``name``_strict, which counts only the label 1, and
    both scores over the vital units alone (…_vital).
    """
    has_vital = any(unit.importance for unit in labelled.units)
    values = {name: np.array(labelled.labels, dtype=float)}
    if has_vital:
        labels = values[name]
        values[f"{name}_strict"] = np.where(np.isnan(labels), np.nan, labels == 1)
    return score_units(values, labelled.units, has_vital)


class Judgement(NamedTuple):
    """A summary, its units, and an array of shape (units,) for each measure of a judge (p2c, l2c,
    …).

    A measure is NaN for a unit without an answer. ``details``: further arrays (units,) of an NLI
    model (`other_probabilities`). ``parts``: for each clause that was judged by its parts, by the
    clause's place, the parts' probabilities (p2c), (parts,), in the order of `split_parts`.
    ``has_vital``: whether any unit of the run has an importance.
    """

    summary: str
    units: tuple[Unit, ...]
    measures: dict[str, np.ndarray]
    details: Mapping[str, np.ndarray] = {}
    parts: Mapping[int, np.ndarray] = {}
    has_vital: bool = False

    def scores(self) -> dict[str, float]:
        """Return the score by each measure over the units that have an answer.

        See `score_units`.
        """
        return score_units(self.measures, self.units, self.has_vital)

    def leave_references_out(self, references: set[int]) -> "Judgement":
        """Return the judgement without answers on the units that only these references have."""
        left_out = [references.issuperset(unit.references) for unit in self.units]
        measures = {
            name: np.where(left_out, np.nan, values) for name, values in self.measures.items()
        }
        return self._replace(measures=measures)
