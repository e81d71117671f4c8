"""Measure what raised the shipped judges' agreement: the lexicon, human scores without labels, or
both.

A judge is fitted to labels and contrast pairs, with or without the features of related words, with
or without the human scores of a second data set. For each case the table has Pearson's r with human
scores at the system and the summary level, in held-out folds of the first data set (fitted to all
of the second) and on a third; and the difference of the summary-level r from the first row, with
its 95% interval over documents (Student's t). Document frequencies are those of all documents of
the first set, even in folds. The folders are as setup-dataset writes them.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from measuring import make_parser

from sacrerouge_litepyramid.core.judge_input import make_group
from sacrerouge_litepyramid.core.judgements import compute_human_score, weighted_mean
from sacrerouge_litepyramid.io.folds import read_folds
from sacrerouge_litepyramid.judges.embedding import TextEncoder, aligned_group_features
from sacrerouge_litepyramid.judges.lexical import LexicalWeights
from sacrerouge_litepyramid.judges.lexical_features import FEATURES, GroupFeatures, group_features
from sacrerouge_litepyramid.judges.related_words import FEATURES as RELATED
from sacrerouge_litepyramid.statistics.agreement import correlate_documents, correlate_scores
from sacrerouge_litepyramid.statistics.logistic_regression import Regression
from sacrerouge_litepyramid.statistics.paired import estimate_means
from sacrerouge_litepyramid.statistics.tables import render_table
from sacrerouge_litepyramid.training.contrast.pairs import ContrastSource
from sacrerouge_litepyramid.training.logistic_judges import (
    ComputeFeatures,
    HeadSettings,
)
from sacrerouge_litepyramid.training.mixture import (
    Mixture,
    build_contrast_rows,
    build_labelled_rows,
    build_summed_rows,
    regress,
)
from sacrerouge_litepyramid.training.training_sets import TrainingSet, read_training_set

#: whether a case uses the lexicon, and the human scores
SOURCES = {
    "labels": (False, False),
    "+ lexicon": (True, False),
    "+ scores": (False, True),
    "+ both": (True, True),
}


class Prepared(NamedTuple):
    """A data set with its summaries' features, and contrast pairs with their features before and
    after the edit.
    """

    data: TrainingSet
    features: Sequence[GroupFeatures]
    pairs: Sequence[tuple]


def prepare(folder: Path, compute: ComputeFeatures, with_pairs: bool = False) -> Prepared:
    """Read a data set and compute its features, by the shipped weights' document frequencies."""
    data, idf = read_training_set(folder), LexicalWeights.load().frequencies.idf
    features = compute(
        [make_group(summary.summary, summary.units) for summary in data.summaries], idf
    )
    pairs = ContrastSource().draw(data.labelled) if with_pairs else []
    before, after = (
        compute([getattr(pair, side) for pair in pairs], idf) for side in ("before", "after")
    )
    return Prepared(data, features, list(zip(pairs, before, after, strict=True)))


def keep_columns(features: Sequence[GroupFeatures], lexicon: bool) -> list[GroupFeatures]:
    """Return the features; without the lexicon, those of related words are 0."""
    kept = np.ones(features[0].values.shape[1])
    kept[[FEATURES.index(name) for name in RELATED]] = lexicon
    return [group._replace(values=group.values * kept) for group in features]


def fit(
    train: Prepared, scored: Prepared, held_out: frozenset[str], lexicon: bool, scores: float
) -> Regression:
    """Fit to the first set without the held-out documents, and to the second set's scores, weighted
    by ``scores``.
    """
    places = [
        place for place, item in enumerate(train.data.labelled) if item.instance_id not in held_out
    ]
    features = keep_columns(train.features, lexicon)
    width = features[0].values.shape[1]
    labelled = build_labelled_rows(
        [train.data.labelled[place] for place in places],
        [features[place] for place in places],
        width,
    )
    pairs = [pair for pair in train.pairs if pair[0].example.instance_id not in held_out]
    sides = [keep_columns([pair[side] for pair in pairs], lexicon) for side in (1, 2)]
    contrast = build_contrast_rows(
        [pair[0] for pair in pairs], *sides, width, float(labelled.labels.sum())
    )
    rows = (scored.data.scored, keep_columns(scored.features, lexicon)) if scores else ((), ())
    mixture = Mixture(labelled, contrast, build_summed_rows(*rows, width))
    return regress(mixture, HeadSettings().contrast, scores)


