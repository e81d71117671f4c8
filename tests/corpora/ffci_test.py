from collections import Counter

import pytest

from helpers.ffci_archive import release_files, write_archive
from helpers.support import read_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.corpora import ffci
from sacrerouge_litepyramid.corpora.ffci import (
    FAITHFULNESS_CSV,
    Ffci,
    compute_checksums,
    read_parts,
    read_release,
)
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.summaries import read_summaries

#: the number of summaries in each part of the release
RELEASED = {
    "cnndm-pg": 135,
    "cnndm-bert": 135,
    "xsum-pg": 135,
    "xsum-bert": 135,
    "faithfulness": 2000,
    "coherence-pg": 135,
    "coherence-bert": 135,
    "coherence-lead3": 135,
    "coherence-prophetnet": 135,
}
#: and of the miniature
COUNTS = {**dict.fromkeys(RELEASED, 3), "faithfulness": 4}
RESULT = {"dataset": "FFCI", **COUNTS}


@pytest.fixture
def archive(tmp_path, monkeypatch):
    """The miniature, known to the set-up as the release."""
    path = write_archive(tmp_path / "ffci.tar.gz")
    known = compute_checksums(read_release(path))
    monkeypatch.setattr(ffci, "load_checksums", lambda name: {"FFCI": known}[name])
    return path


def test_the_release_becomes_the_plugins_files(shared, tmp_path, capsys):
    source = str(shared / "data/ffci/ffci-data.tar.gz")
    assert main(["setup-dataset", "ffci", str(tmp_path / "out"), "--source", source]) == 0
    counts = [f"{name}: {count:,}" for name, count in RELEASED.items()]
    assert capsys.readouterr().out == f"FFCI is in {tmp_path / 'out'}; {', '.join(counts)}\n"
    for name, count in RELEASED.items():
        summaries = read_summaries(tmp_path / "out" / name / "summaries.jsonl")
        human = read_lines(tmp_path / "out" / name / "metrics.jsonl")
        keys = [(summary.instance_id, summary.summarizer_id) for summary in summaries]
        assert len(set(keys)) == count
        numbers = [int(instance_id.split("-")[1]) for instance_id, _ in keys]
        assert name == "faithfulness" or numbers == sorted(numbers)
        assert keys == [(line["instance_id"], line["summarizer_id"]) for line in human]
        assert all(summary.text and all(summary.references) for summary in summaries)
        assert all(len(summary.documents) == (name == "faithfulness") for summary in summaries)
    systems = Counter(
        summary.summarizer_id
        for summary in read_summaries(tmp_path / "out/faithfulness/summaries.jsonl")
    )
    assert systems == {"BERTS2S": 500, "PtGen": 500, "TConvS2S": 500, "TranS2S": 500}


def test_a_folder_a_part(archive, tmp_path):
    assert Ffci().setup(tmp_path / "out", source=archive) == RESULT
    assert {path.name for path in (tmp_path / "out").iterdir()} == set(COUNTS)
    (first, *_) = read_lines(tmp_path / "out/xsum-bert/summaries.jsonl")
    assert (first["instance_id"], first["summary"]["text"]) == ("xsum-0", ["a cat sat ."])
    assert read_lines(tmp_path / "out/xsum-bert/metrics.jsonl")[0]["metrics"] == {
        "human_focus": 0.75,
        "human_coverage": 0.75,
    }


def test_a_changed_archive_is_refused_and_nothing_written(archive, tmp_path):
    changed = {**release_files(), "Faithfulness/pred/2": "another horse ran."}
    with pytest.raises(ValueError, match=r"other.tar.gz: Data/Faithfulness/pred: missing, changed"):
        Ffci().setup(tmp_path / "out", source=write_archive(tmp_path / "other.tar.gz", changed))
    assert not (tmp_path / "out").exists()


def test_a_download_that_is_no_archive_is_made_again(archive, tmp_path, monkeypatch):
    monkeypatch.setattr(ffci, "ARCHIVE", archive.as_uri())
    content = archive.read_bytes()
    archive.write_bytes(b"<html>Please log in</html>")
    with pytest.raises(ValueError, match="is not a complete .tar.gz file"):
        Ffci().setup(tmp_path / "out")
    archive.write_bytes(content)
    assert Ffci().setup(tmp_path / "out") == RESULT


def parts_of(tmp_path, files=None):
    return read_parts(read_release(write_archive(tmp_path / "ffci.tar.gz", files)))


def test_focus_and_coverage(tmp_path):
    first, second, _ = parts_of(tmp_path)["cnndm-pg"]
    assert first.summary.key == SummaryKey("cnndm-0", "PG")
    assert first.summary.text == ["the cat sat on the mat .", "it slept ."]
    assert (
        first.summary.references == [["the cat sat on the mat ."]] and first.summary.documents == []
    )
    assert (
        first.scores == {"human_focus": 0.5, "human_coverage": 0.5}
        and second.scores["human_focus"] == -0.25
    )


def test_faithfulness_is_what_is_not_hallucinated(tmp_path):
    judged = parts_of(tmp_path)["faithfulness"]
    assert [(row.summary.key, row.scores["human_faithfulness"]) for row in judged] == [
        (("xsum-100", "BERTS2S"), 1.0),
        (("xsum-101", "BERTS2S"), 0.75),
        (("xsum-100", "PtGen"), 0.0),
        (("xsum-101", "PtGen"), 0.5),
    ]
    assert judged[1].summary.text == ["the cat's mat."]
    assert judged[0].summary.documents == [
        ["the cat sat on the red mat.", "it slept all day.", "nobody's dog came."]
    ]
    assert judged[0].summary.references == [["the cat sat and slept."]]


def test_coherence_has_the_references_of_its_documents(tmp_path):
    judged = parts_of(tmp_path)["coherence-lead3"]
    assert judged[1].summary.text == ["LEAD3 is here", "and there"]
    assert judged[1].summary.references == [["heavy rain fell in the north .", "roads closed ."]]
    assert [row.scores for row in judged] == [
        {"human_coherence": score} for score in (-0.25, 0.25, 0.75)
    ]


@pytest.mark.parametrize("root", ["./Data/", "ffci-83f304a/Data/"])
def test_the_folder_data_is_found_wherever_it_lies(tmp_path, root):
    files = release_files()
    release = read_release(write_archive(tmp_path / "ffci.tar.gz", files, root))
    assert {name: content.decode() for name, content in release.files.items()} == files


@pytest.mark.parametrize(
    "lost, message",
    [
        (FAITHFULNESS_CSV, f"ffci.tar.gz: {FAITHFULNESS_CSV} is missing; pass the archive"),
        ("Faithfulness/pred/3", "ffci.tar.gz: Data/Faithfulness/pred/3: no such file; get the"),
    ],
)
def test_a_lost_file_is_named(tmp_path, lost, message):
    files = release_files()
    del files[lost]
    with pytest.raises(ValueError, match=message):
        parts_of(tmp_path, files)
