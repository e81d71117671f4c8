import pytest

from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.core.units import as_units
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.training.logistic_judges import TrainableLexical
from sacrerouge_litepyramid.training.trainable import TrainableJudge

LABELLED = [
    LabelledSummary("a", "x", "a cat sat", as_units(["cat", "dog"]), (1, 0)),
    LabelledSummary("a", "y", "a dog ran", as_units(["cat", "dog"]), (0, 1)),
]


def test_a_name_or_json_with_settings():
    assert isinstance(build(TrainableJudge, "lexical"), TrainableLexical)
    assert build(TrainableJudge, '{"l2": 3.0}').identity() == {
        "type": "lexical",
        "l2": 3.0,
        "contrast": 0.2,
        "seed": 0,
    }


def test_the_lexical_model_is_the_fitted_one():
    model = build(TrainableJudge, '{"type": "lexical", "l2": 3.0}').fit(LABELLED)
    assert model.weights == TrainableLexical(l2=3.0).fit_weights(LABELLED) != TrainableLexical().fit_weights(LABELLED)
    assert model.identity()["revision"] == model.weights.revision


@pytest.mark.parametrize(
    ("description", "message"),
    [
        ("cached", "the trainable judge 'cached' is unknown; known: embedding, lexical, nli"),
        ("{", "not JSON .*; give a name, or an object"),
        ('{"type": "lexical", "depth": 3}', "the argument 'depth' is unknown"),
    ],
)
def test_messages(description, message):
    with pytest.raises(ValueError, match=message):
        build(TrainableJudge, description)
