"""What the plugin changes in SacreROUGE 0.2.5, all of it here."""

import functools
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any


def make_importable() -> None:
    """Lets SacreROUGE be imported on Python 3.12 and later.

    Its pin overrides==3.1.0 reads byte code that Python 3.12 changed; the decorator only checks names, so an
    identity decorator serves.
    """
    if sys.version_info >= (3, 12) and "sacrerouge" not in sys.modules:
        try:
            import overrides
        except ModuleNotFoundError:
            return
        overrides.overrides = lambda method: method


def save_outputs_whole() -> None:
    """Makes ``score`` and ``evaluate`` move their outputs into place when whole, each with its signature beside it."""
    from sacrerouge.commands import evaluate, metric_command, score

    if hasattr(score.save_score_results, "__wrapped__"):
        return
    save_scores = _whole(score.save_score_results, outputs=(1,))
    save_evaluation = _whole(evaluate.save_evaluation_results, outputs=(2, 3))
    score.save_score_results = metric_command.save_score_results = save_scores
    evaluate.save_evaluation_results = metric_command.save_evaluation_results = save_evaluation


def _whole(save: Callable[..., None], outputs: tuple[int, ...]) -> Callable[..., None]:
    """``save`` with the arguments at the positions ``outputs`` (paths) replaced by temporary files beside them."""
    from sacrerouge_litepyramid.files import atomic_path
    from sacrerouge_litepyramid.metrics import signature

    @functools.wraps(save)
    def save_whole(*args: Any) -> None:
        with ExitStack() as stack:
            written = [
                str(stack.enter_context(atomic_path(value))) if position in outputs else value
                for position, value in enumerate(args)
            ]
            save(*written)
        signature.keep(args[outputs[0]])

    return save_whole


def keep_values_apart() -> None:
    """Makes no metric of a run replace another's values.

    SacreROUGE lets the jackknifed values of a metric replace those of an earlier one of its name, whatever their own
    names, and a value one of the same name; the first are kept, of the second the config is refused (ValueError).
    """
    from sacrerouge.commands import evaluate, score

    if hasattr(score._score_with_metric, "__wrapped__"):
        return
    score._score_with_metric = _merged(score._score_with_metric)
    score._load_metrics = _told_apart(score._load_metrics)
    evaluate.load_metrics = _told_apart(evaluate.load_metrics)


def _merged(score_with_metric: Callable[..., None]) -> Callable[..., None]:
    """``score_with_metric`` writing results of its own, which then join those of the other metrics."""
    from sacrerouge.commands.score import _get_initial_metrics_dicts

    @functools.wraps(score_with_metric)
    def score_and_merge(metric: Any, instances: Any, metrics_dicts: Any, **settings: Any) -> None:
        own = _get_initial_metrics_dicts(instances)
        score_with_metric(metric, instances, own, **settings)
        for instance_id, of_systems in own.items():
            for system, found in of_systems.items():
                metrics_dicts[instance_id][system].metrics.update(found.metrics)

    return score_and_merge


def _told_apart(load_metrics: Callable[[Any], list[Any]]) -> Callable[[Any], list[Any]]:
    """``load_metrics`` refusing metrics whose values have one name: that of the metric, or its ``value_name``."""

    @functools.wraps(load_metrics)
    def load_and_tell_apart(params: Any) -> list[Any]:
        metrics = load_metrics(params)
        names = Counter(getattr(metric, "value_name", getattr(metric, "name", None)) for metric in metrics)
        twice = [name for name, count in names.items() if name is not None and count > 1]
        if twice:
            raise ValueError(f"two metrics of the config give the value {twice[0]!r}; score each in a run of its own")
        return metrics

    return load_and_tell_apart
