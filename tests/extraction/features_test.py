import json

import numpy as np
import pytest

from helpers.hand_trees import tree
from sacrerouge_litepyramid.extraction.extractor import ConstituencyParser
from sacrerouge_litepyramid.extraction.features import (
    CONSTITUENCY_FEATURES,
    CONSTITUENT_LABELS,
    RELATIONS,
    TAGS,
    ConstituencyFeatures,
    DependencyFeatures,
    SentenceFeatures,
    compute_dependency_features,
    compute_tree_features,
)
from sacrerouge_litepyramid.extraction.trees import SHIPPED_MODEL, Tree
from sacrerouge_litepyramid.registry import build

ROME = "(S (NP (NNP Rome)) (VP (VBD fell)))"


@ConstituencyParser.register("flat")
class FlatParser(ConstituencyParser):
    """Every word is an X below S."""

    def parse(self, sentences):
        return [
            "(S " + " ".join(f"(X {word})" for word in sentence.split()) + ")"
            for sentence in sentences
        ]

    def identity(self):
        return {"type": "flat"}


@pytest.fixture
def trees(tmp_path):
    path = tmp_path / "trees.jsonl"
    path.write_text(json.dumps({"sentence": "Rome  fell", "tree": ROME}), "utf-8")
    return str(path)


def test_features_of_a_dependency_tree():
    storm = tree(
        "The/DT/2/det storm/NN/3/nsubj killed/VBD/0/root people/NNS/3/obj on/IN/6/case "
        "Monday/NNP/3/obl"
    )
    features = dict(zip(DependencyFeatures.names, compute_dependency_features(storm), strict=True))
    assert {
        name: value
        for name, value in features.items()
        if value and not name.startswith(("tag", "relation"))
    } == {
        "tokens": 6,
        "characters": 3 + 5 + 6 + 6 + 2 + 6,
        "depth": 3,
        "tokens per level": 2,
        "stus": 2,
        "shortest stu": 4,
        "second shortest stu": 5,
        "median stu": 4.5,
        "mean stu": 4.5,
        "longest stu": 5,
        "deviation of stus": 0.5,
        "shortest stu per token": 4 / 6,
        "mean stu per token": 4.5 / 6,
        "longest stu per token": 5 / 6,
        "tokens in stus": 1,
        "overlap of stus": 3 / 6,
        "predicates": 1,
        "mean words before the verb": 2,
        "most words before the verb": 2,
    }
    assert (
        sum(features[f"tag {tag}"] for tag in TAGS)
        == sum(features[f"relation {name}"] for name in RELATIONS)
        == 6
    )
    assert features["tag NNP"] == features["relation obl"] == 1


def test_an_empty_tree_has_zeros():
    assert compute_dependency_features(Tree((), (), (), ())) == [0.0] * len(
        DependencyFeatures.names
    )


def test_all_labels_of_the_embedded_parser_are_counted():
    labels = json.loads((SHIPPED_MODEL / "meta.json").read_text("utf-8"))["labels"]
    assert set(labels["tagger"]) == set(TAGS)
    assert {label.lower() for label in labels["parser"]} == set(RELATIONS)


def test_the_embedded_parsers_matrix():
    pytest.importorskip("spacy", reason="the embedded parser needs spaCy")
    features = DependencyFeatures()
    matrix = features.matrix(["The storm killed three people.", "", "Rain."])
    assert matrix.shape == (3, len(features.names)) and len(features.names) == 116
    assert matrix[:, 0].tolist() == [6, 0, 2]
    assert not matrix[1].any()
    assert features.matrix([]).shape == (0, 116)
    assert set(features.identity()) == {"type", "parser"}


def test_given_trees(trees):
    features = ConstituencyFeatures(trees=trees)
    assert features.matrix([" Rome fell"]).tolist() == [compute_tree_features(ROME)]
    assert features.matrix([""]).tolist() == [[0.0] * len(CONSTITUENCY_FEATURES)]
    assert features.matrix([]).shape == (0, 69)


def test_sentences_without_a_tree_are_parsed(trees):
    features = ConstituencyFeatures(FlatParser(), trees)
    assert features.matrix(["Rome fell", "It  burned"])[:, 2].tolist() == [3, 2]
    assert features.identity() == {"type": "constituency", "parser": {"type": "flat"}}


def test_without_a_parser_they_are_an_error(trees):
    with pytest.raises(
        ValueError, match=r"trees.jsonl: 1 sentences lack a tree, such as 'It burned'; add them"
    ):
        ConstituencyFeatures(trees=trees).matrix(["Rome fell", "It burned"])


def test_neither_trees_nor_a_parser_is_an_error():
    with pytest.raises(ValueError, match='need "trees"'):
        ConstituencyFeatures()


def test_features_from_text(monkeypatch):
    monkeypatch.setattr(ConstituencyParser, "default_implementation", "flat")
    features = build(SentenceFeatures, '{"type": "constituency", "parser": {"type": "flat"}}')
    np.testing.assert_array_equal(features.matrix(["a b"])[0, :3], [2, len("(S (X a) (X b))"), 2])
    for wrong, message in (("nothing", "unknown; known: "), ("{", "not JSON")):
        with pytest.raises(ValueError, match=message):
            build(SentenceFeatures, wrong)


def named(tree):
    return {
        name: value
        for name, value in zip(CONSTITUENCY_FEATURES, compute_tree_features(tree), strict=True)
        if value
    }


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
    assert len(CONSTITUENCY_FEATURES) == len(set(CONSTITUENCY_FEATURES)) == 69
    assert compute_tree_features("(S (CC and))")[3] == 0.5


def test_labels_are_whole_and_unknown_ones_are_left_aside():
    counts = named("(ROOT (NNPS a) (NNP b) (NP-SBJ c) (INTJ NN))")
    assert counts["label NNPS"] == counts["label NNP"] == 1
    assert not {"label NP", "label NN"} & counts.keys()


def test_an_empty_constituency_tree_has_zeros():
    assert compute_tree_features("") == [0.0] * len(CONSTITUENCY_FEATURES)


@pytest.mark.parametrize("tree", ["(S (NN a)", "(NN a))", ")(NN a("])
def test_brackets_that_do_not_match_are_an_error(tree):
    with pytest.raises(ValueError, match="brackets do not match"):
        compute_tree_features(tree)


def test_every_label_is_counted():
    tree = "(S " + " ".join(f"({label} x)" for label in CONSTITUENT_LABELS if label != "S") + ")"
    assert compute_tree_features(tree)[4:] == [1.0] * 65
