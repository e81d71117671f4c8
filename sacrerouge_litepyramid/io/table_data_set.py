"""The data set in a table: its summaries, units, labels and scores, and the files with them."""

import json
import logging
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.core.judgements import LabelledSummary, compute_human_scores
from sacrerouge_litepyramid.core.texts import flatten, list_some
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.evaluation_folder import (
    HUMAN_SCORES,
    LABELS,
    SCORES,
    SUMMARIES,
    UNITS,
)
from sacrerouge_litepyramid.io.files import Line, write_json_lines
from sacrerouge_litepyramid.io.labels import parse_labels, write_labels
from sacrerouge_litepyramid.io.metrics import (
    HUMAN_METRIC,
    NEGATED,
    SummaryKey,
    build_metrics_line,
    get_key,
    list_constant_metrics,
    negate_scores,
)
from sacrerouge_litepyramid.io.summaries import check_summaries, summary_to_json
from sacrerouge_litepyramid.io.table_columns import (
    Columns,
    check_column,
    find_columns,
    join_columns,
    list_number_columns,
)
from sacrerouge_litepyramid.io.table_references import mark_references
from sacrerouge_litepyramid.io.table_repeats import Keep, drop_repeated, reject_repeated
from sacrerouge_litepyramid.io.table_rows import SummaryRow, collect_units, parse_rows
from sacrerouge_litepyramid.io.table_systems import split_systems
from sacrerouge_litepyramid.io.units import InstanceUnits, write_units
from sacrerouge_litepyramid.signature import digest_units

logger = logging.getLogger(__name__)

#: the name beside fields in ``columns`` for the columns of scores of which a lower one is better
LOWER_IS_BETTER = "lower_is_better"
#: all files that `write_data_set` and `write_table_metrics` may write
FILES = (SUMMARIES, UNITS, LABELS, HUMAN_SCORES, SCORES)
#: how often a system's most frequent text occurs, at least, to be mentioned
MIN_SAME_TEXTS = 3


class TableDataSet(NamedTuple):
    """The data set in a table."""

    rows: tuple[SummaryRow, ...]
    # the column of each field
    columns: Mapping[str, str]
    # by instance
    units: Mapping[str, tuple[Unit, ...]]
    labelled: tuple[LabelledSummary, ...]

    @property
    def has_human_column(self) -> bool:
        """Whether a column has human scores."""
        return any(row.human is not None for row in self.rows)

    @property
    def human(self) -> str:
        """The name of the human score: its column, or without one that of the score from labels."""
        return self.columns["human"] if self.has_human_column else HUMAN_METRIC

    def human_metrics(self) -> dict[SummaryKey, dict[str, float]]:
        """Return the human scores from their column, or without one from the labels.

        Labels also give the scores over vital units, if there are any.
        """
        name = self.human
        if self.has_human_column:
            return {row.key: {name: row.human} for row in self.rows if row.human is not None}
        return {get_key(item): compute_human_scores(item, name) for item in self.labelled}

    def human_scores(self) -> dict[SummaryKey, float]:
        """Return the human score of each summary that has one."""
        name = self.human
        return {key: scores[name] for key, scores in self.human_metrics().items()}

    def metrics(self) -> dict[str, dict[SummaryKey, float]]:
        """Return the table's other scores, by metric and summary."""
        scores: dict[str, dict[SummaryKey, float]] = {}
        for row in self.rows:
            for name, score in row.scores.items():
                scores.setdefault(name, {})[row.key] = score
        return scores

    def negate(self, names: Collection[str]) -> "TableDataSet":
        """Return the data set with the scores of columns negated in which a lower one is better."""
        rows = [row._replace(scores=negate_scores(row.scores, names)) for row in self.rows]
        columns = self.columns
        human = columns.get("human")
        if human in names:
            rows = [row._replace(human=row.human and -row.human) for row in rows]
            columns = {**columns, "human": f"{human}{NEGATED}"}
        return self._replace(rows=tuple(rows), columns=columns)

    def digest(self) -> str | None:
        """Return the digest of the units, which weights record for their training data, if any."""
        units = list(chain(*self.units.values()))
        return digest_units(units)["sha256"] if self.units else None

    def hash_summaries(self) -> str:
        """Return the digest of the summaries, references and documents, in any order of rows."""
        texts = []
        for row in self.rows:
            summary = row.summary
            kind = summary.summarizer_type
            text = (*row.key, kind, summary.text, summary.references, summary.documents)
            texts.append(json.dumps(text))
        return sha256(json.dumps(sorted(texts)).encode())

    def describe_human(self) -> str:
        """Return where the human scores come from, or "" if there are none."""
        if self.has_human_column:
            return f"human score: {self.human!r}"
        if self.labelled:
            return f"human score ({HUMAN_METRIC}): the share of units labelled 1"
        return ""

    def list_files(self) -> list[str]:
        """Return the names of the files that `write_data_set` and `write_table_metrics` write."""
        has = {
            SUMMARIES: True,
            UNITS: self.units,
            LABELS: self.labelled,
            HUMAN_SCORES: self.labelled or self.has_human_column,
            SCORES: any(row.scores for row in self.rows),
        }
        return [name for name, is_written in has.items() if is_written]


