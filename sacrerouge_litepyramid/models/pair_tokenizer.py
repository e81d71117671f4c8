"""Pairs of texts to a model's inputs, each distinct text tokenised once however many pairs hold it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.models.batching import Row

IDS = "input_ids"
TEXTS_PER_CALL = 1024
#: two pairs, of texts of different lengths, on which joined pairs are compared to those that the tokeniser makes
PROBES = (("The ferry sank.", "A ferry"), ("No one", "has crossed the river, they said, for 20 years."))

#: (summary, unit), or the two texts that some other model judges
TextPair = tuple[str, str]


class Frame(NamedTuple):
    """What stands around two texts in one field of a model's inputs, and the value of each text's tokens in it."""

    before: np.ndarray
    first: int
    between: np.ndarray
    second: int
    after: np.ndarray


class PairTokenizer:
    """Joins the token numbers of two texts as the tokeniser does; where that differs it tokenises whole pairs."""

    def __init__(self, tokenizer: Any) -> None:
        self.tokenizer = tokenizer
        frames = self._frames()
        self.frames = frames if frames and self._joins_alike(frames) else None

    def rows(self, pairs: Sequence[TextPair], max_length: int) -> tuple[list[Row], int]:
        """The model's inputs for each pair, unpadded, and how many pairs had to be truncated, the longer text first."""
        rows = self._joined(pairs, self.frames) if self.frames else self._whole(pairs)
        too_long = [index for index, row in enumerate(rows) if len(row[IDS]) > max_length]
        shortened = self._whole([pairs[index] for index in too_long], truncation=True, max_length=max_length)
        for index, row in zip(too_long, shortened, strict=True):
            rows[index] = row
        return rows, len(too_long)

    def _joined(self, pairs: Sequence[TextPair], frames: Mapping[str, Frame]) -> list[Row]:
        ids = self._texts(text for pair in pairs for text in pair)
        return [_join(ids[first], ids[second], frames) for first, second in pairs]

    def _texts(self, texts: Iterable[str]) -> dict[str, np.ndarray]:
        distinct = list(dict.fromkeys(texts))
        ids: list[np.ndarray] = []
        for start in range(0, len(distinct), TEXTS_PER_CALL):
            encoded = self._encode(distinct[start : start + TEXTS_PER_CALL], add_special_tokens=False)
            ids.extend(np.asarray(row, dtype=np.int32) for row in encoded[IDS])
        return dict(zip(distinct, ids, strict=True))

    def _whole(self, pairs: Sequence[TextPair], **truncation: Any) -> list[Row]:
        rows: list[Row] = []
        for start in range(0, len(pairs), TEXTS_PER_CALL):
            firsts, seconds = zip(*pairs[start : start + TEXTS_PER_CALL], strict=True)
            encoded = self._encode(list(firsts), list(seconds), return_attention_mask=True, **truncation)
            columns = [[np.asarray(ids, dtype=np.int32) for ids in encoded[field]] for field in encoded]
            rows.extend(dict(zip(encoded.keys(), row, strict=True)) for row in zip(*columns, strict=True))
        return rows

    def _encode(self, *texts: list[str], **settings: Any) -> Any:
        return self.tokenizer(*texts, **{"padding": False, "truncation": False, "verbose": False, **settings})

    def _frames(self) -> dict[str, Frame] | None:
        """The frame of each field, read off a pair; None when the tokeniser's marks are not around whole texts."""
        texts = PROBES[0]
        ids = self._texts(texts)
        masks = {"return_attention_mask": True, "return_special_tokens_mask": True}
        encoded = self._encode([texts[0]], [texts[1]], **masks)
        places = np.flatnonzero(np.asarray(encoded.pop("special_tokens_mask")[0]) == 0)
        first, second = (len(ids[text]) for text in texts)
        if len(places) != first + second:
            return None
        start, end, restart, stop = places[0], places[first - 1] + 1, places[first], places[-1] + 1
        fields = {field: np.asarray(encoded[field][0], dtype=np.int32) for field in encoded}
        return {
            field: Frame(row[:start], row[start], row[end:restart], row[restart], row[stop:])
            for field, row in fields.items()
        }

    def _joins_alike(self, frames: Mapping[str, Frame]) -> bool:
        return all(
            ours.keys() == theirs.keys() and all(np.array_equal(ours[field], theirs[field]) for field in ours)
            for ours, theirs in zip(self._joined(PROBES, frames), self._whole(PROBES), strict=True)
        )


def _join(first: np.ndarray, second: np.ndarray, frames: Mapping[str, Frame]) -> Row:
    constant = {
        field: (np.full_like(first, frame.first), np.full_like(second, frame.second))
        for field, frame in frames.items()
        if field != IDS
    }
    texts = {**constant, IDS: (first, second)}
    return {
        field: np.concatenate([frame.before, texts[field][0], frame.between, texts[field][1], frame.after])
        for field, frame in frames.items()
    }
