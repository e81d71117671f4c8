import pytest

from sacrerouge_litepyramid.io.folds import read_folds


def test_folds_of_either_kind(tmp_path):
    path = tmp_path / "folds.json"
    path.write_text('{"by_examples": [["a"], ["b"]], "by_systems": [["x", "y"], ["z"]]}', "utf-8")
    assert read_folds(path) == [["a"], ["b"]]
    assert read_folds(path, "systems") == [["x", "y"], ["z"]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not JSON"),
        ("[]", "an object with the field 'by_examples' was expected"),
        ("{}", r"the field 'by_systems' \(list\) is missing"),
        ('{"by_systems": ["x"]}', "must be a list of lists of systems"),
        ('{"by_systems": [[1]]}', "must be a list of lists of systems"),
    ],
)
def test_wrong_files(tmp_path, text, message):
    path = tmp_path / "folds.json"
    path.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=f"folds.json: .*{message}"):
        read_folds(path, "systems")
