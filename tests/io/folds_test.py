import pytest

from sacrerouge_litepyramid.io.folds import check_folds, draw_folds, read_folds


def test_folds_contain_each_name_once_and_are_even():
    names = [f"n{index}" for index in range(12)]
    folds = draw_folds(names, folds=5, seed=1)
    assert sorted(name for fold in folds for name in fold) == sorted(names)
    assert sorted(map(len, folds)) == [2, 2, 2, 3, 3]
    assert folds == draw_folds(names[::-1], folds=5, seed=1) != draw_folds(names, folds=5, seed=2)


@pytest.mark.parametrize(("names", "folds"), [(["a"], 2), (["a", "b"], 1)])
def test_too_few_names_or_folds_are_refused(names, folds):
    with pytest.raises(ValueError, match="cannot be split"):
        draw_folds(names, folds=folds)


def test_folds_by_documents_and_by_systems_are_read(tmp_path):
    path = tmp_path / "folds.json"
    path.write_text('{"by_documents": [["a"], ["b"]], "by_systems": [["x", "y"], ["z"]]}', "utf-8")
    assert read_folds(path) == [["a"], ["b"]]
    assert read_folds(path, "systems") == [["x", "y"], ["z"]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not JSON"),
        ("[]", "it must be an object with the field 'by_documents'"),
        ("{}", r"the field 'by_systems' \(a list\) is missing"),
        ('{"by_systems": ["x"]}', "must be a list of lists of systems"),
        ('{"by_systems": [[1]]}', "must be a list of lists of systems"),
    ],
)
def test_invalid_files_are_refused(tmp_path, text, message):
    path = tmp_path / "folds.json"
    path.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=f"folds.json: .*{message}"):
        read_folds(path, "systems")


@pytest.mark.parametrize(
    ("folds", "by", "message"),
    [
        ([["a", "b"]], "documents", "two or more lists of documents"),
        ([["x"], []], "systems", "two or more lists of systems, none of them empty"),
        ([["a"], ["q"]], "documents", "1 documents without labels, such as 'q'; remove"),
        (
            [["x"], ["x", "y"]],
            "systems",
            "folds name 'x' more than once; keep it in one fold",
        ),
    ],
)
def test_wrong_folds(folds, by, message):
    with pytest.raises(ValueError, match=message):
        check_folds(folds, ["x", "y"] if by == "systems" else ["a", "b"], by)
