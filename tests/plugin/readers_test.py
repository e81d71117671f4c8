import logging

import pytest
from sacrerouge.data import Pyramid
from sacrerouge.data.fields import Fields, PyramidField
from sacrerouge.data.jackknifers import PyramidJackknifer
from sacrerouge.io import JsonlReader

from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.plugin.readers import (
    LineAlignedDatasetReader,
    PyramidUnitsDatasetReader,
    SummariesAndReferencesDatasetReader,
    UnitsBasedDatasetReader,
    UnitsField,
    UnitsJackknifer,
)


def read(data):
    return UnitsBasedDatasetReader().read(str(data / "summaries.jsonl"), str(data / "scus.jsonl"))


def test_units_meet_their_summaries(data):
    instances = read(data)
    assert [(instance.instance_id, instance.summarizer_id) for instance in instances][:2] == [
        ("a", "good"),
        ("a", "poor"),
    ]
    assert instances[0].fields["units"].to_input() == (Unit("cat sat"), Unit("mat", 3))
    assert instances[0].fields["references"].to_input() == ["reference of a"]
    assert (
        instances[0].fields["units"] == instances[1].fields["units"] != instances[2].fields["units"]
    )


def test_summaries_without_units_are_listed(data):
    write_lines(data / "scus.jsonl", read_lines(data / "scus.jsonl")[:1])
    with pytest.raises(
        ValueError, match=r"summaries.jsonl, line 3, instance 'b': .*scus.jsonl has no units for it"
    ):
        read(data)


def test_units_without_summaries_give_a_warning(data, caplog):
    write_lines(data / "summaries.jsonl", read_lines(data / "summaries.jsonl")[:2])
    assert len(read(data)) == 2
    assert "has units of instances without a summary: b" in caplog.text


def test_instances_without_units_give_a_warning(data, caplog):
    lines = read_lines(data / "scus.jsonl")
    lines[1]["units"] = []
    write_lines(data / "scus.jsonl", lines)
    with caplog.at_level(logging.WARNING):
        read(data)
    assert "instances without any unit, whose score is NaN: b" in caplog.text


def test_a_reference_summary_is_judged_by_the_other_references(data):
    lines = read_lines(data / "summaries.jsonl")[:1]
    lines[0]["references"] = [{"text": "first"}, {"text": "second"}]
    reference = dict(
        lines[0], summarizer_id="R", summarizer_type="reference", summary={"text": "second"}
    )
    write_lines(data / "summaries.jsonl", [*lines, reference])
    units = [
        {"text": "in both", "weight": 2, "reference": [0, 1]},
        {"text": "in second", "reference": 1},
    ]
    write_lines(data / "scus.jsonl", [{"instance_id": "a", "units": units}])
    peer, reference_instance = read(data)
    assert len(peer.fields["units"].values) == 2
    assert reference_instance.fields["units"].values == (Unit("in both", 1, references=(0,)),)


def test_the_only_reference_is_judged_by_its_own_units(data):
    peer = read_lines(data / "summaries.jsonl")[0] | {"references": [{"text": "only"}]}
    reference = peer | {
        "summarizer_id": "R",
        "summarizer_type": "reference",
        "summary": {"text": "only"},
    }
    write_lines(data / "summaries.jsonl", [peer, reference])
    write_lines(data / "scus.jsonl", [{"instance_id": "a", "units": ["a fact"]}])
    assert [each.fields["units"].values for each in read(data)] == [(Unit("a fact"),)] * 2


def test_jackknifing_leaves_each_reference_out():
    both = (Unit("x", references=(0,)), Unit("y", 2, references=(0, 1)))
    parts = UnitsJackknifer().get_jackknifing_fields_list(Fields({"units": UnitsField(both, 3)}))
    assert [part["units"].values for part in parts] == [
        (Unit("y", 1, references=(0,)),),
        (Unit("x"), Unit("y", 1)),
        both,
    ]
    one = Fields({"units": UnitsField((Unit("x"),), 1)})
    assert UnitsJackknifer().get_jackknifing_fields_list(one) is None


