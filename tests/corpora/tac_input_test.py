"""Converted tracks with files that are missing, of another year, damaged or not consistent."""

import pytest

from helpers.made_up_tac import (
    REFERENCES,
    UNJUDGED,
    by_key,
    write_nist_files,
)
from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.corpora.tac import Tac, list_nist_files


def test_missing_files_are_named_with_the_way_to_them(copy, tmp_path, capsys):
    for name in ("pyramids", "metrics"):
        (copy / f"task1.A-B.{name}.jsonl").unlink()
    output = tmp_path / "out"
    assert main(["setup-dataset", "litepyramid-tac", str(copy), str(output)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(
        f"error: {copy}: no task1.A-B.pyramids.jsonl, task1.A-B.metrics.jsonl; "
        f"`sacrerouge-litepyramid setup-dataset tac2008 NIST {copy}`, or tac2009, writes "
    )
    assert not output.exists()


def test_missing_files_of_nist_are_named(punkt, tmp_path, capsys):
    write_nist_files(tmp_path / "nist", 2008)
    _, *missing = list_nist_files(2008)
    for name in missing:
        (tmp_path / "nist" / name).unlink()
    assert main(["setup-dataset", "tac2008", str(tmp_path / "nist"), str(tmp_path / "out")]) == 1
    assert f"nist: no {', '.join(missing)}; NIST gives" in capsys.readouterr().err


def edit(path, keep=lambda line: True, change=lambda line: line):
    write_lines(path, [change(line) for line in read_lines(path) if keep(line)])


def test_what_has_no_counterpart_is_counted_and_left_out(copy, tmp_path, caplog):
    """System 2 loses its summary of d0804-A, and d0805-B its Pyramid."""
    gone = ("d0804-A", "2")
    edit(
        copy / "task1.A-B.summaries.jsonl",
        lambda line: (line["instance_id"], line["summarizer_id"]) != gone,
    )
    edit(copy / "task1.A-B.pyramids.jsonl", lambda line: line["instance_id"] != "d0805-B")
    counts = Tac().setup(tmp_path / "out", copy)
    assert counts["instances"] == 9 and counts["summaries"] == 44
    for name in ("summaries.jsonl", "labels.jsonl", "metrics.jsonl"):
        keys = set(by_key(read_lines(tmp_path / "out" / name)))
        assert gone not in keys and not any(instance == "d0805-B" for instance, _ in keys)
    # the unjudged run's summaries, and five of the instance without a Pyramid
    (message,) = caplog.messages
    assert message.startswith("excluded: 15 summaries of systems that were not annotated, or of")


def test_an_official_score_that_is_no_number_is_refused(copy, tmp_path):
    def spoil(line):
        return line | {"metrics": {"modified_pyramid_score": "high"}}

    edit(copy / "task1.A-B.metrics.jsonl", change=spoil)
    with pytest.raises(
        ValueError,
        match=r"metrics.jsonl, line \d+, instance 'd0801-A': .* must be a number, not 'high'",
    ):
        Tac().setup(tmp_path / "out", copy)


def test_files_without_any_judged_peer_are_refused(copy, tmp_path):
    edit(
        copy / "task1.A-B.summaries.jsonl",
        lambda line: line["summarizer_id"] in (*REFERENCES, UNJUDGED),
    )
    with pytest.raises(ValueError, match="no annotated peer has a summary"):
        Tac().setup(tmp_path / "out", copy)
