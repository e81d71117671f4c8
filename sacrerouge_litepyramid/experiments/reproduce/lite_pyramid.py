"""Numbers of Zhang and Bansal (2021) that need no NLI model, recomputed from their released data.

Data: labels, units and human scores, which must be exact. ROUGE: the paper's table 1 over the
released folds, and all of REALSumm's 25 systems. Lexical judge: the expected numbers are those of a
prototype with other word lists, without mismatch features and without contrast training; so the
judge is fitted without contrast here.

Tolerances of ROUGE: the paper has two decimals; on the whole set, an unnamed implementation took
the summary as one string. Those of the lexical judge are wider at the system level, as the
prototype has no mismatch features, and on PyrXSum, which has only ten systems, and where the word
lists matter more.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from sacrerouge_litepyramid.corpora.litepyramid import PYRXSUM, REALSUMM, find_released
from sacrerouge_litepyramid.experiments.cross_validation import fit_folds
from sacrerouge_litepyramid.experiments.curve import STATISTICS
from sacrerouge_litepyramid.experiments.evaluation_data import (
    EvaluationData,
    add_judge,
    build_labelled_set,
)
from sacrerouge_litepyramid.experiments.fold_agreement import measure_folds
from sacrerouge_litepyramid.experiments.reproduce.targets import (
    ComparedNumber,
    compare_with_expected,
    read_expected,
)
from sacrerouge_litepyramid.io.line_aligned import (
    read_aligned_labels,
    read_line_aligned,
    read_released_folds,
    read_unit_lines,
    split_tagged_sentences,
)
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.summaries import collect_documents
from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.meta_evaluation.scores import Scores, add_metrics, split_by_folds
from sacrerouge_litepyramid.metrics.rouge import ROUGE_TYPES, score_references
from sacrerouge_litepyramid.training.logistic_judges import TrainableLexical
from sacrerouge_litepyramid.training.training_sets import TrainingSet

#: the units file of each metric
RELEASED_UNITS = {"lite2pyramid": "SCUs.txt", "lite3pyramid": "STUs.txt"}

Measured = Iterator[tuple[str, float]]


def compute_rows(source: str | Path) -> list[ComparedNumber]:
    """Return the numbers of the released folders REALSumm and PyrXSum beside the expected ones."""
    return compare_with_expected(_measure_lite_pyramid(Path(source)), read_expected("lite-pyramid"))


def read_released_set(folder: Path) -> EvaluationData:
    """Read a folder in the authors' layout; the human scores come from its labels."""
    data = read_line_aligned(folder)
    documents = collect_documents(data.summaries)
    training = TrainingSet(
        folder.name, tuple(read_aligned_labels(folder, data)), documents=documents
    )
    units = {}
    for metric, file in RELEASED_UNITS.items():
        by_document = read_unit_lines(folder / file, list(data.units))
        units[metric] = {name: item.units for name, item in by_document.items()}
    return build_labelled_set(training, units)


def _measure_lite_pyramid(source: Path) -> dict[str, float]:
    """Return, by name, every expected number of oracles/lite-pyramid.json."""
    folder = find_released(source, REALSUMM)
    realsumm = read_released_set(folder)
    pyrxsum = read_released_set(find_released(source, PYRXSUM))
    whole = add_metrics(realsumm.scores, _score_rouge(folder))
    folds = read_released_folds(folder, "documents")
    parts = split_by_folds(whole, folds, "documents")
    numbers = dict(_count_data(realsumm, REALSUMM.system))
    numbers.update(_count_data(pyrxsum, PYRXSUM.system))
    numbers.update(_correlate("ROUGE, REALSumm, 25 systems, folds by documents", parts))
    numbers.update(_correlate("ROUGE, REALSumm, 25 systems, whole", [whole]))
    numbers.update(_measure_lexical(realsumm, pyrxsum, folds))
    return numbers


def _count_data(data: EvaluationData, system: str) -> Measured:
    labels = [label for item in data.training.labelled for label in item.labels]
    counts = {
        "systems": len(data.scores.systems),
        "instances": len(data.scores.documents),
        "judgements": len(labels),
        "SCUs": sum(map(len, data.units["lite2pyramid"].values())),
        "STUs": sum(map(len, data.units["lite3pyramid"].values())),
    }
    for name, count in counts.items():
        yield f"{data.name}: {name}", float(count)
    yield f"{data.name}: share of judgements that are present", float(np.mean(labels))
    row = data.scores.systems.index(system)
    yield f"{data.name}: human score of {system}", float(np.nanmean(data.scores.human[row]))


def _measure_lexical(
    realsumm: EvaluationData, pyrxsum: EvaluationData, folds: Sequence[Sequence[str]]
) -> Measured:
    # The expected numbers are those of a prototype without contrast training.
    fit = TrainableLexical(contrast=0.0).fit
    parts = split_by_folds(realsumm.scores, folds, "documents")
    models = fit_folds(realsumm.training, folds, "documents", fit)
    scored = [add_judge(part, realsumm, model) for part, model in zip(parts, models, strict=True)]
    yield from _correlate("lexical, REALSumm, 25 systems, folds by documents", scored)
    model = fit(realsumm.training.labelled, realsumm.training.documents)
    transferred = add_judge(pyrxsum.scores, pyrxsum, model)
    yield from _correlate("lexical, REALSumm → PyrXSum, 10 systems", [transferred])


def _correlate(title: str, folds: Sequence[Scores]) -> Measured:
    """Yield the correlations of each metric, NaN if undefined."""
    for metric, result in measure_folds(folds, Statistics(resamples=0))["metrics"].items():
        for column in STATISTICS:
            value = result["mean"][column]["value"]
            name = f"{title}: {metric}, {column.replace('_', ' ')}"
            yield name, float("nan") if value is None else value


def _score_rouge(folder: Path) -> dict[str, dict[SummaryKey, float]]:
    by_metric: dict[str, dict[SummaryKey, float]] = {f"{kind}_recall": {} for kind in ROUGE_TYPES}
    for summary in read_line_aligned(folder).summaries:
        references = [split_tagged_sentences(text) for text in summary.references]
        values = score_references(summary.text, references)
        for name, scores in by_metric.items():
            scores[summary.key] = values[name]
    return {f"rouge-{name}": scores for name, scores in by_metric.items()}