def arrange(
    tested: Prepared, models: dict[str, Regression] | Regression, lexicon: bool
) -> np.ndarray:
    """Return predicted and human scores, (2, systems, documents).

    ``models``: one for each document, or one for all.
    """
    systems, documents = (
        {
            name: place
            for place, name in enumerate(
                sorted({getattr(item, kind) for item in tested.data.labelled})
            )
        }
        for kind in ("summarizer_id", "instance_id")
    )
    both = np.full((2, len(systems), len(documents)), np.nan)
    for item, features in zip(
        tested.data.labelled, keep_columns(tested.features, lexicon), strict=True
    ):
        model = models if isinstance(models, Regression) else models[item.instance_id]
        odds = model.intercept + features.values @ model.coefficients
        values = np.where(features.comparable, 0.5 + 0.5 * np.tanh(odds / 2), 0.0)
        place = (slice(None), systems[item.summarizer_id], documents[item.instance_id])
        both[place] = (
            weighted_mean(values, [unit.weight for unit in item.units]),
            compute_human_score(item),
        )
    return both


def measure(train: Path, scored: Path, test: Path, compute: ComputeFeatures) -> Iterator[list[str]]:
    """Yield a row for each of SOURCES."""
    folds = [frozenset(fold) for fold in read_folds(train / "folds.json")]
    first, second, third = (
        prepare(train, compute, True),
        prepare(scored, compute),
        prepare(test, compute),
    )
    base: dict[int, np.ndarray] = {}
    for name, (lexicon, with_scores) in SOURCES.items():
        weight = HeadSettings.scores if with_scores else 0.0
        by_fold = [fit(first, second, fold, lexicon, weight) for fold in folds]
        by_document = {
            document: model for fold, model in zip(folds, by_fold, strict=True) for document in fold
        }
        whole = fit(first, second, frozenset(), lexicon, weight)
        row = [name]
        for place, (tested, model) in enumerate(((first, by_document), (third, whole))):
            both = arrange(tested, model, lexicon)
            agreement, r = correlate_scores(*both), correlate_documents(*both).pearson
            row += [
                f"{float(agreement.system_pearson[0]):.3f}",
                f"{float(agreement.summary_pearson[0]):.3f}",
            ]
            difference = r - base.setdefault(place, r)
            row.append("" if name == "labels" else describe_difference(difference))
        yield row


def describe_difference(differences: np.ndarray) -> str:
    """Return the mean of the documents' differences with its interval.

    Constant documents are excluded.
    """
    mean = estimate_means(differences[np.isfinite(differences)][None])
    value, low, high = (float(np.ravel(bound)[0]) for bound in (mean.value, mean.low, mean.high))
    return f"{value:+.3f} [{low:+.3f}, {high:+.3f}]"


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument(
        "--train", type=Path, required=True, help="Folder with labels and folds.json"
    )
    parser.add_argument(
        "--scored", type=Path, required=True, help="Folder with units and human scores"
    )
    parser.add_argument(
        "--test", type=Path, required=True, help="Folder of a data set that nothing is fitted to"
    )
    parser.add_argument("--type", choices=("lexical", "embedding"), default="lexical")
    args = parser.parse_args()
    compute = (
        group_features
        if args.type == "lexical"
        else partial(aligned_group_features, texts=TextEncoder())
    )
    measured = [
        f"{part} {column}" for part in ("folds", "test") for column in ("system", "summary", "gain")
    ]
    print(
        render_table(["fitted to", *measured], measure(args.train, args.scored, args.test, compute))
    )


if __name__ == "__main__":
    main()
