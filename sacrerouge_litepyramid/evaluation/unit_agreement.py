"""How far judges agree with annotators' labels unit by unit, compared with the majority baseline."""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.evaluation.agreement_statistics import AgreementRow, Statistics
from sacrerouge_litepyramid.io.evaluation_folder import LABELS, SUMMARIES, VOTES, EvaluationFolder
from sacrerouge_litepyramid.io.evidence import Evidence, number_repeats, read_evidence
from sacrerouge_litepyramid.io.files import describe, read_json_lines, required
from sacrerouge_litepyramid.io.labels import find_labelled_units, parse_labels, read_labelled_folder
from sacrerouge_litepyramid.io.metrics import SummaryKey, parse_key
from sacrerouge_litepyramid.io.summaries import read_summaries
from sacrerouge_litepyramid.io.units import read_units
from sacrerouge_litepyramid.statistics.agreement import MIN_DOCUMENTS, draw_documents
from sacrerouge_litepyramid.statistics.alternative_annotator import EPSILON, MIN_ANNOTATORS, compare_with_annotators
from sacrerouge_litepyramid.statistics.estimate import finite_or_none, round_value
from sacrerouge_litepyramid.statistics.intervals import clip_interval, percentile_interval
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
    """Units that annotators labelled and a model judged: arrays (units,)."""

    probabilities: np.ndarray
    labels: np.ndarray
    #: the index of each unit's document
    documents: np.ndarray


def match_labels(units: Sequence[Unit], labelled: LabelledSummary | None) -> list[float | None] | None:
    """Return the label of each unit, matched by kind and text, repeated ones in order; None for units without one."""
    if labelled is None:
        return None
    names = number_repeats((unit.kind, unit.text) for unit in labelled.units)
    known = dict(zip(names, labelled.labels, strict=True))
    matched = [known.get(name) for name in number_repeats((unit.kind, unit.text) for unit in units)]
    return matched if any(label is not None for label in matched) else None


def has_labels(evidence: Evidence, labels: Mapping[SummaryKey, LabelledSummary]) -> bool:
    """Return whether annotators labelled any unit of the evidence."""
    return any(match_labels(evidence.units[key.instance_id], labels.get(key)) for key in evidence.values)


def collect_labelled_units(evidence: Evidence, labels: Mapping[SummaryKey, LabelledSummary]) -> LabelledUnits:
    """Return the units with both a label and a probability; ValueError if there are none."""
    places = {name: place for place, name in enumerate(sorted({key.instance_id for key in labels}))}
    rows = []
    for key, values in evidence.values.items():
        matched = match_labels(evidence.units[key.instance_id], labels.get(key)) or ()
        for value, label in zip(values.tolist(), matched, strict=False):
            if label is not None and not math.isnan(value):
                rows.append((value, label, places[key.instance_id]))
    if not rows:
        raise ValueError(
            f"the evidence of {evidence.name!r} has no unit that annotators labelled; pass evidence by the units that "
            "they labelled"
        )
    return LabelledUnits(*(np.array(column) for column in zip(*rows, strict=True)))


#: the headers of statistics that differ from their names
HEADERS = {"auc": "AUC", "f1": "F1", "ece": "ECE", "brier": "Brier", "auc_any": "AUC, any"}


class UnitAgreement(NamedTuple):
    """A judge's rows, one per statistic of `JudgeQuality` and, for grades, `GradeQuality`; ``test``: `_test_judge`."""

    metric: str
    rows: tuple[AgreementRow, ...]
    test: Mapping[str, Any] | None = None


def measure_unit_agreement(
    evidence: Sequence[Evidence], labels: Mapping[SummaryKey, LabelledSummary], statistics: Statistics
) -> list[UnitAgreement]:
    """Return the agreement of each judge's evidence with labels, each followed by that of the majority baseline.

    Intervals are percentiles over resamples of documents, widened to include the value, as resampling raises the ECE.
    Raises ValueError for evidence without labelled units.
    """
    rows = []
    for judged in evidence:
        units = collect_labelled_units(judged, labels)
        name = f"{judged.name}_{judged.measure}"
        baseline = units._replace(probabilities=predict_base_rate(units.labels))
        rows += [_measure(name, units, statistics), _measure(f"majority, units of {name}", baseline, statistics)]
    return rows


