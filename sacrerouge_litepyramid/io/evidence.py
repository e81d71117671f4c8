"""evidence.jsonl: the units behind the scores of each summary, with their probabilities."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.judge_input import split_parts
from sacrerouge_litepyramid.core.judgements import (
    Judgement,
    LabelledSummary,
    keep_labelled,
    weighted_mean,
)
from sacrerouge_litepyramid.core.ready_text import prepare
from sacrerouge_litepyramid.core.texts import flatten, list_known
from sacrerouge_litepyramid.core.units import CLAUSE, FIELDS, Unit, unit_to_json
from sacrerouge_litepyramid.io.files import Line, build_error, describe, required, stream_json_lines
from sacrerouge_litepyramid.io.machine_files import refuse_changes
from sacrerouge_litepyramid.io.metrics import SummaryKey, parse_new_key
from sacrerouge_litepyramid.io.signatures import write_signed_lines
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.io.units import parse_units
from sacrerouge_litepyramid.signature import Signature
from sacrerouge_litepyramid.statistics.estimate import finite_or_none

#: an NLI model's probabilities besides entailment (p3c)
DETAILS = ("neutral", "contradiction")
#: the field with the texts and probabilities of a clause's parts, in the order of `split_parts`,
#: or of a divided fact's clauses
PARTS = "parts"


def write_evidence(
    path: str | Path,
    judgements: Mapping[str, Iterable[tuple[SummaryKey, Judgement]]],
    signatures: Sequence[Signature] = (),
) -> None:
    """Write one line per metric and summary, and the signatures beside the file, or neither."""
    lines = []
    for metric, pairs in judgements.items():
        # A jackknifed summary has several judgements; the one with the most references is kept.
        fullest: dict[SummaryKey, Judgement] = {}
        for key, judgement in pairs:
            other = fullest.setdefault(key, judgement)
            if _count_references(judgement) > _count_references(other):
                fullest[key] = judgement
        lines += [_to_line(metric, key, fullest[key]) for key in sorted(fullest)]
    write_signed_lines(path, lines, signatures)


def _count_references(judgement: Judgement) -> int:
    return len({index for unit in judgement.units for index in unit.references})


def _to_line(metric: str, key: SummaryKey, judgement: Judgement) -> dict:
    measures = {**judgement.measures, **judgement.details}
    numbers = {name: _to_numbers(values) for name, values in measures.items()}
    units = []
    for index, unit in enumerate(judgement.units):
        data = unit_to_json(unit)
        for name, values in numbers.items():
            data[name] = values[index]
        if index in judgement.parts:
            texts = judgement.clauses.get(index) or _split_clause(unit.text)
            data[PARTS] = _list_parts(texts, judgement.parts[index])
        units.append(data)
    scores = {
        # a number of units stays whole
        name: score if isinstance(score, int) else finite_or_none(score)
        for name, score in judgement.scores().items()
    }
    return {
        "metric": metric,
        **key._asdict(),
        "summary": judgement.summary,
        "scores": scores,
        "units": units,
    }


def _list_parts(texts: Sequence[str], values: np.ndarray) -> list[dict[str, Any]]:
    parts = zip(texts, _to_numbers(values), strict=True)
    return [{"text": text, "p2c": value} for text, value in parts]


def _to_numbers(values: np.ndarray) -> list[float | None]:
    """Return an array for JSON, with None for what is not finite."""
    return list(map(finite_or_none, values.tolist()))


# All systems of a document have the same clauses.
@lru_cache(maxsize=1 << 12)
def _split_clause(clause: str) -> tuple[str, ...]:
    """Return the parts of a clause as the judge read them."""
    text = prepare(clause).text
    return tuple(text[start:end] for start, end in split_parts(text))


def read_evidence_labels(path: str | Path) -> list[LabelledSummary]:
    """Read a judge's p2c as labels from 0 to 1, without the units that it did not judge.

    Raises ValueError naming the line if a unit lacks it.
    """
    evidence = read_evidence([path], "p2c")
    if len(evidence) > 1:
        names = ", ".join(item.name for item in evidence)
        raise ValueError(
            f"{path}: evidence of several metrics ({names}); keep only the lines of one metric"
        )
    labelled = []
    for item in evidence:
        for key, values in item.values.items():
            units = item.units[key.instance_id]
            labels = tuple(values.tolist())
            judged = LabelledSummary(*key, item.summaries[key], units, labels)
            labelled.append(keep_labelled(judged))
    return labelled


class Evidence(NamedTuple):
    """The evidence of one metric in one file.

    Arrays have NaN for units that the summary was not judged by.
    """

    name: str
    measure: str
    # by instance
    units: Mapping[str, tuple[Unit, ...]]
    # the probabilities for each summary, (units,)
    values: Mapping[SummaryKey, np.ndarray]
    # an NLI model's probabilities of neutral and contradiction, (units, 2); other judges have none
    details: Mapping[SummaryKey, np.ndarray] = {}
    # the judged texts
    summaries: Mapping[SummaryKey, str] = {}
    # the probabilities of a clause's parts or a divided fact's clauses, (parts,), by its place
    parts: Mapping[SummaryKey, Mapping[int, np.ndarray]] = {}
    # the texts of a divided fact's clauses, by its place
    clauses: Mapping[SummaryKey, Mapping[int, tuple[str, ...]]] = {}
    # whether the judge was asked about the units and gave no answer, (units,); summaries with all
    # answers have none
    unanswered: Mapping[SummaryKey, np.ndarray] = {}

    @property
    def full_name(self) -> str:
        """The name of the scores that the evidence is behind, METRIC_MEASURE."""
        return f"{self.name}_{self.measure}"

    def score(self, key: SummaryKey) -> float:
        """Return a summary's score, the weighted mean of its units' probabilities."""
        weights = [unit.weight for unit in self.units[key.instance_id]]
        return weighted_mean(self.values[key], weights)


class _SummaryEvidence(NamedTuple):
    """The evidence about one summary."""

    # the units, numbered by `number_repeats`
    units: list[tuple[Unit, int]]
    # the units' probabilities, (units,)
    values: list[float]
    # the probabilities of DETAILS, (units, 2), or empty if a unit has none
    details: Sequence[tuple[float, ...]]
    # the judged text
    summary: str
    # the probabilities of a clause's parts or a divided fact's clauses, (parts,), by its place
    parts: Mapping[int, np.ndarray]
    # the texts of a divided fact's clauses, by its place
    clauses: Mapping[int, tuple[str, ...]]


def read_evidence(
    paths: Sequence[str | Path], measure: str, summaries: Mapping[SummaryKey, Summary] | None = None
) -> list[Evidence]:
    """Read the evidence of each file and metric.

    With ``summaries``, only the evidence of the peers among them is returned. Raises ValueError
    naming file, line and instance if ``summaries`` lack a summary or have another text for it, a
    summary has two lines, or a unit lacks the measure.
    """
    lines = ((str(path), line) for path in paths for line in stream_json_lines(path))
    return group_evidence(lines, measure, summaries)


def group_evidence(
    lines: Iterable[tuple[str, Line]],
    measure: str,
    summaries: Mapping[SummaryKey, Summary] | None = None,
) -> list[Evidence]:
    """Return the evidence in lines, each with its file's name, as `read_evidence` does."""
    grouped: dict[tuple[str, str], dict[SummaryKey, _SummaryEvidence]] = {}
    for path, line in lines:
        metric = required(line, "metric", str)
        by_summary = grouped.setdefault((metric, path), {})
        key = parse_new_key(line, by_summary, "already has evidence")
        if summaries is None or _find_summary(line, key, summaries).summarizer_type == "peer":
            by_summary[key] = _parse_line(line, measure)
    names = _name_evidence(grouped)
    judged = {source: by_summary for source, by_summary in grouped.items() if by_summary}
    return [_build_evidence(names[source], measure, judged[source]) for source in judged]


