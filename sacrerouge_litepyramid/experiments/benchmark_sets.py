"""The benchmark's data sets, and its rows as evidence: judges, sentinels, and released judgements
and scores.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.core.judgements import Judgement, LabelledSummary
from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.core.units import Unit, as_units
from sacrerouge_litepyramid.evaluation.sentinels import ROUGE, SENTINELS, judge_by_sentinel
from sacrerouge_litepyramid.experiments.cross_validation import FOLDS, fit_folds
from sacrerouge_litepyramid.experiments.data_set import (
    METRIC_OF_UNITS,
    EvaluationData,
    UnitSet,
    read_data_set,
)
from sacrerouge_litepyramid.extraction.extractor import UnitExtractor, extract_units
from sacrerouge_litepyramid.io.evaluation_folder import EVIDENCE, HUMAN_SCORES, LABELS, SUMMARIES
from sacrerouge_litepyramid.io.evidence import Evidence, read_evidence, write_evidence
from sacrerouge_litepyramid.io.folds import draw_folds, read_folds
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.preferences import PREFERENCES, Preference, read_preferences
from sacrerouge_litepyramid.io.score_files import list_metric_names, read_scores
from sacrerouge_litepyramid.io.summaries import read_summaries
from sacrerouge_litepyramid.judges.judge import Judge, JudgeSetting
from sacrerouge_litepyramid.registry import build, read_description
from sacrerouge_litepyramid.scoring import judge_summaries
from sacrerouge_litepyramid.signature import digest_units
from sacrerouge_litepyramid.training.trainable import TrainableJudge


class BenchmarkSet(NamedTuple):
    """A data set as setup-dataset writes it; ``facts``: its entry in published.json.

    ``units``: the annotators' units by document, possibly none; ``references``: the references as
    units, by document; ``preferences``: annotators' preferences between summaries, which replace
    the human scores of ``whole``.
    """

    folder: Path
    facts: Mapping[str, Any]
    whole: EvaluationData
    texts: Mapping[SummaryKey, str]
    units: UnitSet
    references: UnitSet
    labels: Mapping[SummaryKey, LabelledSummary]
    preferences: Sequence[Preference]


def read_set(folder: Path, facts: Mapping[str, Any]) -> BenchmarkSet:
    """Read a folder with summaries.jsonl, metrics.jsonl and, if they exist, labelled units and
    preferences.
    """
    has_labels, human = (folder / LABELS).exists(), list_metric_names([folder / HUMAN_SCORES])[0]
    whole = read_data_set(folder, human, ["scus"] if has_labels else [], has_labels)
    peers = [
        summary
        for summary in read_summaries(folder / SUMMARIES)
        if summary.summarizer_type == "peer"
    ]
    return BenchmarkSet(
        folder,
        facts,
        whole,
        texts={peer.key: flatten(peer.text) for peer in peers},
        units=whole.units.get(METRIC_OF_UNITS["scus"], {}),
        references={peer.instance_id: as_units(map(flatten, peer.references)) for peer in peers},
        labels={SummaryKey(*item[:2]): item for item in whole.training.labelled},
        preferences=read_preferences(folder / PREFERENCES)
        if (folder / PREFERENCES).exists()
        else (),
    )


def list_other_rows(data: BenchmarkSet) -> Iterator[Evidence]:
    """Yield the sentinels, and released evidence or scores.

    A score becomes evidence of one unit, the whole summary.
    """
    for name in (
        SENTINELS
        if all(data.references.values())
        else [name for name in SENTINELS if name != ROUGE]
    ):
        units = data.references if name == ROUGE else data.units or data.references
        yield judge_by_sentinel(name, data.texts, units)
    evidence, scores = data.folder / EVIDENCE, [data.folder / HUMAN_SCORES]
    judged = (
        {judge.name: judge for judge in read_evidence([evidence], "p2c")}
        if evidence.exists()
        else {}
    )
    whole = dict.fromkeys(data.references, as_units(["the summary"]))
    for name, values in read_scores(
        scores, data.facts.get("released", list_metric_names(scores)[1:])
    ).items():
        single = {key: np.array([value]) for key, value in values.items()}
        yield judged.get(name, Evidence(name, "p2c", whole, single))


def judge_set(data: BenchmarkSet, setting: JudgeSetting, output: Path) -> Evidence:
    """Return a judge's evidence from the folder ``output``.

    Judge the set and write the evidence if it is not there. If the judge was fitted to the set and
    its kind is trainable, it is fitted again for each fold of documents, to the labels of the other
    folds. The row's name says whether a judge was fitted to the set or is held out.
    """
    judge = build(Judge, setting)
    identity = described = judge.identity()
    while isinstance(described.get("model"), Mapping):
        described = described["model"]
    kind, digest = (
        described["type"],
        digest_units(unit for units in data.units.values() for unit in units)["sha256"],
    )
    can_fit = kind in TrainableJudge.list_available()
    name, parts = (
        str(kind if can_fit else described.get("model", kind)),
        iter([(judge, [*data.texts])]),
    )
    if judge.training_data and digest in judge.training_data.units:
        name += ", held-out folds" if can_fit else ", fitted to this set"
        if can_fit:
            options = {} if isinstance(setting, Judge) else read_description(setting, "the judge")
            encoder = {"encoder": options["encoder"]} if "encoder" in options else {}
            fitter = build(TrainableJudge, {"type": kind, **encoder})
            identity, parts = fitter.identity(), _fit_folds(data, fitter)
    source = [identity, judge.default_extractor, digest, sorted(data.texts.items())]
    path = (
        output
        / f"{data.folder.name}-{sha256(json.dumps(source, sort_keys=True).encode())[:12]}.jsonl"
    )
    if not path.exists():
        write_evidence(path, {name: (pair for part in parts for pair in _judge(data, *part))})
    return read_evidence([path], "p2c")[0]


def _fit_folds(
    data: BenchmarkSet, fitter: TrainableJudge
) -> Iterator[tuple[Judge, list[SummaryKey]]]:
    path = data.folder / FOLDS
    folds = read_folds(path) if path.exists() else draw_folds([*data.units])
    for fold, judge in zip(
        folds, fit_folds(data.whole.training, folds, "documents", fitter.fit), strict=True
    ):
        yield judge, [key for key in data.texts if key.instance_id in fold]


def _judge(
    data: BenchmarkSet, judge: Judge, keys: Sequence[SummaryKey]
) -> Iterator[tuple[SummaryKey, Judgement]]:
    units: Mapping[str, Sequence[Unit]] = data.units
    if not units:
        extractor = build(UnitExtractor, judge.default_extractor)
        references = {
            name: [unit.text for unit in reference] for name, reference in data.references.items()
        }
        units = extract_units(extractor, references).units
    items = [(data.texts[key], units[key.instance_id]) for key in keys]
    yield from zip(keys, judge_summaries(judge, items), strict=True)
