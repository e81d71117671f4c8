"""The lines of metrics.jsonl and scores.jsonl: SacreROUGE's Metrics of a summary."""

import logging
import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.io.files import (
    Line,
    build_error,
    required,
    required_id,
    write_json_lines,
)

logger = logging.getLogger(__name__)


class SummaryKey(NamedTuple):
    """The instance and the system of a summary."""

    instance_id: str
    summarizer_id: str


def get_key(labelled: LabelledSummary) -> SummaryKey:
    """Return the key of a labelled summary."""
    return SummaryKey(labelled.instance_id, labelled.summarizer_id)


def parse_key(line: Line) -> SummaryKey:
    """Return the key of a line's summary; raise ValueError if a part is missing."""
    return SummaryKey(required_id(line, "instance_id"), required_id(line, "summarizer_id"))


def parse_new_key(line: Line, earlier: Collection[SummaryKey], problem: str) -> SummaryKey:
    """Return the key of a line's summary; raise ValueError if an earlier line has the same."""
    key = parse_key(line)
    if key in earlier:
        raise build_error(line, f"system {key.summarizer_id!r} {problem}; keep one line")
    return key


#: the name of the human score
HUMAN_METRIC = "litepyramid_recall"
#: the human score and its variants by other rules, which do not count as metrics
HUMAN_VARIANTS = (
    HUMAN_METRIC,
    "litepyramid_recall_strict",
    "litepyramid_recall_vital",
    "litepyramid_recall_strict_vital",
)
#: the end of a score's name after its values were negated, as a lower one is better
NEGATED = "_negated"
#: sums over documents of larger values could overflow
MAX_METRIC_VALUE = 1e300


def drop_human(names: Iterable[str], human: str) -> list[str]:
    """Return the names without the human score and its variants."""
    dropped = HUMAN_VARIANTS if human in HUMAN_VARIANTS else (human,)
    return [name for name in names if name not in dropped]


def count_not_finite(scores: Mapping[str, Mapping[SummaryKey, float]]) -> dict[str, int]:
    """Count each metric's scores that are NaN or infinite; metrics without any are omitted."""
    counts = {}
    for name, values in scores.items():
        count = sum(not math.isfinite(value) for value in values.values())
        if count:
            counts[name] = count
    return counts


def negate_scores(scores: Mapping[str, Any], names: Collection[str]) -> dict[str, Any]:
    """Return scores, numbers or arrays, with the named ones negated and called NAME_negated."""
    negated = {}
    for name, score in scores.items():
        if name in names:
            # Unlike -score, the difference is not -0.0 for a score of 0.
            negated[f"{name}{NEGATED}"] = 0 - score
        else:
            negated[name] = score
    return negated


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_not_finite(value: Any) -> bool:
    """Return whether a metric's value is NaN or infinite."""
    return isinstance(value, float) and not math.isfinite(value)


def build_metrics_line(
    key: SummaryKey, scores: Mapping[str, Any], summarizer_type: str = "peer"
) -> dict[str, Any]:
    """Return a summary's line of metrics.jsonl."""
    return {**key._asdict(), "summarizer_type": summarizer_type, "metrics": dict(scores)}


def write_metrics(path: str | Path, scores: Iterable[tuple[SummaryKey, Mapping[str, Any]]]) -> None:
    """Write a line of metrics.jsonl for each peer's summary."""
    write_json_lines(path, (build_metrics_line(key, values) for key, values in scores))


def flatten_metrics(metrics: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the values in nested objects, with the names on their paths joined by "_".

    Of a list of numbers, such as several annotators' grades, it is their mean, as SacreROUGE's
    `correlate` takes it.
    """
    for name, value in metrics.items():
        if isinstance(value, dict):
            yield from flatten_metrics(value, f"{prefix}{name}_")
        elif isinstance(value, list) and value and all(map(_is_number, value)):
            yield prefix + name, sum(value) / len(value)
        else:
            yield prefix + name, value


def list_constant_metrics(lines: Iterable[Line]) -> list[str]:
    """Return the metrics that are equal for all systems of each document.

    A metric is omitted if none of its documents has several systems.
    """
    # for each metric, the values of each document by system
    metrics: dict[str, dict[str, dict[str, str]]] = {}
    for line in lines:
        key = parse_key(line)
        for name, value in flatten_metrics(required(line, "metrics", dict)):
            documents = metrics.setdefault(name, {})
            systems = documents.setdefault(key.instance_id, {})
            # NaN is not equal to itself, but its text is.
            systems[key.summarizer_id] = repr(value)
    constant = []
    for name, documents in metrics.items():
        several = [set(scores.values()) for scores in documents.values() if len(scores) > 1]
        if several and max(map(len, several)) == 1:
            constant.append(name)
    return constant


def parse_metric_value(line: Line, name: str, value: Any) -> float:
    """Return a metric's value; raise ValueError if it is not a number or is too large."""
    if not _is_number(value):
        raise build_error(line, f"the metric {name!r} must be a number, not {value!r:.60}")
    # An integer may be too large to be a float.
    if abs(value) > MAX_METRIC_VALUE:
        raise build_error(
            line,
            f"the metric {name!r} must be a finite number up to {MAX_METRIC_VALUE:g}, or null if "
            f"missing, not {value!r:.60}",
        )
    return float(value)


#: what a spreadsheet removes from an id that it takes for a number
_NUMBER_FORMAT = re.compile(r"^0+(?=\d)|\.0+$")


def explain_other_ids(ids: Collection[str], others: Collection[str]) -> str:
    """Return a hint if a spreadsheet changed ids so that none is among the others, else ""."""
    numbers = {_NUMBER_FORMAT.sub("", name) for name in ids}
    other_numbers = {_NUMBER_FORMAT.sub("", name) for name in others}
    if not set(ids).isdisjoint(others) or numbers.isdisjoint(other_numbers):
        return ""
    return (
        "; a spreadsheet removed leading zeros of ids, or made them numbers: import the column "
        "of ids as text"
    )
