"""How far judges agree with annotators' labels unit by unit, beside the majority baseline."""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.evaluation.agreement_statistics import AgreementRow, Statistics
from sacrerouge_litepyramid.io.evaluation_folder import LABELS, UNITS, VOTES, EvaluationFolder
from sacrerouge_litepyramid.io.evidence import Evidence, number_repeats, read_evidence
from sacrerouge_litepyramid.io.files import describe, read_json_lines, required
from sacrerouge_litepyramid.io.labels import LABEL_FILES, parse_labels, read_labelled_folder
from sacrerouge_litepyramid.io.metrics import SummaryKey, parse_key
from sacrerouge_litepyramid.io.summaries import read_summaries
from sacrerouge_litepyramid.io.units import read_units
from sacrerouge_litepyramid.statistics.agreement import MIN_DOCUMENTS, draw_documents
from sacrerouge_litepyramid.statistics.alternative_annotator import EPSILON, MIN_ANNOTATORS, compare_with_annotators
from sacrerouge_litepyramid.statistics.estimate import finite_or_none, round_value
from sacrerouge_litepyramid.statistics.intervals import hold_value, percentile_interval
from sacrerouge_litepyramid.statistics.judge_quality import (
    bootstrap_grade_quality,
    bootstrap_judge_quality,
    has_grades,
    predict_base_rate,
)
from sacrerouge_litepyramid.statistics.rounding import ROUNDING
from sacrerouge_litepyramid.statistics.tables import render_table
from sacrerouge_litepyramid.statistics.votes import Ballot


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
            f"the evidence of {evidence.name!r} has no unit that annotators labelled; pass that of a metric that was "
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
    """A judge's rows, one per statistic of `JudgeQuality`, of grades `GradeQuality`; ``test``: by `_test_judge`."""

    metric: str
    rows: tuple[AgreementRow, ...]
    test: Mapping[str, Any] | None = None


def measure_unit_agreement(
    evidence: Sequence[Evidence], labels: Mapping[SummaryKey, LabelledSummary], statistics: Statistics
) -> list[UnitAgreement]:
    """Return the agreement of each evidence with labels, and after it that of the majority baseline.

    Intervals are percentiles over resamples of documents, widened to hold their value: a resample's ECE is larger.
    Raises ValueError for evidence without labelled units.
    """
    found = []
    for judged in evidence:
        units = collect_labelled_units(judged, labels)
        name = f"{judged.name}_{judged.measure}"
        baseline = units._replace(probabilities=predict_base_rate(units.labels))
        found += [_measure(name, units, statistics), _measure(f"majority, units of {name}", baseline, statistics)]
    return found


def measure_folder_units(folder: EvaluationFolder, measure: str, statistics: Statistics) -> list[UnitAgreement]:
    """Return the agreement of a folder's evidence with its labels and votes; nothing without labels or evidence.

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
    summaries = {summary.key: summary for summary in read_summaries(path / LABEL_FILES[0])}
    labels = {SummaryKey(summary.instance_id, summary.summarizer_id): summary for summary in read_labelled_folder(path)}
    evidence = read_evidence(folder.evidence_files, measure, summaries)
    chosen = evidence if folder.has_named_evidence else [judged for judged in evidence if has_labels(judged, labels)]
    voted, measured = read_voted_summaries(path), measure_unit_agreement(chosen, labels, statistics)
    return measured + [row for judged in chosen for row in compare_with_votes(judged, voted, statistics)]


#: what a verdict and a page say of a judge's labels, and its decimals
SHOWN = ("auc", "kappa", "f1", "accuracy", "ece")
DECIMALS = 5


def summarise_labels(units: LabelledUnits, model: UnitAgreement, majority: UnitAgreement) -> dict[str, Any]:
    """Return the number of units, the share labelled present, and the statistics SHOWN of both, JSON-ready."""
    return {
        "units": len(units.labels),
        "stated": round_value(float(units.labels.mean())),
        "model": round_rows(model),
        "majority": round_rows(majority),
    }


def round_rows(found: UnitAgreement) -> dict[str, list[float | None]]:
    """Return the statistics SHOWN that the rows have, with their intervals, JSON-ready."""
    rows = {row.coefficient: row.estimate.to_dict().values() for row in found.rows}
    return {name: [None if x is None else round(x, DECIMALS) for x in rows[name]] for name in SHOWN if name in rows}


def render_unit_agreement(found: Sequence[UnitAgreement]) -> str:
    """Return the statistics of labels, a line a model, the majority baseline last."""
    shown = {row.coefficient: TITLES[row.coefficient] for agreement in found for row in agreement.rows}
    rows = []
    for agreement in found:
        cells = {row.coefficient: str(row.estimate) for row in agreement.rows}
        rows.append([agreement.metric, *(cells.get(name, "") for name in shown), str(agreement.rows[0].n)])
    notes = [agreement.test["note"] for agreement in found if agreement.test]
    return "\n\n".join([render_table(["labels", *shown.values(), "units"], rows), *notes])


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


#: a summary's annotators, "" without a name, and what each of them labelled
VotedSummary = tuple[tuple[str, ...], list[LabelledSummary]]
#: the units of an annotator, and documents, below which a t-test is doubtful
FEW = 30
#: the statistics that mean the same of votes and of probabilities
COMPARABLE = ("kappa", "accuracy", "precision", "recall", "f1")


def read_voted_summaries(folder: Path) -> dict[SummaryKey, VotedSummary]:
    """Read a folder's votes.jsonl, nothing without one; ValueError, with the line, for votes that do not fit."""
    units, voted = read_units(folder / UNITS), dict[SummaryKey, VotedSummary]()
    for line in read_json_lines(folder / VOTES) if (folder / VOTES).exists() else ():
        key, votes, own = parse_key(line), required(line, "votes", list), units.get(str(line.data.get("instance_id")))
        names = required(line, "annotators", list) if "annotators" in line.data else [""] * len(votes)
        repeated = "annotators" in line.data and len({*map(str, names)}) < len(names)
        if key in voted or own is None or len(names) != len(votes) or repeated:
            raise ValueError(f"{describe(line)}: give each summary of {UNITS} once, with a name for each list of votes")
        labels = [parse_labels(line._replace(data=line.data | {"labels": row}), own, may_be_null=True) for row in votes]
        voted[key] = tuple(map(str, names)), [LabelledSummary(*key, "", own.units, row) for row in labels]
    return voted


