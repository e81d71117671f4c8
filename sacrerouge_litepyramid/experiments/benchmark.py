"""`experiment benchmark`: judges on public sets with people's labels, beside sentinels and published figures."""

import importlib.util
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import numpy as np
from tqdm import tqdm

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.api import JudgeSetting
from sacrerouge_litepyramid.core.arguments import Files, name_argument
from sacrerouge_litepyramid.evaluation.agreement_statistics import RULES
from sacrerouge_litepyramid.evaluation.comparison_plot import save_figures
from sacrerouge_litepyramid.evaluation.scores import to_matrix
from sacrerouge_litepyramid.evaluation.sentinels import CONTENT_WORDS
from sacrerouge_litepyramid.evaluation.unit_agreement import collect_labelled_units, has_labels
from sacrerouge_litepyramid.experiments.benchmark_sets import (
    BenchmarkSet,
    judge_set,
    list_given_rows,
    read_benchmark_set,
)
from sacrerouge_litepyramid.io.evaluation_folder import SUMMARIES
from sacrerouge_litepyramid.io.evidence import Evidence
from sacrerouge_litepyramid.io.files import Written, atomic_write, read_text, write_json, write_singly
from sacrerouge_litepyramid.statistics.agreement import correlate_scores, draw_documents
from sacrerouge_litepyramid.statistics.correlations import correlate_all
from sacrerouge_litepyramid.statistics.estimate import Estimate, format_number
from sacrerouge_litepyramid.statistics.intervals import hold_value, percentile_interval
from sacrerouge_litepyramid.statistics.judge_quality import (
    bootstrap_grade_quality,
    bootstrap_judge_quality,
    bootstrap_pearson,
    has_grades,
)
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: fewer systems, and systems that have different documents, get no figure over systems
MIN_SYSTEMS = 5
#: what annotators compared answers by
QUALITY = "completeness"
COLUMNS = {
    "system_pearson": "r, systems",
    "summary_pearson": "r, in documents",
    "summary_kendall": "τ-b, in documents",
    "global_pearson": "r, summaries",
    "unit_pearson": "r, units",
    "unit_auc": "AUC, units",
    "unit_auc_any": "AUC, any grade",
    "preferences_pearson": "r, preferences",
    "preferences_spearman": "ρ, preferences",
}
COLOURS = {"judge": "#0072B2", "sentinel": "#E69F00", "released": "#009E73"}
#: gives the counts of documents in each resample, (resamples, documents), by the number of documents
Draw = Callable[[int], np.ndarray]


class Row(NamedTuple):
    """A row's statistics by column, and their differences from the baseline's; ``kind``: one of COLOURS."""

    name: str
    kind: str
    estimates: Mapping[str, Estimate]
    differences: Mapping[str, Estimate]

    def to_dict(self) -> dict[str, Any]:
        parts = {name: {key: each.to_dict() for key, each in getattr(self, name).items()} for name in self._fields[2:]}
        return {"name": self.name, "kind": self.kind, **parts}


class MeasuredSet(NamedTuple):
    """The rows of a data set, with what they are over, and its published figures."""

    title: str
    column: str
    rows: Sequence[Row]
    published: Sequence[Mapping[str, Any]]


