"""How far judges agree with annotators' labels unit by unit, beside the majority baseline."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.evaluation.agreement_statistics import AgreementRow, Statistics
from sacrerouge_litepyramid.io.evaluation_folder import LABELS, EvaluationFolder
from sacrerouge_litepyramid.io.evidence import Evidence, number_repeats, read_evidence
from sacrerouge_litepyramid.io.labels import LABEL_FILES, read_labelled_folder
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.summaries import read_summaries
from sacrerouge_litepyramid.statistics.agreement import MIN_DOCUMENTS, draw_documents
from sacrerouge_litepyramid.statistics.estimate import round_value
from sacrerouge_litepyramid.statistics.intervals import hold_value, percentile_interval
from sacrerouge_litepyramid.statistics.judge_quality import (
    bootstrap_grade_quality,
    bootstrap_judge_quality,
    has_grades,
    predict_base_rate,
)
from sacrerouge_litepyramid.statistics.rounding import ROUNDING
from sacrerouge_litepyramid.statistics.tables import render_table


class LabelledUnits(NamedTuple):
    """Units that annotators labelled and a model judged: arrays (units,).

    ``documents``: the place of its document; ``summaries``: that of its summary in the evidence.
    """

    probabilities: np.ndarray
    labels: np.ndarray
    documents: np.ndarray
    summaries: np.ndarray

    def select(self, summaries: Sequence[int]) -> "LabelledUnits":
        """Return the units of some summaries, given by their places."""
        chosen = np.isin(self.summaries, summaries)
        return LabelledUnits(*(column[chosen] for column in self))


def match_labels(units: Sequence[Unit], labelled: LabelledSummary | None) -> list[float | None] | None:
    """Return the label of each SCU, matched by text, repeated texts in order; None for all other units."""
    if labelled is None or not any(unit.kind == "scu" for unit in units):
        return None
    known = dict(zip(number_repeats(unit.text for unit in labelled.units), labelled.labels, strict=True))
    texts = iter(number_repeats(unit.text for unit in units if unit.kind == "scu"))
    found = [known.get(next(texts)) if unit.kind == "scu" else None for unit in units]
    return found if any(label is not None for label in found) else None


def has_labels(evidence: Evidence, labels: Mapping[SummaryKey, LabelledSummary]) -> bool:
    """Return whether annotators labelled any unit of the evidence."""
    return any(match_labels(evidence.units[key.instance_id], labels.get(key)) for key in evidence.values)


def collect_labelled_units(evidence: Evidence, labels: Mapping[SummaryKey, LabelledSummary]) -> LabelledUnits:
    """Return the units with both a label and a probability; raise ValueError where there are none."""
    places = {name: place for place, name in enumerate(sorted({key.instance_id for key in labels}))}
    rows = [
        (value, label, places[key.instance_id], summary)
        for summary, (key, values) in enumerate(evidence.values.items())
        for value, label in zip(
            values.tolist(), match_labels(evidence.units[key.instance_id], labels.get(key)) or (), strict=False
        )
        if label is not None and not math.isnan(value)
    ]
    if not rows:
        raise ValueError(
            f"the evidence of {evidence.name!r} has no unit that annotators labelled; give that of a metric that was "
            "scored by the units of scus.jsonl"
        )
    return LabelledUnits(*(np.array(column) for column in zip(*rows, strict=True)))


#: the level of the rows
UNIT = "unit"
TITLES = {
    "auc": "AUC",
    "kappa": "kappa",
    "accuracy": "accuracy",
    "precision": "precision",
    "recall": "recall",
    "f1": "F1",
    "ece": "ECE",
    "brier": "Brier",
    "auc_any": "AUC, any",
    "r": "r",
}


class UnitAgreement(NamedTuple):
    """A judge's rows: one per statistic of `JudgeQuality`, of graded labels also of `GradeQuality`; n: the units."""

    metric: str
    rows: tuple[AgreementRow, ...]


