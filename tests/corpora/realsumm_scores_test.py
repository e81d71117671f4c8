import json
import os
import pickle

import numpy as np
import pytest

from helpers.realsumm_release import write_release
from helpers.support import read_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.corpora.realsumm_scores import (
    Page,
    RealSummScores,
    list_scores,
    read_instance_ids,
    read_pages,
    read_pickle,
    read_released_summaries,
)
from sacrerouge_litepyramid.io.line_aligned import read_aligned_labels, read_line_aligned
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.units import read_units


def test_the_command_writes_the_plugins_files(shared, tmp_path, capsys):
    source = str(shared / "data/realsumm")
    assert (
        main(["setup-dataset", "realsumm-scores", str(tmp_path / "out"), "--source", source]) == 0
    )
    assert (
        "out; summaries: 2,500, rows: 7,743, scus: 1,056, labels: 26,400, ties: 277, reproduced: "
        "2,400, copied: 100, systems: 24" in capsys.readouterr().out
    )
    lines = read_lines(tmp_path / "out/metrics.jsonl")
    assert len(lines) == 2400 and {len(line["metrics"]) for line in lines} == {15}
    assert {next(iter(line["metrics"])) for line in lines} == {"litepyramid_recall"}, (
        "the human score comes first"
    )


def test_labels_are_the_lite_pyramid_authors(shared, tmp_path):
    RealSummScores().setup(tmp_path, source=shared / "data/realsumm")
    folder = shared / "data/lite-pyramid/REALSumm"
    data = read_line_aligned(folder)
    theirs = {
        (item.instance_id, item.summarizer_id): list(item.labels)
        for item in read_aligned_labels(folder, data)
    }
    ours = {
        (line["instance_id"], line["summarizer_id"]): line["labels"]
        for line in read_lines(tmp_path / "labels.jsonl")
    }
    assert ours == theirs
    assert {
        name: len(item.units) for name, item in read_units(tmp_path / "scus.jsonl").items()
    } == {name: len(item.units) for name, item in data.units.items()}


def test_another_release_is_refused_and_nothing_written(tmp_path):
    source = write_release(tmp_path / "release")
    with pytest.raises(
        ValueError, match="summaries: 8, but 2500 in the release; get the files again"
    ):
        RealSummScores().setup(tmp_path / "out", source=source)
    assert not (tmp_path / "out").exists()


@pytest.fixture(params=[False, True], ids=["json", "pickles"])
def release(request, tmp_path):
    return write_release(tmp_path / "release", request.param)


def test_a_tie_is_absent():
    page = Page(("a", "b", "c"), np.array([[1, 1, 0], [1, 0, 0], [1, 1, 0], [1, 0, 1]]))
    assert page.labels().tolist() == [1, 0, 0]
    assert page.ties() == 1


def test_pages_without_blanks_and_groups_by_what_the_systems_are(release):
    pages = read_pages(release)
    assert {key.summarizer_id for key in pages} == {
        "abs_semsim_out",
        "ext_banditsumm_out",
        "abs_bart_out",
        "ext_bart_out",
    }
    page = pages[SummaryKey("cnndm1017", "abs_semsim_out")]
    assert page.scus == ("The cat sat.", "It rained.")
    assert page.votes.tolist() == [[1, 1], [1, 0], [1, 0]]


def test_scores_by_name(release):
    scores = read_released_summaries(release)
    assert len(scores) == 8
    assert scores[SummaryKey("cnndm10586", "abs_semsim_out")].scores == {
        "rouge_1_recall": pytest.approx(0.2),
        "litepyramid_recall": 0.0,
    }


def test_the_copied_scores_of_bart_are_left_out(release):
    scores = read_released_summaries(release)
    assert {key.summarizer_id for key in list_scores(scores, with_copy=True)} == {
        "abs_semsim_out",
        "ext_banditsumm_out",
        "abs_bart_out",
        "ext_bart_out",
    }
    assert "abs_bart_out" not in {key.summarizer_id for key in list_scores(scores)}


def test_bad_releases_are_named(tmp_path):
    with pytest.raises(
        ValueError, match="the documents' line numbers are missing .* copy of neulab/REALSumm"
    ):
        read_released_summaries(tmp_path)
    with pytest.raises(ValueError, match="the votes are missing"):
        read_pages(tmp_path)
    release = write_release(tmp_path / "release")
    path = release / "annotations/SCU_rating_results_ext_systems/bart_out.csv"
    text = path.read_text("utf-8")
    path.write_text(text.replace(",p,", ",x,", 1), "utf-8")
    with pytest.raises(ValueError, match=r"bart_out.csv: not a file of votes .* \(no field 'x'\)"):
        read_pages(release)
    (release / "scores-ext.json").write_text(json.dumps({"100": {"system_summaries": {"a": {}}}}))
    with pytest.raises(ValueError, match="scores-ext.json: not a file of scores as neulab"):
        read_released_summaries(release)


def test_the_documents_are_those_of_the_lite_pyramid_files(shared):
    assert (
        read_instance_ids(shared / "data/realsumm")
        == (shared / "data/lite-pyramid/REALSumm/ids.txt").read_text("utf-8").split()
    )


VALUES = {
    0: {
        "name": "x",
        "scores": {"a": np.float64(0.1), "b": np.float32(0.5), "c": np.int64(3), "d": 1, "e": 0.25},
    }
}


def read(path, data):
    path.write_bytes(data)
    return read_pickle(path)


@pytest.mark.parametrize("protocol", [3, 5])
def test_scores_of_a_pickle(tmp_path, protocol):
    assert read(tmp_path / "x.pkl", pickle.dumps(VALUES, protocol)) == VALUES


def test_the_old_name_of_numpys_scalar(tmp_path):
    data = pickle.dumps(np.float64(0.75), 3).replace(
        b"numpy._core.multiarray", b"numpy.core.multiarray"
    )
    assert read(tmp_path / "x.pkl", data) == 0.75


@pytest.mark.parametrize("data", [b"\x80\x04]", pickle.dumps(os.mkdir)], ids=["broken", "code"])
def test_a_pickle_of_other_things_is_refused(tmp_path, data):
    with pytest.raises(ValueError, match="x.pkl: not a pickle of scores"):
        read(tmp_path / "x.pkl", data)