def compare_with_votes(
    evidence: Evidence, voted: Mapping[SummaryKey, VotedSummary], statistics: Statistics
) -> list[UnitAgreement]:
    """Return the agreement of a judge and of the annotators, the human ceiling, with the mean of the other votes.

    Each vote is left out in turn; the judge's rows have the test. Nothing for fewer than three annotators.
    """
    ballots: dict[SummaryKey, Ballot] = {}
    for key, (names, summaries) in voted.items():
        rows = [
            match_labels(evidence.units[key.instance_id], summary) for summary in summaries if key in evidence.values
        ]
        if rows and rows[0]:
            ballots[key] = Ballot(names, np.array(rows, dtype=np.float64))
    documents = list(dict.fromkeys(key.instance_id for key in ballots))
    parts = [np.empty((4, 0))]
    for key, (_, votes) in ballots.items():
        cast = ~np.isnan(votes)
        others = cast.sum(axis=0) - cast
        means = (np.nansum(votes, axis=0) - np.nan_to_num(votes)) / np.maximum(others, 1)
        columns = np.broadcast_arrays(evidence.values[key], votes, means, documents.index(key.instance_id))
        parts.append(np.stack(columns)[:, cast & (others > 0) & ~np.isnan(evidence.values[key])])
    judged, left_out, means, places = np.concatenate(parts, axis=1)
    voters = [ballot.voters for ballot in ballots.values()]
    if not len(judged) or max(len(set().union(*voters)), *map(len, voters)) < MIN_ANNOTATORS:
        return []
    name, shown = f"{evidence.name}_{evidence.measure}", (*COMPARABLE, *(["r"] if has_grades(left_out) else []))
    found = []
    for title, values in ((f"{name}, vote by vote", judged), (f"annotators, vote by vote, for {name}", left_out)):
        rows_of = _measure(title, LabelledUnits(values, means, places.astype(int), places), statistics).rows
        found.append(UnitAgreement(title, tuple(row for row in rows_of if row.coefficient in shown)))
    return [found[0]._replace(test={"metric": name, **_test_judge(name, evidence, ballots)}), found[1]]


def _test_judge(name: str, evidence: Evidence, ballots: Mapping[SummaryKey, Ballot]) -> dict[str, Any]:
    """Return the alternative annotator test, JSON-ready; where it cannot be made only a ``note`` with the reason."""
    note = "Vote by vote: against the mean of the other votes; the annotators are the human ceiling. Alt-test: "
    if any("" in ballot.voters for ballot in ballots.values()):
        return {"note": f"{note}none, as {VOTES} does not name the 'annotators'."}
    votes = np.concatenate([[0.0, 1.0], *(ballot.votes.ravel() for ballot in ballots.values())])
    scale = np.unique(votes[~np.isnan(votes)])[::-1]  # downwards: half way between two votes counts as the higher
    values = [evidence.values[key] for key in ballots]
    judged = [scale[np.abs(value[:, None] - scale).argmin(axis=1)] + 0 * value for value in values]  # NaN stays NaN
    found = compare_with_annotators(list(ballots.values()), judged, [key.instance_id for key in ballots])
    compared = [row for row in found.comparisons if row.units]
    documents, enough = len({key.instance_id for key in ballots}), sum(row.units >= FEW for row in compared)
    if enough < MIN_ANNOTATORS or documents < MIN_DOCUMENTS:
        needs = f"{MIN_ANNOTATORS} annotators with {FEW} units each, and {MIN_DOCUMENTS} documents"
        return {"note": f"{note}none, as it needs {needs}; here are {enough} and {documents}."}
    note += (
        f"{name} {'may replace an annotator' if found.passes else 'is not shown to replace an annotator'}: it wins "
        f"against {round(found.winning_rate * len(compared))} of {len(compared)} (ω = {found.winning_rate:.2f}, ε = "
        f"{EPSILON}); advantage probability ρ = {found.advantage:.3f}; {documents} documents"
    ) + (", too few to rely on." if documents < FEW else ".")
    rows = [{**row._asdict(), "p": finite_or_none(row.p)} for row in compared]
    return {**found._asdict(), "comparisons": rows, "passes": found.passes, "epsilon": EPSILON, "note": note}
