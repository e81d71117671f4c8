"""How far judges agree with labels of units, beside the majority baseline and annotators."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.evaluation_folder import LABELS, SUMMARIES, VOTES, EvaluationFolder
from sacrerouge_litepyramid.io.evidence import Evidence, number_repeats, read_evidence
from sacrerouge_litepyramid.io.labels import (
    VotedSummary,
    read_labelled_folder,
    read_voted_summaries,
)
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.summaries import read_summaries
from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.statistics.agreement import MIN_DOCUMENTS, draw_documents
from sacrerouge_litepyramid.statistics.alternative_annotator import (
    EPSILON,
    MIN_ANNOTATORS,
    AlternativeAnnotator,
    compare_with_annotators,
)
from sacrerouge_litepyramid.statistics.estimate import Estimate, finite_or_none
from sacrerouge_litepyramid.statistics.intervals import percentile_interval
from sacrerouge_litepyramid.statistics.judge_quality import (
    JudgeQuality,
    bootstrap_judge_quality,
    predict_base_rate,
)
from sacrerouge_litepyramid.statistics.rounding import ROUNDING
from sacrerouge_litepyramid.statistics.tables import render_table
from sacrerouge_litepyramid.statistics.votes import Ballot

#: the headers of statistics that differ from their names
HEADERS = {"auc": "AUC", "f1": "F1", "ece": "ECE", "brier": "Brier"}
#: the number of an annotator's units, and of documents, below which a t-test is unreliable
MIN_SAMPLE = 30

#: a judge's statistics by name: those of `JudgeQuality`
UnitStatistics: TypeAlias = Mapping[str, Estimate]


class LabelledUnits(NamedTuple):
    """Units that annotators labelled and a model judged: arrays (units,)."""

    probabilities: np.ndarray
    labels: np.ndarray
    # the place of each unit's document
    documents: np.ndarray


class AnnotatorTest(NamedTuple):
    """The alternative annotator test of a judge."""

    # JSON-ready; None with too few annotators or documents
    data: Mapping[str, Any] | None
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
    test: AnnotatorTest | None = None


# Labels


def index_labels(labelled: Iterable[LabelledSummary]) -> dict[SummaryKey, LabelledSummary]:
    """Return labelled summaries by their instances and systems."""
    return {SummaryKey(row.instance_id, row.summarizer_id): row for row in labelled}


def match_labels(
    units: Sequence[Unit], labelled: LabelledSummary | None
) -> list[float | None] | None:
    """Return the label of each unit, matched by kind and text, repeated ones in order.

    A unit without a label has None, and units of which none has a label are None.
    """
    if labelled is None:
        return None
    known = dict(zip(_name_units(labelled.units), labelled.labels, strict=True))
    matched = [known.get(name) for name in _name_units(units)]
    return matched if any(label is not None for label in matched) else None


def _name_units(units: Sequence[Unit]) -> list[tuple[Any, int]]:
    return number_repeats((unit.kind, unit.text) for unit in units)


def _match_evidence(
    evidence: Evidence, labels: Mapping[SummaryKey, LabelledSummary]
) -> Iterator[tuple[SummaryKey, list[float | None]]]:
    """Yield each judged summary that has labels, and its units' labels."""
    for key in evidence.values:
        matched = match_labels(evidence.units[key.instance_id], labels.get(key))
        if matched is not None:
            yield key, matched


def has_labels(evidence: Evidence, labels: Mapping[SummaryKey, LabelledSummary]) -> bool:
    """Return whether annotators labelled any unit of the evidence."""
    return any(True for _ in _match_evidence(evidence, labels))


