"""Data sets of experiments: summaries, units and human scores, as written by `setup-dataset` or as released."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.judgements import LabelledSummary, compute_human_score
from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.evaluation.scores import Scores, to_matrix
from sacrerouge_litepyramid.io.labels import read_labelled_folder
from sacrerouge_litepyramid.io.line_aligned import read_aligned_labels, read_line_aligned, read_unit_lines
from sacrerouge_litepyramid.io.score_files import read_scores
from sacrerouge_litepyramid.io.summaries import collect_documents, read_summaries
from sacrerouge_litepyramid.io.units import read_units
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.scoring import Scorer
from sacrerouge_litepyramid.training.trainable import Documents

#: the units of each document
UnitSet = Mapping[str, Sequence[Unit]]


class ScoredSummaries(NamedTuple):
    """Summaries, ``texts[system][document]``, and human scores, (systems, documents), NaN if missing."""

    documents: tuple[str, ...]
    systems: tuple[str, ...]
    texts: Mapping[str, Mapping[str, str]]
    human: np.ndarray

    def part(self, by: str, names: Sequence[str]) -> "ScoredSummaries":
        """Return the part with the named documents (``by``: "documents") or systems, in the order of the whole."""
        kept = self.as_scores().part(by, names)
        texts = {
            system: {name: text for name, text in self.texts[system].items() if name in set(kept.documents)}
            for system in kept.systems
        }
        return ScoredSummaries(kept.documents, kept.systems, texts, kept.human)

    def as_scores(self) -> Scores:
        return Scores(self.systems, self.documents, self.human, {})


def read_scored(folder: Path, human_metric: str) -> ScoredSummaries:
    """Read the systems' summaries and human scores; raise ValueError if no summary has a score."""
    texts: dict[str, dict[str, str]] = {}
    for summary in read_summaries(folder / "summaries.jsonl"):
        if summary.summarizer_type == "peer":
            texts.setdefault(summary.summarizer_id, {})[summary.instance_id] = flatten(summary.text)
    systems = tuple(sorted(texts))
    documents = tuple(dict.fromkeys(name for system in systems for name in texts[system]))
    scores = read_scores([folder / "metrics.jsonl"], [human_metric])[human_metric]
    human = to_matrix(scores, systems, documents)
    if not len(systems) or np.isnan(human).all():
        raise ValueError(f"{folder}: no system summary has a score {human_metric!r} in metrics.jsonl")
    return ScoredSummaries(documents, systems, texts, human)


def score_by_units(scored: ScoredSummaries, judge: Judge, unit_sets: Sequence[UnitSet]) -> list[dict[str, np.ndarray]]:
    """Return, for each set of units and measure (p2c, …), scores (systems, documents), NaN without a summary.

    All units are judged in one pass; a list of units that several sets have for a document is judged once.
    """
    lists = {(document, tuple(units[document])): None for units in unit_sets for document in scored.documents}
    rows = {
        name: [row for row, system in enumerate(scored.systems) if name in scored.texts[system]]
        for name in scored.documents
    }
    judgements = iter(
        Scorer(judge).score(
            (scored.texts[scored.systems[row]][document], units) for document, units in lists for row in rows[document]
        )
    )
    scores = {key: [next(judgements).scores() for _ in rows[key[0]]] for key in lists}
    measures = list(next((row[0] for row in scores.values() if row), {}))
    by_set = []
    for units in unit_sets:
        matrices = {name: np.full(scored.human.shape, np.nan) for name in measures}
        for column, document in enumerate(scored.documents):
            for row, values in zip(rows[document], scores[document, tuple(units[document])], strict=True):
                for name in measures:
                    matrices[name][row, column] = values[name]
        by_set.append(matrices)
    return by_set


#: the metric of each units file; any other file's is lite2xpyramid
METRIC_OF_UNITS = {"scus": "lite2pyramid", "stus": "lite3pyramid"}


