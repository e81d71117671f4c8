"""Score files: SacreROUGE's Metrics, or tables with a column for each metric."""

import logging
import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from sacrerouge_litepyramid.core.answers import drop_answer_counts
from sacrerouge_litepyramid.core.texts import list_known
from sacrerouge_litepyramid.io.files import Line, build_error, read_json_lines, required
from sacrerouge_litepyramid.io.metrics import (
    SummaryKey,
    build_metrics_line,
    count_not_finite,
    flatten_metrics,
    is_not_finite,
    parse_key,
    parse_metric_value,
)
from sacrerouge_litepyramid.io.table_cells import parse_number
from sacrerouge_litepyramid.io.table_columns import (
    KEYS,
    expand_nested,
    find_columns,
    list_number_columns,
    parse_keys,
)
from sacrerouge_litepyramid.io.tables import DELIMITERS, EXCEL, PARQUET, read_table

logger = logging.getLogger(__name__)

#: scores by metric and summary; a metric may lack some summaries
MetricScores = dict[str, dict[SummaryKey, float]]
#: the endings of tables; any other file is JSON Lines
TABLES = (*DELIMITERS, ".csv.gz", PARQUET, EXCEL)


def read_score_lines(path: str | Path) -> list[Line]:
    """Read a score file as lines of SacreROUGE's Metrics.

    Raises ValueError as `parse_score_lines` does.
    """
    is_table = str(path).lower().endswith(TABLES)
    lines = read_table(path) if is_table else read_json_lines(path)
    return parse_score_lines(lines, path)


def parse_score_lines(lines: list[Line], name: object) -> list[Line]:
    """Return lines of SacreROUGE's Metrics as they are, and rows of a table as such lines.

    In a table, the columns of documents and systems are recognised by their names, and every column
    of numbers is a metric. Raises ValueError, beginning with ``name``, if one of them is missing.
    """
    if not lines or "metrics" in lines[0].data:
        return lines
    lines = expand_nested(lines)
    keys = parse_keys(lines)
    identifying = find_columns(lines, {}, KEYS, can_name=False)
    metrics = list_number_columns(lines, identifying.values())
    if not metrics:
        raise ValueError(f"{name}: no column of numbers; add a column with the scores of a metric")
    return [_to_metrics(line, key, metrics) for line, key in zip(lines, keys, strict=True)]


def _to_metrics(line: Line, key: SummaryKey, metrics: Sequence[str]) -> Line:
    """Return the row of a table as a line of Metrics."""
    scores = {}
    for name in metrics:
        number = parse_number(line.data.get(name))
        if number is not None:
            scores[name] = number
    return Line(build_metrics_line(key, scores), line.where)


def read_scores(paths: Sequence[str | Path], names: Sequence[str]) -> MetricScores:
    """Read the named metrics with `collect_scores`; log how many scores are NaN or infinite."""
    scores = read_counted_scores(paths, names)
    log_not_finite(count_not_finite(scores))
    return scores


def read_counted_scores(paths: Sequence[str | Path], names: Sequence[str]) -> MetricScores:
    """Read the named metrics, for callers that report NaN and infinite scores themselves."""
    lines = (line for path in paths for line in read_score_lines(path))
    return collect_scores(lines, names, ", ".join(map(str, paths)))


def log_not_finite(counts: Mapping[str, int]) -> None:
    """Log how many scores of each metric are NaN or infinite."""
    for name, count in counts.items():
        logger.warning("excluded: %d scores of %s that are NaN or infinite", count, name)


def collect_scores(lines: Iterable[Line], names: Sequence[str], where: str) -> MetricScores:
    """Return the named metrics of the peers' summaries.

    ``lines`` come from `parse_score_lines`; ``where`` is their source, for messages. NaN and
    infinite values become NaN (`count_not_finite`). Raises ValueError if no line has a metric, a
    value is neither a number nor null, or a summary has two values of a metric.
    """
    scores: MetricScores = {name: {} for name in names}
    known: dict[str, None] = {}
    for line in lines:
        key = parse_key(line)
        is_peer = line.data.get("summarizer_type", "peer") == "peer"
        for name, value in flatten_metrics(required(line, "metrics", dict)):
            known[name] = None
            if not is_peer or name not in scores or value is None:
                continue
            number = math.nan if is_not_finite(value) else parse_metric_value(line, name, value)
            earlier = scores[name].setdefault(key, number)
            # NaN differs from itself, and does not count as another value.
            if earlier != number and number == number:
                raise build_error(
                    line,
                    f"the metric {name!r} of system {key.summarizer_id!r} is "
                    f"{number}, but {earlier} in an earlier line; keep one of them",
                )
    for name in names:
        if name not in known:
            raise ValueError(
                f"{where}: no metric {name!r}; known: {list_known(name, sorted(known))}"
            )
    return scores


def list_metric_names(paths: Iterable[str | Path]) -> list[str]:
    """Return the names of all metrics in the files, in order of first occurrence."""
    return collect_names(line for path in paths for line in read_score_lines(path))


def collect_names(lines: Iterable[Line]) -> list[str]:
    """Return the names of all metrics in lines of Metrics, in order of first occurrence.

    The numbers of answered units (`Answers`) are not metrics.
    """
    return drop_answer_counts(_collect_all_names(lines))


def collect_counts(lines: Iterable[Line], names: Sequence[str]) -> list[dict[SummaryKey, float]]:
    """Return the `Answers` of the peers' summaries by their names, [] if lines do not have them."""
    listed = list(lines)
    if not names or not _collect_all_names(listed).keys() >= set(names):
        return []
    return list(collect_scores(listed, names, "").values())


def _collect_all_names(lines: Iterable[Line]) -> dict[str, None]:
    names: dict[str, None] = {}
    for line in lines:
        metrics = flatten_metrics(required(line, "metrics", dict))
        names |= dict.fromkeys(name for name, _ in metrics)
    return names
