import functools
import http.server
import json
import threading
from collections import Counter

import pytest

from helpers.ffci_archive import release_files, write_archive
from helpers.support import read_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.corpora import ffci
from sacrerouge_litepyramid.corpora.ffci import Ffci, compute_checksums
from sacrerouge_litepyramid.corpora.ffci_release import read_release
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
    counts = json.loads(capsys.readouterr().out)
    assert ffci.COUNTS.items() <= counts.items() and sum(ffci.COUNTS.values()) == 4 * 135 + 2000 + 540
    for name, count in ffci.COUNTS.items():
        summaries = read_summaries(tmp_path / "out" / name / "summaries.jsonl")
        human = read_lines(tmp_path / "out" / name / "metrics.jsonl")
        keys = [(each.instance_id, each.summarizer_id) for each in summaries]
        assert len(set(keys)) == count
        numbers = [int(instance_id.split("-")[1]) for instance_id, _ in keys]
        assert name == "faithfulness" or numbers == sorted(numbers)
        assert keys == [(line["instance_id"], line["summarizer_id"]) for line in human]
        assert all(each.text and all(each.references) for each in summaries)
        assert all(len(each.documents) == (name == "faithfulness") for each in summaries)
    systems = Counter(each.summarizer_id for each in read_summaries(tmp_path / "out/faithfulness/summaries.jsonl"))
    assert systems == {"BERTS2S": 500, "PtGen": 500, "TConvS2S": 500, "TranS2S": 500}


def test_a_folder_a_part(archive, tmp_path):
    assert Ffci().setup(tmp_path / "out", archive) == RESULT
    assert {path.name for path in (tmp_path / "out").iterdir()} == set(COUNTS)
    (first, *_) = read_lines(tmp_path / "out/xsum-bert/summaries.jsonl")
    assert (first["instance_id"], first["summary"]["text"]) == ("xsum-0", ["a cat sat ."])
    assert read_lines(tmp_path / "out/xsum-bert/metrics.jsonl")[0]["metrics"] == {
        "human_focus": 0.75,
        "human_coverage": 0.75,
    }


def test_a_changed_archive_is_refused_and_nothing_written(archive, tmp_path):
    changed = {**release_files(), "Faithfulness/pred/2": "another horse ran."}
    with pytest.raises(ValueError, match=r"other.tar.gz: Data/Faithfulness/pred: not as released: changed"):
        Ffci().setup(tmp_path / "out", write_archive(tmp_path / "other.tar.gz", changed))
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("lost", ["Faithfulness/gold/0", "Focus and Coverage/xsum/human_focus_final.csv"])
def test_a_lost_file_is_named_by_its_folder_or_itself(archive, tmp_path, lost):
    left = {name: text for name, text in release_files().items() if name != lost}
    with pytest.raises(ValueError, match=lost.removesuffix("/0") + ": (missing|not as released)"):
        Ffci().setup(tmp_path / "out", write_archive(tmp_path / "other.tar.gz", left))


def test_a_truncated_archive_is_refused(archive, tmp_path):
    archive.write_bytes(archive.read_bytes()[:-30])
    with pytest.raises(ValueError, match="ffci.tar.gz is not a whole .tar.gz file"):
        Ffci().setup(tmp_path / "out", archive)
    assert not (tmp_path / "out").exists()


def test_other_counts_are_refused(archive, tmp_path, monkeypatch):
    monkeypatch.setattr(ffci, "COUNTS", {**COUNTS, "xsum-pg": 135})
    with pytest.raises(ValueError, match="ffci.tar.gz: xsum-pg: 3 summaries, but 135 in the release"):
        Ffci().setup(tmp_path / "out", archive)


def test_files_that_are_not_the_releases_do_not_matter(archive, tmp_path):
    more = {**release_files(), "Faithfulness/pred/.DS_Store": "x", "README.txt": "x"}
    other = write_archive(tmp_path / "other.tar.gz", more)
    assert Ffci().setup(tmp_path / "out", other) == RESULT
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

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(tmp_path)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setattr(ffci, "ARCHIVE", f"http://127.0.0.1:{server.server_port}/ffci.tar.gz")
    yield asked
    server.shutdown()


def test_a_download_is_made_once(archive, requests, tmp_path):
    assert Ffci().setup(tmp_path / "out") == Ffci().setup(tmp_path / "out") == RESULT
    assert requests == ["/ffci.tar.gz"]
    assert len(list((tmp_path / "out/released").iterdir())) == 1


def test_a_download_that_is_no_archive_is_made_again(archive, requests, tmp_path):
    content = archive.read_bytes()
    archive.write_bytes(b"<html>Please log in</html>")
    with pytest.raises(ValueError, match="is not a whole .tar.gz file"):
        Ffci().setup(tmp_path / "out")
    archive.write_bytes(content)
    assert Ffci().setup(tmp_path / "out") == RESULT and len(requests) == 2


def test_a_download_that_cannot_be_had(tmp_path, monkeypatch):
    monkeypatch.setattr(ffci, "ARCHIVE", "http://127.0.0.1:9/ffci.tar.gz")
    with pytest.raises(ValueError, match="http://127.0.0.1:9/ffci.tar.gz: cannot be downloaded .* give the path of a"):
        Ffci().setup(tmp_path / "out")
