"""A finetuning run: its settings, how it is stopped and resumed, and its output folder.

During the run, the folder's ``run/`` contains the settings and the checkpoints of transformers' Trainer; at the end,
``run/`` is removed, and the folder contains the model and ``finetuning.json``."""

import json
import math
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.io.files import TEMPORARY_PREFIX, check_writable, read_text, write_json

FINISHED_FILE = "finetuning.json"


@dataclass(frozen=True)
class FinetuneSettings:
    """The settings that determine the final weights, besides the initial model and the data.

    The defaults are those of Zhang and Bansal (2021) for NLI, but the batch size and the warm-up are this project's.
    ``batch_size``: pairs per step of the optimizer; ``gradient_accumulation``: the number of parts in which a step is
    computed, to save memory; ``warmup_share``: the share of all steps during which the learning rate rises from 0;
    after them it falls linearly to 0.
    """

    learning_rate: float = 1e-5
    epochs: int = 2
    batch_size: int = 32
    gradient_accumulation: int = 1
    warmup_share: float = 0.1
    weight_decay: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        for name, valid, rule in (
            ("epochs", self.epochs >= 1, "at least 1"),
            ("batch_size", self.batch_size >= 1, "at least 1"),
            ("gradient_accumulation", self.gradient_accumulation >= 1, "at least 1"),
            ("learning_rate", 0 < self.learning_rate < math.inf, "positive"),
            ("warmup_share", 0 <= self.warmup_share < 1, "at least 0 and below 1"),
            ("weight_decay", 0 <= self.weight_decay < math.inf, "0 or more"),
            ("seed", 0 <= self.seed < 2**32, "from 0 to 4294967295"),
        ):
            if not valid:
                raise ValueError(f"{name} must be {rule}, not {getattr(self, name)}")
        if self.batch_size % self.gradient_accumulation:
            raise ValueError(
                f"batch_size {self.batch_size} cannot be computed in {self.gradient_accumulation} equal parts; "
                "gradient_accumulation must divide it"
            )


@dataclass(frozen=True)
class Interruption:
    """How a run is stopped and resumed, which does not change the final weights.

    ``resume``: whether to continue the run in the output folder, if it has one; ``stop_after``: the step, counted from
    the beginning of the run, at which to save a checkpoint and stop; ``save_every``: steps between checkpoints.
    """

    resume: bool = False
    stop_after: int | None = None
    save_every: int = 500

    def __post_init__(self) -> None:
        for name in ("save_every", "stop_after"):
            if (steps := getattr(self, name)) is not None and steps < 1:
                raise ValueError(f"{name} must be at least 1 step, not {steps}")


def open_run(folder: Path, settings: Mapping[str, Any], resume: bool) -> dict[str, Any] | None:
    """Begin a run, or resume the run in the folder; return the content of FINISHED_FILE if that run is finished.

    Raises ValueError if the folder has other content or a run with other settings, or if it has a run that ``resume``
    does not allow to continue.
    """
    check_writable(folder / FINISHED_FILE)
    work = folder / "run"
    started = [path for path in work.glob("*") if not path.name.startswith(TEMPORARY_PREFIX)]
    if {*folder.iterdir()} <= {work} and not started:
        write_json(work / "settings.json", {"settings": settings})
        return None
    finished = (folder / FINISHED_FILE).exists()
    try:
        content = json.loads(read_text(folder / FINISHED_FILE if finished else work / "settings.json"))
        before = dict(content["settings"])
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"{folder}: not empty, and not a finetuning run; choose another output folder") from None
    other = [name for name in {**before, **settings} if before.get(name) != settings.get(name)]
    if other:
        changes = ", ".join(f"{name} was {before.get(name)!r}, is {settings.get(name)!r}" for name in other)
        raise ValueError(f"{folder}: its run has other settings ({changes}); choose another output folder")
    if not resume:
        state = "a finished run" if finished else "an unfinished run"
        raise ValueError(f"{folder}: {state} with these settings exists; resume it, or choose another folder")
    return content if finished else None


class TrainerCheckpoint(NamedTuple):
    """A checkpoint of transformers' Trainer; ``state``: its ``trainer_state.json``."""

    folder: Path
    state: dict[str, Any]

    @property
    def ended(self) -> bool:
        """Whether the training ended with this checkpoint: at its last step or because its patience ran out."""
        return bool(self.state["stateful_callbacks"]["TrainerControl"]["args"]["should_training_stop"])

    @property
    def chosen(self) -> Path:
        """The folder with the weights to keep: those of the best epoch if one was selected, else of this checkpoint."""
        best = self.state["best_global_step"]
        return self.folder.with_name(f"checkpoint-{best}") if best else self.folder


def find_checkpoint(work: Path) -> TrainerCheckpoint | None:
    """Return the newest complete checkpoint; an incomplete one lacks the state, which the trainer writes last."""
    for folder in sorted(work.glob("checkpoint-*"), key=lambda path: -int(path.name.rpartition("-")[2])):
        with suppress(OSError, ValueError):
            return TrainerCheckpoint(folder, json.loads((folder / "trainer_state.json").read_text("utf-8")))
    return None