def measure_folder_units(folder: EvaluationFolder, measure: str, statistics: Statistics) -> list[UnitAgreement]:
    """Return the agreement of a folder's evidence with its labels and votes; empty without labels or evidence.

    The folder's own evidence is used if its units are labelled. Raises ValueError for named files of evidence that have
    no labelled units, or no labels beside them.
    """
    if not folder.evidence_files:
        return []
    if not folder.labels_file:
        if folder.has_named_evidence:
            raise ValueError(f"{folder.name}: no {LABELS} to compare the evidence with")
        return []
    path = folder.labels_file.parent
    summaries = {summary.key: summary for summary in read_summaries(path / SUMMARIES)}
    labels = {SummaryKey(row.instance_id, row.summarizer_id): row for row in read_labelled_folder(path)}
    evidence = read_evidence(folder.evidence_files, measure, summaries)
    chosen = evidence if folder.has_named_evidence else [judged for judged in evidence if has_labels(judged, labels)]
    voted, measured = read_voted_summaries(path), measure_unit_agreement(chosen, labels, statistics)
    return measured + [row for judged in chosen for row in compare_with_votes(judged, voted, statistics)]


#: the statistics of a judge's labels in a verdict and on a page
SHOWN = ("auc", "kappa", "f1", "accuracy", "ece")


def summarise_labels(units: LabelledUnits, model: UnitAgreement, majority: UnitAgreement) -> dict[str, Any]:
    """Return the number of units, the share labelled as stated, and the statistics SHOWN of both, JSON-ready."""
    return {
        "units": len(units.labels),
        "stated": round_value(float(units.labels.mean())),
        "model": round_rows(model),
        "majority": round_rows(majority),
    }


def round_rows(measured: UnitAgreement) -> dict[str, list[float | None]]:
    """Return those of the statistics SHOWN that the rows have, with their intervals, JSON-ready, to five decimals."""
    rows = {row.coefficient: row.estimate.to_dict().values() for row in measured.rows}
    return {name: [None if x is None else round(x, 5) for x in rows[name]] for name in SHOWN if name in rows}


def render_unit_agreement(measured: Sequence[UnitAgreement]) -> str:
    """Return a table of the agreement with labels, with a line per judge or baseline, and the notes of the tests."""
    shown = {row.coefficient: HEADERS.get(row.coefficient, row.coefficient) for judge in measured for row in judge.rows}
    rows = []
    for judge in measured:
        cells = {row.coefficient: str(row.estimate) for row in judge.rows}
        rows.append([judge.metric, *(cells.get(name, "") for name in shown), str(judge.rows[0].n)])
    notes = [judge.test["note"] for judge in measured if judge.test]
    return "\n\n".join([render_table(["labels", *shown.values(), "units"], rows), *notes])


def _measure(name: str, units: LabelledUnits, statistics: Statistics) -> UnitAgreement:
    documents = int(units.documents.max()) + 1
    resampled: Mapping[str, np.ndarray] = {}
    if statistics.resamples and documents >= MIN_DOCUMENTS:
        resampled = _bootstrap(units, draw_documents(documents, statistics.resamples, statistics.seed))
    rows = []
    for statistic, (value,) in _bootstrap(units, np.ones((1, documents))).items():
        value = 0.0 if abs(value) < ROUNDING else float(value)
        estimate = clip_interval(percentile_interval(value, resampled.get(statistic, np.array([]))))
        rows.append(AgreementRow(name, "unit", statistic, estimate, len(units.labels)))
    return UnitAgreement(name, tuple(rows))


def _bootstrap(units: LabelledUnits, draws: np.ndarray) -> dict[str, np.ndarray]:
    """Return each statistic in each resample of documents, (resamples,)."""
    data = units.probabilities, units.labels, units.documents, draws
    graded = bootstrap_grade_quality(*data)._asdict() if has_grades(units.labels) else {}
    return {**bootstrap_judge_quality(*data)._asdict(), **graded}


#: a summary's annotators, "" without a name, and the labels of each
VotedSummary = tuple[tuple[str, ...], list[LabelledSummary]]
#: the number of an annotator's units, and of documents, below which a t-test is unreliable
FEW = 30
#: the statistics that are comparable between votes and probabilities
COMPARABLE = ("kappa", "accuracy", "precision", "recall", "f1")


