"""Scores as a table of Arrow."""

from collections.abc import Iterable
from typing import Any

from sacrerouge_litepyramid.formats.metrics import flatten_metrics


def as_table(rows: Iterable[dict[str, Any]]) -> Any:
    """Return SacreROUGE's Metrics as a pyarrow.Table; a score's column is METRIC_MEASURE, as SacreROUGE joins names.

    A lone surrogate, which Arrow cannot hold, becomes its escape.
    """
    from pyarrow import Table

    return Table.from_pylist([_flatten(row) for row in rows])


def _flatten(row: dict[str, Any]) -> dict[str, Any]:
    names = {name: _escape(value) for name, value in row.items() if name != "metrics"}
    return names | dict(flatten_metrics(row["metrics"]))


def _escape(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()
