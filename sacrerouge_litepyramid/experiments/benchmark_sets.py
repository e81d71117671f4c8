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
from sacrerouge_litepyramid.evaluation.sentinels import ROUGE, SENTINELS, judge_by_sentinel
from sacrerouge_litepyramid.experiments.cross_validation import FOLDS, fit_folds
from sacrerouge_litepyramid.experiments.data_set import METRICS, EvaluationData, read_data_set
from sacrerouge_litepyramid.io.evaluation_folder import EVIDENCE, HUMAN_SCORES, LABELS, SUMMARIES
from sacrerouge_litepyramid.io.evidence import Evidence, read_evidence, write_evidence
from sacrerouge_litepyramid.io.folds import draw_folds, read_folds
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.preferences import Preference, read_preferences
from sacrerouge_litepyramid.io.score_files import list_metric_names, read_scores
from sacrerouge_litepyramid.io.summaries import read_summaries
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.registry import build, read_description
from sacrerouge_litepyramid.scoring import Scorer
from sacrerouge_litepyramid.signature import digest_units
from sacrerouge_litepyramid.training.trainable import TrainableJudge

PREFERENCES = "preferences.jsonl"


class BenchmarkSet(NamedTuple):
    """A data set as setup-dataset writes it.

    ``whole``: with people's units, if it has them; ``references``: as units; ``preferences``: where people compared
    summaries, whose human scores are not used; ``facts``: the set's entry in published.json.
    """

    folder: Path
    facts: Mapping[str, Any]
    whole: EvaluationData
    texts: Mapping[SummaryKey, str]
    references: Mapping[str, Sequence[Unit]]
    labels: Mapping[SummaryKey, LabelledSummary]
    preferences: Sequence[Preference]

    @property
    def units(self) -> Mapping[str, Sequence[Unit]]:
        """People's units by document; empty without any."""
        return self.whole.units.get(METRICS["scus"], {})


def read_benchmark_set(folder: Path, facts: Mapping[str, Any]) -> BenchmarkSet:
    """Read a folder of summaries.jsonl, metrics.jsonl and, where there are any, units with labels, and preferences."""
    has_labels = (folder / LABELS).exists()
    human = list_metric_names([folder / HUMAN_SCORES])[0]
    whole = read_data_set(folder, human, ["scus"] if has_labels else [], has_labels)
    references = {
        each.instance_id: as_units(map(flatten, each.references)) for each in read_summaries(folder / SUMMARIES)
    }
    return BenchmarkSet(
        folder,
        facts,
        whole,
        {SummaryKey(name, system): text for system, own in whole.scored.texts.items() for name, text in own.items()},
        references,
        {SummaryKey(*each[:2]): each for each in whole.labelled},
        read_preferences(folder / PREFERENCES) if (folder / PREFERENCES).exists() else (),
    )


def list_given(data: BenchmarkSet) -> Iterator[Evidence]:
    """Yield the sentinels, and what was released: evidence, or scores as those of one unit, the whole summary."""
    for name in SENTINELS:
        if name != ROUGE or all(data.references.values()):
            yield judge_by_sentinel(
                name, data.texts, data.references if name == ROUGE else data.units or data.references
            )
    evidence, scores = data.folder / EVIDENCE, [data.folder / HUMAN_SCORES]
    judged = {each.name: each for each in read_evidence([evidence], "p2c")} if evidence.exists() else {}
    names = data.facts.get("released", list_metric_names(scores)[1:])
    whole = dict.fromkeys(data.references, as_units(["the summary"]))
    for name, values in read_scores(scores, names).items():
        single = {key: np.array([value]) for key, value in values.items()}
        yield judged.get(name, Evidence(name, "p2c", whole, single))


def judge_set(data: BenchmarkSet, setting: JudgeSetting, output: Path) -> Evidence:
    """Return a judge's evidence, which is kept in the folder ``output``, and read again where it is there.

    A judge that was fitted to the set is fitted anew for each fold of documents, to the labels of the others, where its
    kind can be fitted; its name says so.
    """
    judge = build(Judge, setting)
    identity = described = judge.identity()
    while isinstance(described.get("model"), Mapping):
        described = described["model"]
    can_fit = described["type"] in TrainableJudge.list_available()
    name = str(described["type"] if can_fit else described.get("model", described["type"]))
    known = judge.training_data.units if judge.training_data else ()
    fitter = None
    if digest_units(unit for units in data.units.values() for unit in units)["sha256"] in known:
        if can_fit:
            options = read_description(None if isinstance(setting, Judge) else setting, "the judge")
            kept = {option: options[option] for option in ("encoder",) if option in options}
            fitter = build(TrainableJudge, {"type": described["type"], **kept})
            identity = fitter.identity()
        name += ", held-out folds" if can_fit else ", fitted to this set"
    digest = sha256(json.dumps([identity, judge.default_extractor], sort_keys=True).encode())[:12]
    path = output / f"{data.folder.name}-{digest}.jsonl"
    if not path.exists():
        write_evidence(path, {name: _judge_folds(data, fitter) if fitter else _judge(data, judge, data.texts)})
    return read_evidence([path], "p2c")[0]


def _judge(data: BenchmarkSet, judge: Judge, keys: Iterable[SummaryKey]) -> Iterator[tuple[SummaryKey, Judgement]]:
    scorer, chosen, units = Scorer(judge, judge.default_extractor), [*keys], data.units
    if not units:
        references = [[unit.text for unit in own] for own in data.references.values()]
        units = dict(zip(data.references, scorer.extract(references), strict=True))
    yield from zip(chosen, scorer.score((data.texts[key], units[key.instance_id]) for key in chosen), strict=True)


def _judge_folds(data: BenchmarkSet, fitter: TrainableJudge) -> Iterator[tuple[SummaryKey, Judgement]]:
    path = data.folder / FOLDS
    folds = read_folds(path) if path.exists() else draw_folds([*data.units])
    for fold, judge in zip(folds, fit_folds(data.whole, folds, "documents", fitter.fit), strict=True):
        yield from _judge(data, judge, [key for key in data.texts if key.instance_id in fold])
