import pytest

from sacrerouge_litepyramid.core.judgements import Judged
from sacrerouge_litepyramid.core.units import as_units
from sacrerouge_litepyramid.training.lexical import TrainableLexical, fit
from sacrerouge_litepyramid.training.trainable import trainable_presence

JUDGED = [
    Judged("a", "x", "a cat sat", as_units(["cat", "dog"]), (1, 0)),
    Judged("a", "y", "a dog ran", as_units(["cat", "dog"]), (0, 1)),
]


def test_a_name_or_json_with_settings():
    assert isinstance(trainable_presence("lexical"), TrainableLexical)
    assert trainable_presence('{"l2": 3.0}').identity() == {"type": "lexical", "l2": 3.0}


def test_the_lexical_model_is_the_fitted_one():
    model = trainable_presence('{"type": "lexical", "l2": 3.0}').fit(JUDGED)
    assert model.weights == fit(JUDGED, l2=3.0) != fit(JUDGED)
    assert model.identity()["revision"] == model.weights.revision


@pytest.mark.parametrize(
    ("description", "message"),
    [
        ("cached", "'cached' cannot be trained here; trainable: lexical.* --presence-per-fold"),
        ("{", "neither a name nor JSON"),
        ('{"type": "lexical", "depth": 3}', "cannot be built: .*depth"),
    ],
)
def test_messages(description, message):
    with pytest.raises(ValueError, match=message):
        trainable_presence(description)
