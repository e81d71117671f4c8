"""How many labels of one's own a judge needs, to be refitted or recalibrated on a new data set.

A head is fitted to a source data set. On the target, n labels of whole documents, drawn anew for each repetition,
refit it from nothing, or map its log-odds to probabilities: by a slope and an intercept (Platt 1999), or by isotonic
regression. For comparison the same two maps are made on the half of the source that a head was not fitted to. The other
half of the target's documents is the test. Printed are means over the repetitions: Pearson's r at the summary level,
AUC, expected calibration error (ten bins) and Brier score. The folders are as setup-dataset writes them.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from measuring import make_parser
from scipy.optimize import isotonic_regression

from sacrerouge_litepyramid.core.judgements import LabelledSummary, to_group
from sacrerouge_litepyramid.io.labels import read_labelled_folder
from sacrerouge_litepyramid.io.summaries import collect_documents, read_summaries
from sacrerouge_litepyramid.judges.embedding import TextEncoder, aligned_group_features
from sacrerouge_litepyramid.judges.lexical_features import group_features
from sacrerouge_litepyramid.statistics.agreement import correlate_scores
from sacrerouge_litepyramid.statistics.judge_quality import measure_judge
from sacrerouge_litepyramid.statistics.logistic_regression import logistic_regression
from sacrerouge_litepyramid.statistics.tables import render_table
from sacrerouge_litepyramid.training.logistic_judges import count_document_frequencies, list_idf_texts

SIZES = (50, 100, 200, 500, 1000, 2000, 5000)
L2 = 1.0
#: recalibration changes two numbers; a slope far from 1 is not believed from a few labels
CALIBRATION_L2 = 1.0


class Rows(NamedTuple):
    """The units of labelled summaries: ``features``, (rows, features); ``labels``, ``weights``, ``systems`` and
    ``documents``, the places of the latter two, (rows,)."""

    features: np.ndarray
    labels: np.ndarray
    weights: np.ndarray
    systems: np.ndarray
    documents: np.ndarray

    def part(self, chosen: np.ndarray) -> "Rows":
        return Rows(*(each[chosen] for each in self))


Predict = Callable[[Rows], np.ndarray]


def read_rows(labelled: Sequence[LabelledSummary], kind: str, idf: Callable[[str], float]) -> Rows:
    compute = group_features if kind == "lexical" else partial(aligned_group_features, texts=TextEncoder())
    found = compute([to_group(example) for example in labelled], idf)
    sizes = [len(example.labels) for example in labelled]
    places = [np.unique([getattr(example, name) for example in labelled], return_inverse=True)[1]
              for name in ("summarizer_id", "instance_id")]  # fmt: skip
    return Rows(
        np.concatenate([each.values for each in found]),
        np.concatenate([example.labels for example in labelled]).astype(float),
        np.array([unit.weight for example in labelled for unit in example.units]),
        *(np.repeat(place, sizes) for place in places),
    )


def fit_head(rows: Rows) -> Callable[[Rows], np.ndarray]:
    """Return a function from rows to log-odds."""
    found = logistic_regression(rows.features, rows.labels, L2)
    return lambda given: found.intercept + given.features @ found.coefficients


def recalibrate(odds: Callable[[Rows], np.ndarray], rows: Rows) -> Predict:
    found = logistic_regression(odds(rows)[:, None], rows.labels, CALIBRATION_L2)
    return lambda given: sigmoid(found.intercept + found.coefficients[0] * odds(given))


def isotonic(odds: Callable[[Rows], np.ndarray], rows: Rows) -> Predict:
    order = np.argsort(odds(rows), kind="stable")
    known = odds(rows)[order]
    steps = isotonic_regression(rows.labels[order]).x
    return lambda given: np.interp(odds(given), known, steps)


def refit(_: Callable[[Rows], np.ndarray], rows: Rows) -> Predict:
    odds = fit_head(rows)
    return lambda given: sigmoid(odds(given))


METHODS = {"refit": refit, "recalibrate": recalibrate, "isotonic": isotonic}


def sigmoid(values: np.ndarray) -> np.ndarray:
    return 0.5 + 0.5 * np.tanh(values / 2)


def evaluate(rows: Rows, probabilities: np.ndarray) -> tuple[float, float, float, float]:
    """Return r at the summary level, AUC, ECE and Brier score."""
    shape = rows.systems.max() + 1, rows.documents.max() + 1
    places = rows.systems * shape[1] + rows.documents
    sums = [np.bincount(places, rows.weights * each, shape[0] * shape[1])
            for each in (probabilities, rows.labels, np.ones(len(places)))]  # fmt: skip
    ours, human = (np.divide(each, sums[2], out=np.full_like(each, np.nan), where=sums[2] > 0).reshape(shape)
                    for each in sums[:2])  # fmt: skip
    quality = measure_judge(probabilities, rows.labels)
    return (
        float(correlate_scores(ours, human).summary_pearson[0]),
        *(float(each[0]) for each in (quality.auc, quality.ece, quality.brier)),
    )


def draw(rows: Rows, size: int, generator: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return which rows are learnt from, ``size`` of them or all of half the documents, and which are tested on."""
    documents = generator.permutation(rows.documents.max() + 1)
    half = documents[: len(documents) // 2]
    learning = [row for name in half for row in generator.permutation(np.flatnonzero(rows.documents == name))][:size]
    return np.array(learning), ~np.isin(rows.documents, half)


def curve(
    source: Rows, target: Rows, sizes: Sequence[int], repeats: int, seed: int = 0
) -> Iterator[tuple[str, int, np.ndarray]]:
    """Yield the method, the number of labels and the mean of `evaluate`, first of the head as it is."""
    odds = fit_head(source)
    tests = [draw(target, 0, np.random.default_rng(seed + each))[1] for each in range(repeats)]
    parts = [target.part(test) for test in tests]
    yield "as it is", 0, np.mean([evaluate(part, sigmoid(odds(part))) for part in parts], axis=0)
    fitted, held_out = draw(source, len(source.labels), np.random.default_rng(seed))
    half = fit_head(source.part(fitted))
    for name in ("recalibrate", "isotonic"):
        calibrated = METHODS[name](half, source.part(held_out))
        yield f"{name} on the source", 0, np.mean([evaluate(part, calibrated(part)) for part in parts], axis=0)
    largest = int((~tests[0]).sum())
    for name, method in METHODS.items():
        for size in (size for size in sizes if size <= largest):
            found = []
            for each in range(repeats):
                learning, test = draw(target, size, np.random.default_rng(seed + each))
                own = target.part(learning)
                if len(set(own.labels)) == 2:
                    part = target.part(test)
                    found.append(evaluate(part, method(odds, own)(part)))
            yield name, size, np.mean(found, axis=0)


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--source", type=Path, required=True)
    parser.add_argument("--target", type=Path, required=True)
    parser.add_argument("--type", choices=("lexical", "embedding"), default="lexical")
    parser.add_argument("--repeats", type=int, default=20)
    args = parser.parse_args()
    known = read_labelled_folder(args.source)
    documents = collect_documents(read_summaries(args.source / "summaries.jsonl"))
    idf = count_document_frequencies(list_idf_texts(known, documents)).idf
    source, target = (read_rows(each, args.type, idf) for each in (known, read_labelled_folder(args.target)))
    rows = [
        [name, str(size), *(f"{value:.3f}" for value in values)]
        for name, size, values in curve(source, target, SIZES, args.repeats)
    ]
    print(render_table(["head", "labels", "summary r", "AUC", "ECE", "Brier"], rows))


if __name__ == "__main__":
    main()