@write_singly()
def run_benchmark(
    names: Sequence[str] = (),
    *,
    data_dir: Annotated[str | Path, Files(("*.jsonl", "*/folds.json"))],
    judge: Sequence[JudgeSetting],
    output_dir: Annotated[str | Path, Files(("benchmark.*", "evidence/*"))],
    baseline: str = CONTENT_WORDS,
    resamples: int = 1000,
    seed: int = 0,
) -> Written:
    """Measure judges on public data sets with people's labels, beside sentinels and published figures.

    What a judge says of a set is kept in OUTPUT_DIR/evidence: a run that was stopped continues.

    Args:
        names: of realsumm, pyrxsum, qapyramid, summhay and ragchecker, by default all that the data folder has.
        data_dir: the folder that holds the data sets, each as setup-dataset writes it.
        judge: judges by name or as JSON.
        output_dir: where to write benchmark.json, .md, .tex and, with matplotlib, .png and .svg.
        baseline: a row of the table, such as a judge: the difference of every other from it is estimated.
        resamples: draws of documents for the intervals.
        seed: the seed of the draws.
    """
    facts = json.loads(read_text(Path(__file__).with_name("published.json")))
    chosen = list(names) or [name for name in facts if (Path(data_dir) / name / SUMMARIES).exists()]
    if not chosen or not set(chosen) <= facts.keys():
        raise ValueError(
            f"{name_argument('data_dir')}: {data_dir}: no data set {', '.join(chosen)}; setup-dataset writes those of "
            f"the benchmark: {', '.join(facts)}"
        )
    output, measured = Path(output_dir), []
    for name in tqdm(chosen, desc="benchmark", unit="set", disable=None):
        data = read_benchmark_set(Path(data_dir) / name, facts[name])
        judged = [("judge", judge_set(data, setting, output / "evidence")) for setting in judge]
        rows = measure_rows(data, [*judged, *list_given_rows(data)], baseline, resamples, seed)
        measured.append(MeasuredSet(_describe(data), facts[name]["figure"], rows, facts[name].get("published", [])))
    sets = [{**each._asdict(), "rows": [row.to_dict() for row in each.rows]} for each in measured]
    settings = {"version": __version__, "baseline": baseline, "resamples": resamples, "seed": seed}
    write_json(output / "benchmark.json", {**settings, "sets": sets})
    for ending, form in (("md", MARKDOWN), ("tex", "latex_booktabs")):
        with atomic_write(output / f"benchmark.{ending}") as out:
            out.write("\n\n".join(render_sets(measured, baseline, form)) + "\n")
    if importlib.util.find_spec("matplotlib"):
        save_figures({"benchmark": lambda: draw_benchmark(measured)}, output, "benchmark", 150)
    return Written(output, list(render_sets(measured, baseline)))


def _describe(data: BenchmarkSet) -> str:
    """Return what a set's figures are over, and the rule for constant documents."""
    if data.human is None:
        votes = sum(len(each.preferences[QUALITY]) for each in data.preferences)
        return f"{data.facts['title']}: {votes} preferences of {QUALITY}, {len(data.preferences)} pairs"
    rule = RULES[data.facts.get("constant", "drop")]
    return f"{data.facts['title']}: {len(data.summaries)} summaries of {len(data.human.documents)} documents; {rule}"


def measure_rows(
    data: BenchmarkSet, rows: Sequence[tuple[str, Evidence]], baseline: str, resamples: int, seed: int
) -> list[Row]:
    """Return the statistics of each row with 95% intervals, and their differences from the baseline's.

    Intervals are percentiles over resamples of documents, the same for all rows. Raises ValueError for a baseline that
    is not a row.
    """
    measured: dict[str, dict[str, tuple[float, np.ndarray]]] = {}
    for _, evidence in tqdm(rows, desc=data.folder.name, unit="row", disable=None, delay=1):
        values = measure_row(data, evidence, lambda documents: np.ones((1, documents)))
        drawn = measure_row(data, evidence, lambda documents: draw_documents(documents, resamples, seed))
        measured[evidence.name] = {name: (float(value[0]), drawn[name]) for name, value in values.items()}
    base = next((name for name in measured if name.partition(",")[0] == baseline), None)
    if base is None:
        raise ValueError(f"{name_argument('baseline')}: {baseline!r} is not a row; rows: {', '.join(measured)}")
    return [
        Row(
            evidence.name,
            kind,
            {name: hold_value(percentile_interval(*each)) for name, each in measured[evidence.name].items()},
            {
                name: percentile_interval(value - measured[base][name][0], drawn - measured[base][name][1])
                for name, (value, drawn) in measured[evidence.name].items()
                if name in measured[base] and evidence.name != base
            },
        )
        for kind, evidence in rows
    ]


