"""How far judges agree with annotators' labels unit by unit, compared with the majority baseline."""

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.io.evaluation_folder import LABELS, SUMMARIES, VOTES, EvaluationFolder
from sacrerouge_litepyramid.io.evidence import Evidence, number_repeats, read_evidence
from sacrerouge_litepyramid.io.files import describe, read_json_lines, required
from sacrerouge_litepyramid.io.labels import find_labelled_units, parse_labels, read_labelled_folder
from sacrerouge_litepyramid.io.metrics import SummaryKey, parse_key
from sacrerouge_litepyramid.io.summaries import read_summaries
from sacrerouge_litepyramid.io.units import read_units
from sacrerouge_litepyramid.statistics.agreement import MIN_DOCUMENTS, draw_documents
from sacrerouge_litepyramid.statistics.alternative_annotator import EPSILON, MIN_ANNOTATORS, compare_with_annotators
from sacrerouge_litepyramid.statistics.estimate import Estimate, finite_or_none, round_value
from sacrerouge_litepyramid.statistics.intervals import percentile_interval
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
#: a judge's statistics by name: those of `JudgeQuality` and, for grades, of `GradeQuality`
UnitStatistics: TypeAlias = Mapping[str, Estimate]


class VoteAgreement(NamedTuple):
    """How a judge and the annotators, the human ceiling, agree with the mean of the other votes, vote by vote."""

    judge: UnitStatistics
    annotators: UnitStatistics
    votes: int
    # the alternative annotator test, JSON-ready; None with too few annotators or documents
    test: Mapping[str, Any] | None
    # the test in a sentence, or the reason why there is none
    note: str


class UnitAgreement(NamedTuple):
    """How far a judge agrees with labels of units, beside the majority baseline."""

    judge: str
    quality: UnitStatistics
    majority: UnitStatistics
    units: int
    # the share of units that are labelled as stated
    stated: float
    # None with fewer than three annotators
    votes: VoteAgreement | None = None


def measure_unit_agreement(
    evidence: Sequence[Evidence], labels: Mapping[SummaryKey, LabelledSummary], statistics: Statistics
) -> list[UnitAgreement]:
    """Return the agreement of each judge's evidence with labels.

    Intervals are percentiles over resamples of documents. Raises ValueError for evidence without labelled units.
    """
    measured = []
    for judged in evidence:
        units = collect_labelled_units(judged, labels)
        baseline = units._replace(probabilities=predict_base_rate(units.labels))
        measured.append(
            UnitAgreement(
                judge=f"{judged.name}_{judged.measure}",
                quality=_measure(units, statistics),
                majority=_measure(baseline, statistics),
                units=len(units.labels),
                stated=float(units.labels.mean()),
            )
        )
    return measured


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
    voted = read_voted_summaries(path)
    measured = measure_unit_agreement(chosen, labels, statistics)
    pairs = zip(measured, chosen, strict=True)
    return [unit._replace(votes=compare_with_votes(judged, voted, statistics)) for unit, judged in pairs]


#: the statistics of a judge's labels in a verdict and on a page
SHOWN = ("auc", "kappa", "f1", "accuracy", "ece")


def summarise_labels(measured: UnitAgreement) -> dict[str, Any]:
    """Return the number of units, the share labelled as stated, and the statistics SHOWN of both, JSON-ready."""
    return {
        "units": measured.units,
        "stated": round_value(measured.stated),
        "model": round_statistics(measured.quality),
        "majority": round_statistics(measured.majority),
    }


def round_statistics(statistics: UnitStatistics) -> dict[str, list[float | None]]:
    """Return those of the statistics SHOWN that are known, with their intervals, JSON-ready, to five decimals."""
    rounded = {}
    for name in SHOWN:
        if name in statistics:
            numbers = statistics[name].to_dict().values()
            rounded[name] = [None if number is None else round(number, 5) for number in numbers]
    return rounded


def list_unit_rows(measured: UnitAgreement) -> Iterator[dict[str, Any]]:
    """Yield the statistics as rows for JSON and pandas: judge or baseline, level, statistic, value, interval, n."""
    for name, statistics, count in _list_parts(measured):
        for statistic, estimate in statistics.items():
            yield {"metric": name, "level": "unit", "coefficient": statistic, **estimate.to_dict(), "n": count}


def _list_parts(measured: UnitAgreement) -> Iterator[tuple[str, UnitStatistics, int]]:
    """Yield the name, the statistics and the number of units of the judge and of what it is compared with."""
    yield measured.judge, measured.quality, measured.units
    yield f"majority, units of {measured.judge}", measured.majority, measured.units
    if measured.votes is not None:
        yield f"{measured.judge}, vote by vote", measured.votes.judge, measured.votes.votes
        yield f"annotators, vote by vote, for {measured.judge}", measured.votes.annotators, measured.votes.votes


def render_unit_agreement(measured: Sequence[UnitAgreement]) -> str:
    """Return a table of the agreement with labels, with a line per judge or baseline, and the notes of the tests."""
    parts = [part for unit in measured for part in _list_parts(unit)]
    shown = {name: HEADERS.get(name, name) for _, statistics, _ in parts for name in statistics}
    rows = []
    for judge, statistics, count in parts:
        cells = [str(statistics[name]) if name in statistics else "" for name in shown]
        rows.append([judge, *cells, str(count)])
    notes = [unit.votes.note for unit in measured if unit.votes is not None]
    return "\n\n".join([render_table(["labels", *shown.values(), "units"], rows), *notes])


