"""A cache on disk for any judge: a run that was stopped continues where it was."""

from collections.abc import Sequence
from operator import attrgetter
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.pairs import Group, Pair, predict_unique_pairs, text_length
from sacrerouge_litepyramid.io.store import Cached, KeyValueStore
from sacrerouge_litepyramid.judges.judge import Judge, PairJudge

Item = Group | Pair


@Judge.register("cached")
class CachedJudge(Cached, Judge):
    """Asks ``model`` only about what is not in the cache, and stores each batch when it is done.

    Args:
        model: the judge.
        path: the SQLite file; default ``judgements.sqlite`` in the cache folder ($LITEPYRAMID_CACHE).
        batch_size: the number of pairs that are predicted together, and lost together if the run is stopped.
    """

    file_name = "judgements.sqlite"
    classes = property(attrgetter("model.classes"))  # type: ignore[assignment]
    score_range = property(attrgetter("model.score_range"))
    training_data = property(attrgetter("model.training_data"))
    agreement = property(attrgetter("model.agreement"))

    def __init__(self, model: Judge, path: str | None = None, batch_size: int = 1024) -> None:
        super().__init__(model, path, batch_size)
        self.model = model
        self.judges_parts, self.default_extractor = model.judges_parts, model.default_extractor

    def predict(self, groups: Sequence[Group]) -> list[np.ndarray]:
        if self.model.keeps_answers:
            return self.model.predict(groups)
        if isinstance(self.model, PairJudge):
            return predict_unique_pairs(groups, lambda pairs: np.stack(self._answer(pairs)))
        return self._answer(groups)

    def _answer(self, items: Sequence[Item]) -> list[np.ndarray]:
        """Return answers to items, in order; long texts go first, which pads less and fails early."""
        return self.answer(items, self._ask, _encode, self._decode, text_length)

    def _ask(self, store: KeyValueStore, items: list[Any]) -> Sequence[np.ndarray]:
        """Ask the model, which may keep in the store what it computes for a text alone."""
        self.model.use_store(store)
        try:
            return (
                [*self.model.predict_pairs(items)] if isinstance(self.model, PairJudge) else self.model.predict(items)
            )
        finally:
            self.model.use_store(None)

    def _decode(self, item: Item, data: bytes) -> np.ndarray:
        """Return logits of shape (classes,) for a pair, (units, classes) for a group."""
        units = () if isinstance(item[1], str) else (len(item[1]),)
        return np.frombuffer(data, dtype="<f8").reshape(*units, self.classes)


def _encode(logits: np.ndarray) -> bytes | None:
    """Return the bytes of an answer; what has none is asked again by the next run."""
    return None if np.isnan(logits).any() else logits.astype("<f8").tobytes()
