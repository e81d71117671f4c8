"""What the readers of the formats accept.

Tests of what they refuse are in cli/commands/bad_input_test.py.
"""

import pytest

from helpers.support import write_lines
from sacrerouge_litepyramid.core.judgements import compute_human_score
from sacrerouge_litepyramid.io.labels import read_labelled_folder
from sacrerouge_litepyramid.io.line_aligned import read_aligned_labels, read_line_aligned
from sacrerouge_litepyramid.io.summaries import read_summaries


def test_sacrerouges_variants_are_read(tmp_path):
    write_lines(
        tmp_path / "summaries.jsonl",
        [
            {
                "instance_id": "i",
                "summarizer_id": "s",
                "summarizer_type": "reference",
                "summary": {"text": "x", "tokens": 1},
                "reference": {"text": "r"},
                "documents": [{"text": [["a", "b"], ["c"]], "filename": "f"}],
                "metadata": {},
            }
        ],
    )
    (summary,) = read_summaries(tmp_path / "summaries.jsonl")
    assert (summary.references, summary.documents) == (["r"], [["a", "b", "c"]])


def test_labels_are_joined_with_their_summaries_and_units(data):
    labelled = read_labelled_folder(data)
    assert [(item.instance_id, item.summarizer_id, item.labels) for item in labelled][2] == (
        "b",
        "good",
        (1, 1, 0),
    )
    assert compute_human_score(labelled[0]) == 1.0
    assert compute_human_score(labelled[0]._replace(labels=(1, 0))) == 0.25


@pytest.fixture
def folder(tmp_path):
    """Two instances in the authors' layout."""
    files = {
        "ids.txt": "a\nb",
        "references.txt": "ref a\nref b\n",
        "SCUs.txt": "cat sat\tmat\nrain fell\t\n",
        "STUs.txt": "a cat sat\nrain fell\n",
        "STUs_SCUs_percentage50.txt": "cat sat\ta cat sat\nrain fell\n",
        "summaries/one.summary": "the cat\n\n",
        "summaries/two.summary": "a mat\nrain",
        "labels/one.label": "1\t0\n0\n",
        "labels/two.label": "0\t1\n1",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_line_aligned_folders_are_read(folder):
    data = read_line_aligned(folder)
    assert [(item.instance_id, item.summarizer_id, item.text) for item in data.summaries] == [
        ("a", "one", "the cat"),
        ("b", "one", ""),
        ("a", "two", "a mat"),
        ("b", "two", "rain"),
    ]
    assert [unit.text for unit in data.units["b"].units] == ["rain fell"]
    assert [item.labels for item in read_aligned_labels(folder, data)] == [
        (1, 0),
        (0,),
        (0, 1),
        (1,),
    ]


@pytest.mark.parametrize(
    ("units", "kinds"),
    [
        ("SCUs.txt", ["scu", "scu"]),
        ("STUs.txt", ["stu"]),
        ("STUs_SCUs_percentage50.txt", ["scu", "stu"]),
    ],
)
def test_line_aligned_units_have_kinds(folder, units, kinds):
    assert [unit.kind for unit in read_line_aligned(folder, units).units["a"].units] == kinds


def test_a_file_with_other_lines_is_named(folder):
    (folder / "references.txt").write_text("1\n2\n3\n")
    message = "references.txt: 3 lines for the 2 instances of ids.txt; write one for each"
    with pytest.raises(ValueError, match=message):
        read_line_aligned(folder)


def test_a_folder_without_systems_is_named(folder):
    for path in (folder / "summaries").iterdir():
        path.unlink()
    with pytest.raises(ValueError, match="no summaries .SYSTEM.summary.; add"):
        read_line_aligned(folder)
