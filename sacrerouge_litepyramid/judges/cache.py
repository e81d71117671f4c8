"""A cache on disk for any judge: a run that was stopped continues where it was."""

import hashlib
import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.pairs import Group, Pair, predict_unique_pairs, text_length, unique
from sacrerouge_litepyramid.io.store import KeyValueStore, cache_folder
from sacrerouge_litepyramid.judges.judge import HumanAgreement, Judge, PairJudge, ScoreRange, TrainingData

Item = Group | Pair


@Judge.register("cached")
class CachedJudge(Judge):
    """Asks ``model`` only about what is not in the cache, and stores each batch when it is done.

    Predictions are keyed by the model's identity and the texts. Several processes may share the file. Batches are cut
    from the whole sorted input, not from what is missing, so that a resumed run has the same batches, and the same
    numbers to the last bit.

    Args:
        model: the judge.
        path: the SQLite file; default ``judgements.sqlite`` in the cache folder ($LITEPYRAMID_CACHE).
        batch_size: the number of pairs that are predicted together, and lost together if the run is stopped.
    """

    def __init__(self, model: Judge, path: str | None = None, batch_size: int = 1024) -> None:
        if batch_size < 1:
            raise ValueError(f"batch_size must be at least 1, not {batch_size}")
        self.model = model
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
            distinct, inverse = unique(groups)
            answers = self._predict(store, distinct)
            return [answers[index] for index in inverse]

    def _predict(self, store: KeyValueStore, items: Sequence[Item]) -> list[np.ndarray]:
        """Return answers to distinct items, in order; long texts go first, which pads less and fails early."""
        identity = json.dumps(self.identity(), sort_keys=True)
        keys = [_key(identity, item) for item in items]
        order = sorted(range(len(items)), key=lambda index: (-text_length(items[index]), keys[index]))
        shapes = {key: self._shape(item) for key, item in zip(keys, items, strict=True)}
        answers: dict[bytes, np.ndarray] = {}

        def decode(key: bytes, data: bytes) -> np.ndarray:
            return np.frombuffer(data, dtype="<f8").reshape(shapes[key])

        for start in range(0, len(order), self.batch_size):
            batch = {keys[index]: items[index] for index in order[start : start + self.batch_size]}
            answers.update(store.get(list(batch), decode))
            missing = {key: item for key, item in batch.items() if key not in answers}
            if missing:
                predicted = dict(zip(missing, self._ask(store, list(missing.values())), strict=True))
                # What has no answer is asked again by the next run.
                kept = {key: logits for key, logits in predicted.items() if not np.isnan(logits).any()}
                store.put({key: logits.astype("<f8").tobytes() for key, logits in kept.items()})
                answers |= predicted | store.get(list(missing), decode)
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


def _key(identity: str, item: Item) -> bytes:
    return hashlib.sha256(json.dumps([identity, *item]).encode()).digest()
