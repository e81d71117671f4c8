"""Measure the floor and the ceiling of a presence model: what it gives where nothing, and where everything, is said."""

from collections.abc import Sequence

import numpy as np

from sacrerouge_litepyramid.core.judgements import Judged, to_group
from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.core.probabilities import presence_measures
from sacrerouge_litepyramid.presence.presence_model import PresenceModel

_DECIMALS = 4


def measure_range(model: PresenceModel, examples: Sequence[Judged]) -> dict[str, float]:
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


def _mean(model: PresenceModel, groups: Sequence[Group]) -> float:
    values = np.concatenate([presence_measures(logits)["p2c"] for logits in model.predict(groups)])
    return round(float(values.mean()), _DECIMALS)
