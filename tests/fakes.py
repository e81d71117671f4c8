"""Presence models whose answers a reader can compute by hand."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.pairs import Pair
from sacrerouge_litepyramid.presence.base import PairPresenceModel, PresenceModel


@PresenceModel.register("all-words")
class AllWords(PairPresenceModel):
    """Logits (2, 0, 0) when the summary has every word of the unit, else (0, 1, 1).

    ``log``: a file that gets one line for each pair that was scored; ``stop_after``: dies at once, as if killed,
    when so many pairs have been scored.
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
