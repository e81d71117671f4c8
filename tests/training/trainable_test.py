import pytest

from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.training.logistic_judges import TrainableLexical
from sacrerouge_litepyramid.training.trainable import TrainableJudge, split_by_fold


def test_a_name_or_json_with_settings():
    assert isinstance(build(TrainableJudge, "lexical"), TrainableLexical)
    assert build(TrainableJudge, '{"scores": 3.0}').identity() == {
        "type": "lexical",
        "contrast": 0.4,
        "scores": 3.0,
        "seed": 0,
    }


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
