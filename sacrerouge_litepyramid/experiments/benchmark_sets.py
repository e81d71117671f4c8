"""The benchmark's data sets, and its rows: judges, sentinels, and what was released with the data, all as evidence."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.api import JudgeSetting
from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.core.judgements import Judgement, LabelledSummary
from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.core.units import Unit, as_units
from sacrerouge_litepyramid.evaluation.scores import Scores, arrange_scores
from sacrerouge_litepyramid.evaluation.sentinels import ROUGE, SENTINELS, judge_by_sentinel
from sacrerouge_litepyramid.experiments.cross_validation import FOLDS, fit_folds
from sacrerouge_litepyramid.experiments.data_set import data_set_from_labels
from sacrerouge_litepyramid.io.evaluation_folder import EVIDENCE, HUMAN_SCORES, LABELS, SUMMARIES, UNITS
from sacrerouge_litepyramid.io.evidence import Evidence, read_evidence, write_evidence
from sacrerouge_litepyramid.io.folds import draw_folds, read_folds
from sacrerouge_litepyramid.io.labels import read_labelled_folder
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.preferences import Preference, read_preferences
from sacrerouge_litepyramid.io.score_files import MetricScores, list_metric_names, read_scores
from sacrerouge_litepyramid.io.summaries import Summary, collect_documents, read_summaries
from sacrerouge_litepyramid.io.units import read_units
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.registry import build, read_description
from sacrerouge_litepyramid.scoring import Scorer
from sacrerouge_litepyramid.signature import digest_units
from sacrerouge_litepyramid.training.trainable import TrainableJudge

PREFERENCES = "preferences.jsonl"
Judged = Iterator[tuple[SummaryKey, Judgement]]


class BenchmarkSet(NamedTuple):
    """A data set as setup-dataset writes it.

    ``units``: people's by instance, empty for a set without; ``human``: None where people compared summaries
    (``preferences``); ``released``: the scores of other metrics; ``facts``: the set's entry in published.json.
    """

    folder: Path
    facts: Mapping[str, Any]
    summaries: Mapping[SummaryKey, Summary]
    texts: Mapping[SummaryKey, str]
    references: Mapping[str, Sequence[str]]
    units: Mapping[str, Sequence[Unit]]
    labels: Mapping[SummaryKey, LabelledSummary]
    human: Scores | None
    preferences: Sequence[Preference]
    released: MetricScores


def read_benchmark_set(folder: Path, facts: Mapping[str, Any]) -> BenchmarkSet:
    """Read a folder of summaries.jsonl, metrics.jsonl and, where there are any, units, labels and preferences."""
    human, *others = list_metric_names([folder / HUMAN_SCORES])
    scores = read_scores([folder / HUMAN_SCORES], [human, *others])
    summaries = {each.key: each for each in read_summaries(folder / SUMMARIES) if each.summarizer_type == "peer"}
    units = read_units(folder / UNITS).items() if (folder / UNITS).exists() else ()
    preferences = read_preferences(folder / PREFERENCES) if (folder / PREFERENCES).exists() else []
    return BenchmarkSet(
        folder,
        facts,
        summaries,
        texts={key: flatten(each.text) for key, each in summaries.items()},
        references={key.instance_id: [*map(flatten, each.references)] for key, each in summaries.items()},
        units={name: each.units for name, each in units},
        labels={SummaryKey(*each[:2]): each for each in read_labelled_folder(folder)}
        if (folder / LABELS).exists()
        else {},
        human=None if preferences else arrange_scores(scores, human, []),
        preferences=preferences,
        released={name: scores[name] for name in facts.get("released", others)},
    )


def list_given_rows(data: BenchmarkSet) -> Iterator[tuple[str, Evidence]]:
    """Yield with its kind the evidence of sentinels, and of released metrics, by a single unit where it has scores alone."""
    references = {name: as_units(texts) for name, texts in data.references.items()}
    for name in SENTINELS if all(references.values()) else [name for name in SENTINELS if name != ROUGE]:
        yield "sentinel", judge_by_sentinel(name, data.texts, name != ROUGE and data.units or references)
    path = data.folder / EVIDENCE
    judged = {each.name: each for each in read_evidence([path], "p2c", data.summaries)} if path.exists() else {}
    whole = {name: as_units(["the summary"]) for name in data.references}
    for name, scores in data.released.items():
        values = {key: np.array([score]) for key, score in scores.items()}
        yield "released", judged.get(name, Evidence(name, "p2c", whole, values))


def judge_set(data: BenchmarkSet, setting: JudgeSetting, output: Path) -> Evidence:
    """Return a judge's evidence, which is kept in the folder ``output``, and read again where it is there.

    A judge that was fitted to the set judges each fold of documents fitted anew to the labels of the others, where its
    kind can be fitted; the name of the evidence says which.
    """
    judge = build(Judge, setting)
    identity = described = judge.identity()
    while isinstance(described.get("model"), Mapping):
        described = described["model"]
    name = str(
        described["type"]
        if described["type"] in TrainableJudge.list_available()
        else described.get("model", described["type"])
    )
    known = judge.training_data.units if judge.training_data else ()
    fitter = None
    if data.units and digest_units(unit for units in data.units.values() for unit in units)["sha256"] in known:
        name += ", fitted to this set"
        if described["type"] in TrainableJudge.list_available():
            options = {} if isinstance(setting, Judge) else read_description(setting, "the judge")
            fitter = build(TrainableJudge, {each: options[each] for each in ("type", "encoder") if each in options})
            name, identity = f"{described['type']}, held-out folds", fitter.identity()
    digest = sha256(json.dumps([identity, judge.default_extractor], sort_keys=True).encode())[:12]
    path = output / f"{data.folder.name}-{digest}.jsonl"
    if not path.exists():
        write_evidence(path, {name: _judge_folds(data, fitter) if fitter else _judge(data, judge, data.summaries)})
    return read_evidence([path], "p2c", data.summaries)[0]


def _judge(data: BenchmarkSet, judge: Judge, keys: Iterable[SummaryKey]) -> Judged:
    scorer, chosen = Scorer(judge, judge.default_extractor), [*keys]
    units = data.units or dict(zip(data.references, scorer.extract([*data.references.values()]), strict=True))
    yield from zip(chosen, scorer.score((data.texts[key], units[key.instance_id]) for key in chosen), strict=True)


def _judge_folds(data: BenchmarkSet, fitter: TrainableJudge) -> Judged:
    whole = data_set_from_labels([*data.labels.values()], collect_documents(data.summaries.values()))
    path = data.folder / FOLDS
    folds = read_folds(path) if path.exists() else draw_folds([*data.units])
    for fold, judge in zip(folds, fit_folds(whole, folds, "documents", fitter.fit), strict=True):
        yield from _judge(data, judge, [key for key in data.summaries if key.instance_id in fold])
