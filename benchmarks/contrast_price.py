"""Measure the price of contrast training: agreement with human scores and noticed edits, by the
pairs' weight.

For each weight the table has Pearson's r with human scores at the system and the summary level, in
held-out folds and on another data set, and the share of that set's present units that one edit
moves below .5, of those not below before. The folders are as setup-dataset writes them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path

from measuring import make_parser

from sacrerouge_litepyramid.experiments.contrast_test import judge_pairs, summarize_pairs
from sacrerouge_litepyramid.experiments.judge_training import cross_validate_judge, measure_fit
from sacrerouge_litepyramid.io.folds import read_folds
from sacrerouge_litepyramid.statistics.tables import render_table
from sacrerouge_litepyramid.training.contrast.pairs import make_contrasts
from sacrerouge_litepyramid.training.logistic_judges import TrainableEmbedding, TrainableLexical
from sacrerouge_litepyramid.training.training_sets import read_training_set

JUDGES = {"lexical": TrainableLexical, "embedding": TrainableEmbedding}
WEIGHTS = (0.0, 0.1, 0.2, 0.4, 0.8)
EDITS = tuple(product(("negation", "number", "name"), ("unit", "summary")))


def measure(
    kind: str, train: Path, test: Path, weights: Sequence[float] = WEIGHTS
) -> Iterator[list[float]]:
    """Yield a row for each weight: the weight, r in folds (system, summary), r on the other set,
    shares of EDITS.
    """
    data, others, folds = (
        read_training_set(train),
        read_training_set(test),
        read_folds(train / "folds.json"),
    )
    pairs = list(make_contrasts(others.labelled))
    trainable = JUDGES[kind]()
    for weight in weights:
        trainable.training.settings = replace(trainable.training.settings, contrast=weight)
        model = trainable.fit(data.labelled, data.documents)
        held_out = cross_validate_judge(trainable, [data], folds)["mean"]
        tested = measure_fit(model, others)
        rows = {
            (row.kind, row.side): row.falls_below
            for row in summarize_pairs(pairs, judge_pairs(pairs, model))
        }
        agreement = [
            result[name]
            for result in (held_out, tested)
            for name in ("system_pearson", "summary_pearson")
        ]
        yield [weight, *agreement, *(rows.get(edit, float("nan")) for edit in EDITS)]


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument(
        "--train", type=Path, required=True, help="Folder with folds.json, to train and hold out"
    )
    parser.add_argument("--test", type=Path, required=True, help="Folder of another data set")
    parser.add_argument("--type", choices=JUDGES, default="lexical")
    parser.add_argument("--weights", type=float, nargs="+", default=WEIGHTS)
    args = parser.parse_args()
    columns = ["weight", "folds system", "folds summary", "test system", "test summary"]
    rows = [
        [
            f"{row[0]:g}",
            *(f"{value:.3f}" for value in row[1:5]),
            *(f"{100 * share:.0f}%" for share in row[5:]),
        ]
        for row in measure(args.type, args.train, args.test, args.weights)
    ]
    print(render_table([*columns, *(f"{kind} {side}" for kind, side in EDITS)], rows))


if __name__ == "__main__":
    main()