def select_evidence(path: str | Path, metric: str | None, measure: str) -> Evidence:
    """Read one metric's evidence, by default the first; raise ValueError for an unknown metric."""
    return find_evidence(read_evidence([path], measure), metric, path)


def find_evidence(evidence: Sequence[Evidence], metric: str | None, where: object) -> Evidence:
    """Return the evidence of one metric, as `select_evidence` does; errors begin with ``where``."""
    by_name = {item.name: item for item in evidence}
    name = next(iter(by_name), None) if metric is None else metric
    if name not in by_name:
        of_metric = f" of {name!r}" if name else ""
        known = list_known(name or "", by_name)
        option = name_argument("metric")
        raise ValueError(
            f"{where}: no evidence{of_metric}; metrics with evidence: {known} ({option})"
        )
    return by_name[name]


def number_repeats(units: Iterable[Any]) -> list[tuple[Any, int]]:
    """Pair each unit with the number of equal units before it, so that repeated units differ."""
    counts: Counter[Any] = Counter()
    numbered = []
    for unit in units:
        numbered.append((unit, counts[unit]))
        counts[unit] += 1
    return numbered


def _find_summary(line: Line, key: SummaryKey, summaries: Mapping[SummaryKey, Summary]) -> Summary:
    summary = summaries.get(key)
    if summary is None:
        raise build_error(
            line,
            f"the data has no summary of system {key.summarizer_id!r}; use the evidence of the "
            "data's summaries",
        )
    if flatten(required(line, "summary", str)) != flatten(summary.text):
        raise build_error(
            line,
            f"the evidence is about another summary of system {key.summarizer_id!r} than the one "
            f"in {summary.where}; score these summaries again with evidence_output",
        )
    return summary


