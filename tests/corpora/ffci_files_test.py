import pytest

from helpers.ffci_archive import release_files, write_archive
from sacrerouge_litepyramid.corpora.ffci_release import FAITHFULNESS_CSV, read_parts, read_release
from sacrerouge_litepyramid.io.metrics import SummaryKey

FOCUS = "Focus and Coverage/cnndm/human_focus_final.csv"


def parts_of(tmp_path, files=None):
    return read_parts(read_release(write_archive(tmp_path / "ffci.tar.gz", files)))


def test_parts(tmp_path):
    parts = parts_of(tmp_path)
    assert {name: len(judged) for name, judged in parts.items()} == {
        "cnndm-pg": 3, "cnndm-bert": 3, "xsum-pg": 3, "xsum-bert": 3, "faithfulness": 4,
        "coherence-pg": 3, "coherence-bert": 3, "coherence-lead3": 3, "coherence-prophetnet": 3,
    }  # fmt: skip


def test_focus_and_coverage(tmp_path):
    first, second, _ = parts_of(tmp_path)["cnndm-pg"]
    assert first.key == SummaryKey("cnndm-0", "PG")
    assert first.summary.text == ["the cat sat on the mat .", "it slept ."]
    assert first.summary.references == [["the cat sat on the mat ."]] and first.summary.documents == []
    assert first.human == {"focus": 0.5, "coverage": 0.5} and second.human["focus"] == -0.25
    assert first.metrics() == {"human_focus": 0.5, "human_coverage": 0.5}


def test_faithfulness_is_what_is_not_hallucinated(tmp_path):
    judged = parts_of(tmp_path)["faithfulness"]
    assert [(each.key, each.human["faithfulness"]) for each in judged] == [
        (("xsum-100", "BERTS2S"), 1.0),
        (("xsum-101", "BERTS2S"), 0.75),
        (("xsum-100", "PtGen"), 0.0),
        (("xsum-101", "PtGen"), 0.5),
    ]
    assert judged[1].summary.text == ["the cat's mat."]
    assert judged[0].summary.documents == [["the cat sat on the red mat.", "it slept all day.", "nobody's dog came."]]
    assert judged[0].summary.references == [["the cat sat and slept."]]


def test_coherence_has_the_references_of_its_documents(tmp_path):
    judged = parts_of(tmp_path)["coherence-lead3"]
    assert judged[1].summary.text == ["LEAD3 is here", "and there"]
    assert judged[1].summary.references == [["heavy rain fell in the north .", "roads closed ."]]
    assert [each.human for each in judged] == [{"coherence": score} for score in (-0.25, 0.25, 0.75)]


@pytest.mark.parametrize("root", ["Data/", "./Data/", "ffci-83f304a/Data/", ""])
def test_the_folder_data_is_found_wherever_it_lies(tmp_path, root):
    files = release_files()
    release = read_release(write_archive(tmp_path / "ffci.tar.gz", files, root))
    assert {name: content.decode() for name, content in release.files.items()} == files


def test_a_folder_is_read_as_an_archive_is(tmp_path):
    for name, text in release_files().items():
        path = tmp_path / "copy/Data" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    for folder in ("copy", "copy/Data"):
        assert read_parts(read_release(tmp_path / folder)) == parts_of(tmp_path)


def changed(name, old, new):
    files = release_files()
    assert old in files[name]
    return {**files, name: files[name].replace(old, new, 1)}


@pytest.mark.parametrize(
    "files, message",
    [
        ({}, "ffci.tar.gz: it holds no Faithfulness/aggregated_human_annotation.csv; give the archive"),
        (
            {name: text for name, text in release_files().items() if name != "Faithfulness/pred/3"},
            "ffci.tar.gz: Data/Faithfulness/pred/3: no such file; get the release again",
        ),
        (changed(FOCUS, "-0.25", "none"), f"Data/{FOCUS}: score is 'none', not a number"),
        (changed(FOCUS, "-0.25", "nan"), "score is 'nan', not a number"),
        (changed(FOCUS, "-0.25", ""), "a row has no 'score'"),
        (changed(FOCUS, "1,CNNDM,PG", "2,CNNDM,PG"), "PG has a second row, or one that is no number: '2'"),
        (changed(FOCUS, "1,CNNDM,PG", "../1,CNNDM,PG"), "PG has a second row, or one that is no number: '../1'"),
        (changed(FOCUS, "1,CNNDM,PG", "7,CNNDM,PG"), "cnndm: focus and coverage of PG are of different documents"),
        (changed(FAITHFULNESS_CSV, "0.25,0.75", "0.25,0.5"), "the two scores of id '1' contradict each other"),
        (changed(FAITHFULNESS_CSV, "101,1", "100,1"), "a summary is there twice"),
    ],
)
def test_what_is_wrong_is_named(tmp_path, files, message):
    with pytest.raises(ValueError) as error:
        parts_of(tmp_path, files)
    assert message in str(error.value)


def test_text_that_is_not_utf8(tmp_path):
    (tmp_path / "Data/Faithfulness").mkdir(parents=True)
    (tmp_path / "Data" / FAITHFULNESS_CSV).write_bytes(b"bbc_id\n\xff")
    release = read_release(tmp_path)
    with pytest.raises(
        ValueError, match=r"aggregated_human_annotation.csv: not UTF-8 text \(byte 7\); get the release"
    ):
        list(release.read_rows(FAITHFULNESS_CSV))


def test_no_source(tmp_path):
    with pytest.raises(ValueError, match="none: no such file or folder; give the archive of FFCI's data or a copy"):
        read_release(tmp_path / "none")
