"""Converted tracks with files that are missing, of another year, damaged or not consistent."""

import pytest

from helpers.made_up_tac import (
    REFERENCES,
    UNJUDGED,
    by_key,
    write_nist_files,
)
from helpers.score_files import score_files
from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.corpora.tac import TRACKS, Tac
from sacrerouge_litepyramid.plugin.lite_pyramid import Lite2Pyramid
from sacrerouge_litepyramid.plugin.readers import UnitsBasedDatasetReader


def test_missing_files_are_named_with_the_way_to_them(copy, tmp_path, capsys):
    for name in ("pyramids", "metrics"):
        (copy / f"task1.A-B.{name}.jsonl").unlink()
    output = tmp_path / "out"
    assert main(["setup-dataset", "litepyramid-tac", str(copy), str(output), "--year", "2008"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(
        f"error: {copy}: no task1.A-B.pyramids.jsonl, task1.A-B.metrics.jsonl; "
        f"`sacrerouge-litepyramid setup-dataset tac2008 NIST {copy}` writes all of them from the "
        "folder NIST with "
        "scrapes/tac.nist.gov/protected/past-aquaint2/2008/UpdateSumm08_eval.tar.gz, "
    )
    assert (
        "from-nist/TAC2008_Summarization_Documents.tgz" in line
        and "https://tac.nist.gov/data/" in line
    )
    assert not output.exists()


@pytest.mark.parametrize("year", TRACKS)
def test_the_files_that_the_message_names_are_all_that_the_converter_needs(
    year, punkt, tmp_path, capsys
):
    write_nist_files(tmp_path / "nist", year)
    for path in (tmp_path / "nist").rglob("*.*"):
        if (
            path.is_file()
            and path.relative_to(tmp_path / "nist").as_posix() not in TRACKS[year].nist_files
        ):
            path.unlink()
    assert all((tmp_path / "nist" / name).is_file() for name in TRACKS[year].nist_files)
    words = ["setup-dataset", f"tac{year}", str(tmp_path / "nist"), str(tmp_path / "out")]
    assert main(words) == 0
    for name in TRACKS[year].nist_files[1:]:
        (tmp_path / "nist" / name).unlink()
    assert main(words) == 1
    assert (
        f"nist: no {', '.join(TRACKS[year].nist_files[1:])}; NIST gives" in capsys.readouterr().err
    )


def test_files_of_another_year_are_refused(converted, tmp_path):
    with pytest.raises(
        ValueError,
        match=r"summaries.jsonl, line 1, instance 'd0801-A': not of TAC 2009, .* year of",
    ):
        Tac().setup(tmp_path / "out", converted[2008], year=2009, set="A")
    assert not (tmp_path / "out").exists()


def edit(path, keep=lambda line: True, change=lambda line: line):
    write_lines(path, [change(line) for line in read_lines(path) if keep(line)])


def test_what_has_no_counterpart_is_counted_and_left_out(copy, tmp_path):
    """System 2 loses its summary of d0804-A, and d0805-B its Pyramid."""
    gone = ("d0804-A", "2")
    edit(
        copy / "task1.A-B.summaries.jsonl",
        lambda line: (line["instance_id"], line["summarizer_id"]) != gone,
    )
    edit(copy / "task1.A-B.pyramids.jsonl", lambda line: line["instance_id"] != "d0805-B")
    counts = Tac().setup(tmp_path / "out", copy, year=2008)
    irregular = {name: number for name, number in counts["irregular"].items() if number}
    assert irregular == {
        "systems_not_annotated": 1,
        "summaries_without_pyramid": 5,
        "missing_summaries": 1,
        "summaries_without_annotation": 1,
        "empty_summaries_without_annotation": 1,
        "annotations_without_summary": 1,
        "official_scores_without_summary": 1,
    }
    assert counts["instances"] == 9 and counts["summaries"] == 44
    for name in ("summaries.jsonl", "labels.jsonl", "metrics.jsonl"):
        keys = set(by_key(read_lines(tmp_path / "out" / name)))
        assert gone not in keys and not any(instance == "d0805-B" for instance, _ in keys)
    inputs = [tmp_path / f"out/{name}.jsonl" for name in ("summaries", "scus")]
    assert (
        len(
            score_files(
                Lite2Pyramid(), UnitsBasedDatasetReader(), inputs, tmp_path / "scores.jsonl"
            )
        )
        == 44
    )


def test_scu_ids_that_the_pyramid_lacks_are_ignored_and_counted(copy, tmp_path, plugin_files):
    def add_unknown(line):
        return line | {
            "scus": [*line["scus"], {"scu_id": 999, "label": "none", "contributors": []}]
        }

    edit(copy / "task1.A-B.pyramid-annotations.jsonl", change=add_unknown)
    assert Tac().setup(tmp_path / "out", copy, year=2008)["irregular"]["unknown_scus"] == 48
    assert (tmp_path / "out/labels.jsonl").read_bytes() == (
        plugin_files / "labels.jsonl"
    ).read_bytes()


def test_an_official_score_that_is_no_number_is_refused(copy, tmp_path):
    def spoil(line):
        return line | {"metrics": {"modified_pyramid_score": "high"}}

    edit(copy / "task1.A-B.metrics.jsonl", change=spoil)
    with pytest.raises(
        ValueError,
        match=r"metrics.jsonl, line \d+, instance 'd0801-A': .* must be a number, not 'high'",
    ):
        Tac().setup(tmp_path / "out", copy, year=2008)


def test_files_without_any_judged_peer_are_refused(copy, tmp_path):
    edit(
        copy / "task1.A-B.summaries.jsonl",
        lambda line: line["summarizer_id"] in (*REFERENCES, UNJUDGED),
    )
    with pytest.raises(
        ValueError, match=r"no annotated peer has a summary; .*'systems_not_annotated': 1"
    ):
        Tac().setup(tmp_path / "out", copy, year=2008)
