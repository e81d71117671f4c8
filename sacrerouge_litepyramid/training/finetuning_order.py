"""Order the pairs that a classifier is finetuned on, by the seed alone."""

from collections.abc import Iterator, Sequence

import numpy as np

#: batches within which pairs are sorted by length: many enough for little padding, few enough to stay random
BATCHES_PER_WINDOW = 16


def order_epoch(lengths: Sequence[int], batch_size: int, seed: int, epoch: int) -> np.ndarray:
    """Return the indices of an epoch, batch by batch, in random order, with pairs of similar length in a batch.

    An incomplete batch comes last. The order depends on the arguments alone, not on earlier draws.
    """
    generator = np.random.default_rng([seed, epoch])
    order = generator.permutation(len(lengths))
    whole = len(order) - len(order) % batch_size
    sizes = np.asarray(lengths)
    windows = np.split(order[:whole], range(batch_size * BATCHES_PER_WINDOW, whole, batch_size * BATCHES_PER_WINDOW))
    ordered = np.concatenate([window[np.argsort(-sizes[window], kind="stable")] for window in windows])
    batches = generator.permutation(ordered.reshape(-1, batch_size), axis=0)
    return np.concatenate([batches.ravel(), order[whole:]]).astype(np.int64)


class PairOrder:
    """A sampler for torch's DataLoader; the training loop sets ``epoch``."""

    def __init__(self, lengths: Sequence[int], batch_size: int, seed: int) -> None:
        self.lengths = lengths
        self.batch_size = batch_size
        self.seed = seed
        self.epoch = 0

    def __len__(self) -> int:
        return len(self.lengths)

    def __iter__(self) -> Iterator[int]:
        return iter(order_epoch(self.lengths, self.batch_size, self.seed, self.epoch).tolist())
