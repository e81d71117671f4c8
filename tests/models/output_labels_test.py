import pytest

from sacrerouge_litepyramid.models.output_labels import name_released_labels, order_nli_outputs


@pytest.mark.parametrize(
    ("labels", "columns"),
    [
        (["entailment", "neutral", "contradiction"], (0, 1, 2)),
        (["contradiction", "entailment", "neutral"], (1, 2, 0)),
        (["CONTRADICTION", "NEUTRAL", "ENTAILMENT"], (2, 1, 0)),
        (["Refutes", "SUPPORTS", "NOT ENOUGH INFO"], (1, 2, 0)),
        (["entailment", "not_entailment"], (0, 1)),
        (["not-entailment", "Entailment"], (1, 0)),
        (["not supported", "supported"], (1, 0)),
        (["Supported"], (0,)),
    ],
)
def test_labels_determine_the_order_of_outputs(labels: list[str], columns: tuple[int, ...]) -> None:
    assert order_nli_outputs(labels) == columns


@pytest.mark.parametrize(
    "labels",
    [
        ["LABEL_0", "LABEL_1", "LABEL_2"],
        ["entailment", "entailed", "neutral"],
        ["entailment", "contradiction"],
        ["not_entailment"],
        ["entailment", "neutral", "contradiction", "not_entailment"],
        ["positive", "negative"],
    ],
)
def test_the_message_about_unknown_labels_names_them_and_the_remedy(labels: list[str]) -> None:
    with pytest.raises(ValueError) as error:
        order_nli_outputs(labels)
    assert all(repr(label) in str(error.value) for label in labels)
    assert '"labels": ["entailment", "neutral", "contradiction"]' in str(error.value)


UNNAMED = ["LABEL_0", "LABEL_1", "LABEL_2"]


@pytest.mark.parametrize(
    ("model", "labels", "expected"),
    [
        ("shiyue/roberta-large-tac08", UNNAMED, ("entailment", "neutral", "contradiction")),
        ("someone/roberta", UNNAMED, UNNAMED),
        ("shiyue/two", UNNAMED[:2], UNNAMED[:2]),
        (
            "ynie/named",
            ["neutral", "entailment", "contradiction"],
            ["neutral", "entailment", "contradiction"],
        ),
    ],
)
def test_unnamed_outputs_of_released_models_follow_the_authors_code(
    model: str, labels: list[str], expected: list[str]
) -> None:
    assert name_released_labels(model, labels) == expected
