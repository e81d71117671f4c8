"""A finetuning run: its settings, how it is stopped and resumed, and its output folder.

During the run its folder ``run/`` holds the settings, the figures so far and the newest checkpoints; in the end the
folder holds the model and ``finetuning.json``, and ``run/`` is removed."""

import json
import math
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.io.files import check_writable, read_text, write_json


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


FINISHED_FILE = "finetuning.json"
#: written into a checkpoint last: a checkpoint without it is incomplete
COMPLETE_MARK = "whole"


class RunFolder:
    """``settings``: everything that decides the final weights, JSON-ready.

    ``figures``: by epoch, with 0 for before the training, or by another name.
    """

    def __init__(self, folder: str | Path, settings: Mapping[str, Any]) -> None:
        self.folder = Path(folder)
        self.work = self.folder / "run"
        self.settings = json.loads(json.dumps(settings))
        self.figures: dict[str, dict[str, Any]] = {}

    def open(self, resume: bool) -> None:
        """Begin a run, or resume the one that is there.

        Raises ValueError for a folder that holds something else, a run of other settings, or a run without ``resume``.
        """
        check_writable(self.folder / FINISHED_FILE)
        if self._is_unused():
            write_json(self.work / "settings.json", self.settings)
            return
        self._check_same(resume)
        if self.finished:
            self.figures = json.loads(read_text(self.folder / FINISHED_FILE))["figures"]
            shutil.rmtree(self.work, ignore_errors=True)
        elif (self.work / "figures.json").exists():
            self.figures = json.loads(read_text(self.work / "figures.json"))

    @property
    def finished(self) -> bool:
        return (self.folder / FINISHED_FILE).exists()

    def checkpoint(self) -> Path | None:
        """Return the newest complete checkpoint."""
        found = [path.parent for path in self.work.glob(f"checkpoint-*/{COMPLETE_MARK}")]
        return max(found, key=lambda path: int(path.name.rpartition("-")[2]), default=None)

    @property
    def step(self) -> int:
        """The step of the newest complete checkpoint, 0 without one."""
        checkpoint = self.checkpoint()
        return 0 if checkpoint is None else int(checkpoint.name.rpartition("-")[2])

    def mark_complete(self, step: int) -> None:
        (self.work / f"checkpoint-{step}" / COMPLETE_MARK).touch()

    def keep_figures(self, epoch: int | str, figures: Mapping[str, Any]) -> None:
        self.figures = {**self.figures, str(epoch): dict(figures)}
        write_json(self.work / "figures.json", self.figures)

    @property
    def best(self) -> Path:
        """The folder of the best model so far, where one is selected."""
        return self.work / "best"

    @contextmanager
    def new_best(self) -> Iterator[Path]:
        """Give an empty folder that becomes `best` when the block ends without an error."""
        new = self.work / "new-best"
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(parents=True)
        yield new
        shutil.rmtree(self.best, ignore_errors=True)
        new.rename(self.best)

    def finish(self, facts: Mapping[str, Any]) -> None:
        """Mark the model in the folder as finished, and remove what was needed to resume."""
        write_json(self.folder / FINISHED_FILE, {"settings": self.settings, "figures": self.figures, **facts})
        shutil.rmtree(self.work, ignore_errors=True)

    def _is_unused(self) -> bool:
        """Return whether the folder is empty, or holds only remains of a run killed before it wrote settings."""
        inside = list(self.work.iterdir()) if self.work.is_dir() else []
        return {*self.folder.iterdir()} <= {self.work} and all(path.name.startswith(".part-") for path in inside)

    def _check_same(self, resume: bool) -> None:
        there = self._read_settings()
        other = [name for name in {**there, **self.settings} if there.get(name) != self.settings.get(name)]
        if other:
            changes = ", ".join(f"{name} was {there.get(name)!r}, is {self.settings.get(name)!r}" for name in other)
            raise ValueError(f"{self.folder}: holds a run of other settings ({changes}); choose another output folder")
        if not resume:
            state = "a finished run" if self.finished else "an unfinished run"
            raise ValueError(f"{self.folder}: holds {state} of these settings; resume it, or choose another folder")

    def _read_settings(self) -> dict[str, Any]:
        try:
            if self.finished:
                return json.loads(read_text(self.folder / FINISHED_FILE))["settings"]
            return json.loads(read_text(self.work / "settings.json"))
        except (ValueError, KeyError, TypeError, RecursionError):
            raise ValueError(
                f"{self.folder}: is not empty and holds no finetuning run; choose another output folder"
            ) from None