@pytest.mark.parametrize(
    ("first", "references", "count"),
    [
        # The last of three references has no unit.
        ([0, 1], 3, 3),
        ([1], 2, 2),
        # Units that name more references than the summary has.
        ([0, 3], 2, 4),
        # Units without a word on references.
        ([0], 3, 1),
    ],
)
def test_references_without_units_are_left_out_in_turn_too(first, references, count, data):
    lines = read_lines(data / "summaries.jsonl")
    for line in lines:
        line["references"] = [{"text": f"reference {index}"} for index in range(references)]
    write_lines(data / "summaries.jsonl", lines)
    units = [{"text": "cat sat", "reference": first}]
    write_lines(data / "scus.jsonl", [{"instance_id": name, "units": units} for name in ("a", "b")])
    assert {instance.fields["units"].references for instance in read(data)} == {count}


def test_the_folds_are_those_of_sacrerouges_pyramid(tmp_path):
    """A third reference without an SCU: three folds of SacreROUGE, and a mean over three."""
    contributors = [{"summary_index": index, "label": "", "parts": []} for index in (0, 1)]
    scus = [
        {"scu_id": 1, "label": "cat sat", "contributors": contributors[:1]},
        {"scu_id": 2, "label": "dog ran", "contributors": contributors},
    ]
    pyramid = {
        "instance_id": "a",
        "summarizer_ids": ["A", "B", "C"],
        "summaries": ["cat sat and dog ran", "dog ran", "it rained"],
        "scus": scus,
    }
    summary = {
        "instance_id": "a",
        "summarizer_id": "1",
        "summarizer_type": "peer",
        "summary": {"text": "the dog ran"},
    }
    write_lines(tmp_path / "pyramids.jsonl", [pyramid])
    write_lines(tmp_path / "summaries.jsonl", [summary])
    files = [str(tmp_path / name) for name in ("summaries.jsonl", "pyramids.jsonl")]
    (instance,) = PyramidUnitsDatasetReader().read(*files)
    folds = UnitsJackknifer().get_jackknifing_fields_list(instance.fields)
    (theirs,) = JsonlReader(files[1], Pyramid).read()
    expected = PyramidJackknifer().get_jackknifing_fields_list(
        Fields({"pyramid": PyramidField(theirs)})
    )
    assert [[(unit.text, unit.weight) for unit in fold["units"].values] for fold in folds] == [
        [(scu.label, len(scu.contributors)) for scu in fold["pyramid"].pyramid.scus]
        for fold in expected
    ]
    assert len(folds) == 3


def test_summaries_without_references_are_named_with_the_remedy(data):
    instances = SummariesAndReferencesDatasetReader().read(str(data / "summaries.jsonl"))
    assert instances[0].fields["references"].to_input() == ["reference of a"]
    write_lines(
        data / "summaries.jsonl", [{**read_lines(data / "summaries.jsonl")[0], "references": []}]
    )
    with pytest.raises(
        ValueError,
        match=r"jsonl, line 1, instance 'a': no references; add them, or use units-based",
    ):
        SummariesAndReferencesDatasetReader().read(str(data / "summaries.jsonl"))


def test_summaries_as_sacrerouge_writes_its_data_sets_are_read(tmp_path):
    """The layout of `setup-dataset bhandari2020`, `fabbri2020` and `tac2008`, with made-up texts."""
    sentences = ["A ship sank .", "Two trawlers helped ."]
    reference = {"summarizer_id": "ground-truth", "summarizer_type": "reference"}
    line = {
        "instance_id": "7",
        "summarizer_id": "presumm_out_abs",
        "summarizer_type": "peer",
        "references": [{**reference, "text": sentences}, {**reference, "text": "A ship ."}],
        "summary": {"text": sentences[:1]},
    }
    other = {**line, "instance_id": "8"}
    documents = [{"text": [*sentences, "It rained ."]}]
    write_lines(tmp_path / "summaries-mix.jsonl", [{**line, "documents": documents}, other])
    reader = SummariesAndReferencesDatasetReader()
    first, second = reader.read(str(tmp_path / "summaries-mix.jsonl"))
    for instance in (first, second):
        assert instance.summarizer_id == "presumm_out_abs"
        assert instance.fields["summary"].to_input() == sentences[:1]
        assert instance.fields["references"].to_input() == [sentences, "A ship ."]
    assert first.fields["documents"].to_input() == [documents[0]["text"]]


def test_line_aligned_reader_reads_the_authors_folder(shared):
    folder = shared / "data/lite-pyramid/PyrXSum"
    instances = LineAlignedDatasetReader(units="STUs.txt").read(str(folder))
    assert len(instances) == 1000
    assert len({instance.summarizer_id for instance in instances}) == 10
    assert sum(len(instance.fields["units"].values) for instance in instances) == 2810
