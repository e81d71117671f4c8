"""A data set is one class that the command sets up; what is not as released is not kept."""

from pathlib import Path

import pytest

from helpers.support import read_lines
from sacrerouge_litepyramid.cli.functions import build_setup_command
from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.corpora.data_set import DataSet, fetch, load_data_sets
from sacrerouge_litepyramid.io.files import read_text, write_json_lines


class TwoLines(DataSet):
    description = "Setup the lines of a text"
    example = "data/lines --source lines.txt"
    files = ("summaries.jsonl",)

    def setup(self, output: Path, *, source: Path, times: int = 1):
        lines = read_text(source).split()
        write_json_lines(
            output / "summaries.jsonl", ({"summary": {"text": line}} for line in lines * times)
        )
        return {"dataset": "lines", "summaries": len(lines) * times}


def test_a_registered_data_set_has_its_command(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(DataSet._registered, DataSet, load_data_sets())
    DataSet.register("two-lines")(TwoLines)
    (tmp_path / "lines.txt").write_text("one\ntwo\n")
    command = build_setup_command("two-lines")
    words = [str(tmp_path / "out"), "--source", str(tmp_path / "lines.txt"), "--times", "2"]
    assert command.run(command.build_parser("setup-dataset two-lines", "").parse_args(words)) == 0
    assert capsys.readouterr().out == f"lines is in {tmp_path / 'out'}; summaries: 4\n"
    assert [line["summary"]["text"] for line in read_lines(tmp_path / "out/summaries.jsonl")] == [
        "one",
        "two",
    ] * 2


CHECKSUMS = {"summaries/a.txt": sha256(b"one"), "b.txt": sha256(b"two")}


@pytest.fixture
def release(tmp_path):
    folder = tmp_path / "release"
    (folder / "summaries").mkdir(parents=True)
    (folder / "summaries/a.txt").write_bytes(b"one")
    (folder / "b.txt").write_bytes(b"two")
    return folder


def test_a_file_of_another_checksum_is_not_kept(release, tmp_path):
    (release / "b.txt").write_bytes(b"log in first")
    with pytest.raises(ValueError, match=r"b\.txt: wrong checksum .* get it again"):
        fetch(release.as_uri(), CHECKSUMS, tmp_path / "copy")
    assert [path.name for path in (tmp_path / "copy").iterdir()] == ["summaries"]
