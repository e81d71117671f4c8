"""Measure how many labels a judge needs to be refitted or recalibrated on a new data set.

A head is fitted to a source data set. On the target, n labels, document after document from half of
the documents (drawn anew for each repetition), refit it from scratch, or map its log-odds to
probabilities, by a slope and an intercept (Platt 1999) or by isotonic regression. It is tested on
the other half of the documents. For comparison, the two maps are also fitted to the half of the
source that a head was not fitted to. The table has means over repetitions: Pearson's r at the
summary level, AUC, expected calibration error (ten bins) and Brier score. The folders are as
setup-dataset writes them.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from measuring import make_parser
from scipy.optimize import isotonic_regression

from sacrerouge_litepyramid.core.judge_input import make_group
from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.io.labels import read_labelled_folder
from sacrerouge_litepyramid.io.summaries import collect_documents, read_summaries
from sacrerouge_litepyramid.judges.embedding import TextEncoder, aligned_group_features
from sacrerouge_litepyramid.judges.lexical_features import group_features
from sacrerouge_litepyramid.statistics.agreement import correlate_scores
from sacrerouge_litepyramid.statistics.judge_quality import measure_judge
from sacrerouge_litepyramid.statistics.logistic_regression import logistic_regression
from sacrerouge_litepyramid.statistics.tables import render_table
from sacrerouge_litepyramid.training.logistic_judges import (
    count_frequencies,
)

SIZES = (50, 100, 200, 500, 1000, 2000, 5000)
L2 = 1.0
#: the penalty on the slope of a recalibration, so that a few labels give no extreme one
CALIBRATION_L2 = 1.0


class Rows(NamedTuple):
    """The units of labelled summaries, one per row, with ``features`` (rows, features).

    ``systems``, ``documents``: their indices, (rows,), as are labels and weights.
    """

    features: np.ndarray
    labels: np.ndarray
    weights: np.ndarray
    systems: np.ndarray
    documents: np.ndarray

    def part(self, chosen: np.ndarray) -> "Rows":
        return Rows(*(values[chosen] for values in self))


Predict = Callable[[Rows], np.ndarray]


def read_rows(labelled: Sequence[LabelledSummary], kind: str, idf: Callable[[str], float]) -> Rows:
    compute = (
        group_features
        if kind == "lexical"
        else partial(aligned_group_features, texts=TextEncoder())
    )
    features = compute([make_group(example.summary, example.units) for example in labelled], idf)
    sizes = [len(example.labels) for example in labelled]
    places = [np.unique([getattr(example, name) for example in labelled], return_inverse=True)[1]
              for name in ("summarizer_id", "instance_id")]  # fmt: skip
    return Rows(
        np.concatenate([group.values for group in features]),
        np.concatenate([example.labels for example in labelled]).astype(float),
        np.array([unit.weight for example in labelled for unit in example.units]),
        *(np.repeat(place, sizes) for place in places),
    )


def fit_head(rows: Rows) -> Callable[[Rows], np.ndarray]:
    """Return a function from rows to log-odds."""
    head = logistic_regression(rows.features, rows.labels, L2)
    return lambda tested: head.intercept + tested.features @ head.coefficients


def recalibrate(odds: Callable[[Rows], np.ndarray], rows: Rows) -> Predict:
    line = logistic_regression(odds(rows)[:, None], rows.labels, CALIBRATION_L2)
    return lambda tested: sigmoid(line.intercept + line.coefficients[0] * odds(tested))


def isotonic(odds: Callable[[Rows], np.ndarray], rows: Rows) -> Predict:
    order = np.argsort(odds(rows), kind="stable")
    known = odds(rows)[order]
    steps = isotonic_regression(rows.labels[order]).x
    return lambda tested: np.interp(odds(tested), known, steps)


def refit(_: Callable[[Rows], np.ndarray], rows: Rows) -> Predict:
    odds = fit_head(rows)
    return lambda tested: sigmoid(odds(tested))


METHODS = {"refit": refit, "recalibrate": recalibrate, "isotonic": isotonic}


def sigmoid(values: np.ndarray) -> np.ndarray:
    return 0.5 + 0.5 * np.tanh(values / 2)


def evaluate(rows: Rows, probabilities: np.ndarray) -> tuple[float, float, float, float]:
    """Return r at the summary level, AUC, ECE and Brier score."""
    shape = rows.systems.max() + 1, rows.documents.max() + 1
    places = rows.systems * shape[1] + rows.documents

    def add_up(values: np.ndarray) -> np.ndarray:
        sums = np.bincount(places, rows.weights * values, shape[0] * shape[1])
        return sums.reshape(shape)

    counts = add_up(np.ones(len(places)))
    weights = np.where(counts > 0, counts, np.nan)
    ours, human = add_up(probabilities) / weights, add_up(rows.labels) / weights
    quality = measure_judge(probabilities, rows.labels)
    return (
        float(correlate_scores(ours, human).summary_pearson[0]),
        *(float(measure[0]) for measure in (quality.auc, quality.ece, quality.brier)),
    )


def draw(rows: Rows, size: int, generator: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return the rows to learn from, at most ``size`` from half of the documents, and whether each
    row is tested on.
    """
    documents = generator.permutation(rows.documents.max() + 1)
    half = documents[: len(documents) // 2]
    learning = [
        row
        for name in half
        for row in generator.permutation(np.flatnonzero(rows.documents == name))
    ][:size]
    return np.array(learning), ~np.isin(rows.documents, half)


def curve(
    source: Rows, target: Rows, sizes: Sequence[int], repeats: int, seed: int = 0
) -> Iterator[tuple[str, int, np.ndarray]]:
    """Yield the method, the number of labels and the mean of `evaluate`, beginning with the head as
    it is.
    """
    odds = fit_head(source)
    tests = [draw(target, 0, np.random.default_rng(seed + repeat))[1] for repeat in range(repeats)]
    parts = [target.part(test) for test in tests]
    yield "as it is", 0, np.mean([evaluate(part, sigmoid(odds(part))) for part in parts], axis=0)
    fitted, held_out = draw(source, len(source.labels), np.random.default_rng(seed))
    half = fit_head(source.part(fitted))
    for name in ("recalibrate", "isotonic"):
        calibrated = METHODS[name](half, source.part(held_out))
        yield (
            f"{name} on the source",
            0,
            np.mean([evaluate(part, calibrated(part)) for part in parts], axis=0),
        )
    largest = int((~tests[0]).sum())
    for name, method in METHODS.items():
        for size in (size for size in sizes if size <= largest):
            results = []
            for repeat in range(repeats):
                learning, test = draw(target, size, np.random.default_rng(seed + repeat))
                learned = target.part(learning)
                if len(set(learned.labels)) == 2:
                    part = target.part(test)
                    results.append(evaluate(part, method(odds, learned)(part)))
            yield name, size, np.mean(results, axis=0)


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--source", type=Path, required=True)
    parser.add_argument("--target", type=Path, required=True)
    parser.add_argument("--type", choices=("lexical", "embedding"), default="lexical")
    parser.add_argument("--repeats", type=int, default=20)
    args = parser.parse_args()
    labelled = read_labelled_folder(args.source)
    documents = collect_documents(read_summaries(args.source / "summaries.jsonl"))
    idf = count_frequencies(labelled, documents).idf
    source, target = (
        read_rows(part, args.type, idf) for part in (labelled, read_labelled_folder(args.target))
    )
    rows = [
        [name, str(size), *(f"{value:.3f}" for value in values)]
        for name, size, values in curve(source, target, SIZES, args.repeats)
    ]
    print(render_table(["head", "labels", "summary r", "AUC", "ECE", "Brier"], rows))


if __name__ == "__main__":
    main()
