"""Judges whose answers a reader can compute by hand, and an encoder that counts."""

import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.pairs import Pair
from sacrerouge_litepyramid.judges.judge import Judge, PairJudge
from sacrerouge_litepyramid.models.encoders.token_encoder import CharNgramEncoder, TokenVectors


@Judge.register("all-words")
class AllWords(PairJudge):
    """Logits (2, 0, 0) when the summary has every word of the unit, else (0, 1, 1).

    ``log``: a file that gets one line for each pair that was scored; ``stop_after``: dies at once,
    as if killed, when so many pairs have been scored.
    """

    def __init__(self, log: str = None, classes: int = 3, stop_after: int = 0) -> None:
        self.classes = classes
        self.log = log
        self.stop_after = stop_after
        self.scored = 0

    def identity(self) -> dict[str, Any]:
        return {"type": "all-words", "classes": self.classes}

    def predict_pairs(self, pairs: Sequence[Pair]) -> np.ndarray:
        rows = []
        for pair in pairs:
            if self.stop_after and self.scored == self.stop_after:
                os._exit(9)
            held = set(pair.unit.lower().split()) <= set(pair.summary.lower().split())
            rows.append(([2.0, 0.0, 0.0] if held else [0.0, 1.0, 1.0])[: self.classes])
            self.scored += 1
            if self.log:
                with Path(self.log).open("a") as out:
                    out.write(f"{pair.summary} <- {pair.unit}\n")
        return np.array(rows)


@Judge.register("forgetful")
class Forgetful(AllWords):
    """`AllWords` without an answer for the units with the word "north"."""

    def predict_pairs(self, pairs: Sequence[Pair]) -> np.ndarray:
        rows = super().predict_pairs(pairs)
        rows[["north" in pair.unit for pair in pairs]] = np.nan
        return rows


@Judge.register("slow-words")
class SlowWords(AllWords):
    """`AllWords` that leaves its process id in ``folder`` and waits ``seconds`` over each call."""

    def __init__(self, folder: str, seconds: float = 0.0) -> None:
        super().__init__()
        self.folder = folder
        self.seconds = seconds

    def predict_pairs(self, pairs: Sequence[Pair]) -> np.ndarray:
        (Path(self.folder) / str(os.getpid())).touch()
        time.sleep(self.seconds)
        return super().predict_pairs(pairs)


@Judge.register("refusing")
class Refusing(AllWords):
    """`AllWords` that refuses a summary "refuse"."""

    def predict_pairs(self, pairs: Sequence[Pair]) -> np.ndarray:
        if any(pair.summary == "refuse" for pair in pairs):
            raise ValueError("the summary 'refuse' is refused")
        return super().predict_pairs(pairs)


class CountingEncoder(CharNgramEncoder):
    """The default encoder, with the texts that it was asked for, call by call."""

    def __init__(self) -> None:
        self.calls: list[list[str]] = []

    @property
    def seen(self) -> list[str]:
        return [text for call in self.calls for text in call]

    def encode_distinct(self, texts: Sequence[str]) -> list[TokenVectors]:
        self.calls.append(list(texts))
        return super().encode_distinct(texts)