class EvaluationData(NamedTuple):
    """A data set with its sets of units by the name of their metric; ``labelled`` may be empty."""

    name: str
    scored: ScoredSummaries
    units: Mapping[str, UnitSet]
    labelled: tuple[LabelledSummary, ...]
    documents: Documents | None

    def part(self, by: str, names: Sequence[str]) -> "EvaluationData":
        return self._replace(scored=self.scored.part(by, names))


def read_data_set(
    folder: str | Path, human_metric: str, units: Sequence[str] = ("scus", "stus"), with_labels: bool = True
) -> EvaluationData:
    """Read a folder with summaries.jsonl, metrics.jsonl and units files; raise ValueError if a document has no units.

    ``units``: names of units files without .jsonl; ``with_labels``: also read scus.jsonl and labels.jsonl.
    """
    folder = Path(folder)
    scored = read_scored(folder, human_metric)
    sets = {
        METRIC_OF_UNITS.get(name, f"lite2xpyramid({name})"): _read_units(folder / f"{name}.jsonl", scored.documents)
        for name in units
    }
    labelled = tuple(read_labelled_folder(folder)) if with_labels else ()
    documents = collect_documents(read_summaries(folder / "summaries.jsonl")) if with_labels else None
    return EvaluationData(folder.resolve().name, scored, sets, labelled, documents)


def read_released_set(folder: str | Path, units: Mapping[str, str]) -> EvaluationData:
    """Read a folder in the Lite-Pyramid authors' layout, scored by its labels; ``units``: each metric's units file."""
    folder = Path(folder)
    data = read_line_aligned(folder)
    labelled = read_aligned_labels(folder, data)
    sets = {
        metric: {name: item.units for name, item in read_unit_lines(folder / file, list(data.units)).items()}
        for metric, file in units.items()
    }
    documents = collect_documents(data.summaries)
    return EvaluationData(folder.resolve().name, score_by_labels(labelled), sets, tuple(labelled), documents)


def build_labelled_set(
    labelled: Sequence[LabelledSummary], documents: Documents | None = None, name: str = "labelled"
) -> EvaluationData:
    """Build a data set whose units and human scores come from labels."""
    units = {METRIC_OF_UNITS["scus"]: {item.instance_id: item.units for item in labelled}}
    return EvaluationData(name, score_by_labels(labelled), units, tuple(labelled), documents)


def score_by_labels(labelled: Iterable[LabelledSummary]) -> ScoredSummaries:
    """Return the labelled summaries with human scores: the weighted share of units labelled 1, NaN without a label."""
    scores, texts = {}, dict[str, dict[str, str]]()
    for item in labelled:
        texts.setdefault(item.summarizer_id, {})[item.instance_id] = item.summary
        scores[item.summarizer_id, item.instance_id] = compute_human_score(item)
    systems, documents = sorted(texts), sorted({document for _, document in scores})
    human = [[scores.get((system, document), np.nan) for document in documents] for system in systems]
    return ScoredSummaries(tuple(documents), tuple(systems), texts, np.array(human))


def score_by_model(data: EvaluationData, judge: Judge, measure: str = "p2c") -> dict[str, np.ndarray]:
    """Return a judge's scores, (systems, documents), as NAME_MEASURE for each set of units of a data set."""
    scores = dict(zip(data.units, score_by_units(data.scored, judge, list(data.units.values())), strict=True))
    for measures in scores.values():
        if measure not in measures:
            raise ValueError(f"the judge has no measure {measure!r}; it has: {', '.join(measures)}")
    return {f"{name}_{measure}": measures[measure] for name, measures in scores.items()}


def _read_units(path: Path, documents: Sequence[str]) -> UnitSet:
    units = {name: item.units for name, item in read_units(path).items()}
    missing = [name for name in documents if name not in units]
    if missing:
        raise ValueError(
            f"{path}: {len(missing)} of {len(documents)} documents have no units, the first is {missing[0]!r}"
        )
    return units
