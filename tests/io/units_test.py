import pytest

from helpers.support import write_lines
from sacrerouge_litepyramid.io.units import read_peer_annotations, read_pyramids

PYRAMID = {
    "instance_id": "a",
    "summaries": ["rain fell", "it rained"],
    "summarizer_ids": ["B", "A"],
    "scus": [
        {
            "scu_id": 9,
            "label": "rain fell",
            "contributors": [{"summary_index": 1}, {"summary_index": 0}],
        }
    ],
}
ANNOTATION = {
    "instance_id": "a",
    "summarizer_id": "1",
    "summarizer_type": "peer",
    "scus": [{"scu_id": 9}, {"scu_id": 9}],
}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "file.jsonl"


def test_pyramids_keep_ids_and_the_order_of_their_references(path):
    write_lines(path, [PYRAMID])
    pyramid = read_pyramids(path)["a"]
    assert (
        pyramid.scu_ids == (9,)
        and pyramid.units[0].references == (0, 1)
        and pyramid.units[0].weight == 2
    )
    assert list(pyramid.references.items()) == [("B", "rain fell"), ("A", "it rained")]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"scus": [{"scu_id": 1}]},
            "not a Pyramid as SacreROUGE wrote it .no field 'contributors'",
        ),
        ({"summaries": None}, "not a Pyramid as SacreROUGE"),
    ],
)
def test_an_invalid_pyramid_is_refused(change, message, path):
    write_lines(path, [PYRAMID | change])
    with pytest.raises(ValueError, match=message):
        read_pyramids(path)


def test_annotations_of_peers_are_sets_of_ids(path):
    write_lines(
        path, [ANNOTATION, ANNOTATION | {"summarizer_id": "B", "summarizer_type": "reference"}]
    )
    annotations = read_peer_annotations(path)
    assert annotations == {("a", "1"): {9}}


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            [ANNOTATION, ANNOTATION],
            "line 2, instance 'a': system '1' is already annotated; keep one line",
        ),
        (
            [ANNOTATION | {"scus": ["x"]}],
            "instance 'a': not a Pyramid annotation as SacreROUGE wrote it",
        ),
    ],
)
def test_an_invalid_annotation_is_refused(lines, message, path):
    write_lines(path, lines)
    with pytest.raises(ValueError, match=message):
        read_peer_annotations(path)
