"""What the plugin changes in SacreROUGE 0.2.5, all of it here."""

import functools
import sys
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