def _measure(units: LabelledUnits, statistics: Statistics) -> UnitStatistics:
    documents = int(units.documents.max()) + 1
    resampled: Mapping[str, np.ndarray] = {}
    if statistics.resamples and documents >= MIN_DOCUMENTS:
        resampled = _bootstrap(units, draw_documents(documents, statistics.resamples, statistics.seed))
    measured = {}
    for name, (value,) in _bootstrap(units, np.ones((1, documents))).items():
        value = 0.0 if abs(value) < ROUNDING else float(value)
        measured[name] = percentile_interval(value, resampled.get(name, np.array([])))
    return measured


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
) -> VoteAgreement | None:
    """Return the agreement of a judge and of the annotators, the human ceiling, with the mean of the other votes.

    Each vote is left out in turn. None for fewer than three annotators.
    """
    ballots = _collect_ballots(evidence, voted)
    documents = list(dict.fromkeys(key.instance_id for key in ballots))
    judged, left_out, others, places = [], [], [], []
    for key, ballot in ballots.items():
        cast = ~np.isnan(ballot.votes)
        counts = cast.sum(axis=0) - cast
        means = (np.nansum(ballot.votes, axis=0) - np.nan_to_num(ballot.votes)) / np.maximum(counts, 1)
        values = np.broadcast_to(evidence.values[key], ballot.votes.shape)
        compared = cast & (counts > 0) & ~np.isnan(values)
        judged.append(values[compared])
        left_out.append(ballot.votes[compared])
        others.append(means[compared])
        places.append(np.full(compared.sum(), documents.index(key.instance_id)))
    names = {name for ballot in ballots.values() for name in ballot.voters}
    most = max([len(names), *(len(ballot.voters) for ballot in ballots.values())])
    if most < MIN_ANNOTATORS or not sum(map(len, judged)):
        return None
    votes, labels, documents_of = np.concatenate(left_out), np.concatenate(others), np.concatenate(places)
    shown = (*COMPARABLE, "r") if has_grades(votes) else COMPARABLE
    of_judge = _measure(LabelledUnits(np.concatenate(judged), labels, documents_of), statistics)
    of_annotators = _measure(LabelledUnits(votes, labels, documents_of), statistics)
    test, note = _test_judge(f"{evidence.name}_{evidence.measure}", evidence, ballots)
    return VoteAgreement(
        judge={name: value for name, value in of_judge.items() if name in shown},
        annotators={name: value for name, value in of_annotators.items() if name in shown},
        votes=len(votes),
        test=test,
        note=f"Vote by vote: against the mean of the other votes; the annotators are the human ceiling. {note}",
    )


def _collect_ballots(evidence: Evidence, voted: Mapping[SummaryKey, VotedSummary]) -> dict[SummaryKey, Ballot]:
    """Return the votes on the evidence's units, by summary."""
    ballots: dict[SummaryKey, Ballot] = {}
    for key, (names, summaries) in voted.items():
        if key in evidence.values:
            rows = [match_labels(evidence.units[key.instance_id], summary) for summary in summaries]
            if rows and rows[0]:
                ballots[key] = Ballot(names, np.array(rows, dtype=np.float64))
    return ballots


def _test_judge(
    name: str, evidence: Evidence, ballots: Mapping[SummaryKey, Ballot]
) -> tuple[dict[str, Any] | None, str]:
    """Return the alternative annotator test, JSON-ready, and a sentence; without the test None and the reason."""
    if any("" in ballot.voters for ballot in ballots.values()):
        return None, f"Alt-test: none, as {VOTES} does not name the annotators."
    votes = np.concatenate([[0.0, 1.0], *(ballot.votes.ravel() for ballot in ballots.values())])
    scale = np.unique(votes[~np.isnan(votes)])[::-1]  # downwards: a tie between two votes goes to the higher
    values = [evidence.values[key] for key in ballots]
    judged = [scale[np.abs(value[:, None] - scale).argmin(axis=1)] + 0 * value for value in values]  # NaN stays NaN
    test = compare_with_annotators(list(ballots.values()), judged, [key.instance_id for key in ballots])
    compared = [row for row in test.comparisons if row.units]
    documents = len({key.instance_id for key in ballots})
    enough = sum(row.units >= FEW for row in compared)
    if enough < MIN_ANNOTATORS or documents < MIN_DOCUMENTS:
        needs = f"{MIN_ANNOTATORS} annotators with {FEW} units each, and {MIN_DOCUMENTS} documents"
        return None, f"Alt-test: none, as it needs {needs}; there are {enough} and {documents}."
    verdict = "may replace an annotator" if test.passes else "is not shown to replace an annotator"
    note = (
        f"Alt-test: {name} {verdict}: it wins against {round(test.winning_rate * len(compared))} of {len(compared)} "
        f"(ω = {test.winning_rate:.2f}, ε = {EPSILON}); advantage probability ρ = {test.advantage:.3f}; {documents} "
        f"documents{', too few to rely on' if documents < FEW else ''}."
    )
    rows = [{**row._asdict(), "p": finite_or_none(row.p)} for row in compared]
    data = {**test._asdict(), "comparisons": rows, "passes": test.passes, "epsilon": EPSILON, "note": note}
    return {"metric": name, **data}, note