def _parse_line(line: Line, measure: str) -> _SummaryEvidence:
    units = _list_unit_fields(line)
    fields = [{name: data[name] for name in FIELDS if name in data} for data in units]
    parsed = parse_units(Line({**line.data, "units": fields}, line.where))
    values, details, parts, clauses = [], [], {}, {}
    for place, data in enumerate(units):
        where = f"{describe(line)}, unit {place + 1}"
        values.append(_parse_value(data, measure, where))
        if all(name in data for name in DETAILS):
            details.append(tuple(_parse_value(data, name, where) for name in DETAILS))
        if data.get(PARTS):
            parts[place] = _parse_parts(data, where)
            if parsed[place].kind != CLAUSE:
                clauses[place] = tuple(part["text"] for part in data[PARTS])
    if len(details) < len(units):
        details = []
    summary = required(line, "summary", str)
    return _SummaryEvidence(number_repeats(parsed), values, details, summary, parts, clauses)


def _list_unit_fields(line: Line) -> list[dict[str, Any]]:
    """Return a line's units; raise ValueError naming the line if one is not an object."""
    units = required(line, "units", list)
    for number, unit in enumerate(units, start=1):
        if not isinstance(unit, dict):
            raise ValueError(
                f"{describe(line)}, unit {number}: must be an object, not {unit!r:.80}"
            )
    return units


def _parse_parts(data: Mapping[str, Any], where: str) -> np.ndarray:
    """Return the probabilities of a clause's parts, or of a divided fact's clauses.

    Raise ValueError if its text has others.
    """
    with refuse_changes(where, "unit", "scoring"):
        texts = tuple(part["text"] for part in data[PARTS])
        is_clause = data.get("kind") == CLAUSE
        if texts != _split_clause(data["text"]) if is_clause else not all(texts):
            raise ValueError(f"its {PARTS} do not match its text")
        return np.array([_parse_value(part, "p2c", where) for part in data[PARTS]])


def _parse_value(data: Mapping[str, Any], measure: str, where: str) -> float:
    """Return a unit's number; NaN for null, which means that the judge gave no answer."""
    if measure not in data:
        known = [name for name in data if name not in (*FIELDS, PARTS)]
        raise ValueError(f"{where}: no measure {measure!r}; measures: {list_known(measure, known)}")
    value = data[measure]
    if value is None:
        return float("nan")
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        raise ValueError(f"{where}: {measure!r} must be a number from 0 to 1, not {value!r:.80}")
    return float(value)


def _build_evidence(
    name: str, measure: str, by_summary: Mapping[SummaryKey, _SummaryEvidence]
) -> Evidence:
    """Build one metric's evidence, with the units of all summaries of an instance.

    The units are in order of first occurrence.
    """
    places: dict[str, dict[tuple[Unit, int], int]] = {}
    for key, judged in by_summary.items():
        known = places.setdefault(key.instance_id, {})
        for unit in judged.units:
            known.setdefault(unit, len(known))
    values, details, summaries, parts, clauses, unanswered = {}, {}, {}, {}, {}, {}
    for key, judged in by_summary.items():
        known = places[key.instance_id]
        indices = [known[unit] for unit in judged.units]
        values[key] = _place_rows(judged.values, indices, len(known))
        summaries[key] = judged.summary
        is_missing = np.isnan(judged.values)
        if is_missing.any():
            unanswered[key] = _place_rows(is_missing.tolist(), indices, len(known)) == 1
        if judged.details:
            details[key] = _place_rows(judged.details, indices, len(known))
        if judged.parts:
            parts[key] = {
                indices[place]: probabilities for place, probabilities in judged.parts.items()
            }
        if judged.clauses:
            clauses[key] = {indices[place]: texts for place, texts in judged.clauses.items()}
    units = {instance: tuple(unit for unit, _ in known) for instance, known in places.items()}
    return Evidence(name, measure, units, values, details, summaries, parts, clauses, unanswered)


def _place_rows(rows: Sequence[Any], indices: Sequence[int], count: int) -> np.ndarray:
    """Return an array of ``count`` rows with the given ones at their indices, and NaN elsewhere."""
    given = np.array(rows)
    placed = np.full((count, *given.shape[1:]), np.nan)
    placed[indices] = given
    return placed


def _name_evidence(keys: Collection[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """Return each metric's name, with its file's name or path if several files have the metric."""
    metrics = Counter(metric for metric, _ in keys)
    paths = {path for _, path in keys}
    files = Counter(Path(path).name for path in paths)
    names = {}
    for metric, path in keys:
        names[metric, path] = metric
        if metrics[metric] > 1:
            file = Path(path).name
            names[metric, path] = f"{metric} ({file if files[file] == 1 else path})"
    return names
