"""Data sets of experiments, with human scores, units and labels, and judges' scores of them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.judgements import compute_human_score
from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.evaluation_folder import HUMAN_SCORES, SUMMARIES
from sacrerouge_litepyramid.io.labels import read_labelled_folder
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.score_files import read_scores
from sacrerouge_litepyramid.io.summaries import collect_documents, read_summaries
from sacrerouge_litepyramid.io.units import read_units
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.meta_evaluation.scores import Scores, to_matrix
from sacrerouge_litepyramid.scoring import judge_summaries
from sacrerouge_litepyramid.training.training_sets import TrainingSet

#: the units of each document
UnitSet = Mapping[str, Sequence[Unit]]
#: the metric of each units file; any other file's is lite2xpyramid
METRIC_OF_UNITS = {"scus": "lite2pyramid", "stus": "lite3pyramid"}


class EvaluationData(NamedTuple):
    """A data set on which judges are compared with human scores."""

    name: str
    # the human scores, without metrics
    scores: Scores
    # the systems' summaries
    texts: Mapping[SummaryKey, str]
    # by the name of their metric
    units: Mapping[str, UnitSet]
    # the labels to fit judges to, possibly none
    training: TrainingSet


def read_evaluation_data(
    folder: str | Path,
    human_metric: str,
    units: Sequence[str] = ("scus", "stus"),
    with_labels: bool = True,
) -> EvaluationData:
    """Read a folder with summaries.jsonl, metrics.jsonl and units files.

    Raise ValueError if a document has no units. ``units``: names of units files without .jsonl;
    ``with_labels``: also read scus.jsonl and labels.jsonl.
    """
    folder = Path(folder)
    name = folder.resolve().name
    summaries = read_summaries(folder / SUMMARIES)
    peers = [summary for summary in summaries if summary.summarizer_type == "peer"]
    texts = {peer.key: flatten(peer.text) for peer in peers}
    scores = _read_human_scores(folder, human_metric, texts)
    unit_sets = {}
    for file in units:
        metric = METRIC_OF_UNITS.get(file, f"lite2xpyramid({file})")
        unit_sets[metric] = _read_units(folder / f"{file}.jsonl", scores.documents)
    training = TrainingSet(name)
    if with_labels:
        labelled = tuple(read_labelled_folder(folder))
        training = TrainingSet(name, labelled, documents=collect_documents(summaries))
    return EvaluationData(name, scores, texts, unit_sets, training)


def _read_human_scores(folder: Path, metric: str, texts: Mapping[SummaryKey, str]) -> Scores:
    """Return the human scores of the systems' summaries; raise ValueError if there is none."""
    systems = sorted({key.summarizer_id for key in texts})
    # The documents are in the order in which the first system, then the second, has them.
    keys = sorted(texts, key=lambda key: key.summarizer_id)
    documents = list(dict.fromkeys(key.instance_id for key in keys))
    scores = read_scores([folder / HUMAN_SCORES], [metric])[metric]
    human = to_matrix(scores, systems, documents)
    if np.isnan(human).all():
        raise ValueError(f"{folder}: no system summary has a score {metric!r} in {HUMAN_SCORES}")
    return Scores(tuple(systems), tuple(documents), human, {})


def _read_units(path: Path, documents: Sequence[str]) -> UnitSet:
    units = {name: item.units for name, item in read_units(path).items()}
    missing = [name for name in documents if name not in units]
    if missing:
        raise ValueError(
            f"{path}: {len(missing)} of {len(documents)} documents have no units, the first is "
            f"{missing[0]!r}"
        )
    return units


def build_labelled_set(
    training: TrainingSet, units: Mapping[str, UnitSet] | None = None
) -> EvaluationData:
    """Build a data set whose human scores come from labels: the weighted share of units labelled 1.

    ``units``: by the name of their metric, by default the labelled units as those of Lite2Pyramid.
    """
    labelled = training.with_labels()
    systems = sorted({item.summarizer_id for item in labelled})
    documents = sorted({item.instance_id for item in labelled})
    texts, human, labelled_units = {}, {}, {}
    for item in labelled:
        key = SummaryKey(item.instance_id, item.summarizer_id)
        texts[key] = item.summary
        human[key] = compute_human_score(item)
        labelled_units[item.instance_id] = item.units
    scores = Scores(tuple(systems), tuple(documents), to_matrix(human, systems, documents), {})
    unit_sets = units or {METRIC_OF_UNITS["scus"]: labelled_units}
    return EvaluationData(training.name, scores, texts, unit_sets, training)


def score_by_units(
    scores: Scores, texts: Mapping[SummaryKey, str], judge: Judge, unit_sets: Sequence[UnitSet]
) -> list[dict[str, np.ndarray]]:
    """Return scores (systems, documents) for each set of units and measure (p2c, …).

    A score is NaN without a summary. ``scores``: names the systems and documents. All units are
    judged in one pass; a list of units that several sets have for a document is judged once.
    """
    # each distinct list of a document's units, by its number
    numbers: dict[tuple[str, tuple[Unit, ...]], int] = {}
    numbers_by_set = []
    for units in unit_sets:
        lists = [(document, tuple(units[document])) for document in scores.documents]
        numbers_by_set.append([numbers.setdefault(item, len(numbers)) for item in lists])
    cells, pairs = [], []
    for (document, members), number in numbers.items():
        for row, system in enumerate(scores.systems):
            key = SummaryKey(document, system)
            if key in texts:
                cells.append((row, number))
                pairs.append((texts[key], members))
    values = [judgement.scores() for judgement in judge_summaries(judge, pairs)]
    matrices = {}
    for measure in values[0] if values else ():
        matrices[measure] = np.full((len(scores.systems), len(numbers)), np.nan)
        for cell, value in zip(cells, values, strict=True):
            matrices[measure][cell] = value[measure]
    return [
        {measure: matrix[:, chosen] for measure, matrix in matrices.items()}
        for chosen in numbers_by_set
    ]


def add_judge(scores: Scores, data: EvaluationData, judge: Judge) -> Scores:
    """Return scores with those of a judge by each set of units, as NAME_p2c.

    ``scores``: those of the data set or of a part.
    """
    by_set = score_by_units(scores, data.texts, judge, list(data.units.values()))
    names = [f"{name}_p2c" for name in data.units]
    values = [measures["p2c"] for measures in by_set]
    return scores.with_metrics(dict(zip(names, values, strict=True)))
