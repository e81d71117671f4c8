"""Builds a data set from a table (its summaries, units, labels and scores), and writes its files."""

import json
import logging
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.core.judgements import LabelledSummary, compute_human_scores
from sacrerouge_litepyramid.core.texts import flatten, list_some
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.evaluation_folder import HUMAN_SCORES, LABELS, SCORES, SUMMARIES, UNITS
from sacrerouge_litepyramid.io.files import Line, write_json_lines
from sacrerouge_litepyramid.io.labels import parse_labels, write_labels
from sacrerouge_litepyramid.io.metrics import (
    HUMAN_METRIC,
    NEGATED,
    SummaryKey,
    build_metrics_line,
    list_constant_metrics,
    negate_scores,
)
from sacrerouge_litepyramid.io.summaries import check_summaries, summary_to_json
from sacrerouge_litepyramid.io.table_columns import (
    check_column,
    find_columns,
    list_number_columns,
    split_systems,
    suggest_human,
)
from sacrerouge_litepyramid.io.table_references import mark_references
from sacrerouge_litepyramid.io.table_rows import SummaryRow, collect_units, parse_rows
from sacrerouge_litepyramid.io.units import InstanceUnits, write_units
from sacrerouge_litepyramid.signature import digest_units

logger = logging.getLogger(__name__)

#: the name beside fields in ``columns`` for the columns of scores of which a lower one is better
LOWER_IS_BETTER = "lower_is_better"
#: all files that `write_data_set` and `write_table_metrics` may write
FILES = (SUMMARIES, UNITS, LABELS, HUMAN_SCORES, SCORES)


class TableDataSet(NamedTuple):
    """The rows of a table, the column of each field, the units by instance, and the labelled summaries."""

    rows: tuple[SummaryRow, ...]
    columns: Mapping[str, str]
    units: Mapping[str, tuple[Unit, ...]]
    labelled: tuple[LabelledSummary, ...]

    def human_scores(self) -> dict[SummaryKey, float]:
        """Return the human scores from their column, or without one from the labels."""
        scores = {row.key: row.human for row in self.rows if row.human is not None}
        return scores or {key: by_label[HUMAN_METRIC] for key, by_label in self.label_scores().items()}

    def label_scores(self) -> dict[SummaryKey, dict[str, float]]:
        """Return each summary's human scores from labels, also over vital units if there are any."""
        return {SummaryKey(*item[:2]): compute_human_scores(item, HUMAN_METRIC) for item in self.labelled}

    @property
    def human(self) -> str:
        """The name of the human score: its column, or without one the name of the score from labels."""
        return self.columns["human"] if any(row.human is not None for row in self.rows) else HUMAN_METRIC

    def metrics(self) -> dict[str, dict[SummaryKey, float]]:
        """Return the table's other scores, by metric and summary."""
        names = dict.fromkeys(name for row in self.rows for name in row.scores)
        return {name: {row.key: row.scores[name] for row in self.rows if name in row.scores} for name in names}

    def negate(self, names: Collection[str]) -> "TableDataSet":
        """Return the data set with the scores of these columns negated, as a lower one is better."""
        rows = [row._replace(scores=negate_scores(row.scores, names)) for row in self.rows]
        columns, human = self.columns, self.columns.get("human")
        if human in names:
            rows = [row._replace(human=row.human and -row.human) for row in rows]
            columns = {**columns, "human": f"{human}{NEGATED}"}
        return self._replace(rows=tuple(rows), columns=columns)

    def digest(self) -> str | None:
        """Return the digest of the units, which weights record for their training data; None without units."""
        return digest_units(unit for units in self.units.values() for unit in units)["sha256"] if self.units else None

    def hash_summaries(self) -> str:
        """Return the digest of the summaries, references and documents; it does not depend on the order of the rows."""
        texts = (
            (*row.key, row.summary.summarizer_type, row.text, row.references, row.summary.documents)
            for row in self.rows
        )
        return sha256(json.dumps(sorted(map(json.dumps, texts))).encode())

    def describe_human(self) -> str:
        """Return where the human scores come from, or "" if there are none."""
        if any(row.human is not None for row in self.rows):
            return f"human score: the column {self.human!r}"
        return f"human score ({HUMAN_METRIC}): the share of units labelled 1" if self.labelled else ""

    def list_files(self) -> list[str]:
        """Return the names of the files that `write_data_set` and `write_table_metrics` write."""
        has = {
            UNITS: bool(self.units),
            LABELS: bool(self.labelled),
            HUMAN_SCORES: bool(self.human_scores()),
            SCORES: any(row.scores for row in self.rows),
        }
        return [SUMMARIES, *(name for name, is_written in has.items() if is_written)]


