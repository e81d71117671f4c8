"""Build summarizers and rewards from descriptions."""

from typing import Any

from sacrerouge_litepyramid import registry
from sacrerouge_litepyramid.metrics.metric import Metric
from sacrerouge_litepyramid.registry import explain_unknown_name, read_description
from sacrerouge_litepyramid.summarizers.interfaces import Reward, Summarizer


def build_summarizer(description: str) -> Summarizer:
    """Build a summarizer from its name or JSON; ValueError listing the known ones."""
    return registry.build(Summarizer, params_of(description, "summarizer"))


def build_reward(description: str) -> Reward:
    """Build a reward from its name or JSON; a metric's name or JSON is the reward ``metric`` of it.

    ``measure`` beside a metric's own settings is the reward's.
    """
    params = params_of(description, "reward")
    rewards, metrics = Reward.list_available(), Metric.list_available()
    if params["type"] not in {*rewards, *metrics}:
        raise ValueError(explain_unknown_name("the reward", params["type"], {*rewards, *metrics}))
    if params["type"] not in rewards:
        measure = {"measure": params.pop("measure")} if "measure" in params else {}
        params = {"type": "metric", "metric": params, **measure}
    return registry.build(Reward, params)


def params_of(description: str, what: str) -> dict[str, Any]:
    """Return the JSON form of a name or a JSON text: an object with its name as ``type``."""
    params = read_description(description, f"the {what}")
    if not isinstance(params.get("type"), str):
        raise ValueError(f"the {what} {description!r} has no 'type'; name one")
    return params
