"""The interface of trainable judges.

Labelled and scored summaries are arranged and split here.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, ClassVar, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.judge_input import make_group
from sacrerouge_litepyramid.core.judgements import LabelledSummary, judge_measures
from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.folds import check_folds
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.registry import Registrable

#: source documents by instance id
Documents = Mapping[str, Sequence[str]]


class HumanScoredSummary(NamedTuple):
    """A summary with units and a human score."""

    instance_id: str
    summarizer_id: str
    summary: str
    units: tuple[Unit, ...]
    # the share of the units' weight that annotators found present
    score: float

    def with_labels(self) -> LabelledSummary:
        """Return the summary with the score as the label of every unit."""
        labels = (self.score,) * len(self.units)
        return LabelledSummary(
            self.instance_id, self.summarizer_id, self.summary, self.units, labels
        )


#: a summary of which annotators' verdict is known
KnownSummary = LabelledSummary | HumanScoredSummary


class TrainableJudge(Registrable):
    """Fits judges to labels."""

    noun = "trainable judge"
    default_implementation = "lexical"
    #: whether the fitted judge has ``weights`` that can be saved as one file
    has_weights: ClassVar[bool] = False

    @abstractmethod
    def fit(self, labelled: Sequence[LabelledSummary], documents: Documents | None = None) -> Judge:
        """Fit a judge to these labels only; ``documents``: by instance id, None if unknown."""

    @abstractmethod
    def identity(self) -> dict[str, Any]:
        """Return the settings of training, JSON-ready, with at least ``type``."""


_DECIMALS = 4


def measure_range(model: Judge, examples: Sequence[KnownSummary]) -> dict[str, float]:
    """Return the mean p2c of unrelated summaries ("floor") and of complete texts ("ceiling").

    A summary is judged by the units of the next document, and a text that lists a document's units
    by these units. The result is empty for a single document, to which no summary is unrelated.
    """
    units = {item.instance_id: make_group(item.summary, item.units).units for item in examples}
    instances = list(units)
    if len(instances) < 2:
        return {}
    following = dict(zip(instances, instances[1:] + instances[:1], strict=True))
    unrelated = []
    for example in examples:
        other = following[example.instance_id]
        unrelated.append(Group(example.summary, units[other]))
    complete = [Group(" ".join(texts), texts) for texts in units.values()]
    return {"floor": _measure_mean(model, unrelated), "ceiling": _measure_mean(model, complete)}


def _measure_mean(model: Judge, groups: Sequence[Group]) -> float:
    """Return the mean p2c of all units."""
    values = [judge_measures(logits)["p2c"] for logits in model.predict(groups)]
    mean = np.concatenate(values).mean()
    return round(float(mean), _DECIMALS)


def build_score_matrix(summaries: Sequence[KnownSummary], scores: Sequence[float]) -> np.ndarray:
    """Return the summaries' scores, (systems, documents), both sorted by name.

    A cell without a summary is NaN.
    """
    system_names = [summary.summarizer_id for summary in summaries]
    document_names = [summary.instance_id for summary in summaries]
    systems, rows = np.unique(system_names, return_inverse=True)
    documents, columns = np.unique(document_names, return_inverse=True)
    matrix = np.full((len(systems), len(documents)), np.nan)
    matrix[rows, columns] = scores
    return matrix


class Split(NamedTuple):
    """Labelled summaries to train on, and others to measure the trained model on."""

    training: list[LabelledSummary]
    held_out: list[LabelledSummary]


def split_by_fold(
    examples: Sequence[LabelledSummary],
    folds: Sequence[Sequence[str]],
    fold: int,
    by: str = "documents",
) -> Split:
    """Hold out a fold, counted from 1, and train on the others.

    ``by``: whether folds are of documents or systems. Names that are not in any fold are excluded.
    Raises ValueError if the fold does not exist, and as `check_folds` does.
    """
    check_folds(folds, [_get_fold_key(example, by) for example in examples], by)
    if not 1 <= fold <= len(folds):
        raise ValueError(
            f"fold must be from 1 to {len(folds)}, the number of folds by {by}, not {fold}"
        )
    held_out = set(folds[fold - 1])
    others = set(chain.from_iterable(folds)) - held_out
    split = Split([], [])
    for example in examples:
        name = _get_fold_key(example, by)
        if name in others:
            split.training.append(example)
        elif name in held_out:
            split.held_out.append(example)
    return split


def _get_fold_key(example: LabelledSummary, by: str) -> str:
    """Return the name that decides a labelled summary's fold: its document or its system."""
    return example.instance_id if by == "documents" else example.summarizer_id