def collect_labelled_units(
    evidence: Evidence, labels: Mapping[SummaryKey, LabelledSummary]
) -> LabelledUnits:
    """Return the units with both a label and a probability; raise ValueError without any."""
    names = sorted({key.instance_id for key in labels})
    places = {name: place for place, name in enumerate(names)}
    probabilities, known_labels, documents = [], [], []
    for key, matched in _match_evidence(evidence, labels):
        for value, label in zip(evidence.values[key].tolist(), matched, strict=True):
            if label is not None and not math.isnan(value):
                probabilities.append(value)
                known_labels.append(label)
                documents.append(places[key.instance_id])
    if not documents:
        raise ValueError(
            f"the evidence of {evidence.name!r} has no unit that annotators labelled; pass "
            "evidence by the units that they labelled"
        )
    return LabelledUnits(np.array(probabilities), np.array(known_labels), np.array(documents))


def measure_unit_agreement(
    evidence: Evidence, labels: Mapping[SummaryKey, LabelledSummary], statistics: Statistics
) -> UnitAgreement:
    """Return the agreement of a judge's evidence with labels.

    Raise ValueError if none of its units is labelled. Intervals are percentiles over resamples of
    documents.
    """
    units = collect_labelled_units(evidence, labels)
    baseline = units._replace(probabilities=predict_base_rate(units.labels))
    return UnitAgreement(
        judge=evidence.full_name,
        quality=_measure(units, statistics),
        majority=_measure(baseline, statistics),
        units=len(units.labels),
        stated=float(units.labels.mean()),
    )


def measure_folder_units(
    folder: EvaluationFolder, measure: str, statistics: Statistics
) -> list[UnitAgreement]:
    """Return the agreement of a folder's evidence with its labels and votes.

    The list is empty without labels or evidence. The folder's own evidence is used if its units are
    labelled. Raises ValueError for named files of evidence that have no labelled units, or no
    labels beside them.
    """
    if folder.has_named_evidence and not folder.labels_file:
        raise ValueError(f"{folder.name}: no {LABELS} to compare the evidence with")
    if not folder.evidence_files or not folder.labels_file:
        return []
    path = folder.labels_file.parent
    summaries = {summary.key: summary for summary in read_summaries(path / SUMMARIES)}
    labels = index_labels(read_labelled_folder(path))
    voted = read_voted_summaries(path)
    measured = []
    for judged in read_evidence(folder.evidence_files, measure, summaries):
        if folder.has_named_evidence or has_labels(judged, labels):
            agreement = measure_unit_agreement(judged, labels, statistics)
            measured.append(agreement._replace(test=compare_with_votes(judged, voted)))
    return measured


def _measure(units: LabelledUnits, statistics: Statistics) -> UnitStatistics:
    """Return each statistic with the percentiles of its resamples."""
    documents = int(units.documents.max()) + 1
    resampled: Mapping[str, np.ndarray] = {}
    if statistics.resamples and documents >= MIN_DOCUMENTS:
        draws = draw_documents(documents, statistics.resamples, statistics.seed)
        resampled = bootstrap_judge_quality(*units, draws)._asdict()
    measured = {}
    # A single draw that counts every document once gives the statistics themselves.
    once = bootstrap_judge_quality(*units, np.ones((1, documents)))
    for name, (value,) in once._asdict().items():
        value = 0.0 if abs(value) < ROUNDING else float(value)
        measured[name] = percentile_interval(value, resampled.get(name, np.array([])))
    return measured


# Output


def list_unit_rows(measured: UnitAgreement) -> Iterator[dict[str, Any]]:
    """Yield the statistics as rows: judge or baseline, level, statistic, value, interval, n."""
    for name, statistics in _list_parts(measured):
        for statistic, estimate in statistics.items():
            yield {
                "metric": name,
                "level": "unit",
                "coefficient": statistic,
                **estimate.to_dict(),
                "n": measured.units,
            }


def _list_parts(measured: UnitAgreement) -> Iterator[tuple[str, UnitStatistics]]:
    """Yield name and statistics of the judge and of the majority baseline."""
    yield measured.judge, measured.quality
    yield f"majority, units of {measured.judge}", measured.majority


