"""How a pair classifier is finetuned, and how such a run is stopped and resumed."""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class FinetuneSettings:
    """The settings that decide the final weights, besides the initial model and the data.

    The defaults are those of NLI, from the paper where it gives them (Zhang and Bansal 2021); the batch size and the
    warm-up are this project's choice.

    ``batch_size``: pairs in an optimizer's step; ``gradient_accumulation``: the number of parts in which a step is
    computed, to save memory; ``warmup_share``: share of all steps in which the learning rate rises from 0, after which
    it falls linearly to 0.
    """

    learning_rate: float = 1e-5
    epochs: int = 2
    batch_size: int = 32
    gradient_accumulation: int = 1
    warmup_share: float = 0.1
    weight_decay: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("epochs", "batch_size", "gradient_accumulation"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}")
        if not (math.isfinite(self.learning_rate) and self.learning_rate > 0):
            raise ValueError(f"learning_rate must be positive, not {self.learning_rate}")
        if not 0 <= self.warmup_share < 1:
            raise ValueError(f"warmup_share must be at least 0 and below 1, not {self.warmup_share}")
        if not (math.isfinite(self.weight_decay) and self.weight_decay >= 0):
            raise ValueError(f"weight_decay must be 0 or more, not {self.weight_decay}")
        if not 0 <= self.seed < 2**32:
            raise ValueError(f"seed must be from 0 to 4294967295, not {self.seed}")
        if self.batch_size % self.gradient_accumulation:
            raise ValueError(
                f"batch_size {self.batch_size} cannot be computed in {self.gradient_accumulation} equal parts "
                "(gradient_accumulation); give a divisor of it"
            )

    def steps_per_epoch(self, pairs: int) -> int:
        return math.ceil(pairs / self.batch_size)

    def steps(self, pairs: int) -> int:
        return self.epochs * self.steps_per_epoch(pairs)


@dataclass(frozen=True)
class Interruption:
    """How a run is stopped and resumed; none of it changes the final weights.

    ``resume``: continue the run in the output folder, or begin one if it is empty; ``stop_after``: the step, counted
    from the beginning of the run, at which to stop with a checkpoint; ``save_every``: steps between checkpoints.
    """

    resume: bool = False
    stop_after: int | None = None
    save_every: int = 500

    def __post_init__(self) -> None:
        if self.save_every < 1:
            raise ValueError(f"save_every must be at least 1 step, not {self.save_every}")
        if self.stop_after is not None and self.stop_after < 1:
            raise ValueError(f"stop_after must be at least 1 step, not {self.stop_after}")
