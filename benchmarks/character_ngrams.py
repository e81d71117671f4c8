"""Fit the judge `character-ngrams`, and measure its agreement with human scores beside that of
`lexical`.

It is fitted to REALSumm's labels. Each system's summary of the next document is added as a summary
that states none of the units, with a quarter of the weight. For each data set the table has
Pearson's r over summaries, within documents and over systems, r and calibration error of units, and
the mean probability of summaries of another document (floor) and of the units themselves (ceiling).
The folders are as setup-dataset writes them.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from measuring import make_parser

from sacrerouge_litepyramid.core.judge_input import make_group
from sacrerouge_litepyramid.core.judgements import LabelledSummary, judge_measures
from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.io.labels import read_labelled_folder
from sacrerouge_litepyramid.judges.character_ngrams import CharacterNgramJudge, compare_units
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.judges.lexical import LexicalJudge
from sacrerouge_litepyramid.statistics.agreement import correlate_scores
from sacrerouge_litepyramid.statistics.judge_quality import measure_judge
from sacrerouge_litepyramid.statistics.logistic_regression import logistic_regression
from sacrerouge_litepyramid.statistics.tables import render_table
from sacrerouge_litepyramid.training.trainable import build_score_matrix

#: the weight of a unit in a summary of another document
OTHERS_WEIGHT = 0.25


def list_groups(
    examples: Sequence[LabelledSummary],
) -> tuple[list[Group], list[Group], list[Group]]:
    """Return each summary with its document's units, with those of the document before, and the
    units as summaries.
    """
    documents = sorted({example.instance_id for example in examples})
    following = dict(zip(documents, documents[1:] + documents[:1], strict=True))
    texts = {(example.instance_id, example.summarizer_id): example.summary for example in examples}
    groups = [make_group(example.summary, example.units) for example in examples]
    others = [
        group._replace(summary=texts[following[example.instance_id], example.summarizer_id])
        for group, example in zip(groups, examples, strict=True)
    ]
    return (
        groups,
        others,
        [Group(" ".join(units), units) for units in {group.units for group in groups}],
    )


def fit(examples: Sequence[LabelledSummary]) -> list[float]:
    """Return the intercept and the coefficients of a logistic regression on the labels."""
    groups, others, _ = list_groups(examples)
    rows, absent = (
        np.concatenate([compare_units(group) for group in part]) for part in (groups, others)
    )
    labels = np.concatenate([example.labels for example in examples])
    weights = np.concatenate([np.ones(len(rows)), np.full(len(absent), OTHERS_WEIGHT)])
    regression = logistic_regression(
        np.concatenate([rows, absent]),
        np.concatenate([labels, np.zeros(len(absent))]),
        1.0,
        weights,
    )
    return [regression.intercept, *regression.coefficients]


def judge(model: Judge, groups: Sequence[Group]) -> list[np.ndarray]:
    """Return the probabilities of each group's units."""
    return [judge_measures(logits)["p2c"] for logits in model.predict(groups)]


def measure(model: Judge, examples: Sequence[LabelledSummary]) -> list[float]:
    """Return the seven numbers of a row: r at three levels, r and calibration error of units, floor
    and ceiling.
    """
    groups, others, copies = list_groups(examples)
    values = judge(model, groups)
    labels = np.concatenate([example.labels for example in examples])
    means, human = (
        [float(value.mean()) for value in values],
        [float(np.mean(example.labels)) for example in examples],
    )
    agreement = correlate_scores(
        *(build_score_matrix(examples, scores) for scores in (means, human)), constant="drop"
    )
    units = np.concatenate(values)
    of_units = [np.corrcoef(units, labels)[0, 1], measure_judge(units, labels).ece[0]]
    ends = [float(np.concatenate(judge(model, part)).mean()) for part in (others, copies)]
    levels = [
        np.corrcoef(means, human)[0, 1],
        agreement.summary_pearson[0],
        agreement.system_pearson[0],
    ]
    return [*levels, *of_units, *ends]


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("realsumm", type=Path, help="Folder of REALSumm")
    parser.add_argument("others", type=Path, nargs="*", help="Folders of other labelled data sets")
    args = parser.parse_args()
    train = read_labelled_folder(args.realsumm)
    print("intercept and coefficients:", " ".join(f"{number:.2f}" for number in fit(train)))
    columns = ["r", "in documents", "systems", "units", "ECE", "floor", "ceiling"]
    rows = [
        [
            f"{folder.name}, {name}",
            *(f"{value:.3f}" for value in measure(model, read_labelled_folder(folder))),
        ]
        for folder in (args.realsumm, *args.others)
        for name, model in (
            ("character-ngrams", CharacterNgramJudge()),
            ("lexical", LexicalJudge()),
        )
    ]
    print(render_table(["data", *columns], rows))


if __name__ == "__main__":
    main()