def build_data_set(
    lines: Sequence[Line], columns: Columns | None = None, keep: Keep = None
) -> TableDataSet:
    """Return the data set in a table's rows.

    ``columns`` is as for `split_systems`, and may also name "metrics", and columns of scores that
    are "lower_is_better": see `TableDataSet.negate`.

    Several columns of a field are joined by `join_columns`. Other columns of numbers are metrics if
    the systems of some document differ in them, or if there is one system. Without a column for the
    instance, rows of several systems with the same question, or the same references and units, form
    one instance. Repeated rows are dropped. Raises ValueError if a system has two summaries of an
    instance, except with ``keep``, if units differ within an instance, or if labels do not fit the
    units.
    """
    fields = dict(columns or {})
    named = fields.pop("metrics", [])
    named = [named] if isinstance(named, str) else named
    lower = fields.pop(LOWER_IS_BETTER, ())
    lines, chosen = split_systems(lines, fields)
    lines, given = join_columns(lines, chosen)
    by_field = find_columns(lines, given)
    # Of several raters' columns, the mean is negated.
    raters = chosen.get("human", ())
    lower = list(dict.fromkeys(by_field["human"] if name in raters else name for name in lower))
    for name in lower:
        check_column(lines, name)
        logger.info("negated, as lower is better: %r is now %r", name, f"{name}{NEGATED}")
    taken = set(by_field.values()).union(*chosen.values())
    numbers = list(dict.fromkeys((*list_number_columns(lines, taken), *named)))
    rows = parse_rows(lines, by_field, numbers)
    if "instance_id" not in by_field:
        rows = _join_instances(rows)
    # Numbers of a document, such as its length, are not metrics.
    scored = (Line(build_metrics_line(row.key, row.scores), row.summary.where) for row in rows)
    constant = [name for name in list_constant_metrics(scored) if name not in named]
    rows = [_drop_scores(row, constant) for row in rows]
    _log_guesses(by_field, given)
    _log_metrics(rows, constant, by_field)
    _log_unread(lines, taken.union(numbers))
    rows = drop_repeated(rows, keep)
    ids = chosen.get("instance_id") or [by_field.get("instance_id", "")]
    reject_repeated(rows, lines, by_field, ids)
    check_summaries(row.summary for row in rows)
    if "summarizer_type" not in by_field:
        rows = mark_references(rows)
    units = collect_units(rows)
    _log_missing(rows, units)
    labelled = tuple(_build_labelled(row, units) for row in rows if row.labels is not None)
    return TableDataSet(tuple(rows), by_field, units, labelled).negate(lower)


def _drop_scores(row: SummaryRow, names: Collection[str]) -> SummaryRow:
    kept = {name: score for name, score in row.scores.items() if name not in names}
    return row._replace(scores=kept)


def _log_guesses(columns: Mapping[str, str], given: Collection[str]) -> None:
    """Log the columns that were recognised by other names than the fields'."""
    guessed = [
        f"{field}={name}" for field, name in columns.items() if field not in given and field != name
    ]
    if guessed:
        logger.info("columns recognised by their names: %s", ", ".join(guessed))


def _log_metrics(
    rows: Sequence[SummaryRow], constant: Sequence[str], columns: Mapping[str, str]
) -> None:
    """Log the metrics of a table, and the columns of numbers that are none."""
    metrics = list(dict.fromkeys(name for row in rows for name in row.scores))
    if metrics:
        hint = ""
        if "human" not in columns:
            hint = f"; if one of them is the human score: {name_argument('human', 'NAME')}"
        logger.info("metrics of the table: %s%s", list_some(metrics), hint)
    if constant:
        logger.info(
            "columns not used as metrics, as all systems of a document are equal: %s",
            list_some(constant),
        )


def _log_unread(lines: Sequence[Line], read: Collection[str]) -> None:
    unread: dict[str, None] = {}
    for line in lines:
        for name, cell in line.data.items():
            # The values of an object are columns themselves.
            if name not in read and not isinstance(cell, Mapping):
                unread[name] = None
    if unread:
        logger.info("columns not read: %s", list_some([repr(name) for name in unread]))


