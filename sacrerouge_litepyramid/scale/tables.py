"""Scores as a table of Arrow."""

from collections.abc import Iterable
from typing import Any

from sacrerouge_litepyramid.formats.metrics import flatten_metrics


def as_table(rows: Iterable[dict[str, Any]]) -> Any:
    """Return SacreROUGE's Metrics as a pyarrow.Table; a score's column is METRIC_MEASURE, as SacreROUGE joins names."""
    from pyarrow import Table

    return Table.from_pylist([_flatten(row) for row in rows])


def _flatten(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "metrics"} | dict(flatten_metrics(row["metrics"]))
