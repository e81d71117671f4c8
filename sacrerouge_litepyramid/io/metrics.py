"""metrics.jsonl, scores.jsonl: SacreROUGE's Metrics, one summary per line, nested names joined by "_"."""

import logging
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.texts import list_some
from sacrerouge_litepyramid.io.files import Line, describe, read_json_lines, required, write_json_lines

logger = logging.getLogger(__name__)


class SummaryKey(NamedTuple):
    """The instance and the system of a summary."""

    instance_id: str
    summarizer_id: str


def parse_key(line: Line) -> SummaryKey:
    """Return the key of a line's summary; ValueError names file and line."""
    return SummaryKey(required(line, "instance_id", str), required(line, "summarizer_id", str))


#: the name of the human score
HUMAN_METRIC = "litepyramid_recall"
#: a sum over documents of larger values could overflow
MAX_METRIC_VALUE = 1e300

#: scores by metric and summary; a metric need not have every summary
MetricScores = dict[str, dict[SummaryKey, float]]


def read_scores(
    paths: Collection[str | Path], names: Sequence[str], summarizer_type: str | None = "peer"
) -> MetricScores:
    """Read the named metrics, in the order of the names, of summaries of one type (None: of all types).

    A value that is NaN or infinite becomes NaN, and a warning counts these (`count_not_finite`). Raises ValueError for
    a name that no line has, a value that is neither a number nor null, and two values of a metric for the same summary.
    """
    scores: MetricScores = {name: {} for name in names}
    known: dict[str, None] = {}
    for line in (line for path in paths for line in read_json_lines(path)):
        key = parse_key(line)
        for name, value in flatten_metrics(required(line, "metrics", dict)):
            known[name] = None
            of_type = summarizer_type in (None, line.data.get("summarizer_type", summarizer_type))
            if of_type and name in scores and value is not None:
                number = math.nan if is_not_finite(value) else parse_metric_value(line, name, value)
                if scores[name].setdefault(key, number) != number and number == number:
                    raise ValueError(
                        f"{describe(line)}: the metric {name!r} of system {key.summarizer_id!r} is {number}, but "
                        f"{scores[name][key]} in an earlier line; keep one of them"
                    )
    for name in names:
        if name not in known:
            raise ValueError(
                f"{', '.join(map(str, paths))}: no line has the metric {name!r}; "
                f"there are: {list_some(sorted(known)) or 'none'}"
            )
    for name, count in count_not_finite(scores).items():
        logger.warning("excluded: %d scores of %s that are NaN or infinite", count, name)
    return scores


def count_not_finite(scores: Mapping[str, Mapping[SummaryKey, float]]) -> dict[str, int]:
    """Count by metric the summaries whose score is NaN or infinite; a metric without such a score is not listed."""
    counts = {name: sum(not math.isfinite(value) for value in values.values()) for name, values in scores.items()}
    return {name: count for name, count in counts.items() if count}


def is_not_finite(value: Any) -> bool:
    """Return whether a metric's value is NaN or infinite."""
    return isinstance(value, float) and not math.isfinite(value)


def build_metrics_line(key: SummaryKey, scores: Mapping[str, Any], summarizer_type: str = "peer") -> dict[str, Any]:
    """Return a summary's line of metrics.jsonl."""
    return {**key._asdict(), "summarizer_type": summarizer_type, "metrics": dict(scores)}


def write_metrics(path: str | Path, scores: Iterable[tuple[SummaryKey, Mapping[str, Any]]]) -> None:
    """Write a line of metrics.jsonl for each peer's summary."""
    write_json_lines(path, (build_metrics_line(key, values) for key, values in scores))


def merge_metric_rows(lines: Iterable[Line]) -> list[dict[str, Any]]:
    """Return one flat row per summary with the metrics of all its lines; ValueError for two values of a metric."""
    rows: dict[SummaryKey, dict[str, Any]] = {}
    for line in lines:
        key = parse_key(line)
        row = rows.setdefault(key, {**key._asdict(), "summarizer_type": line.data.get("summarizer_type", "peer")})
        for name, value in flatten_metrics(required(line, "metrics", dict)):
            if value is not None and not is_not_finite(value):
                parse_metric_value(line, name, value)
            if row.setdefault(name, value) != value and value == value:
                raise ValueError(
                    f"{describe(line)}: system {key.summarizer_id!r} has another value of {name!r} already"
                )
    return list(rows.values())


def list_metric_names(paths: Iterable[str | Path]) -> list[str]:
    """Return the names of all metrics of the files, in the order of their first occurrence."""
    lines = (line for path in paths for line in read_json_lines(path))
    return list(dict.fromkeys(name for line in lines for name, _ in flatten_metrics(required(line, "metrics", dict))))


def flatten_metrics(metrics: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in metrics.items():
        if isinstance(value, dict):
            yield from flatten_metrics(value, f"{prefix}{name}_")
        else:
            yield prefix + name, value


def parse_metric_value(line: Line, name: str, value: Any) -> float:
    """Return a metric's value; ValueError names file, line and instance of a value that is no number or too large."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(f"{describe(line)}: the metric {name!r} must be a number, not {value!r:.60}")
    # An integer may be too large to be a float.
    if abs(value) > MAX_METRIC_VALUE:
        raise ValueError(
            f"{describe(line)}: the metric {name!r} must be a finite number up to {MAX_METRIC_VALUE:g}, or null for "
            f"none, not {value!r:.60}"
        )
    return float(value)