def read_voted_summaries(folder: Path) -> dict[SummaryKey, VotedSummary]:
    """Read a folder's votes.jsonl, if it has one; ValueError, with the line, for votes that do not match the units."""
    units, voted = read_units(find_labelled_units(folder)), dict[SummaryKey, VotedSummary]()
    for line in read_json_lines(folder / VOTES) if (folder / VOTES).exists() else ():
        key, votes = parse_key(line), required(line, "votes", list)
        document = units.get(str(line.data.get("instance_id")))
        names = required(line, "annotators", list) if "annotators" in line.data else [""] * len(votes)
        repeated = "annotators" in line.data and len({*map(str, names)}) < len(names)
        if key in voted or document is None or len(names) != len(votes) or repeated:
            raise ValueError(
                f"{describe(line)}: the summary is given twice, has no units, or its votes lack distinct annotators; "
                "keep one line per summary, with a name for each list of votes"
            )
        lines = (line._replace(data=line.data | {"labels": row}) for row in votes)
        labels = [parse_labels(vote, document, may_be_null=True) for vote in lines]
        voted[key] = tuple(map(str, names)), [LabelledSummary(*key, "", document.units, row) for row in labels]
    return voted


def compare_with_votes(
    evidence: Evidence, voted: Mapping[SummaryKey, VotedSummary], statistics: Statistics
) -> list[UnitAgreement]:
    """Return the agreement of a judge and of the annotators, the human ceiling, with the mean of the other votes.

    Each vote is left out in turn; the judge's rows have the test. Empty for fewer than three annotators.
    """
    ballots: dict[SummaryKey, Ballot] = {}
    for key, (names, summaries) in voted.items():
        if key not in evidence.values:
            continue
        rows = [match_labels(evidence.units[key.instance_id], summary) for summary in summaries]
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
    agreements = []
    for title, values in ((f"{name}, vote by vote", judged), (f"annotators, vote by vote, for {name}", left_out)):
        rows_of = _measure(title, LabelledUnits(values, means, places.astype(int)), statistics).rows
        agreements.append(UnitAgreement(title, tuple(row for row in rows_of if row.coefficient in shown)))
    return [agreements[0]._replace(test={"metric": name, **_test_judge(name, evidence, ballots)}), agreements[1]]


def _test_judge(name: str, evidence: Evidence, ballots: Mapping[SummaryKey, Ballot]) -> dict[str, Any]:
    """Return the alternative annotator test, JSON-ready, or only a ``note`` with the reason why there is none."""
    note = "Vote by vote: against the mean of the other votes; the annotators are the human ceiling. Alt-test: "
    if any("" in ballot.voters for ballot in ballots.values()):
        return {"note": f"{note}none, as {VOTES} does not name the annotators."}
    votes = np.concatenate([[0.0, 1.0], *(ballot.votes.ravel() for ballot in ballots.values())])
    scale = np.unique(votes[~np.isnan(votes)])[::-1]  # downwards: a tie between two votes goes to the higher
    values = [evidence.values[key] for key in ballots]
    judged = [scale[np.abs(value[:, None] - scale).argmin(axis=1)] + 0 * value for value in values]  # NaN stays NaN
    test = compare_with_annotators(list(ballots.values()), judged, [key.instance_id for key in ballots])
    compared = [row for row in test.comparisons if row.units]
    documents, enough = len({key.instance_id for key in ballots}), sum(row.units >= FEW for row in compared)
    if enough < MIN_ANNOTATORS or documents < MIN_DOCUMENTS:
        needs = f"{MIN_ANNOTATORS} annotators with {FEW} units each, and {MIN_DOCUMENTS} documents"
        return {"note": f"{note}none, as it needs {needs}; there are {enough} and {documents}."}
    note += (
        f"{name} {'may replace an annotator' if test.passes else 'is not shown to replace an annotator'}: it wins "
        f"against {round(test.winning_rate * len(compared))} of {len(compared)} (ω = {test.winning_rate:.2f}, ε = "
        f"{EPSILON}); advantage probability ρ = {test.advantage:.3f}; {documents} documents"
    ) + (", too few to rely on." if documents < FEW else ".")
    rows = [{**row._asdict(), "p": finite_or_none(row.p)} for row in compared]
    return {**test._asdict(), "comparisons": rows, "passes": test.passes, "epsilon": EPSILON, "note": note}
