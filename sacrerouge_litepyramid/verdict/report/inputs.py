"""The inputs of a report, joined by summary, with notes on missing ones, and texts as sentences."""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.judgements import LabelledSummary, compute_human_score
from sacrerouge_litepyramid.core.texts import flatten, prepare_text, sentences_of
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.evaluation_folder import (
    MEASURES,
    NAME,
    READING,
    EvaluationFolder,
    split_measure,
)
from sacrerouge_litepyramid.io.evidence import Evidence, read_evidence
from sacrerouge_litepyramid.io.labels import (
    VotedSummary,
    read_labelled_folder,
    read_partial_labels,
    read_voted_summaries,
)
from sacrerouge_litepyramid.io.metrics import SummaryKey, drop_human, explain_other_ids
from sacrerouge_litepyramid.io.score_files import (
    MetricScores,
    collect_counts,
    list_metric_names,
    read_score_lines,
    read_scores,
)
from sacrerouge_litepyramid.io.summaries import Summary, read_summaries
from sacrerouge_litepyramid.io.units import read_units
from sacrerouge_litepyramid.meta_evaluation.answers import ScoreBounds, bound_scores, name_counts
from sacrerouge_litepyramid.meta_evaluation.scores import Scores, arrange_bounds, to_matrix
from sacrerouge_litepyramid.meta_evaluation.unit_agreement import index_labels
from sacrerouge_litepyramid.signature import digest_units
from sacrerouge_litepyramid.statistics.votes import count_values, describe_low_agreement

#: how SacreROUGE marks the names of jackknifed scores, which compare peers with references
JACKKNIFED = re.compile(r"_jk(_|$)")


class Inputs(NamedTuple):
    """The inputs of a report."""

    name: str
    human: str | None
    #: of all peers; human scores are NaN if there are none
    scores: Scores
    summaries: Mapping[SummaryKey, Summary]
    evidence: Sequence[Evidence]
    labels: Mapping[SummaryKey, LabelledSummary]
    #: sentences about missing parts
    notes: Sequence[str]
    #: of the data's SCUs, None without any
    units_digest: str | None = None
    #: the warning of `describe_low_agreement` about the annotators, or ""
    low_agreement: str = ""
    voted: Mapping[SummaryKey, VotedSummary] = {}
    #: the metric whose human score the labels of a plan estimate
    estimated: str | None = None
    #: what was done to read the table, a sentence each
    reading: Sequence[str] = ()


def read_inputs(
    source: EvaluationFolder,
    metrics: Sequence[str] | None = None,
    human: str | None = None,
    estimated: str | None = None,
    evidence: Sequence[Evidence] | None = None,
) -> Inputs:
    """Read the data set, the scores and the evidence of the folder of an evaluation.

    ``metrics``: by default all but jackknifed ones, the folder's default metric first; the measure
    in which the first name ends is that of the evidence, else p2c. ``human``: by default the
    folder's human score. ``estimated``: the metric whose human score the labels of a plan estimate.
    ``evidence``: that of the folder, if it is known. The files metrics.jsonl, labels.jsonl and the
    evidence may be missing. Raises ValueError without a folder or scores, and for files that do not
    match.
    """
    folder = source.path
    if folder is None:
        raise ValueError("a report needs the folder of an evaluation; pass its path")
    # Released data sets may have metrics in metrics.jsonl alone.
    score_files = source.metric_files or source.score_files
    human = human or source.find_human()
    measure = split_measure(metrics[0] if metrics else source.metric)[1] or MEASURES[0]
    summaries = {item.key: item for item in read_summaries(folder / "summaries.jsonl")}
    peers = [key for key, summary in summaries.items() if summary.summarizer_type == "peer"]
    if not peers:
        raise ValueError(
            f"{folder / 'summaries.jsonl'}: no system summary; a report shows systems' summaries "
            "(summarizer_type peer)"
        )
    systems = tuple(sorted({key.summarizer_id for key in peers}))
    documents = tuple(dict.fromkeys(key.instance_id for key in peers))
    has_files = (folder / "labels.jsonl").exists()
    labels = index_labels(read_labelled_folder(folder)) if has_files else {}
    human_scores = _read_human(folder, human, labels)
    ours = _read_metrics(score_files, metrics, human, peers, source.metric)
    matrices = {name: to_matrix(values, systems, documents) for name, values in ours.items()}
    scores = Scores(
        systems,
        documents,
        to_matrix(human_scores, systems, documents),
        matrices,
        bounds=_read_bounds(score_files, ours, systems, documents),
    )
    if evidence is None:
        evidence = read_evidence(source.evidence_files, measure, summaries)
    has_human, has_labels = bool(human_scores or estimated), bool(labels or estimated)
    return Inputs(
        name=source.verdict.get(NAME) or folder.resolve().name,
        human=human if human_scores else None,
        scores=scores,
        summaries=summaries,
        evidence=evidence,
        labels=labels,
        notes=_describe_missing(scores, len(peers), has_human, has_labels, evidence),
        units_digest=_digest(folder),
        low_agreement=_warn_of_annotators(folder),
        voted=read_voted_summaries(folder) if labels else {},
        estimated=estimated,
        reading=source.verdict.get(READING, ()),
    )


def _digest(folder: Path) -> str | None:
    """Return the digest of the data's SCUs, to compare with that of a judge's training units."""
    if not (folder / "scus.jsonl").exists():
        return None
    units: list[Unit] = []
    for document in read_units(folder / "scus.jsonl").values():
        units += document.units
    return digest_units(units)["sha256"]


