import math
from dataclasses import replace

import numpy as np
import pytest

from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.core.units import Unit, as_units
from sacrerouge_litepyramid.experiments.cross_validation import fit_folds
from sacrerouge_litepyramid.experiments.evaluation_data import add_judge, build_labelled_set
from sacrerouge_litepyramid.experiments.fold_agreement import (
    STATISTICS,
    measure_fold,
    measure_folds,
)
from sacrerouge_litepyramid.judges.lexical import LexicalJudge, LexicalWeights
from sacrerouge_litepyramid.judges.lexical_features import FEATURES
from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.meta_evaluation.scores import split_by_folds
from sacrerouge_litepyramid.training.logistic_judges import TrainableLexical
from sacrerouge_litepyramid.training.training_sets import TrainingSet

LITE2, LITE3 = "lite2pyramid_p2c", "lite3pyramid_p2c"
#: p of a unit is that of its plain content recall: 0 → .27, 1/2 → .5, 1 → .73
RECALL = replace(
    LexicalWeights.load(),
    intercept=-1.0,
    coefficients=tuple(2.0 * (name == "r1_con") for name in FEATURES),
)


#: one for all tests, as it draws the contrast pairs of a judgement once
TRAINABLE = TrainableLexical()


def fit(examples, documents=None):
    return TRAINABLE.fit(examples, documents).weights


def evaluate(weights, data, metric=LITE2):
    return measure_fold(add_judge(data.scores, data, LexicalJudge.from_weights(weights)), metric)


def cross_validate(data, folds, by="documents"):
    models = list(fit_folds(data.training, folds, by, TRAINABLE.fit))
    parts = split_by_folds(data.scores, folds, by)
    scored = [add_judge(part, data, model) for part, model in zip(parts, models, strict=True)]
    return models, measure_folds(scored, Statistics(resamples=0))["metrics"]


def build_set(examples):
    return build_labelled_set(TrainingSet("made up", tuple(examples)))


def labelled(instance_id: str, system: str, summary: str, *labels: int) -> LabelledSummary:
    return LabelledSummary(
        instance_id, system, summary, as_units(["cat mat", "dog"])[: len(labels)], labels
    )


def test_perfect_agreement_and_the_examples_that_count():
    examples = [
        labelled("a", "x", "cat mat dog", 1, 1),
        labelled("a", "y", "cat mat", 1, 0),
        labelled("a", "z", "rain", 0, 0),
        labelled("b", "x", "the same", 1, 0),
        labelled("b", "y", "text", 1, 0),
        labelled("b", "z", "again", 1, 0),
    ]
    result = evaluate(RECALL, build_set(examples))
    assert (result["systems"], result["documents"], result["constant_documents"]) == (3, 2, 1)
    assert [result[name] for name in STATISTICS] == pytest.approx([1.0] * 6)


def test_hand_computed_correlation():
    examples = [
        labelled("a", "x", "cat mat", 1),
        labelled("a", "y", "cat", 1),
        labelled("a", "z", "rain", 0),
    ]
    low = 1 / (1 + math.exp(1))
    ours, people = [1 - low, 0.5, low], [1, 1, 0]
    deviations = [(a - sum(ours) / 3, b - 2 / 3) for a, b in zip(ours, people, strict=True)]
    expected = sum(a * b for a, b in deviations) / math.sqrt(
        sum(a * a for a, _ in deviations) * sum(b * b for _, b in deviations)
    )
    result = evaluate(RECALL, build_set(examples))
    assert result["system_pearson"] == pytest.approx(expected)
    assert result["summary_pearson"] == pytest.approx(expected)
    assert result["system_spearman"] == pytest.approx(math.sqrt(3) / 2)


@pytest.mark.parametrize("systems", [1, 2])
def test_one_or_two_systems_have_no_correlation(systems):
    examples = [
        labelled("a", "x", "cat", 1, 0),
        labelled("b", "x", "dog", 0, 1),
        labelled("b", "y", "cat mat dog", 1, 1),
    ]
    result = evaluate(RECALL, build_set(examples[: systems + 1]))
    assert (result["systems"], result["documents"], result["constant_documents"]) == (systems, 2, 0)
    assert [result[name] for name in STATISTICS] == [None] * 6