def measure_row(data: BenchmarkSet, evidence: Evidence, draw: Draw) -> dict[str, np.ndarray]:
    """Return the statistics that the set allows in each resample, (resamples,), NaN if undefined."""
    scores = {key: evidence.score(key) for key in evidence.values}
    if data.human is None:
        return _compare_with_preferences(data, scores, draw)
    human = data.human.human
    ours, draws = to_matrix(scores, data.human.systems, data.human.documents), draw(human.shape[1])
    agreement = correlate_scores(ours, human, draws, data.facts.get("constant", "drop"))._asdict()
    known = ~(np.isnan(ours) | np.isnan(human))
    names = ["summary_pearson", "summary_kendall"]
    if len(human) >= MIN_SYSTEMS and known.all():
        names = ["system_pearson", *names]
    found = {name: agreement[name] for name in names}
    found["global_pearson"] = bootstrap_pearson(ours[known], human[known], known.nonzero()[1], draws)
    if has_labels(evidence, data.labels):
        units = collect_labelled_units(evidence, data.labels)
        given = units.probabilities, units.labels, units.documents, draws
        found |= {"unit_pearson": bootstrap_pearson(*given), "unit_auc": bootstrap_judge_quality(*given).auc}
        if has_grades(units.labels):
            found["unit_auc_any"] = bootstrap_grade_quality(*given).auc_any
    return found


def _compare_with_preferences(data: BenchmarkSet, scores: Mapping, draw: Draw) -> dict[str, np.ndarray]:
    """Return the correlations of differences of scores with each annotator's preferences, over resamples of pairs."""
    votes = [pair.preferences[QUALITY] for pair in data.preferences]
    pairs = np.repeat(np.arange(len(votes)), [len(each) for each in votes])
    differences = np.diff([[scores[key] for key in pair.keys] for pair in data.preferences])[pairs, 0]
    preferred = np.concatenate(votes)
    places = [np.repeat(np.arange(len(pairs)), counts[pairs].astype(int)) for counts in draw(len(votes))]
    found = [correlate_all(differences[each], preferred[each]) for each in places]
    return {
        f"preferences_{name}": np.array([getattr(each, name)[0] for each in found]) for name in ("pearson", "spearman")
    }


def render_sets(measured: Sequence[MeasuredSet], baseline: str, form: str = "plain") -> Iterator[str]:
    """Yield for each set its title and the table of its rows, published figures in italics, then the differences."""
    for each in measured:
        columns = [name for name in COLUMNS if any(name in row.estimates for row in each.rows)]
        rows = [
            [row.name, *(str(row.estimates[name]) if name in row.estimates else "" for name in columns)]
            for row in each.rows
        ]
        for figures in each.published:
            cells = [format_number(figures[name]) if name in figures else "" for name in columns]
            rows.append([f"*{cell}*" if cell else "" for cell in (f"{figures['name']} ({figures['source']})", *cells)])
        differences = [
            [row.name, *(row.differences[name].format(sign="+") if name in row.differences else "" for name in columns)]
            for row in each.rows
            if row.differences
        ]
        titles = [COLUMNS[name] for name in columns]
        for heading, first, cells in ((each.title, "", rows), ("", f"− {baseline}", differences)):
            text = render_table([first, *titles], cells, form)
            yield from ([heading] if heading else [])
            yield re.sub(r"\*([^*]+)\*", r"\\textit{\1}", text) if "latex" in form else text


def draw_benchmark(measured: Sequence[MeasuredSet]) -> "Figure":
    """Draw a panel for each set: one statistic of its rows with intervals, published ones as rings."""
    from matplotlib.figure import Figure

    counts = [len(each.rows) + len(each.published) for each in measured]
    figure = Figure(figsize=(8, len(counts) + 0.2 * sum(counts)), layout="constrained")
    for axes, each in zip(
        figure.subplots(len(counts), height_ratios=counts, squeeze=False).flat, measured, strict=True
    ):
        names = [row.name for row in each.rows] + [str(figures["name"]) for figures in each.published]
        for place, row in enumerate(each.rows):
            value, low, high = row.estimates[each.column][:3]
            axes.errorbar(
                value, place, xerr=[[value - low], [high - value]], fmt="o", color=COLOURS[row.kind], capsize=3
            )
        published = [figures.get(each.column, np.nan) for figures in each.published]
        axes.plot(published, range(len(each.rows), len(names)), "o", color="black", fillstyle="none")
        axes.set_yticks(range(len(names)), names)
        axes.invert_yaxis()
        axes.grid(axis="x", alpha=0.3)
        axes.set_title(f"{each.title.partition(':')[0]}: {COLUMNS[each.column]}")
    return figure
