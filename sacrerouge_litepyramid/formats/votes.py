"""votes.jsonl: each worker's 0/1 votes on the SCUs of a summary, one summary per line."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from sacrerouge_litepyramid.formats.metrics import SummaryKey
from sacrerouge_litepyramid.statistics.votes import Ballot
from sacrerouge_litepyramid.storage.files import describe, read_json_lines, required, write_json_lines


def read_votes(path: str | Path) -> dict[str, list[np.ndarray]]:
    """Read by system the pages of votes, arrays (workers, SCUs); ValueError for votes that are no 0/1 table."""
    pages: dict[str, list[np.ndarray]] = {}
    for line in read_json_lines(path):
        system = required(line, "summarizer_id", str)
        votes = required(line, "votes", list)
        lists = [row for row in votes if isinstance(row, list) and row]
        rows = [row for row in lists if len(row) == len(lists[0])]
        values = [value for row in rows for value in row]
        if not rows or len(rows) < len(votes) or any(isinstance(vote, bool) or vote not in (0, 1) for vote in values):
            raise ValueError(f"{describe(line)}: 'votes' must be a list of equally long lists of 0 and 1, one a worker")
        pages.setdefault(system, []).append(np.array(rows))
    return pages


def write_votes(path: str | Path, ballots: Mapping[SummaryKey, Ballot]) -> None:
    """Write one line per summary, with the voters' names beside the table of their votes."""
    write_json_lines(
        path,
        (
            {**key._asdict(), "annotators": list(ballot.voters), "votes": ballot.votes.tolist()}
            for key, ballot in ballots.items()
        ),
    )
