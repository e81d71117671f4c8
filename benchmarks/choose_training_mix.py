"""Compare mixes of labels, human scores and contrast pairs on held-out folds of the training sets.

There is a row for each weight of human scores and of contrast pairs (the keys scores and contrast
of `train judge --judge`). It has Pearson's r with human scores at the summary level, on the
held-out documents of each set and of all together. It also has, by the kind and the side of an
edit, the share of held-out present units that one edit moves below .5, of those that were not below
before. The idf table is that of all folds; the edits are drawn by other seeds than in training. The
folders are as setup-dataset writes them.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from measuring import make_parser

from sacrerouge_litepyramid.core.judge_input import make_group
from sacrerouge_litepyramid.core.judgements import compute_human_score, weighted_mean
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.experiments.contrast_test import summarize_pairs
from sacrerouge_litepyramid.io.folds import draw_folds
from sacrerouge_litepyramid.judges.lexical_features import GroupFeatures
from sacrerouge_litepyramid.statistics.agreement import correlate_scores
from sacrerouge_litepyramid.statistics.logistic_regression import Regression, sigmoid
from sacrerouge_litepyramid.statistics.tables import render_table
from sacrerouge_litepyramid.training.contrast.pairs import ContrastPair, ContrastSource
from sacrerouge_litepyramid.training.logistic_judges import (
    LogisticTraining,
    TrainableEmbedding,
    TrainableLexical,
    count_frequencies,
)
from sacrerouge_litepyramid.training.mixture import regress
from sacrerouge_litepyramid.training.trainable import (
    HumanScoredSummary,
    KnownSummary,
    build_score_matrix,
)
from sacrerouge_litepyramid.training.training_sets import TrainingSet, join_sets, read_training_set

JUDGES = {"lexical": TrainableLexical, "embedding": TrainableEmbedding}
SCORE_WEIGHTS = (1.0, 2.0, 4.0, 8.0, 16.0)
CONTRASTS = (0.1, 0.2, 0.4, 0.8)
MAX_FOLDS = 5
EDITS = [
    (kind, side)
    for kind in ("negation", "antonym", "number", "name")
    for side in ("unit", "summary")
]


class Mix(NamedTuple):
    """The weights of human scores and of contrast pairs."""

    scores: float
    contrast: float


class HeldOut(NamedTuple):
    """Held-out summaries and contrast pairs, with the predicted human scores and the probabilities
    by mix.
    """

    summaries: list
    pairs: list[ContrastPair]
    predicted: dict[Mix, list[float]]
    judged: dict[Mix, list[np.ndarray]]


def predict_folds(
    training: LogisticTraining, joined: TrainingSet, mixes: Sequence[Mix], draws: int
) -> HeldOut:
    """Fit each mix without each fold, and predict the fold."""
    settings = training.settings
    frequencies = count_frequencies(joined.summaries, joined.documents)
    sources = [ContrastSource(settings.seed + draw) for draw in range(1, draws + 1)]
    held_out = HeldOut([], [], {mix: [] for mix in mixes}, {mix: [] for mix in mixes})
    instances = {summary.instance_id for summary in joined.summaries}
    for fold in draw_folds_of_kinds(joined, settings.seed):
        rest, test = joined.part(instances - fold), joined.part(fold)
        mixture = training.collect(rest.labelled, rest.scored, frequencies)
        groups = [make_group(summary.summary, summary.units) for summary in test.summaries]
        features = training.compute_features(groups, frequencies.idf)
        pairs = [pair for source in sources for pair in source.draw(test.labelled)]
        edited = [
            np.array([group.values[pair.unit] for group, pair in zip(side, pairs, strict=True)])
            for side in (
                training.compute_features([pair.before for pair in pairs], frequencies.idf),
                training.compute_features([pair.after for pair in pairs], frequencies.idf),
            )
        ]
        held_out.summaries.extend(test.summaries)
        held_out.pairs.extend(pairs)
        for mix in mixes:
            regression = regress(mixture, mix.contrast, mix.scores)
            held_out.predicted[mix].extend(
                compute_present_share(regression, group, summary.units)
                for group, summary in zip(features, test.summaries, strict=True)
            )
            held_out.judged[mix].extend(
                np.column_stack([_probabilities(regression, side) for side in edited])
            )
    return held_out


def draw_folds_of_kinds(joined: TrainingSet, seed: int) -> list[frozenset[str]]:
    """Return folds that have documents with labels and with scores."""
    with_labels = sorted({item.instance_id for item in joined.labelled})
    with_scores = sorted({item.instance_id for item in joined.scored})
    count = min(MAX_FOLDS, len(with_labels), len(with_scores))
    label_folds = draw_folds(with_labels, count, seed)
    score_folds = draw_folds(with_scores, count, seed)
    return [frozenset(one + other) for one, other in zip(label_folds, score_folds, strict=True)]


def compute_present_share(
    regression: Regression, group: GroupFeatures, units: Sequence[Unit]
) -> float:
    """Return the share of the units' weight that is present by a regression's probabilities."""
    logits = regression.intercept + group.values @ regression.coefficients
    probabilities = np.where(group.comparable, sigmoid(logits), 0.0)
    return weighted_mean(probabilities, [unit.weight for unit in units])


def correlate_summaries(summaries: Sequence[KnownSummary], predicted: Sequence[float]) -> float:
    """Return Pearson's r of predicted and human scores over systems, averaged over documents."""
    scores = []
    for item in summaries:
        if isinstance(item, HumanScoredSummary):
            scores.append(item.score)
        else:
            scores.append(compute_human_score(item))
    ours = build_score_matrix(summaries, predicted)
    human = build_score_matrix(summaries, scores)
    return float(correlate_scores(ours, human).summary_pearson[0])