def build_data_set(lines: Sequence[Line], columns: Mapping[str, str | Sequence[str]] | None = None) -> TableDataSet:
    """Return the data set in a table's rows; ``columns`` is as for `split_systems`.

    ``columns`` may also name "metrics", and columns of scores that are "lower_is_better": see `TableDataSet.negate`.

    Other columns of numbers are metrics if the systems of some document differ in them, or if there is one system.
    Without a column for the instance, rows of several systems with the same references or units form one instance.
    Repeated rows are dropped. Raises ValueError if a system has two summaries of an instance, units differ within an
    instance, or labels do not fit the units.
    """
    fields = dict(columns or {})
    named = fields.pop("metrics", [])
    named = [named] if isinstance(named, str) else named
    lower = fields.pop(LOWER_IS_BETTER, ())
    lines, given = split_systems(lines, fields)
    by_field = find_columns(lines, given)
    for name in lower:
        check_column(lines, name)
        logger.info("negated, as lower is better: %r is now %r", name, f"{name}{NEGATED}")
    numbers = list(dict.fromkeys((*list_number_columns(lines, by_field.values()), *named)))
    rows = parse_rows(lines, by_field, numbers)
    if "instance_id" not in by_field:
        rows = _join_instances(rows)
    scored = (Line(build_metrics_line(row.key, row.scores), row.summary.where) for row in rows)
    constant = [name for name in list_constant_metrics(scored) if name not in named]
    kept = [{name: score for name, score in row.scores.items() if name not in constant} for row in rows]
    rows = [row._replace(scores=scores) for row, scores in zip(rows, kept, strict=True)]
    _log_columns(lines, by_field, given, rows, constant)
    rows = _drop_repeated(rows)
    _check_systems(rows, by_field)
    check_summaries(row.summary for row in rows)
    if "summarizer_type" not in by_field:
        rows = mark_references(rows)
    units = collect_units(rows)
    _log_missing(rows, units)
    labelled = tuple(_build_labelled(row, units) for row in rows if row.labels is not None)
    return TableDataSet(tuple(rows), by_field, units, labelled).negate(lower)


def _log_columns(
    lines: Sequence[Line], columns: dict[str, str], given: dict[str, str], rows: list[SummaryRow], constant: list[str]
) -> None:
    """Log the columns that were recognised by other names than the fields', the metrics, and the unread columns."""
    guessed = [f"{field}={name}" for field, name in columns.items() if field not in given and field != name]
    metrics = list(dict.fromkeys(name for row in rows for name in row.scores))
    used = {*columns.values(), *metrics, *constant}
    unread = dict.fromkeys(name for line in lines for name in line.data if name not in used)
    if guessed:
        logger.info("columns recognised by their names: %s", ", ".join(guessed))
    if metrics or constant:
        example = name_argument("human", suggest_human([row.scores for row in rows]))
        remedy = f"; if one of them is the human score: {example}" if metrics and "human" not in columns else ""
        named = f"equal for all systems of a document; to use them: {name_argument('columns', {'metrics': constant})}"
        unused = f"; not {list_some(constant)}, {named}" if constant else ""
        logger.info("metrics of the table: %s%s%s", list_some(metrics) or "none", remedy, unused)
    if unread:
        logger.info("columns not read: %s", list_some([repr(name) for name in unread]))


def _drop_repeated(rows: Sequence[SummaryRow]) -> list[SummaryRow]:
    """Drop rows that repeat an earlier one, and log a warning with their number.

    Raises ValueError if rows of the same summary differ in other values.
    """
    firsts: dict[SummaryKey, SummaryRow] = {}
    kept = []
    for row in rows:
        first = firsts.setdefault(row.key, row)
        is_equal = first == row._replace(summary=row.summary._replace(where=first.summary.where))
        if first is row or not is_equal:
            kept.append(row)
        if first.text == row.text and not is_equal:
            raise ValueError(
                f"{row.summary.where}, instance {row.key.instance_id!r}: system {row.key.summarizer_id!r} already has "
                f"this summary with other values ({first.summary.where}); keep one row, with the mean of its scores"
            )
    if len(kept) < len(rows):
        logger.warning("%d of %d rows repeat an earlier one and were dropped", len(rows) - len(kept), len(rows))
    return kept