def test_weights_of_units_count():
    units = (Unit("cat", weight=3.0), Unit("dog", weight=1.0))
    examples = [
        LabelledSummary("a", "x", "cat", units, (1, 0)),
        LabelledSummary("a", "y", "dog", units, (0, 1)),
        LabelledSummary("a", "z", "cat dog", units, (1, 1)),
    ]
    assert evaluate(RECALL, build_set(examples))["summary_spearman"] == pytest.approx(1.0)


def test_other_units_score_instead_of_the_judged():
    examples = [
        labelled("a", "x", "cat", 1, 0),
        labelled("a", "y", "dog", 0, 0),
        labelled("a", "z", "dog", 0, 0),
    ]
    data = build_set(examples)
    data = data._replace(units={"lite3pyramid": {"a": as_units(["dog"])}})
    assert evaluate(RECALL, data, LITE3)["system_pearson"] == pytest.approx(-1.0)


def test_an_instance_without_units_is_left_out():
    examples = [
        labelled("a", "x", "cat mat dog", 1, 1),
        labelled("a", "y", "rain", 0, 0),
        labelled("a", "z", "cat mat", 1, 0),
        labelled("b", "x", "rain"),
        labelled("b", "y", "cat"),
    ]
    result = evaluate(RECALL, build_set(examples))
    assert result["system_pearson"] == pytest.approx(1.0)
    assert result["summary_pearson"] == pytest.approx(1.0)


EXAMPLES = [
    labelled(instance, system, summary, *labels)
    for instance in ("a", "b", "c")
    for system, summary, labels in (
        ("w", "the cat", (1, 0)),
        ("x", "a cat on a mat", (1, 0)),
        ("y", "dog", (0, 1)),
        ("z", "rain", (0, 0)),
    )
]


def test_each_fold_of_examples_is_scored_by_weights_of_the_others():
    data = build_set(EXAMPLES)
    models, result = cross_validate(data, [["a"], ["b", "c"]])
    others = fit([example for example in EXAMPLES if example.instance_id != "a"])
    assert models[0].weights == others
    folds = result[LITE2]["folds"]
    assert [fold["documents"] for fold in folds] == [1, 2]
    assert folds[0] == evaluate(others, data._replace(scores=data.scores.part("documents", ["a"])))
    for name in STATISTICS:
        assert result[LITE2]["mean"][name]["value"] == pytest.approx(
            np.mean([fold[name] for fold in folds])
        )


def test_each_fold_of_systems_is_scored_by_weights_of_the_others():
    data = build_set(EXAMPLES)
    models, result = cross_validate(data, [["w", "y"], ["x", "z"]], "systems")
    others = fit([example for example in EXAMPLES if example.summarizer_id in ("x", "z")])
    assert models[0].weights == others
    assert [(fold["systems"], fold["documents"]) for fold in result[LITE2]["folds"]] == [
        (2, 3),
        (2, 3),
    ]


def test_names_of_no_fold_are_neither_trained_on_nor_scored():
    models, result = cross_validate(build_set(EXAMPLES), [["a"], ["b"]])
    assert models[0].weights == fit([example for example in EXAMPLES if example.instance_id == "b"])
    assert [fold["documents"] for fold in result[LITE2]["folds"]] == [1, 1]


@pytest.mark.parametrize(
    ("folds", "message"),
    [
        ([["a", "b"]], "two or more lists"),
        ([["a"], []], "none of them empty"),
        ([["a"], ["z"]], "1 documents without labels, such as 'z'"),
        ([["a"], ["b", "a"]], "folds name 'a' more than once"),
    ],
)
def test_wrong_folds(folds, message):
    training = TrainingSet(
        "made up", tuple(labelled(instance, "x", "cat", 1, 0) for instance in ("a", "b"))
    )
    with pytest.raises(ValueError, match=message):
        list(fit_folds(training, folds, "documents", TRAINABLE.fit))