def _log_missing(rows: Sequence[SummaryRow], units: Mapping[str, tuple[Unit, ...]]) -> None:
    """Log blank summaries, documents without references, and systems that repeat one text."""
    blank = [row.summary.where for row in rows if not flatten(row.text).strip()]
    if blank:
        logger.warning("blank summaries: %d of %d (%s)", len(blank), len(rows), list_some(blank, 3))
    documents = dict.fromkeys(row.key.instance_id for row in rows)
    total = len(documents)
    known = {row.key.instance_id for row in rows if row.references}
    without = [name for name in documents if name not in known and name not in units]
    if known and without:
        some = list_some(without, 3)
        logger.warning("documents without a reference: %d of %d (%s)", len(without), total, some)
    # A repeated text may be an error message.
    texts = Counter((row.key.summarizer_id, flatten(row.text).strip()) for row in rows)
    for (system, text), count in texts.items():
        if text and count >= MIN_SAME_TEXTS and 2 * count > total:
            message = "%d of %d summaries of %r are the same text: %.60r"
            logger.warning(message, count, total, system, text)


def write_data_set(data: TableDataSet, folder: Path) -> None:
    """Write the files of `TableDataSet.list_files` into a folder, except for other metrics."""
    write_json_lines(folder / SUMMARIES, (summary_to_json(row.summary) for row in data.rows))
    if data.units:
        write_units(folder / UNITS, data.units.items())
    if data.labelled:
        write_labels(folder / LABELS, ((get_key(item), item.labels) for item in data.labelled))
    human = data.human_metrics()
    _write_scores(folder / HUMAN_SCORES, data, [human.get(row.key, {}) for row in data.rows])


def write_table_metrics(data: TableDataSet, folder: Path) -> None:
    """Write the table's other metrics into a folder, if it has any."""
    _write_scores(folder / SCORES, data, [row.scores for row in data.rows])


def _write_scores(path: Path, data: TableDataSet, scores: Sequence[Mapping[str, float]]) -> None:
    """Write the scores of the rows that have any; write no file if none does."""
    lines = []
    for row, values in zip(data.rows, scores, strict=True):
        if values:
            lines.append(build_metrics_line(row.key, values, row.summary.summarizer_type))
    if lines:
        write_json_lines(path, lines)


def _join_instances(rows: list[SummaryRow]) -> list[SummaryRow]:
    """Give rows of several systems with the same question, or the same texts, one instance.

    Without questions, the texts are the references and the units. Instances are numbered from 0.
    """
    if len({row.summary.summarizer_id for row in rows}) < 2:
        return rows
    asked = {(row.summary.question, row.summary.summarizer_id) for row in rows}
    questions = {question for question, _ in asked}
    # A prompt that is the same in all rows, or another for each system, is not a question.
    by_question = "" not in questions and len(questions) < len(asked) == len(rows)
    name = "question" if by_question else "references or units"
    logger.info(
        "no column was recognised as the instance: rows with the same %s form one instance", name
    )
    numbers: dict[str, int] = {}
    joined = []
    for row in rows:
        texts = row.summary.question
        if not by_question:
            has_texts = row.references or row.units
            texts = repr((row.references, row.units)) if has_texts else row.summary.where
        number = numbers.setdefault(texts, len(numbers))
        joined.append(row._replace(summary=row.summary._replace(instance_id=str(number))))
    return joined


def check_comparable(data: TableDataSet, name: str) -> None:
    """Raise ValueError without a system summary, or without a document of two systems."""
    peers = [row.key for row in data.rows if row.summary.summarizer_type == "peer"]
    if not peers:
        raise ValueError(f"{name}: no row has a system summary; there is nothing to evaluate")
    systems = {key.summarizer_id for key in peers}
    can_score = any(row.references or row.units for row in data.rows)
    has_common = len({key.instance_id for key in peers}) < len(peers)
    if can_score and len(systems) > 1 and not has_common:
        column = data.columns.get("instance_id")
        identity = f"the values of {column!r}" if column else "the references or units"
        remedy = name_argument("columns", {"instance_id": "NAME"})
        without = name_argument("columns", {"instance_id": ""})
        raise ValueError(
            f"{name}: {len(systems)} systems, but no two summaries of the same document, as "
            f"{identity} differ in each row; name the column that identifies the document "
            f"({remedy}), or match by question or references ({without})"
        )


def _build_labelled(row: SummaryRow, units: Mapping[str, tuple[Unit, ...]]) -> LabelledSummary:
    """Return a row's labels with their units; raise ValueError if they do not fit."""
    name, system = row.key
    where = row.summary.where
    if name not in units:
        raise ValueError(
            f"{where}, instance {name!r}: labels without units; add a column of units, or leave "
            f"the labels out: {name_argument('columns', {'labels': ''})}"
        )
    instance_units = InstanceUnits(name, units[name], "the column of units")
    line = Line({"instance_id": name, "labels": row.labels}, where)
    labels = parse_labels(line, instance_units)
    return LabelledSummary(name, system, flatten(row.text), units[name], labels)