def _probabilities(regression: Regression, values: np.ndarray) -> np.ndarray:
    return 0.5 + 0.5 * np.tanh((regression.intercept + values @ regression.coefficients) / 2)


def measure(held_out: HeldOut, sets: Sequence[TrainingSet]) -> Iterator[list[float]]:
    """Yield for each mix a row: its weights, r on each set and on all, and the shares of EDITS."""
    names = np.array([summary.instance_id.split("/")[0] for summary in held_out.summaries])
    for mix, values in held_out.predicted.items():
        agreement = []
        for data in sets:
            places = np.flatnonzero(names == data.name)
            agreement.append(
                correlate_summaries(
                    [held_out.summaries[i] for i in places], [values[i] for i in places]
                )
            )
        rows = summarize_pairs(held_out.pairs, np.array(held_out.judged[mix]))
        falls = {(row.kind, row.side): row.falls_below for row in rows}
        whole = correlate_summaries(held_out.summaries, values)
        yield [*mix, *agreement, whole, *(falls.get(edit, float("nan")) for edit in EDITS)]


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument(
        "folders", type=Path, nargs="+", help="Folders with labels, and with human scores"
    )
    parser.add_argument("--type", choices=JUDGES, default="lexical")
    parser.add_argument("--scores", type=float, nargs="+", default=SCORE_WEIGHTS)
    parser.add_argument("--contrast", type=float, nargs="+", default=CONTRASTS)
    parser.add_argument(
        "--draws", type=int, default=3, help="Seeds of the edits to test by (default: %(default)s)"
    )
    args = parser.parse_args()
    sets = [read_training_set(folder) for folder in args.folders]
    if not any(data.labelled for data in sets) or not any(data.scored for data in sets):
        parser.error(
            "pass a folder with labels.jsonl, and one with human scores and without labels.jsonl"
        )
    mixes = [Mix(scores, contrast) for scores in args.scores for contrast in args.contrast]
    held_out = predict_folds(JUDGES[args.type]().training, join_sets(sets), mixes, args.draws)
    rows = [
        [f"{row[0]:g}", f"{row[1]:g}", *(f"{value:.4f}" for value in row[2 : -len(EDITS)])]
        + [f"{100 * share:.0f}%" for share in row[-len(EDITS) :]]
        for row in measure(held_out, sets)
    ]
    columns = [
        "scores",
        "contrast",
        *(data.name for data in sets),
        "all",
        *(f"{kind} {side}" for kind, side in EDITS),
    ]
    print(render_table(columns, rows))


if __name__ == "__main__":
    main()
