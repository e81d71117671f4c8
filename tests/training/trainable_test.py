import pytest

from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.core.units import as_units
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.training.logistic_judges import TrainableLexical
from sacrerouge_litepyramid.training.trainable import TrainableJudge, split_by_fold, split_by_share

LABELLED = [
    LabelledSummary("a", "x", "a cat sat", as_units(["cat", "dog"]), (1, 0)),
    LabelledSummary("a", "y", "a dog ran", as_units(["cat", "dog"]), (0, 1)),
]


def test_a_name_or_json_with_settings():
    assert isinstance(build(TrainableJudge, "lexical"), TrainableLexical)
    assert build(TrainableJudge, '{"l2": 3.0}').identity() == {
        "type": "lexical",
        "l2": 3.0,
        "contrast": 0.4,
        "scores": None,
        "seed": 0,
    }


def test_the_lexical_model_is_the_fitted_one():
    model = build(TrainableJudge, '{"type": "lexical", "l2": 3.0}').fit(LABELLED)
    assert (
        model.weights
        == TrainableLexical(l2=3.0).fit(LABELLED).weights
        != TrainableLexical().fit(LABELLED).weights
    )
    assert model.identity()["revision"] == model.weights.revision


EXAMPLES = [
    LabelledSummary(instance, system, "", (), ()) for instance in "abcd" for system in "xyz"
]


def names(examples, field):
    return "".join(sorted({getattr(example, field) for example in examples}))


def test_a_fold_by_documents():
    split = split_by_fold(EXAMPLES, [["a"], ["c", "b"]], fold=2)
    assert names(split.training, "instance_id") == "a"
    assert names(split.held_out, "instance_id") == "bc"
    assert len(split.training) == 3 and len(split.held_out) == 6


def test_a_fold_by_systems():
    split = split_by_fold(EXAMPLES, [["x"], ["y", "z"]], fold=1, by="systems")
    assert names(split.training, "summarizer_id") == "yz"
    assert names(split.held_out, "summarizer_id") == "x"
    assert len(split.held_out) == 4


def test_a_share_is_of_examples_and_of_the_seed():
    split = split_by_share(EXAMPLES, 0.5, seed=0)
    training, held = names(split.training, "instance_id"), names(split.held_out, "instance_id")
    assert len(held) == 2 and sorted(training + held) == list("abcd")
    assert split_by_share(list(reversed(EXAMPLES)), 0.5, seed=0).held_out[::-1] == split.held_out
    assert {
        names(split_by_share(EXAMPLES, 0.5, seed).held_out, "instance_id") for seed in range(9)
    } != {held}
    assert len(names(split_by_share(EXAMPLES, 0.01).held_out, "instance_id")) == 1


@pytest.mark.parametrize(
    ("folds", "fold", "message"),
    [
        ([["a"], ["b"]], 3, "fold must be from 1 to 2, the number of folds by documents, not 3"),
        ([["a"], ["b"]], 0, "fold must be from 1 to 2"),
        ([["a"], ["b", "q"]], 1, "folds name 1 documents without labels, such as 'q'"),
    ],
)
def test_wrong_folds(folds, fold, message):
    with pytest.raises(ValueError, match=message):
        split_by_fold(EXAMPLES, folds, fold)


@pytest.mark.parametrize("share", [0, 1, -0.1, float("nan")])
def test_wrong_share(share):
    with pytest.raises(ValueError, match="validation_share must be between 0 and 1"):
        split_by_share(EXAMPLES, share)


def test_a_share_that_leaves_nothing():
    with pytest.raises(ValueError, match="leaves none of 4 documents to train on"):
        split_by_share(EXAMPLES, 0.9)
