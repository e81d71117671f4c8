"""Tokenise pairs of texts."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.models.batching import InputRow, chunked

#: (summary, unit), or the two texts of another model's pair
TextPair = tuple[str, str]


def tokenize_pairs(tokenizer: Any, pairs: Sequence[TextPair], max_length: int) -> tuple[list[InputRow], int]:
    """Return the model's inputs for each pair, unpadded, and the number of truncated pairs (the longer text first)."""
    rows = _tokenize(tokenizer, pairs, truncation=False)
    too_long = [index for index, row in enumerate(rows) if len(row["input_ids"]) > max_length]
    shortened = _tokenize(tokenizer, [pairs[index] for index in too_long], truncation=True, max_length=max_length)
    for index, row in zip(too_long, shortened, strict=True):
        rows[index] = row
    return rows, len(too_long)


def _tokenize(tokenizer: Any, pairs: Sequence[TextPair], **truncation: Any) -> list[InputRow]:
    rows: list[InputRow] = []
    for some in chunked(pairs):
        firsts, seconds = map(list, zip(*some, strict=True))
        encoded = tokenizer(firsts, seconds, padding=False, return_attention_mask=True, verbose=False, **truncation)
        columns = [[np.asarray(ids, dtype=np.int32) for ids in encoded[field]] for field in encoded]
        rows.extend(dict(zip(encoded.keys(), row, strict=True)) for row in zip(*columns, strict=True))
    return rows