def measure_unit_agreement(
    evidence: Sequence[Evidence], labels: Mapping[SummaryKey, LabelledSummary], statistics: Statistics
) -> list[UnitAgreement]:
    """Return the agreement of each evidence with labels, and after it that of the majority baseline.

    Intervals are percentiles over resamples of documents, widened to hold their value: a resample's ECE is larger.
    Raises ValueError for evidence without labelled units.
    """
    found = []
    for each in evidence:
        units = collect_labelled_units(each, labels)
        name = f"{each.name}_{each.measure}"
        baseline = units._replace(probabilities=predict_base_rate(units.labels))
        found += [_measure(name, units, statistics), _measure(f"majority, units of {name}", baseline, statistics)]
    return found


def measure_folder_units(folder: EvaluationFolder, measure: str, statistics: Statistics) -> list[UnitAgreement]:
    """Return the agreement of a folder's evidence with its labels; nothing where it lacks either.

    Of its own evidence that of labelled units is taken; raises ValueError for files of evidence that were named and
    have no labelled units, or no labels beside them.
    """
    if not folder.evidence_files:
        return []
    if not folder.labels_file:
        if folder.has_named_evidence:
            raise ValueError(f"{folder.name}: no {LABELS} to compare the evidence with")
        return []
    path = folder.labels_file.parent
    summaries = {each.key: each for each in read_summaries(path / LABEL_FILES[0])}
    labels = {SummaryKey(each.instance_id, each.summarizer_id): each for each in read_labelled_folder(path)}
    evidence = read_evidence(folder.evidence_files, measure, summaries)
    chosen = evidence if folder.has_named_evidence else [each for each in evidence if has_labels(each, labels)]
    return measure_unit_agreement(chosen, labels, statistics)


#: what a verdict and a page say of a judge's labels, and its decimals
SHOWN = ("auc", "kappa", "f1", "accuracy", "ece")
DECIMALS = 5


def summarise_labels(units: LabelledUnits, model: UnitAgreement, majority: UnitAgreement) -> dict[str, Any]:
    """Return the number of units, the share labelled present, and the statistics SHOWN of both, JSON-ready."""
    return {
        "units": len(units.labels),
        "stated": round_value(float(units.labels.mean())),
        "model": _round_rows(model),
        "majority": _round_rows(majority),
    }


def _round_rows(found: UnitAgreement) -> dict[str, list[float | None]]:
    rows = {row.coefficient: row.estimate.to_dict() for row in found.rows}
    return {name: [None if each is None else round(each, DECIMALS) for each in rows[name].values()] for name in SHOWN}


def render_unit_agreement(found: Sequence[UnitAgreement]) -> str:
    """Return the statistics of labels, a line a model, the majority baseline last."""
    shown = {row.coefficient: TITLES[row.coefficient] for each in found for row in each.rows}
    rows = []
    for each in found:
        cells = {row.coefficient: str(row.estimate) for row in each.rows}
        rows.append([each.metric, *(cells.get(name, "") for name in shown), str(each.rows[0].n)])
    return render_table(["labels", *shown.values(), "units"], rows)


def _measure(name: str, units: LabelledUnits, statistics: Statistics) -> UnitAgreement:
    documents = int(units.documents.max()) + 1
    resampled: Mapping[str, np.ndarray] = {}
    if statistics.resamples and documents >= MIN_DOCUMENTS:
        resampled = _bootstrap(units, draw_documents(documents, statistics.resamples, statistics.seed))
    rows = []
    for statistic, found in _bootstrap(units, np.ones((1, documents))).items():
        value = float(found[0])
        value = 0.0 if abs(value) < ROUNDING else value
        estimate = hold_value(percentile_interval(value, resampled.get(statistic, np.array([]))))
        rows.append(AgreementRow(name, UNIT, statistic, estimate, len(units.labels)))
    return UnitAgreement(name, tuple(rows))


def _bootstrap(units: LabelledUnits, draws: np.ndarray) -> dict[str, np.ndarray]:
    """Return each statistic in each resample of documents, (resamples,)."""
    given = units.probabilities, units.labels, units.documents, draws
    graded = bootstrap_grade_quality(*given)._asdict() if has_grades(units.labels) else {}
    return {**bootstrap_judge_quality(*given)._asdict(), **graded}
