"""A finetuning run: its settings, and its folder, in which a killed run goes on when restarted.

During the run, the folder's ``run/`` contains the settings and the checkpoints of transformers'
Trainer; at the end, ``run/`` is removed, and the folder contains the model and ``finetuning.json``.
"""

import json
import math
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.io.files import check_writable, read_text, write_json

FINISHED_FILE = "finetuning.json"
BEGUN_FILE = "settings.json"


@dataclass(frozen=True)
class FinetuneSettings:
    """The settings that determine the final weights, besides the initial model and the data.

    The defaults are those of Zhang and Bansal (2021) for NLI, but the batch size is this project's.
    """

    learning_rate: float = 1e-5
    epochs: int = 2
    # the number of pairs per step of the optimizer
    batch_size: int = 32
    # the number of parts in which a step is computed, to save memory
    gradient_accumulation: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        for name, valid, rule in (
            ("epochs", self.epochs >= 1, "at least 1"),
            ("batch_size", self.batch_size >= 1, "at least 1"),
            ("gradient_accumulation", self.gradient_accumulation >= 1, "at least 1"),
            ("learning_rate", 0 < self.learning_rate < math.inf, "positive"),
            ("seed", 0 <= self.seed < 2**32, "from 0 to 4294967295"),
        ):
            if not valid:
                raise ValueError(f"{name} must be {rule}, not {getattr(self, name)}")
        if self.batch_size % self.gradient_accumulation:
            raise ValueError(
                f"batch_size {self.batch_size} cannot be computed in {self.gradient_accumulation} "
                "equal parts; gradient_accumulation must divide it"
            )


def open_run(folder: Path, settings: Mapping[str, Any]) -> dict[str, Any] | None:
    """Begin a run, or go on with that in the folder.

    Return the content of FINISHED_FILE if that run is finished. Raises ValueError if the folder has
    other content or a run with other settings.
    """
    check_writable(folder / FINISHED_FILE)
    work = folder / "run"
    begun = [path for path in (folder / FINISHED_FILE, work / BEGUN_FILE) if path.exists()]
    if not begun and {*folder.iterdir()} <= {work}:
        write_json(work / BEGUN_FILE, {"settings": settings})
        return None
    try:
        content = json.loads(read_text(begun[0]))
        before = dict(content["settings"])
    except (ValueError, LookupError, TypeError):
        raise ValueError(
            f"{folder}: not empty, and not a finetuning run; choose another output folder"
        ) from None
    other = [name for name in {**before, **settings} if before.get(name) != settings.get(name)]
    if other:
        changes = ", ".join(
            f"{name} was {before.get(name)!r}, is {settings.get(name)!r}" for name in other
        )
        raise ValueError(
            f"{folder}: its run has other settings ({changes}); choose another output folder"
        )
    return content if begun[0].name == FINISHED_FILE else None


class TrainerCheckpoint(NamedTuple):
    """A checkpoint of transformers' Trainer."""

    folder: Path
    # a TrainerState
    state: Any

    @property
    def has_ended(self) -> bool:
        """Whether the training ended here, at its last step or because its patience ran out."""
        control = self.state.stateful_callbacks["TrainerControl"]
        return bool(control["args"]["should_training_stop"])

    @property
    def chosen(self) -> Path:
        """The folder with the weights to keep: those of the best epoch, if one was selected."""
        best = self.state.best_global_step
        return self.folder.with_name(f"checkpoint-{best}") if best else self.folder


def find_checkpoint(work: Path) -> TrainerCheckpoint | None:
    """Return the newest complete checkpoint; the Trainer writes its state last."""
    from transformers import TrainerState

    by_step = {int(path.name.rpartition("-")[2]): path for path in work.glob("checkpoint-*")}
    for step in sorted(by_step, reverse=True):
        with suppress(OSError, ValueError):
            state = TrainerState.load_from_json(str(by_step[step] / "trainer_state.json"))
            return TrainerCheckpoint(by_step[step], state)
    return None
