import functools
import http.server
import threading
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

COUNTS = {name: 4 if name == "faithfulness" else 3 for name in ffci.COUNTS}
RESULT = {"dataset": "FFCI", **COUNTS}


@pytest.fixture
def archive(tmp_path, monkeypatch):
    """The miniature, known to the set-up as the release."""
    path = write_archive(tmp_path / "ffci.tar.gz")
    known = compute_checksums(read_release(path))
    monkeypatch.setattr(ffci, "load_checksums", lambda name: {"FFCI": known}[name])
    monkeypatch.setattr(ffci, "COUNTS", COUNTS)
    return path


def test_the_release_becomes_the_plugins_files(shared, tmp_path, capsys):
    source = str(shared / "data/ffci/ffci-data.tar.gz")
    assert main(["setup-dataset", "ffci", str(tmp_path / "out"), "--source", source]) == 0
    counts = [f"{name}: {count:,}" for name, count in ffci.COUNTS.items()]
    assert capsys.readouterr().out == f"FFCI is in {tmp_path / 'out'}; {', '.join(counts)}\n"
    assert sum(ffci.COUNTS.values()) == 4 * 135 + 2000 + 540
    for name, count in ffci.COUNTS.items():
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


@pytest.mark.parametrize(
    "lost", ["Faithfulness/gold/0", "Focus and Coverage/xsum/human_focus_final.csv"]
)
def test_a_lost_file_is_named_by_its_folder_or_itself(archive, tmp_path, lost):
    left = {name: text for name, text in release_files().items() if name != lost}
    with pytest.raises(ValueError, match=lost.removesuffix("/0") + ": missing, changed"):
        Ffci().setup(tmp_path / "out", source=write_archive(tmp_path / "other.tar.gz", left))


def test_other_counts_are_refused(archive, tmp_path, monkeypatch):
    monkeypatch.setattr(ffci, "COUNTS", {**COUNTS, "xsum-pg": 135})
    with pytest.raises(ValueError, match="ffci.tar.gz: xsum-pg: 3, but 135 in the release"):
        Ffci().setup(tmp_path / "out", source=archive)


def test_files_that_are_not_the_releases_do_not_matter(archive, tmp_path):
    more = {**release_files(), "Faithfulness/pred/.DS_Store": "x", "README.txt": "x"}
    other = write_archive(tmp_path / "other.tar.gz", more)
    assert Ffci().setup(tmp_path / "out", source=other) == RESULT
    assert compute_checksums(read_release(other)) == compute_checksums(read_release(archive))


@pytest.fixture
def requests(tmp_path, monkeypatch):
    """What was asked of a server of the folder, which the archive is said to be on."""
    asked = []

    class Handler(http.server.SimpleHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            super().do_GET()

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Handler, directory=str(tmp_path))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setattr(ffci, "ARCHIVE", f"http://127.0.0.1:{server.server_port}/ffci.tar.gz")
    yield asked
    server.shutdown()


def test_a_download_that_is_no_archive_is_made_again(archive, requests, tmp_path):
    content = archive.read_bytes()
    archive.write_bytes(b"<html>Please log in</html>")
    with pytest.raises(ValueError, match="is not a complete .tar.gz file"):
        Ffci().setup(tmp_path / "out")
    archive.write_bytes(content)
    assert Ffci().setup(tmp_path / "out") == RESULT and len(requests) == 2


FOCUS = "Focus and Coverage/cnndm/human_focus_final.csv"


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
        (
            {},
            "ffci.tar.gz: Faithfulness/aggregated_human_annotation.csv is missing; pass the archive",
        ),
        (
            {name: text for name, text in release_files().items() if name != "Faithfulness/pred/3"},
            "ffci.tar.gz: Data/Faithfulness/pred/3: no such file; get the release again",
        ),
        (changed(FOCUS, "-0.25", "none"), f"Data/{FOCUS}: score is 'none', not a number"),
        (changed(FOCUS, "-0.25", "nan"), "score is 'nan', not a number"),
        (changed(FOCUS, "-0.25", ""), "a row has no 'score'"),
        (changed(FOCUS, "1,CNNDM,PG", "2,CNNDM,PG"), "PG: id '2' occurs twice or is not a number"),
        (
            changed(FOCUS, "1,CNNDM,PG", "../1,CNNDM,PG"),
            "PG: id '../1' occurs twice or is not a number",
        ),
        (
            changed(FOCUS, "1,CNNDM,PG", "7,CNNDM,PG"),
            "cnndm: focus and coverage of PG have different documents",
        ),
        (
            changed(FAITHFULNESS_CSV, "0.25,0.75", "0.25,0.5"),
            "the two scores of id '1' contradict each other",
        ),
        (changed(FAITHFULNESS_CSV, "101,1", "100,1"), "two rows have the same summary"),
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
        ValueError,
        match=r"aggregated_human_annotation.csv: not UTF-8 text \(byte 7\); convert",
    ):
        list(release.read_rows(FAITHFULNESS_CSV))


def test_no_source(tmp_path):
    with pytest.raises(
        ValueError, match="none: no such file or folder; pass the archive of FFCI's data or a copy"
    ):
        read_release(tmp_path / "none")
