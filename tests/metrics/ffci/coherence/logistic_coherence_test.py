import json
import math

import numpy as np
import pytest

from sacrerouge_litepyramid.metrics.ffci.coherence_model import SentencePair
from sacrerouge_litepyramid.metrics.ffci.logistic import (
    FEATURES,
    SHIPPED,
    LogisticCoherence,
    NextSentenceWeights,
    load_weights,
)

ONLY_HELD = tuple(1.0 if name == "held" else 0.0 for name in FEATURES)


def test_the_probability_of_given_weights(tmp_path):
    NextSentenceWeights(-0.5, ONLY_HELD).save(tmp_path / "weights.json")
    model = LogisticCoherence(str(tmp_path / "weights.json"))
    found = model.score([SentencePair("a cat sat", "cats sat"), SentencePair("a cat sat", "dogs bark")])
    assert found == pytest.approx([1 / (1 + math.exp(-0.5)), 1 / (1 + math.exp(0.5))])


def test_extreme_weights_do_not_overflow():
    assert NextSentenceWeights(1e6, ONLY_HELD).probabilities(np.zeros((1, len(FEATURES)))).tolist() == [1.0]


def test_the_shipped_model_sees_a_repetition():
    model = LogisticCoherence()
    told = "the mayor opened a new bridge over the river on monday ."
    repeated, follows = model.score([SentencePair(told, told), SentencePair(told, "the bridge cost nine million .")])
    assert repeated < 0.2 < 0.5 < follows


def test_what_is_shipped_tells_where_it_is_from():
    assert LogisticCoherence().identity()["model"] == "REALSumm"
    provenance = load_weights().provenance
    assert provenance["licence"].startswith("CC-BY-4.0") and provenance["instances"] == 80


def test_the_revision_is_of_the_numbers_alone():
    one = NextSentenceWeights(0.0, ONLY_HELD, {"source": "a"})
    assert one.revision == NextSentenceWeights(0.0, ONLY_HELD, {"source": "b"}).revision
    assert one.revision != NextSentenceWeights(0.1, ONLY_HELD).revision


def test_the_revision_of_the_shipped_weights_stays():
    assert load_weights().revision == "06e3ad229bb4"


def test_written_weights_are_read_again(tmp_path):
    load_weights().save(tmp_path / "weights.json")
    assert (tmp_path / "weights.json").read_bytes() == SHIPPED.read_bytes()


def changed(change):
    data = json.loads(SHIPPED.read_text("utf-8"))
    change(data)
    return json.dumps(data)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "give a file that train coherence wrote"),
        ("[]", "give a file that train coherence wrote"),
        (changed(lambda data: data.pop("intercept")), r"the field 'intercept' \(int or float\) is missing"),
        (changed(lambda data: data["coefficients"].pop("held")), "but the features are held, held_squared"),
        (changed(lambda data: data.update(intercept=math.inf)), "a coefficient is not finite"),
        (changed(lambda data: data.update(coefficients=3)), "the field 'coefficients' must be dict, not int"),
        (changed(lambda data: data.update(provenance=3)), "the field 'provenance' must be dict, not int"),
        (
            changed(lambda data: data["coefficients"].update(held="much")),
            "could not convert .*; give a file",
        ),
        ("[" * 2_000 + "]" * 2_000, "not JSON .*; give a file that train coherence wrote"),
    ],
)
def test_wrong_files(tmp_path, text, message):
    (tmp_path / "weights.json").write_text(text, "utf-8")
    with pytest.raises(ValueError, match="weights.json.*" + message):
        load_weights(tmp_path / "weights.json")


def test_as_many_coefficients_as_features():
    with pytest.raises(ValueError, match="1 coefficients for 14 features"):
        NextSentenceWeights(0.0, (1.0,))
