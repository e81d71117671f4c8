"""Summarizers and rewards from command line arguments."""

from typing import Any

from sacrerouge.metrics import Metric

from sacrerouge_litepyramid import summarizers  # noqa: F401 (registers summarizers and rewards)
from sacrerouge_litepyramid.registry import component, name_or_json
from sacrerouge_litepyramid.summarizers.interfaces import Reward, Summarizer


def build_summarizer(description: str) -> Summarizer:
    """A summarizer from its name or JSON; ValueError listing the known ones."""
    params = params_of(description, "summarizer")
    _check_known(params["type"], "summarizer", Summarizer.list_available())
    return component(Summarizer, params)


def build_reward(description: str) -> Reward:
    """A reward from its name or JSON; a metric's name or JSON is the reward ``metric`` of it.

    ``measure`` beside a metric's own settings is the reward's.
    """
    params = params_of(description, "reward")
    name, rewards, metrics = params["type"], Reward.list_available(), Metric.list_available()
    _check_known(name, "reward", sorted({*rewards, *metrics}))
    if name not in rewards:
        measure = {"measure": params.pop("measure")} if "measure" in params else {}
        params = {"type": "metric", "metric": params, **measure}
    return component(Reward, params)


def params_of(description: str, what: str) -> dict[str, Any]:
    """The JSON form of a name or a JSON text: an object with its name as ``type``."""
    params = name_or_json(description, f"the {what}")
    if not isinstance(params.get("type"), str):
        raise ValueError(f"the {what} {description!r} has no 'type'; name one")
    return params


def _check_known(name: str, what: str, known: list[str]) -> None:
    if name not in known:
        raise ValueError(f"the {what} {name!r} is unknown; known: {', '.join(known)}")