def render_unit_agreement(measured: Sequence[UnitAgreement]) -> str:
    """Return a table with a line per judge or baseline, and the notes of the tests."""
    names = JudgeQuality._fields
    rows = []
    for unit in measured:
        for judge, statistics in _list_parts(unit):
            cells = [str(statistics[name]) for name in names]
            rows.append([judge, *cells, str(unit.units)])
    headers = [HEADERS.get(name, name) for name in names]
    notes = [unit.test.note for unit in measured if unit.test is not None]
    return "\n\n".join([render_table(["labels", *headers, "units"], rows), *notes])


# Votes


def compare_with_votes(
    evidence: Evidence, voted: Mapping[SummaryKey, VotedSummary]
) -> AnnotatorTest | None:
    """Return the alternative annotator test of a judge; None with fewer than three annotators."""
    ballots = _collect_ballots(evidence, voted)
    names: set[str] = set()
    for ballot in ballots.values():
        names.update(ballot.voters)
    if "" in names:
        return AnnotatorTest(None, f"Alt-test: none, as {VOTES} does not name the annotators.")
    if len(names) < MIN_ANNOTATORS:
        return None
    return _test_judge(evidence, ballots)


def _collect_ballots(
    evidence: Evidence, voted: Mapping[SummaryKey, VotedSummary]
) -> dict[SummaryKey, Ballot]:
    """Return the votes on the evidence's units, by summary."""
    ballots = {}
    for key, (names, summaries) in voted.items():
        if key in evidence.values:
            rows = [match_labels(evidence.units[key.instance_id], summary) for summary in summaries]
            if rows and rows[0]:
                ballots[key] = Ballot(names, np.array(rows, dtype=np.float64))
    return ballots


def _test_judge(evidence: Evidence, ballots: Mapping[SummaryKey, Ballot]) -> AnnotatorTest:
    """Return the test, or the reason if there are too few annotators or documents."""
    votes = np.concatenate([ballot.votes.ravel() for ballot in ballots.values()])
    known = votes[~np.isnan(votes)]
    # The scale falls, so that a probability halfway between two votes goes to the higher.
    scale = np.unique([0.0, 1.0, *known])[::-1]
    judged = [_round_to_scale(evidence.values[key], scale) for key in ballots]
    documents = [key.instance_id for key in ballots]
    test = compare_with_annotators(list(ballots.values()), judged, documents)
    count = len(set(documents))
    enough = sum(row.units >= MIN_SAMPLE for row in test.comparisons)
    if enough < MIN_ANNOTATORS or count < MIN_DOCUMENTS:
        needs = (
            f"{MIN_ANNOTATORS} annotators with {MIN_SAMPLE} units each, and {MIN_DOCUMENTS} "
            "documents"
        )
        reason = f"Alt-test: none, as it needs {needs}; there are {enough} and {count}."
        return AnnotatorTest(None, reason)
    compared = [
        {**row._asdict(), "p": finite_or_none(row.p)} for row in test.comparisons if row.units
    ]
    note = _describe_test(evidence.full_name, test, len(compared), count)
    data = {
        "metric": evidence.full_name,
        **test._asdict(),
        "comparisons": compared,
        "passes": test.passes,
        "epsilon": EPSILON,
        "note": note,
    }
    return AnnotatorTest(data, note)


def _describe_test(judge: str, test: AlternativeAnnotator, annotators: int, documents: int) -> str:
    verdict = "may replace an annotator" if test.passes else "is not shown to replace an annotator"
    wins = round(test.winning_rate * annotators)
    doubt = ", too few to rely on" if documents < MIN_SAMPLE else ""
    return (
        f"Alt-test: {judge} {verdict}: it wins against {wins} of {annotators} "
        f"(winning rate ω = {test.winning_rate:.2f}, with an allowance of ε = {EPSILON} for its "
        f"lower cost); advantage probability ρ = {test.advantage:.3f}; {documents} documents"
        f"{doubt}."
    )


def _round_to_scale(probabilities: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """Return the nearest vote to each probability, (units,); NaN stays NaN."""
    nearest = np.abs(probabilities[:, None] - scale).argmin(axis=1)
    return np.where(np.isnan(probabilities), np.nan, scale[nearest])
