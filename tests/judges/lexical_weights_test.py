import json
import math
from dataclasses import replace

import pytest

from sacrerouge_litepyramid.judges.judge import HumanAgreement
from sacrerouge_litepyramid.judges.lexical import DocumentFrequencies, LexicalWeights
from sacrerouge_litepyramid.judges.lexical_features import FEATURES

WEIGHTS = LexicalWeights(
    -1.0,
    tuple(map(float, range(len(FEATURES)))),
    {"source": "made up"},
    frequencies=DocumentFrequencies(4, {"cat": 2, "dog": 4}),
    agreement=(HumanAgreement("other data", "written", 0.5, 0.25),),
)


def test_idf_of_known_and_unknown_stems():
    assert WEIGHTS.frequencies.idf("cat") == pytest.approx(math.log(5 / 2.5))
    assert WEIGHTS.frequencies.idf("cow") == pytest.approx(math.log(5 / 0.5))


def test_what_is_saved_is_loaded(tmp_path):
    WEIGHTS.save(tmp_path / "weights.json")
    loaded = LexicalWeights.load(tmp_path / "weights.json")
    assert loaded == WEIGHTS
    assert loaded.revision == WEIGHTS.revision


def test_the_revision_stands_for_the_numbers_alone():
    assert replace(WEIGHTS, agreement=()).revision == WEIGHTS.revision
    assert replace(WEIGHTS, provenance={"source": "another name"}).revision == WEIGHTS.revision
    assert replace(WEIGHTS, intercept=-2.0).revision != WEIGHTS.revision
    assert replace(WEIGHTS, frequencies=DocumentFrequencies(4, {"cat": 2})).revision != WEIGHTS.revision


def test_the_revision_of_the_shipped_weights_stays():
    assert LexicalWeights.load().revision == "e3fa673299cc"


def test_the_shipped_weights_are_small_and_tell_where_they_come_from():
    assert LexicalWeights.shipped.stat().st_size < 150_000
    provenance = LexicalWeights.load().provenance
    assert provenance["source"] == "REALSumm"
    assert provenance["licence"].startswith("CC-BY-4.0")
    assert provenance["command"].startswith("sacrerouge-litepyramid train judge")
    assert (provenance["examples"], provenance["summaries"], provenance["labels"]) == (100, 2500, 26400)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"intercept": math.nan}, "not finite"),
        ({"intercept": "high"}, "must be int or float, not str"),
        ({"coefficients": {"sib_w": 1.0}}, "coefficients of sib_w, but the features are " + ", ".join(FEATURES)),
        ({"coefficients": [1.0]}, "'coefficients' must be dict, not list"),
        ({"document_frequencies": []}, "'document_frequencies' must be dict, not list"),
        ({"document_frequencies": {"cat": 9}}, "a document frequency is not between 0 and 4"),
        ({"document_frequencies": {"cat": "two"}}, "not supported"),
    ],
)
def test_wrong_weights_are_told_with_their_file(tmp_path, change, message):
    path = tmp_path / "weights.json"
    path.write_text(json.dumps({**WEIGHTS.as_json(), **change}), "utf-8")
    with pytest.raises(ValueError, match=message) as caught:
        LexicalWeights.load(path)
    assert str(caught.value).startswith(str(path))
    assert str(caught.value).endswith("give a file that train judge wrote")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not JSON"),
        ("[]", "an object was expected, not list"),
        ("{}", "the field 'intercept' \\(int or float\\) is missing"),
    ],
)
def test_a_file_of_something_else(tmp_path, text, message):
    path = tmp_path / "weights.json"
    path.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=message):
        LexicalWeights.load(path)


def test_a_missing_file(tmp_path):
    with pytest.raises(ValueError, match=r"none\.json: no such file"):
        LexicalWeights.load(tmp_path / "none.json")


def test_another_number_of_coefficients():
    with pytest.raises(ValueError, match=f"2 coefficients for {len(FEATURES)} features"):
        LexicalWeights(0.0, (1.0, 2.0), frequencies=DocumentFrequencies(1, {}))


def test_the_shipped_weights_name_their_training_data():
    source, units = LexicalWeights.load().training_data
    assert source == "REALSumm" and len(units) == 16
    assert LexicalWeights.load().provenance["units"] == units


def test_weights_may_not_say_what_they_were_fitted_to():
    weights = replace(LexicalWeights.load(), provenance={})
    assert weights.training_data is None
    assert replace(weights, provenance={"units": "ab"}).training_data == ("unnamed", "ab")