def _warn_of_annotators(folder: Path) -> str:
    """Return the warning of `describe_low_agreement` about the votes; "" without votes.jsonl."""
    if not (folder / "votes.jsonl").exists():
        return ""
    pages = list(read_partial_labels(folder / "votes.jsonl").values())
    return describe_low_agreement(np.concatenate(count_values(pages)))


def _read_human(
    folder: Path, human: str, labels: Mapping[SummaryKey, LabelledSummary]
) -> dict[SummaryKey, float]:
    """Return human scores from metrics.jsonl, else from labels; {} without either."""
    if (folder / "metrics.jsonl").exists():
        return read_scores([folder / "metrics.jsonl"], [human])[human]
    return {key: compute_human_score(labelled) for key, labelled in labels.items()}


def _read_metrics(
    paths: Sequence[str | Path],
    named: Sequence[str] | None,
    human: str,
    peers: Sequence[SummaryKey],
    first: str,
) -> MetricScores:
    """Read the named metrics' scores, or all but jackknifed ones, ``first`` before the others.

    Raise ValueError for a metric without peers.
    """
    plain = [name for name in list_metric_names(paths) if not JACKKNIFED.search(name)]
    plain.sort(key=lambda name: name != first)
    names = [name for name in named or drop_human(plain, human) if name != human]
    if not names:
        raise ValueError(
            f"{', '.join(map(str, paths))}: no metric but the human {human!r}; pass files with "
            "scores"
        )
    scores = read_scores(paths, names)
    known = set(peers)
    for name, values in scores.items():
        scored = {key for key, value in values.items() if not np.isnan(value)}
        if known.isdisjoint(scored):
            hint = explain_other_ids(
                {key.instance_id for key in scored}, {key.instance_id for key in peers}
            )
            raise ValueError(
                f"the metric {name!r} has no score of a summary in the data; pass scores of these "
                f"summaries, or leave it out by --metrics{hint}"
            )
    return scores


def _read_bounds(
    paths: Sequence[str | Path],
    scores: MetricScores,
    systems: Sequence[str],
    documents: Sequence[str],
) -> dict[str, ScoreBounds]:
    """Return the bounds of the metrics' scores of which answers are missing."""
    lines = [line for path in paths for line in read_score_lines(path)]
    bounds = {}
    for name, values in scores.items():
        counts = collect_counts(lines, name_counts(name))
        given = bound_scores(values, counts) if counts else {}
        arranged = arrange_bounds(given, systems, documents)
        if arranged is not None:
            bounds[name] = arranged
    return bounds


def _describe_missing(
    scores: Scores, summaries: int, human: bool, labels: bool, evidence: Sequence[Evidence]
) -> list[str]:
    """Return sentences about missing parts."""
    notes = []
    if not human:
        notes.append(
            "No human scores: metrics.jsonl and labels.jsonl are missing, so no metric is compared "
            "with them."
        )
    if not labels:
        notes.append("No labels of units (labels.jsonl): agreement unit by unit cannot be shown.")
    if not evidence:
        notes.append("No evidence was given: units have no probability from a judge.")
    for name, values in scores.metrics.items():
        lacking = summaries - int((~np.isnan(values)).sum())
        if lacking:
            notes.append(f"{name} has no score of {lacking:,} of {summaries:,} summaries.")
    for judged in evidence:
        lacking = summaries - len(judged.values)
        if lacking:
            notes.append(
                f"{judged.name} has no evidence of {lacking:,} of {summaries:,} summaries."
            )
    return notes


#: the place of a text or sentence that does not exist
NO_PLACE = -1


class Texts:
    """The texts of a report, in which white space becomes single spaces.

    An instance's references are those of its first summary that has any.
    """

    def __init__(self, summaries: Mapping[SummaryKey, Summary], keys: Iterable[SummaryKey]) -> None:
        # the sentences of each distinct summary as they are compared, and by their place those that
        # differ, as written
        self.table: list[list[str]] = []
        self.written: dict[int, str] = {}
        self._places: dict[SummaryKey, int] = {}
        self._references: dict[str, list[list[str]]] = {}
        # the questions by instance
        self.questions: dict[str, str] = {}
        places: dict[str, int] = {}
        for key in keys:
            if key not in summaries:
                continue
            text = flatten(summaries[key].text)
            if text not in places:
                places[text] = len(self.table)
                answer, _ = prepare_text(summaries[key].text, is_answer=True)
                sentences = [sentence for sentence in sentences_of(answer) if sentence]
                self.table.append(sentences)
                if " ".join(sentences).split() != text.split():
                    self.written[places[text]] = text
            self._places[key] = places[text]
        for summary in summaries.values():
            # A prompt that differs between systems is not a question about the document.
            if self.questions.setdefault(summary.instance_id, summary.question) != summary.question:
                self.questions[summary.instance_id] = ""
            if summary.references and summary.instance_id not in self._references:
                self._references[summary.instance_id] = [
                    sentences_of(text) for text in summary.references
                ]

    def place(self, key: SummaryKey) -> int:
        """Return a summary's index in the table, or NO_PLACE if it has none."""
        return self._places.get(key, NO_PLACE)

    def summary(self, key: SummaryKey) -> list[str]:
        """Return the sentences of a summary that has a text."""
        return self.table[self._places[key]]

    def references(self, instance: str) -> list[list[str]]:
        """Return the sentences of each reference of an instance."""
        return self._references.get(instance, [])
