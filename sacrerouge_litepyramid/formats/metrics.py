"""metrics.jsonl, scores.jsonl: SacreROUGE's Metrics, one summary's scores a line, nested names joined by "_"."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.formats.summaries import Summary
from sacrerouge_litepyramid.storage.files import Line, describe, read_json_lines, required


class SummaryKey(NamedTuple):
    instance_id: str
    summarizer_id: str


#: beyond it a sum over documents could overflow
LARGEST = 1e300

#: by metric and summary; a metric may lack summaries
MetricScores = dict[str, dict[SummaryKey, float]]


def read_scores(
    paths: Collection[str | Path], names: Sequence[str], summarizer_type: str | None = "peer"
) -> MetricScores:
    """The named metrics of the files' summaries of one type (None: of all types), in the order of the names.

    Raises ValueError for a name that no line has, a value that is neither a number nor null, and two values of a metric
    for the same summary.
    """
    scores: MetricScores = {name: {} for name in names}
    known: dict[str, None] = {}
    for line in (line for path in paths for line in read_json_lines(path)):
        key = SummaryKey(required(line, "instance_id", str), required(line, "summarizer_id", str))
        for name, value in flattened(required(line, "metrics", dict)):
            known[name] = None
            of_type = summarizer_type in (None, line.data.get("summarizer_type", summarizer_type))
            if of_type and name in scores and value is not None:
                number = number_of(line, name, value)
                if scores[name].setdefault(key, number) != number and number == number:
                    raise ValueError(
                        f"{describe(line)}: the metric {name!r} of system {key.summarizer_id!r} is {number}, but "
                        f"{scores[name][key]} in an earlier line; keep one of them"
                    )
    for name in names:
        if name not in known:
            raise ValueError(
                f"{', '.join(map(str, paths))}: no line has the metric {name!r}; "
                f"there are: {', '.join(sorted(known)) or 'none'}"
            )
    return scores


def metrics_line(summary: Summary, scores: Mapping[str, Any]) -> dict[str, Any]:
    """One line of metrics.jsonl."""
    return {
        "instance_id": summary.instance_id,
        "summarizer_id": summary.summarizer_id,
        "summarizer_type": summary.summarizer_type,
        "metrics": dict(scores),
    }


def table_rows(lines: Iterable[Line]) -> list[dict[str, Any]]:
    """A flat row a summary, the metrics of all of its lines together; ValueError for two values of one metric."""
    rows: dict[SummaryKey, dict[str, Any]] = {}
    for line in lines:
        key = SummaryKey(required(line, "instance_id", str), required(line, "summarizer_id", str))
        row = rows.setdefault(key, {**key._asdict(), "summarizer_type": line.data.get("summarizer_type", "peer")})
        for name, value in flattened(required(line, "metrics", dict)):
            if row.setdefault(name, value) != value and value == value:
                raise ValueError(
                    f"{describe(line)}: system {key.summarizer_id!r} has another value of {name!r} already"
                )
    return list(rows.values())


def metric_names(paths: Iterable[str | Path]) -> list[str]:
    """The names of all metrics of the files, in the order in which they come."""
    lines = (line for path in paths for line in read_json_lines(path))
    return list(dict.fromkeys(name for line in lines for name, _ in flattened(required(line, "metrics", dict))))


def flattened(metrics: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in metrics.items():
        if isinstance(value, dict):
            yield from flattened(value, f"{prefix}{name}_")
        else:
            yield prefix + name, value


def number_of(line: Line, name: str, value: Any) -> float:
    """A metric's value; ValueError naming file, line and instance for what is no number, or too large for sums."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(f"{describe(line)}: the metric {name!r} must be a number, not {value!r}")
    # An integer may be too large to be a float.
    if abs(value) > LARGEST:
        raise ValueError(
            f"{describe(line)}: the metric {name!r} must be a finite number up to {LARGEST:g}, or null for none, not "
            f"{value!r:.60}"
        )
    return float(value)
