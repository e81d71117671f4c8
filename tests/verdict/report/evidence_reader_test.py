"""Evidence files: what is read, how units of several summaries are joined, and each refusal."""

import numpy as np
import pytest

from sacrerouge_litepyramid.io.evidence import number_repeats, read_evidence
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.summaries import read_summaries


def read(data, *paths, measure="p2c"):
    summaries = read_summaries(data / "summaries.jsonl")
    return read_evidence(
        paths,
        measure,
        {SummaryKey(summary.instance_id, summary.summarizer_id): summary for summary in summaries},
    )


def test_units_and_values_by_summary(data, evidence):
    (layer,) = read(data, evidence())
    assert (layer.name, layer.measure) == ("lite2pyramid", "p2c")
    assert [unit.text for unit in layer.units["b"]] == ["rain fell", "north", "south"]
    np.testing.assert_array_equal(layer.values[SummaryKey("a", "good")], [0.9, 0.2])
    assert len(layer.values) == 4


def test_summaries_of_an_instance_may_have_other_units_and_a_unit_twice(data, evidence):
    def change(line):
        if (line["instance_id"], line["summarizer_id"]) == ("a", "poor"):
            line["units"] = [{"text": "mat", "p2c": 0.3}, {"text": "mat", "p2c": 0.4}]
        return line

    (layer,) = read(data, evidence(change))
    assert [unit.text for unit in layer.units["a"]] == ["cat sat", "mat", "mat"]
    np.testing.assert_array_equal(layer.values[SummaryKey("a", "good")], [0.9, 0.2, np.nan])
    np.testing.assert_array_equal(layer.values[SummaryKey("a", "poor")], [np.nan, 0.3, 0.4])


def test_one_metric_in_two_files_gets_their_names(data, evidence):
    layers = read(data, evidence(), evidence(name="other.jsonl"))
    assert [layer.name for layer in layers] == [
        "lite2pyramid (evidence.jsonl)",
        "lite2pyramid (other.jsonl)",
    ]


def test_two_metrics_in_one_file_are_two_layers(data, evidence):
    layers = read(data, evidence(lambda line: {**line, "metric": "m-" + line["instance_id"]}))
    assert [(layer.name, list(layer.units)) for layer in layers] == [("m-a", ["a"]), ("m-b", ["b"])]


def test_evidence_of_references_is_left_out(data, evidence):
    text = (data / "summaries.jsonl").read_text("utf-8")
    (data / "summaries.jsonl").write_text(
        text.replace('"poor", "summarizer_type": "peer"', '"poor", "summarizer_type": "reference"')
    )
    (layer,) = read(data, evidence())
    assert {key.summarizer_id for key in layer.values} == {"good"}


def unit(**fields):
    return {"units": [{"text": "u", "p2c": 0.5, **fields}]}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"summarizer_id": "other"}, "line 1, instance 'a': the data has no summary of system "
                                     "'other'"),
        ({"summary": "changed"}, "the evidence is about another summary of system 'good' than "
                                 ".*line 1"),
        ({"instance_id": "a", "summarizer_id": "poor", "summary": "dogs bark"}, "already has "
                                                                                "evidence"),
        ({"units": ["u"]}, "unit 1: must be an object, not 'u'"),
        ({"units": [{"p2c": 0.5}]}, "unit 1: a unit has no field 'text'"),
        ({"units": [{"text": "u", "l2c": 1}]}, "no measure 'p2c'; measures: l2c"),
        (unit(p2c=1.5), "unit 1: 'p2c' must be a number from 0 to 1, not 1.5"),
        (unit(p2c=True), "must be a number from 0 to 1, not True"),
        (unit(p2c=float("nan")), "must be a number from 0 to 1, not nan"),
        (unit(weight=-1), "unit 1: a unit's weight must be finite"),
        ({"units": {}}, "'units' must be a list"),
        ({"metric": None}, "the field 'metric' must be a string"),
    ],
)  # fmt: skip
def test_refusals_name_file_and_instance(data, evidence, change, message):
    with pytest.raises(ValueError, match=message) as error:
        read(data, evidence(lambda line: {**line, **change}))
    assert "evidence.jsonl, line" in str(error.value)


def test_a_unit_without_an_answer_is_not_judged(data, evidence):
    (found,) = read(
        data,
        evidence(lambda line: {**line, "units": [{**unit, "p2c": None} for unit in line["units"]]}),
    )
    assert all(np.isnan(values).all() for values in found.values.values())
    assert np.isnan(found.score(SummaryKey("a", "good")))


def test_repeated_values_are_numbered():
    assert number_repeats("aba") == [("a", 0), ("b", 0), ("a", 1)]


def test_without_summaries_all_evidence_is_read(evidence):
    (layer,) = read_evidence([evidence()], "p2c")
    assert layer.name == "lite2pyramid" and len(layer.values) >= 4


def test_an_nli_models_other_probabilities_are_read_where_all_units_have_them(data, evidence):
    def change(line):
        if line["summarizer_id"] == "good":
            for unit in line["units"]:
                unit |= {"neutral": 0.25, "contradiction": 0.5}
        return line

    (layer,) = read(data, evidence(change))
    np.testing.assert_array_equal(layer.details[SummaryKey("a", "good")], [[0.25, 0.5]] * 2)
    assert SummaryKey("a", "poor") not in layer.details
    assert layer.summaries[SummaryKey("a", "good")] == "the cat sat on the mat"