def _log_missing(rows: Sequence[SummaryRow], units: Mapping[str, tuple[Unit, ...]]) -> None:
    """Log how many summaries are blank, and how many instances have no references if others have them."""
    blank = [row.summary.where for row in rows if not flatten(row.text).strip()]
    if blank:
        logger.warning("blank summaries: %d of %d (%s)", len(blank), len(rows), list_some(blank, 3))
    documents = dict.fromkeys(row.key.instance_id for row in rows)
    known = {row.key.instance_id for row in rows if row.references}
    without = [name for name in documents if name not in known and name not in units]
    if known and without:
        numbers = len(without), len(documents)
        logger.warning("documents without a reference: %d of %d (%s)", *numbers, list_some(without, 3))


def write_data_set(data: TableDataSet, folder: Path) -> None:
    """Write the files of `TableDataSet.list_files`, except for the table's other metrics, into a folder."""
    names = data.list_files()
    write_json_lines(folder / SUMMARIES, (summary_to_json(row.summary) for row in data.rows))
    if UNITS in names:
        write_units(folder / UNITS, data.units.items())
    if LABELS in names:
        write_labels(folder / LABELS, ((SummaryKey(*item[:2]), item.labels) for item in data.labelled))
    name, human = data.human, data.human_scores()
    by_labels = {} if any(row.human is not None for row in data.rows) else data.label_scores()
    scores = [by_labels.get(row.key, {name: human[row.key]}) if row.key in human else {} for row in data.rows]
    _write_scores(folder / HUMAN_SCORES, data, scores)


def write_table_metrics(data: TableDataSet, folder: Path) -> None:
    """Write the table's other metrics into a folder, if it has any."""
    _write_scores(folder / SCORES, data, [row.scores for row in data.rows])


def _write_scores(path: Path, data: TableDataSet, scores: Sequence[Mapping[str, float]]) -> None:
    """Write the scores of the rows that have any; write no file if none does."""
    scored = [(row.summary, values) for row, values in zip(data.rows, scores, strict=True) if values]
    lines = [build_metrics_line(summary.key, values, summary.summarizer_type) for summary, values in scored]
    if lines:
        write_json_lines(path, lines)


def _join_instances(rows: list[SummaryRow]) -> list[SummaryRow]:
    """Give rows of several systems with the same references and units the same instance, numbered from 0."""
    if len({row.summary.summarizer_id for row in rows}) < 2:
        return rows
    logger.info("no column was recognised as the instance: rows with the same references or units form one instance")
    known: dict[str, int] = {}
    joined = []
    for row in rows:
        key = repr((row.references, row.units)) if row.references or row.units else row.summary.where
        number = known.setdefault(key, len(known))
        joined.append(row._replace(summary=row.summary._replace(instance_id=str(number))))
    return joined


def _check_systems(rows: Sequence[SummaryRow], columns: Mapping[str, str]) -> None:
    """Raise ValueError if an instance has several summaries, but there is no column of systems."""
    seen: set[str] = set()
    for row in rows:
        if "summarizer_id" not in columns and row.summary.instance_id in seen:
            raise ValueError(
                f"{row.summary.where}, instance {row.summary.instance_id!r}: a second summary, but no column was "
                f"recognised as the system; name it: {name_argument('columns', {'summarizer_id': 'NAME'})}"
            )
        seen.add(row.summary.instance_id)


def _build_labelled(row: SummaryRow, units: Mapping[str, tuple[Unit, ...]]) -> LabelledSummary:
    """Return a row's labels with their units; raise ValueError if they do not fit, or there are no units."""
    key, where = row.key, row.summary.where
    if key.instance_id not in units:
        raise ValueError(
            f"{where}, instance {key.instance_id!r}: labels without units; add a column of units, or "
            f"leave the labels out: {name_argument('columns', {'labels': ''})}"
        )
    instance_units = InstanceUnits(key.instance_id, units[key.instance_id], "the column of units")
    labels = parse_labels(Line({"instance_id": key.instance_id, "labels": row.labels}, where), instance_units)
    return LabelledSummary(*key, flatten(row.text), instance_units.units, labels)
