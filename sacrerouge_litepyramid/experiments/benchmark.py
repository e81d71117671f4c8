"""`experiment benchmark`: judges on public data sets, beside sentinels and published figures."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.experiments.benchmark_sets import (
    BenchmarkSet,
    judge_set,
    list_other_rows,
    read_set,
)
from sacrerouge_litepyramid.io.evaluation_folder import SUMMARIES
from sacrerouge_litepyramid.io.evidence import Evidence
from sacrerouge_litepyramid.io.files import (
    Written,
    atomic_write,
    read_text,
    write_json,
    write_singly,
)
from sacrerouge_litepyramid.io.labels import read_voted_summaries
from sacrerouge_litepyramid.judges.judge import JudgeSetting
from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import RULES
from sacrerouge_litepyramid.meta_evaluation.scores import to_matrix
from sacrerouge_litepyramid.meta_evaluation.sentinels import CONTENT_WORDS
from sacrerouge_litepyramid.meta_evaluation.unit_agreement import collect_labelled_units, has_labels
from sacrerouge_litepyramid.statistics.agreement import correlate_scores, draw_documents
from sacrerouge_litepyramid.statistics.correlations import correlate_all
from sacrerouge_litepyramid.statistics.estimate import Estimate, format_number
from sacrerouge_litepyramid.statistics.intervals import percentile_interval
from sacrerouge_litepyramid.statistics.judge_quality import (
    bootstrap_judge_quality,
    bootstrap_pearson,
)
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, Italic, render_table

#: the columns' titles; for each data set its title, the rule of its published figures for constant
#: documents, and these figures, those from references apart. Of means over folds they hold only the
#: summary level, whose mean over equal folds is that over all documents
PUBLISHED = json.loads(read_text(Path(__file__).with_name("published.json")))
#: the smallest number of systems for system-level statistics; all need the same documents
MIN_SYSTEMS = 5
#: the row from which the differences of all others are estimated
BASELINE = CONTENT_WORDS
#: the row of the annotators themselves, where there are two
CEILING = "one annotator by the other"
#: the quality by which annotators compared answers
QUALITY = "completeness"
#: number of documents → how often each document counts, (1 + resamples, documents); in the first
#: row, once
Draw = Callable[[int], np.ndarray]
#: a set's ``title``, its ``facts`` from PUBLISHED, ``estimates`` and ``differences`` by row and
#: column, JSON-ready
Measured = Mapping[str, Any]


@write_singly()
def run_benchmark(
    names: Sequence[str] = (),
    *,
    data_dir: str | Path,
    judge: Sequence[JudgeSetting],
    output_dir: str | Path,
    resamples: int = 1000,
    seed: int = 0,
) -> Written:
    """Measure judges on public labelled data sets, beside sentinels and published figures.

    All figures of a set follow the rule of its published ones for constant documents. A judge
    judges the annotators' units or, in a folder without scus.jsonl and labels.jsonl, units that it
    extracts from the references.

    Args:
        names: any of realsumm, pyrxsum, qapyramid, summhay, infolossqa, argkp and ragchecker; by
            default all in the data folder.
        data_dir: the folder of the data sets, each as setup-dataset writes it.
        judge: judges by name or as JSON.
        output_dir: where to write benchmark.json and benchmark.md.
        resamples: draws of documents for the intervals.
        seed: the seed of the draws.
    """
    folder = Path(data_dir)
    output = Path(output_dir)
    sets = PUBLISHED["sets"]
    chosen = list(names) or [name for name in sets if (folder / name / SUMMARIES).exists()]
    if not chosen or not set(chosen) <= sets.keys():
        reason = f"no data set {', '.join(chosen)}".rstrip()
        raise ValueError(
            f"{folder}: {reason}; setup-dataset writes those of the benchmark: {', '.join(sets)}"
        )
    measured = []
    for name in tqdm(chosen, desc="benchmark", unit="set", disable=None):
        data = read_set(folder / name, sets[name])
        judged = [judge_set(data, setting) for setting in judge]
        rows = [*judged, *list_other_rows(data)]
        measured.append(_measure_set(data, rows, resamples, seed))
    settings = {"baseline": BASELINE, "resamples": resamples, "seed": seed}
    write_json(output / "benchmark.json", {**settings, "sets": measured})
    with atomic_write(output / "benchmark.md") as out:
        out.write("\n\n".join(_render_sets(measured, MARKDOWN)) + "\n")
    return Written(output, list(_render_sets(measured, "plain")))


def _measure_set(
    data: BenchmarkSet, rows: Sequence[Evidence], resamples: int, seed: int
) -> Measured:
    """Return each row's statistics and their differences from the baseline, with 95% intervals.

    Intervals are percentiles over resamples of documents that all rows share. Raises ValueError if
    two judges have the same name.
    """

    def draw(count: int) -> np.ndarray:
        once = np.ones((1, count), dtype=int)
        return np.concatenate([once, draw_documents(count, resamples, seed)])

    progress = tqdm(rows, desc=data.folder.name, unit="row", disable=None, delay=1)
    drawn = {row.name: _measure_row(data, row, draw) for row in progress}
    if len(drawn) < len(rows):
        raise ValueError(
            f"{name_argument('judge')}: two have the same name; rows: {', '.join(drawn)}; run each "
            "alone"
        )
    base = drawn[BASELINE]
    drawn |= _measure_ceiling(data, draw)
    differences = {}
    for name_of_row, row in drawn.items():
        if row is not base and name_of_row != CEILING:
            gaps = {name: row[name] - base[name] for name in row if name in base}
            differences[name_of_row] = _estimate(gaps)
    basis = RULES[data.facts["constant"]]
    if data.preferences:
        basis = f"{len(data.preferences)} pairs, by preferences of {QUALITY}"
    counts = f"{len(data.whole.texts)} summaries, {len(data.references)} documents"
    return {
        "title": f"{data.facts['title']}: {counts}; {basis}",
        "facts": data.facts,
        "published": data.published,
        "estimates": {row: _estimate(statistics) for row, statistics in drawn.items()},
        "differences": differences,
    }


def _measure_ceiling(data: BenchmarkSet, draw: Draw) -> dict[str, dict[str, np.ndarray]]:
    """Return how well either of two annotators predicts the other, as a row, if there are two."""
    votes = read_voted_summaries(data.folder)
    if any(len(names) != 2 for names, _ in votes.values()) or not votes:
        return {}
    documents = sorted({key.instance_id for key in votes})
    labels, places = [], []
    for key, (_, rows) in votes.items():
        both = np.array([row.labels for row in rows])
        known = both[:, ~np.isnan(both).any(axis=0)]
        labels.append(known)
        places += [documents.index(key.instance_id)] * known.shape[1]
    one, other = np.concatenate(labels, axis=1)
    of_units, draws = np.array(places), draw(len(documents))
    directions = [
        bootstrap_judge_quality(first, second, of_units, draws).auc
        for first, second in ((one, other), (other, one))
    ]
    agreement = {
        "unit_auc": np.mean(directions, axis=0),
        "unit_r": bootstrap_pearson(one, other, of_units, draws),
    }
    return {CEILING: agreement}


def _estimate(drawn: Mapping[str, np.ndarray]) -> dict[str, Any]:
    """Return the statistics with percentile intervals; the first value is that of the data."""
    return {
        name: percentile_interval(values[0], values[1:]).to_dict() for name, values in drawn.items()
    }


def _measure_row(data: BenchmarkSet, row: Evidence, draw: Draw) -> dict[str, np.ndarray]:
    """Return, by column, the statistics that the set allows: (1 + resamples,), NaN if undefined."""
    if data.preferences:
        return _compare_preferences(data, row, draw)
    scores = data.whole.scores.sort_documents()
    values = {key: row.score(key) for key in row.values}
    ours = to_matrix(values, scores.systems, scores.documents)
    draws = draw(len(scores.documents))
    human = scores.human
    agreement = correlate_scores(ours, human, draws, data.facts["constant"])._asdict()
    known = ~np.isnan(ours + human)
    has_system_level = len(scores.systems) >= MIN_SYSTEMS and known.all()
    levels = ("system", "summary") if has_system_level else ("summary",)
    statistics = {name: agreement[name] for name in PUBLISHED["columns"] if name.startswith(levels)}
    _, documents = known.nonzero()
    statistics["global_pearson"] = bootstrap_pearson(ours[known], human[known], documents, draws)
    if has_labels(row, data.labels):
        units = collect_labelled_units(row, data.labels)
        arguments = units.probabilities, units.labels, units.documents, draws
        statistics["unit_auc"] = bootstrap_judge_quality(*arguments).auc
        statistics["unit_r"] = bootstrap_pearson(*arguments)
    shown = data.facts.get("columns", statistics)
    return {name: statistics[name] for name in shown if name in statistics}


def _compare_preferences(data: BenchmarkSet, row: Evidence, draw: Draw) -> dict[str, np.ndarray]:
    """Return correlations of score differences with preferences, over resamples of pairs."""
    votes = [pair.preferences[QUALITY] for pair in data.preferences]
    human = np.concatenate(votes)
    scores = [[row.score(key) for key in pair.keys] for pair in data.preferences]
    differences = np.diff(scores)[:, 0]
    # the place of each vote's pair
    votes_by_pair = [len(of_pair) for of_pair in votes]
    pairs = np.repeat(np.arange(len(votes)), votes_by_pair)
    ours = differences[pairs]
    drawn = []
    for counts in draw(len(votes)):
        places = np.repeat(np.arange(len(pairs)), counts[pairs])
        drawn.append(correlate_all(ours[places], human[places]))
    return {
        "preferences_pearson": np.concatenate([values.pearson for values in drawn]),
        "preferences_spearman": np.concatenate([values.spearman for values in drawn]),
    }


def _render_sets(measured: Sequence[Measured], form: str) -> Iterator[str]:
    """Yield, for each set, its title, its table and the differences from the baseline.

    The table ends with published figures, in italics.
    """
    for data in measured:
        rows = data["estimates"]
        measured_columns = set(chain.from_iterable(rows.values()))
        columns = [name for name in PUBLISHED["columns"] if name in measured_columns]
        titles = [PUBLISHED["columns"][name] for name in columns]
        table = [_format_row(row, cells, columns) for row, cells in rows.items()]
        for figures in data["published"]:
            title = f"{figures['name']}, {figures['source']}"
            numbers = [format_number(figures[name]) if name in figures else "" for name in columns]
            table.append([Italic(cell) if cell else "" for cell in (title, *numbers)])
        differences = [
            _format_row(row, cells, columns, sign="+") for row, cells in data["differences"].items()
        ]
        yield data["title"]
        yield render_table(["", *titles], table, form)
        yield render_table([f"− {BASELINE}", *titles], differences, form)


def _format_row(
    row: str, cells: Mapping[str, Any], columns: Sequence[str], sign: str = ""
) -> list[str]:
    return [
        row,
        *(Estimate(**cells[name]).format(sign=sign) if name in cells else "" for name in columns),
    ]
