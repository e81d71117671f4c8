import pytest

from sacrerouge_litepyramid.extraction.features import FEATURES, LABELS, tree_features


def named(tree):
    return {name: value for name, value in zip(FEATURES, tree_features(tree), strict=True) if value}


def test_features_of_a_small_tree():
    tree = "(S (NP (NNP Rome)) (VP (VBD fell)) (. .))"
    assert named(tree) == {
        "tokens": 3,
        "characters": 41,
        "depth": 3,
        "tokens per level": 1,
        "label S": 1,
        "label NP": 1,
        "label NNP": 1,
        "label VP": 1,
        "label VBD": 1,
        "label .": 1,
    }


def test_there_are_69_and_the_fourth_is_tokens_by_depth():
    assert len(FEATURES) == len(set(FEATURES)) == 69
    assert tree_features("(S (CC and))")[3] == 0.5


def test_labels_are_whole_and_unknown_ones_are_left_aside():
    counts = named("(ROOT (NNPS a) (NNP b) (NP-SBJ c) (INTJ NN))")
    assert counts["label NNPS"] == counts["label NNP"] == 1
    assert not {"label NP", "label NN"} & counts.keys()


def test_an_empty_tree_has_zeros():
    assert tree_features("") == [0.0] * len(FEATURES)


@pytest.mark.parametrize("tree", ["(S (NN a)", "(NN a))", ")(NN a("])
def test_brackets_that_do_not_match_are_an_error(tree):
    with pytest.raises(ValueError, match="brackets do not match"):
        tree_features(tree)


def test_every_label_is_counted():
    tree = "(S " + " ".join(f"({label} x)" for label in LABELS if label != "S") + ")"
    assert tree_features(tree)[4:] == [1.0] * 65
