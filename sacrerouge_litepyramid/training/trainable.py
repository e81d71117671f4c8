"""The interface of judges that can be fitted to labels, fold by fold; and the floor and the ceiling of a fitted one."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.judgements import LabelledSummary, judge_measures, to_group
from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.registry import Registrable

#: the source documents of each example
Documents = Mapping[str, Sequence[str]]


class TrainableJudge(Registrable):
    """Fits judges; a ready one is used as it is, by ``--judge-per-fold``."""

    noun = "trainable judge"
    default_implementation = "lexical"

    @abstractmethod
    def fit(self, labelled: Sequence[LabelledSummary], documents: Documents | None = None) -> Judge:
        """Fit a model to these judgements and to nothing else; ``documents``: by instance id, None if unknown."""

    @abstractmethod
    def identity(self) -> dict[str, Any]:
        """Return the settings of the fit, JSON-ready, with at least ``type``."""


_DECIMALS = 4


def measure_range(model: Judge, examples: Sequence[LabelledSummary]) -> dict[str, float]:
    """Return the mean p2c of units in summaries of the next instance ("floor"), and in all units ("ceiling").

    Return nothing for a single instance, of which no summary is unrelated.
    """
    units = {example.instance_id: to_group(example).units for example in examples}
    instances = list(units)
    if len(instances) < 2:
        return {}
    following = dict(zip(instances, [*instances[1:], instances[0]], strict=True))
    unrelated = [Group(example.summary, units[following[example.instance_id]]) for example in examples]
    itself = [Group(" ".join(each), each) for each in units.values()]
    return {name: _mean(model, groups) for name, groups in (("floor", unrelated), ("ceiling", itself))}


def _mean(model: Judge, groups: Sequence[Group]) -> float:
    values = np.concatenate([judge_measures(logits)["p2c"] for logits in model.predict(groups)])
    return round(float(values.mean()), _DECIMALS)
