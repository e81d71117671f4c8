"""Read a judge's evidence for estimates and plans: from a folder, a file or a table."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.units import VITAL, Unit
from sacrerouge_litepyramid.io.evaluation_folder import MEASURES, EvaluationFolder, split_measure
from sacrerouge_litepyramid.io.evidence import (
    Evidence,
    find_evidence,
    group_evidence,
    number_repeats,
    read_evidence,
)
from sacrerouge_litepyramid.io.files import Line
from sacrerouge_litepyramid.io.labels import parse_votes
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.table_columns import check_column, parse_keys
from sacrerouge_litepyramid.io.tables import list_rows

#: the name of the judge of a table, unless a column or an argument names it
JUDGE = "judge"
#: the columns of a table with a row per unit: its text, its index in the document, and its label
TEXT, PLACE, LABEL = "text", "unit", "label"


class JudgedUnits(NamedTuple):
    """The evidence of a judge, and labels if there are any."""

    evidence: Evidence
    # by summary, (1, units)
    labels: Mapping[SummaryKey, np.ndarray] | None = None


def read_judged_units(source: Any, metric: str | None) -> JudgedUnits:
    """Return the units of the folder of an evaluation, of a file of evidence, or of a table.

    ``metric``: that of the evidence, by default that of the evaluation, else the first; its name
    may end in its measure, by default that of the evaluation, else p2c. A table has a row for each
    unit of each summary, with the names of document and system, ``text``, the measure, and
    optionally ``weight`` and ``label``. Raises ValueError if one is missing.
    """
    measure = None
    if metric is not None:
        if metric.endswith(f"_{VITAL}"):
            raise ValueError(
                f"{metric}: plans and estimates cover all units; use the weight 0 for uncounted "
                "units"
            )
        metric, measure = split_measure(metric)
    if isinstance(source, str | Path):
        folder = Path(source)
        if not folder.is_dir():
            return JudgedUnits(_read_files([folder], metric, measure))
        source = EvaluationFolder(folder)
    if isinstance(source, EvaluationFolder):
        if source.has_named_evidence:
            return JudgedUnits(_read_files(source.evidence_files, metric, measure))
        return JudgedUnits(_read_folder(source, metric, measure))
    return _parse_units(list_rows(source), metric, measure or MEASURES[0])


def _read_files(paths: Sequence[Path], metric: str | None, measure: str | None) -> Evidence:
    evidence = read_evidence(paths, measure or MEASURES[0])
    return find_evidence(evidence, metric, ", ".join(map(str, paths)))


def _read_folder(folder: EvaluationFolder, metric: str | None, measure: str | None) -> Evidence:
    """Return the folder's evidence, by default that by which its systems are ranked."""
    files = folder.require_evidence()
    main_metric, main_measure = "", None
    if folder.metric_files:
        main_metric, main_measure = split_measure(folder.metric)
    evidence = read_evidence(files, measure or main_measure or MEASURES[0])
    if metric is None and main_metric in [judged.name for judged in evidence]:
        metric = main_metric
    return find_evidence(evidence, metric, folder.name)


def find_first(source: Any, *names: str) -> Path | None:
    """Return the first of the files that the folder of an evaluation has.

    Return None if it has none, or is not a folder.
    """
    folder = source.path if isinstance(source, EvaluationFolder) else source
    if isinstance(folder, str | Path):
        for name in names:
            path = Path(folder, name)
            if path.exists():
                return path
    return None


def parse_unit_labels(table: Any, judge: Evidence) -> dict[SummaryKey, np.ndarray]:
    """Return, by summary, the labels of a table with one row per unit of a plan, (1, units).

    `plan_labels` describes the table. Raises ValueError, naming the row, if the evidence lacks its
    summary or unit, or if its label is invalid.
    """
    lines = list_rows(table)
    for name in (PLACE, LABEL):
        check_column(lines, name)
    by_summary: dict[SummaryKey, list[Any]] = {}
    for line, key in zip(lines, parse_keys(lines), strict=True):
        place = line.data.get(PLACE)
        units = len(judge.units[key.instance_id]) if key in judge.values else 0
        if not isinstance(place, int) or place not in range(units):
            raise ValueError(
                f"{line.where}: the evidence has no unit {place!r} of {key.instance_id!r} by "
                f"{key.summarizer_id!r}"
            )
        unlabelled = [None] * units
        labels = by_summary.setdefault(key, unlabelled)
        labels[place] = line.data.get(LABEL)
    votes = {}
    for key, labels in by_summary.items():
        where = f"the labels of {key.instance_id!r} by {key.summarizer_id!r}"
        votes[key] = parse_votes([labels], where)
    return votes


def _parse_units(lines: Sequence[Line], metric: str | None, measure: str) -> JudgedUnits:
    """Return the units of a table that has a row for each unit of each summary."""
    if not lines:
        raise ValueError("the table has no rows; pass one for each unit of each summary")
    for name in (TEXT, measure):
        check_column(lines, name)
    rows: dict[tuple[str, SummaryKey], list[Line]] = {}
    for line, key in zip(lines, parse_keys(lines), strict=True):
        name = line.data.get("metric", metric or JUDGE)
        rows.setdefault((name, key), []).append(line)
    lines_of_evidence = []
    for (name, key), members in rows.items():
        lines_of_evidence.append(("table", _to_evidence(name, key, members, measure)))
    judged = group_evidence(lines_of_evidence, measure)
    evidence = find_evidence(judged, metric, "the table")
    labels = {}
    for (name, key), members in rows.items():
        if name == evidence.name:
            votes = _list_labels(members, evidence.units[key.instance_id])
            if not np.isnan(votes).all():
                labels[key] = votes
    return JudgedUnits(evidence, labels or None)


def _to_evidence(metric: str, key: SummaryKey, rows: Sequence[Line], measure: str) -> Line:
    """Return the rows of a summary's units as one line of evidence."""
    first = rows[0]
    summary = first.data.get("summary")
    units = []
    for row in rows:
        fields = {name: row.data[name] for name in (TEXT, "weight", "kind") if name in row.data}
        # An empty cell is a unit that the judge did not answer.
        units.append({**fields, measure: row.data.get(measure)})
    data = {
        "metric": metric,
        **key._asdict(),
        "summary": summary if isinstance(summary, str) else "",
        "units": units,
    }
    return Line(data, first.where)


def _list_labels(rows: Sequence[Line], units: Sequence[Unit]) -> np.ndarray:
    """Return the labels of a summary's rows in the order of its document's units, (1, units).

    A label is NaN if the row has none.
    """
    unit_names = number_repeats(unit.text for unit in units)
    row_names = number_repeats(row.data[TEXT] for row in rows)
    label_of_unit = {}
    for row, name in zip(rows, row_names, strict=True):
        label_of_unit[name] = row.data.get(LABEL)
    labels = [label_of_unit.get(name) for name in unit_names]
    return parse_votes([labels], rows[0].where)
