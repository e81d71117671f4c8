"""The data set in a table: its summaries, units, labels and scores, and the files with them."""

import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.core.judgements import LabelledSummary, compute_human_scores
from sacrerouge_litepyramid.core.texts import count_nouns, flatten, list_some
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.evaluation_folder import (
    EXTRACTED,
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
from sacrerouge_litepyramid.io.output_folder import list_evaluation_files
from sacrerouge_litepyramid.io.summaries import check_summaries, summary_to_json
from sacrerouge_litepyramid.io.table_columns import (
    Columns,
    check_column,
    find_columns,
    is_score_name,
    join_columns,
    list_number_columns,
)
from sacrerouge_litepyramid.io.table_exports import translate_exports
from sacrerouge_litepyramid.io.units import InstanceUnits, write_units
from sacrerouge_litepyramid.signature import digest_units
from sacrerouge_litepyramid.verdict.tables.raters import HUMAN_SCALE, combine_raters
from sacrerouge_litepyramid.verdict.tables.references import mark_references
from sacrerouge_litepyramid.verdict.tables.repeats import (
    Keep,
    drop_repeated,
    reject_repeated,
    reject_unnamed_systems,
)
from sacrerouge_litepyramid.verdict.tables.rows import SummaryRow, collect_units, parse_rows
from sacrerouge_litepyramid.verdict.tables.systems import split_systems

#: the name beside fields in ``columns`` for the columns of scores of which a lower one is better
LOWER_IS_BETTER = "lower_is_better"
#: all files that `write_table_data` and `write_table_metrics` may write
TABLE_FILES = (SUMMARIES, UNITS, LABELS, HUMAN_SCORES, SCORES)
#: a score that is written as a fraction, such as 4/5
IS_FRACTION = re.compile(r"\s*\d+(\.\d+)?\s*/\s*\d+\s*").fullmatch
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
    # what was done to read the table, a sentence each
    notices: tuple[str, ...] = ()

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
        """Return the names of the files that `write_table_data` and `write_table_metrics` write."""
        has = {
            SUMMARIES: True,
            UNITS: self.units,
            LABELS: self.labelled,
            HUMAN_SCORES: self.labelled or self.has_human_column,
            SCORES: any(row.scores for row in self.rows),
        }
        return [name for name, is_written in has.items() if is_written]

    def list_evaluation_files(self) -> tuple[str, ...]:
        """Return the names of the files that the evaluation of the data set writes."""
        optional = self.list_files()
        if not self.units:
            optional.append(EXTRACTED)
        return list_evaluation_files(optional)


class NamedTable(NamedTuple):
    """A table whose columns are known."""

    lines: Sequence[Line]
    # the column of each field, a new one if several are given
    columns: Mapping[str, str]
    # the given columns of each field
    given: Mapping[str, Sequence[str]]
    # the columns of scores, and those of them that are named
    scores: Sequence[str]
    named_scores: Sequence[str]
    # the names of scores of which a lower one is better
    lower: Sequence[str]
    # how raters' numbers become scores, as for `combine_raters`
    scale: Sequence[str]
    notices: Sequence[str]


def build_data_set(
    lines: Sequence[Line], columns: Columns | None = None, keep: Keep = None
) -> TableDataSet:
    """Return the data set in a table's rows.

    ``columns`` and ``keep`` are as for `name_columns` and `refuse_repeats`. Raises ValueError as
    these steps do, if units differ within an instance, and if labels do not fit the units.
    """
    table = name_columns(lines, columns or {})
    rows = parse_rows(table.lines, table.columns, table.scores)
    rows, joined = join_instances(rows, table)
    rows, constant = drop_constants(rows, table.named_scores)
    rows, dropped = refuse_repeats(rows, table, keep)
    rows, rated = rate_summaries(rows, table.scale)
    rows, marked = mark_references(rows) if "summarizer_type" not in table.columns else (rows, "")
    check_summaries(row.summary for row in rows)
    units = collect_units(rows)
    notices = [*table.notices, joined, constant, dropped, rated, marked]
    notices += _describe_missing(rows, units)
    labelled = tuple(_build_labelled(row, units) for row in rows if row.labels is not None)
    data = TableDataSet(tuple(rows), table.columns, units, labelled, tuple(filter(None, notices)))
    return data.negate(table.lower)


def name_columns(lines: Sequence[Line], columns: Columns) -> NamedTable:
    """Find the column of each field, and the columns of scores.

    ``columns`` is as for `split_systems`, and may also name "metrics", columns of scores that are
    "lower_is_better" (see `TableDataSet.negate`), and the "human_scale" (see `combine_raters`).
    Several columns of a field are joined by `join_columns`. Other columns of numbers are metrics if
    they are named, or have the name of a score. Raises ValueError if a column is missing, or if
    several may be the same field.
    """
    fields = dict(columns)
    named = _list_names(fields.pop("metrics", ()))
    lower = _list_names(fields.pop(LOWER_IS_BETTER, ()))
    scale = _list_names(fields.pop(HUMAN_SCALE, ()))
    lines, chosen = split_systems(translate_exports(lines), fields)
    lines, given = join_columns(lines, chosen)
    by_field = find_columns(lines, given)
    # Of several raters' columns, the mean is negated.
    raters = chosen.get("human", ())
    lower = list(dict.fromkeys(by_field["human"] if name in raters else name for name in lower))
    for name in lower:
        check_column(lines, name)
    taken = set(by_field.values()).union(*chosen.values())
    numbers = list_number_columns(lines, taken)
    scores = [name for name in numbers if is_score_name(name) or name in lower]
    scores = list(dict.fromkeys((*scores, *named)))
    notices = [
        f"columns: {', '.join(f'{field}={name}' for field, name in by_field.items())}",
        *(f"negated, as lower is better: {name!r} is now {f'{name}{NEGATED}'!r}" for name in lower),
        *_describe_scores(scores, numbers, by_field),
        _describe_unread(lines, taken.union(numbers, scores)),
    ]
    return NamedTable(lines, by_field, chosen, scores, named, lower, scale, notices)


def _list_names(names: str | Sequence[str]) -> list[str]:
    return [names] if isinstance(names, str) else list(names)


def join_instances(rows: list[SummaryRow], table: NamedTable) -> tuple[list[SummaryRow], str]:
    """Give rows of several systems with the same question, or the same texts, one instance.

    Without questions, the texts are the references and the units. Instances are numbered from 0. A
    table with a column for the instance is left as it is. Returns a sentence on what was joined
    too. Raises ValueError as `reject_unnamed_systems` does.
    """
    reject_unnamed_systems(rows, table.lines, table.columns)
    if "instance_id" in table.columns or len({row.key.summarizer_id for row in rows}) < 2:
        return rows, ""
    asked = {(row.summary.question, row.summary.summarizer_id) for row in rows}
    questions = {question for question, _ in asked}
    # A prompt that is the same in all rows, or another for each system, is not a question.
    by_question = "" not in questions and len(questions) < len(asked) == len(rows)
    numbers: dict[str, int] = {}
    joined = []
    for row in rows:
        texts = row.summary.question
        if not by_question:
            has_texts = row.references or row.units
            texts = repr((row.references, row.units)) if has_texts else row.summary.where
        number = numbers.setdefault(texts, len(numbers))
        joined.append(row._replace(summary=row.summary._replace(instance_id=str(number))))
    name = "question" if by_question else "references or units"
    documents = count_nouns(document=len(numbers))
    return joined, f"{len(rows)} rows joined as {documents}, by the same {name}"


def drop_constants(rows: list[SummaryRow], named: Collection[str]) -> tuple[list[SummaryRow], str]:
    """Drop scores that are equal for all systems of each document, except those that are named.

    Numbers of a document, such as its readability, are not metrics. Returns a sentence on them too.
    """
    scored = (Line(build_metrics_line(row.key, row.scores), row.summary.where) for row in rows)
    constant = [name for name in list_constant_metrics(scored) if name not in named]
    if not constant:
        return rows, ""
    kept = []
    for row in rows:
        scores = {name: score for name, score in row.scores.items() if name not in constant}
        kept.append(row._replace(scores=scores))
    listed = list_some(constant)
    return kept, f"not used as metrics, as all systems of a document are equal: {listed}"


def refuse_repeats(
    rows: list[SummaryRow], table: NamedTable, keep: Keep
) -> tuple[list[SummaryRow], str]:
    """Drop equal rows, or with ``keep`` all but the last of each document and system.

    Returns a sentence on them too. Raises ValueError as `reject_repeated` does.
    """
    kept, notice = drop_repeated(rows, keep)
    reject_repeated(kept, table.lines, table.columns, table.given)
    return kept, notice


def rate_summaries(rows: list[SummaryRow], scale: Sequence[str]) -> tuple[list[SummaryRow], str]:
    """Set the human scores, of several raters their mean as `combine_raters` computes it.

    Returns a sentence on what was done too.
    """
    raters = list(dict.fromkeys(name for row in rows for name in row.ratings))
    if not raters:
        return rows, ""
    ratings = {name: [row.ratings.get(name) for row in rows] for name in raters}
    where = rows[0].summary.where.rpartition(", ")[0]
    scores, notice = combine_raters(ratings, scale, where)
    return [row._replace(human=score) for row, score in zip(rows, scores, strict=True)], notice


def _describe_scores(
    scores: Sequence[str], numbers: Sequence[str], columns: Mapping[str, str]
) -> Iterator[str]:
    """Yield sentences on the metrics of a table, and on the columns of numbers that are none."""
    others = [name for name in numbers if name not in scores]
    if scores:
        yield f"metrics of the table: {list_some(scores)}"
    if others:
        remedy = name_argument("columns", {"metrics": others[0]})
        yield f"numbers not read, as they have no name of a score: {list_some(others)} ({remedy})"
    if numbers and "human" not in columns:
        yield f"no human scores; to name their column: {name_argument('human', 'NAME')}"


def _describe_unread(lines: Sequence[Line], read: Collection[str]) -> str:
    unread: dict[str, str] = {}
    for line in lines:
        for name, cell in line.data.items():
            # The values of an object are columns themselves, unless it is read as a whole.
            is_part = any(name.startswith(f"{column}.") for column in read)
            if name in read or name in unread or is_part or isinstance(cell, Mapping):
                continue
            is_fraction = IS_FRACTION(str(cell))
            unread[name] = f" (such as {cell!r}, which is not a number)" if is_fraction else ""
    names = [f"{name!r}{reason}" for name, reason in unread.items()]
    return f"columns not read: {list_some(names)}" if names else ""


def _describe_missing(
    rows: Sequence[SummaryRow], units: Mapping[str, tuple[Unit, ...]]
) -> Iterator[str]:
    """Yield sentences on what rows and documents lack, and systems that repeat one text."""
    # The places of rows are "FILE, row N".
    places = [row.summary.where.rpartition(", ")[2] for row in rows]
    blank = [
        place for place, row in zip(places, rows, strict=True) if not flatten(row.text).strip()
    ]
    if blank:
        yield f"blank summaries: {len(blank)} of {len(rows)} ({list_some(blank, 3)})"
    peers = [
        (place, row.human)
        for place, row in zip(places, rows, strict=True)
        if row.summary.summarizer_type == "peer"
    ]
    unrated = [place for place, human in peers if human is None]
    if 0 < len(unrated) < len(peers):
        listed = list_some(unrated, 3)
        yield f"summaries without a human score: {len(unrated)} of {len(peers)} ({listed})"
    documents = dict.fromkeys(row.key.instance_id for row in rows)
    total = len(documents)
    known = {row.key.instance_id for row in rows if row.references}
    without = [name for name in documents if name not in known and name not in units]
    if known and without:
        yield f"documents without a reference: {len(without)} of {total} ({list_some(without, 3)})"
    # A repeated text may be an error message.
    texts = Counter((row.key.summarizer_id, flatten(row.text).strip()) for row in rows)
    for (system, text), count in texts.items():
        if text and count >= MIN_SAME_TEXTS and 2 * count > total:
            yield f"{count} of {total} summaries of {system!r} are the same text: {text!r:.60}"


def write_table_data(data: TableDataSet, folder: Path) -> None:
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


def check_comparable(data: TableDataSet, name: str) -> None:
    """Raise ValueError without a system summary, a document of two systems, or systems at all."""
    peers = [row.key for row in data.rows if row.summary.summarizer_type == "peer"]
    if not peers:
        raise ValueError(f"{name}: no row has a system summary; there is nothing to evaluate")
    systems = {key.summarizer_id for key in peers}
    can_score = any(row.references or row.units for row in data.rows)
    has_common = len({key.instance_id for key in peers}) < len(peers)
    documents = {key.instance_id for key in peers}
    if len(systems) == len(peers) > len(documents) > 1:
        named = data.columns.get("summarizer_id", "")
        remedy = name_argument("columns", {"summarizer_id": "NAME"})
        raise ValueError(
            f"{name}: each of the {len(systems)} values of {named!r} occurs in one row, so it is "
            f"not the system; name another column: {remedy}"
        )
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
