"""A finetuning that dies at a step, as if killed."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import pytest

from sacrerouge_litepyramid.training import finetuning


class Killed(BaseException):
    """What no code catches."""


@contextmanager
def killed_in_step(step: int) -> Iterator[None]:
    """Let the training in the block die while it computes the loss of this step, counted from 1.

    A step is one part.
    """
    steps = count(1)
    compute_loss = finetuning.compute_two_class_loss

    def die(*arguments: Any) -> Any:
        if next(steps) == step:
            raise Killed
        return compute_loss(*arguments)

    with pytest.MonkeyPatch.context() as patch, pytest.raises(Killed):
        patch.setattr(finetuning, "compute_two_class_loss", die)
        yield
