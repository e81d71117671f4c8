"""The benchmark's data sets, and its rows as evidence: judges, sentinels and released scores."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.core.units import as_units
from sacrerouge_litepyramid.experiments.cross_validation import FOLDS, fit_folds
from sacrerouge_litepyramid.experiments.evaluation_data import (
    METRIC_OF_UNITS,
    EvaluationData,
    UnitSet,
    read_evaluation_data,
)
from sacrerouge_litepyramid.extraction.extractor import UnitExtractor, extract_units
from sacrerouge_litepyramid.io.evaluation_folder import EVIDENCE, HUMAN_SCORES, LABELS, SUMMARIES
from sacrerouge_litepyramid.io.evidence import Evidence, read_evidence
from sacrerouge_litepyramid.io.folds import draw_folds, read_folds
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.preferences import PREFERENCES, Preference, read_preferences
from sacrerouge_litepyramid.io.score_files import list_metric_names, read_scores
from sacrerouge_litepyramid.io.summaries import read_summaries
from sacrerouge_litepyramid.judges.judge import Judge, JudgeSetting
from sacrerouge_litepyramid.meta_evaluation.sentinels import ROUGE, SENTINELS, judge_by_sentinel
from sacrerouge_litepyramid.registry import build, read_description
from sacrerouge_litepyramid.scoring import judge_summaries
from sacrerouge_litepyramid.signature import digest_units
from sacrerouge_litepyramid.training.trainable import TrainableJudge

#: judges, and the summaries that they are to judge
Parts = Iterator[tuple[Judge, list[SummaryKey]]]


class BenchmarkSet(NamedTuple):
    """A data set as setup-dataset writes it."""

    folder: Path
    # its entry in published.json
    facts: Mapping[str, Any]
    whole: EvaluationData
    # the annotators' units by document, possibly none
    units: UnitSet
    # the references as units, by document
    references: UnitSet
    labels: Mapping[SummaryKey, LabelledSummary]
    # annotators' preferences between summaries, which replace the human scores of ``whole``
    preferences: Sequence[Preference]

    @property
    def published(self) -> Sequence[Mapping[str, Any]]:
        """Published figures by units of the same source."""
        from_references = self.facts.get("published_from_references", self.facts["published"])
        figures: Sequence[Mapping[str, Any]] = (
            self.facts["published"] if self.units else from_references
        )
        return figures


def read_set(folder: Path, facts: Mapping[str, Any]) -> BenchmarkSet:
    """Read a folder with summaries.jsonl, metrics.jsonl and, perhaps, labels and preferences."""
    has_labels = (folder / LABELS).exists()
    human = list_metric_names([folder / HUMAN_SCORES])[0]
    whole = read_evaluation_data(folder, human, ["scus"] if has_labels else [], has_labels)
    references = {}
    for summary in read_summaries(folder / SUMMARIES):
        if summary.summarizer_type == "peer":
            references[summary.instance_id] = as_units(map(flatten, summary.references))
    preferences = folder / PREFERENCES
    return BenchmarkSet(
        folder,
        facts,
        whole,
        units=whole.units.get(METRIC_OF_UNITS["scus"], {}),
        references=references,
        labels={SummaryKey(*item[:2]): item for item in whole.training.labelled},
        preferences=read_preferences(preferences) if preferences.exists() else (),
    )


def list_other_rows(data: BenchmarkSet) -> Iterator[Evidence]:
    """Yield the sentinels, and released evidence or scores.

    A score becomes evidence of one unit, the whole summary.
    """
    for name in SENTINELS:
        if name != ROUGE:
            yield judge_by_sentinel(name, data.whole.texts, data.units or data.references)
        elif all(data.references.values()):
            yield judge_by_sentinel(name, data.whole.texts, data.references)
    path = data.folder / EVIDENCE
    released = read_evidence([path], "p2c") if path.exists() else []
    judged = {evidence.name: evidence for evidence in released}
    files = [data.folder / HUMAN_SCORES]
    _, *others = list_metric_names(files)
    chosen = data.facts.get("released", others)
    whole = dict.fromkeys(data.references, as_units(["the summary"]))
    for name, values in read_scores(files, chosen).items():
        if name in judged:
            yield judged[name]
        else:
            single = {key: np.array([value]) for key, value in values.items()}
            yield Evidence(name, "p2c", whole, single)


def judge_set(data: BenchmarkSet, setting: JudgeSetting) -> Evidence:
    """Return a judge's evidence of a set.

    If the judge was fitted to the set and its kind is trainable, it is fitted again for each fold
    of documents, to the labels of the other folds. The row's name says whether a judge was fitted
    to the set or is held out.
    """
    judge = build(Judge, setting)
    # the judge itself, where others only wrap it
    described = judge.identity()
    while isinstance(described.get("model"), Mapping):
        described = described["model"]
    kind = described["type"]
    digest = digest_units(chain.from_iterable(data.units.values()))["sha256"]
    can_fit = kind in TrainableJudge.list_available()
    name = str(kind if can_fit else described.get("model", kind))
    parts: Parts = iter([(judge, list(data.whole.texts))])
    if judge.training_data and digest in judge.training_data.units:
        name += ", held-out folds" if can_fit else ", fitted to this set"
        if can_fit:
            description = {"type": kind}
            if not isinstance(setting, Judge):
                options = read_description(setting, "the judge")
                if "encoder" in options:
                    description["encoder"] = options["encoder"]
            parts = _fit_folds(data, build(TrainableJudge, description))
    units = data.units or _extract_units(data, judge.default_extractor)
    values = {}
    for fitted, keys in parts:
        pairs = ((data.whole.texts[key], units[key.instance_id]) for key in keys)
        for key, judgement in zip(keys, judge_summaries(fitted, pairs), strict=True):
            values[key] = np.asarray(judgement.measures["p2c"])
    by_document = {document: tuple(members) for document, members in units.items()}
    return Evidence(name, "p2c", by_document, dict(sorted(values.items())))


def _fit_folds(data: BenchmarkSet, fitter: TrainableJudge) -> Parts:
    path = data.folder / FOLDS
    folds = read_folds(path) if path.exists() else draw_folds([*data.units])
    judges = fit_folds(data.whole.training, folds, "documents", fitter.fit)
    for fold, judge in zip(folds, judges, strict=True):
        yield judge, [key for key in data.whole.texts if key.instance_id in fold]


def _extract_units(data: BenchmarkSet, extractor: str) -> UnitSet:
    references = {}
    for name, reference in data.references.items():
        references[name] = [unit.text for unit in reference]
    return extract_units(build(UnitExtractor, extractor), references).units
