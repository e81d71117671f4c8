"""A cache on disk for any judge: a run that was stopped continues where it was."""

import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.pairs import Group, Pair, predict_unique_pairs, text_length
from sacrerouge_litepyramid.io.store import KeyValueStore, cache_folder, compute_missing, make_key
from sacrerouge_litepyramid.judges.judge import HumanAgreement, Judge, PairJudge, ScoreRange, TrainingData

Item = Group | Pair


@Judge.register("cached")
class CachedJudge(Judge):
    """Asks ``model`` only about what is not in the cache, and stores each batch when it is done.

    Predictions are keyed by the model's identity and the texts. Several processes may share the file.

    Args:
        model: the judge.
        path: the SQLite file; default ``judgements.sqlite`` in the cache folder ($LITEPYRAMID_CACHE).
        batch_size: the number of pairs that are predicted together, and lost together if the run is stopped.
    """

    def __init__(self, model: Judge, path: str | None = None, batch_size: int = 1024) -> None:
        if batch_size < 1:
            raise ValueError(f"batch_size must be at least 1, not {batch_size}")
        self.model = model
        self.judges_parts, self.default_extractor = model.judges_parts, model.default_extractor
        self.path = Path(path) if path else cache_folder() / "judgements.sqlite"
        self.batch_size = batch_size

    @property
    def classes(self) -> int:  # type: ignore[override]
        return self.model.classes

    @property
    def score_range(self) -> ScoreRange | None:
        return self.model.score_range

    @property
    def training_data(self) -> TrainingData | None:
        return self.model.training_data

    @property
    def agreement(self) -> Sequence[HumanAgreement]:
        return self.model.agreement

    def identity(self) -> dict[str, Any]:
        return self.model.identity()

    def observed(self) -> dict[str, list[str]]:
        return self.model.observed()

    def predict(self, groups: Sequence[Group]) -> list[np.ndarray]:
        if self.model.keeps_answers:
            return self.model.predict(groups)
        with closing(KeyValueStore(self.path)) as store:
            if isinstance(self.model, PairJudge):
                return predict_unique_pairs(groups, lambda pairs: np.stack(self._predict(store, pairs)))
            return self._predict(store, groups)

    def _predict(self, store: KeyValueStore, items: Sequence[Item]) -> list[np.ndarray]:
        """Return answers to items, in order; long texts go first, which pads less and fails early."""
        identity = json.dumps(self.identity(), sort_keys=True)
        keys = [make_key(identity, *item) for item in items]
        known = dict(zip(keys, items, strict=True))
        order = sorted(known, key=lambda key: (-text_length(known[key]), key))

        def decode(key: bytes, data: bytes) -> np.ndarray:
            return np.frombuffer(data, dtype="<f8").reshape(self._shape(known[key]))

        def ask(some: list[Item]) -> list[np.ndarray]:
            return self._ask(store, some)

        answers = compute_missing(store, {key: known[key] for key in order}, ask, _encode, decode, self.batch_size)
        return [answers[key] for key in keys]

    def _shape(self, item: Item) -> tuple[int, ...]:
        """Return the shape of an answer: (classes,) to a pair, (units, classes) to a group."""
        return (self.classes,) if isinstance(item[1], str) else (len(item[1]), self.classes)

    def _ask(self, store: KeyValueStore, items: list[Any]) -> list[np.ndarray]:
        """Ask the model, which may keep in the store what it computes for a text alone."""
        self.model.use_store(store)
        try:
            return self._predict_all(items)
        finally:
            self.model.use_store(None)

    def _predict_all(self, items: list[Any]) -> list[np.ndarray]:
        if isinstance(self.model, PairJudge):
            return list(self.model.predict_pairs(items))
        return self.model.predict(items)


def _encode(logits: np.ndarray) -> bytes | None:
    """Return the bytes of an answer; what has none is asked again by the next run."""
    return None if np.isnan(logits).any() else logits.astype("<f8").tobytes()
