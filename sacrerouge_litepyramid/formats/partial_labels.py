"""People's labels of some units: lines of presence.jsonl, or of votes.jsonl, with null for what nobody judged."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sacrerouge_litepyramid.formats.metrics import SummaryKey
from sacrerouge_litepyramid.storage.files import describe, read_json_lines, required

LABELS = (0, 1, None)


def read_partial_labels(path: str | Path) -> dict[SummaryKey, np.ndarray]:
    """Read by summary the votes of its units, (voters, units), NaN for none; ``labels`` count as one voter's.

    Raises ValueError naming file, line and instance for a second line of a summary and for wrong votes.
    """
    found: dict[SummaryKey, np.ndarray] = {}
    for line in read_json_lines(path):
        key = SummaryKey(required(line, "instance_id", str), required(line, "summarizer_id", str))
        if key in found:
            raise ValueError(f"{describe(line)}: system {key.summarizer_id!r} has labels already; keep one line")
        rows = required(line, "votes", list) if "votes" in line.data else [required(line, "labels", list)]
        found[key] = parse_votes(rows, describe(line))
    return found


def parse_votes(rows: Sequence[Any], where: str) -> np.ndarray:
    """Return votes (voters, units) as numbers, NaN for None; raise ValueError, beginning with ``where``, for others."""
    if not rows or not all(isinstance(row, (list, tuple)) and len(row) == len(rows[0]) for row in rows):
        raise ValueError(f"{where}: equally long lists of labels were expected, one a voter; give one label a unit")
    wrong = [vote for row in rows for vote in row if isinstance(vote, bool) or vote not in LABELS]
    if wrong:
        raise ValueError(f"{where}: a label must be 0, 1 or null, not {wrong[0]!r:.40}; write null where nobody judged")
    return np.array([[np.nan if vote is None else vote for vote in row] for row in rows], dtype=np.float64)
