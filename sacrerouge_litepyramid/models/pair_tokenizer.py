"""Tokenise pairs of texts, each distinct text once, however many pairs it is in."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.models.batching import InputRow, chunked

IDS = "input_ids"
#: two pairs of texts with different lengths, for which joined pairs are compared with the tokeniser's own
PROBES = (("The ferry sank.", "A ferry"), ("No one", "has crossed the river, they said, for 20 years."))

#: (summary, unit), or the two texts of another model's pair
TextPair = tuple[str, str]


class FieldLayout(NamedTuple):
    """The values around two texts in one field of a model's inputs, and the value of each text's tokens in it."""

    before: np.ndarray
    first: int
    between: np.ndarray
    second: int
    after: np.ndarray


class PairTokenizer:
    """Joins the token ids of two texts as the tokeniser does; where joining would differ, tokenises whole pairs."""

    def __init__(self, tokenizer: Any) -> None:
        self.tokenizer = tokenizer
        frames = self._frames()
        self.frames = frames if frames and self._joins_alike(frames) else None

    def rows(
        self, pairs: Sequence[TextPair], max_length: int, known: dict[str, np.ndarray] | None = None
    ) -> tuple[list[InputRow], int]:
        """Return the model's inputs for each pair, unpadded, and the number of truncated pairs (the longer text first).

        ``known``: token ids by text, which is read and extended, so that later calls need not compute them again.
        """
        known = {} if known is None else known
        rows = self._join(pairs, self.frames, known) if self.frames and pairs else self._tokenize_pairs(pairs)
        too_long = [index for index, row in enumerate(rows) if len(row[IDS]) > max_length]
        shortened = self._tokenize_pairs([pairs[index] for index in too_long], truncation=True, max_length=max_length)
        for index, row in zip(too_long, shortened, strict=True):
            rows[index] = row
        return rows, len(too_long)

    def _join(
        self, pairs: Sequence[TextPair], frames: Mapping[str, FieldLayout], known: dict[str, np.ndarray]
    ) -> list[InputRow]:
        """Build the rows of all pairs at once; a row is a view into one array a field."""
        self._find(known, (text for pair in pairs for text in pair))
        texts = [(known[first], known[second]) for first, second in pairs]
        lengths = np.array([(len(first), len(second)) for first, second in texts])
        marks = frames[IDS]
        ends = np.cumsum(lengths.sum(axis=1) + sum(map(len, (marks.before, marks.between, marks.after)))).tolist()
        arrays = {
            field: _ids(texts, frame) if field == IDS else _constants(lengths, frame) for field, frame in frames.items()
        }
        return [
            {field: array[start:end] for field, array in arrays.items()}
            for start, end in zip([0, *ends[:-1]], ends, strict=True)
        ]

    def _find(self, known: dict[str, np.ndarray], texts: Iterable[str]) -> None:
        """Add the token ids of texts that are not known yet."""
        new = [text for text in dict.fromkeys(texts) if text not in known]
        for some in chunked(new):
            encoded = self._encode(list(some), add_special_tokens=False)[IDS]
            known.update(zip(some, (np.asarray(row, dtype=np.int32) for row in encoded), strict=True))

    def _tokenize_pairs(self, pairs: Sequence[TextPair], **truncation: Any) -> list[InputRow]:
        rows: list[InputRow] = []
        for some in chunked(pairs):
            firsts, seconds = zip(*some, strict=True)
            encoded = self._encode(list(firsts), list(seconds), return_attention_mask=True, **truncation)
            columns = [[np.asarray(ids, dtype=np.int32) for ids in encoded[field]] for field in encoded]
            rows.extend(dict(zip(encoded.keys(), row, strict=True)) for row in zip(*columns, strict=True))
        return rows

    def _encode(self, *texts: list[str], **settings: Any) -> Any:
        return self.tokenizer(*texts, **{"padding": False, "truncation": False, "verbose": False, **settings})

    def _frames(self) -> dict[str, FieldLayout] | None:
        """Read the layout of each field off a pair; None when the special tokens are not around whole texts."""
        texts = PROBES[0]
        ids: dict[str, np.ndarray] = {}
        self._find(ids, texts)
        masks = {"return_attention_mask": True, "return_special_tokens_mask": True}
        encoded = self._encode([texts[0]], [texts[1]], **masks)
        places = np.flatnonzero(np.asarray(encoded.pop("special_tokens_mask")[0]) == 0)
        first, second = (len(ids[text]) for text in texts)
        if len(places) != first + second:
            return None
        start, end, restart, stop = places[0], places[first - 1] + 1, places[first], places[-1] + 1
        fields = {field: np.asarray(encoded[field][0], dtype=np.int32) for field in encoded}
        return {
            field: FieldLayout(row[:start], row[start], row[end:restart], row[restart], row[stop:])
            for field, row in fields.items()
        }

    def _joins_alike(self, frames: Mapping[str, FieldLayout]) -> bool:
        return all(
            ours.keys() == theirs.keys() and all(np.array_equal(ours[field], theirs[field]) for field in ours)
            for ours, theirs in zip(self._join(PROBES, frames, {}), self._tokenize_pairs(PROBES), strict=True)
        )


def _ids(texts: Sequence[tuple[np.ndarray, np.ndarray]], frame: FieldLayout) -> np.ndarray:
    """Concatenate the token ids of all pairs."""
    parts = ((frame.before, first, frame.between, second, frame.after) for first, second in texts)
    return np.concatenate(list(chain.from_iterable(parts)))


def _constants(lengths: np.ndarray, frame: FieldLayout) -> np.ndarray:
    """Return what `_ids` does for a field with one value for all tokens of a text; ``lengths``: of shape (pairs, 2)."""
    values = np.concatenate([frame.before, [frame.first], frame.between, [frame.second], frame.after])
    counts = np.ones((len(lengths), len(values)), dtype=np.int64)
    counts[:, [len(frame.before), len(frame.before) + 1 + len(frame.between)]] = lengths
    return np.repeat(np.tile(values.astype(np.int32), len(lengths)), counts.ravel())
