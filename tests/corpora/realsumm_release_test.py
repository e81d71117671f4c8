import json
import os
import pickle

import numpy as np
import pytest

from helpers.realsumm_release import write_release
from sacrerouge_litepyramid.core import bounded
from sacrerouge_litepyramid.corpora import realsumm_release
from sacrerouge_litepyramid.corpora.realsumm_release import (
    Page,
    load_plain,
    read_instance_ids,
    read_pages,
    read_released_summaries,
)
from sacrerouge_litepyramid.corpora.realsumm_scores import apply_policy, count_facts
from sacrerouge_litepyramid.io.metrics import SummaryKey


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


def test_counts(release):
    assert count_facts(read_released_summaries(release), read_pages(release)) == {
        "summaries": 8,
        "rows": 20,
        "scus": 3,
        "labels": 12,
        "ties": 1,
        "reproduced": 6,
        "copied": 2,
    }


@pytest.mark.parametrize("policy, systems", [("drop", 3), ("as-is", 4), ("repaired", 4)])
def test_what_becomes_of_bart(release, policy, systems):
    metrics = apply_policy(read_released_summaries(release), read_pages(release), policy)
    assert len({key.summarizer_id for key in metrics}) == systems
    bart = [values for key, values in metrics.items() if key.summarizer_id == "abs_bart_out"]
    own = {"litepyramid_recall": 0.0}
    copied = [values for key, values in metrics.items() if key.summarizer_id == "ext_bart_out"]
    assert bart == {"drop": [], "as-is": copied, "repaired": [own, own]}[policy]


def test_an_unknown_policy_is_refused():
    with pytest.raises(ValueError, match="--bart must be one of drop, as-is, repaired, not 'keep'"):
        apply_policy({}, {}, "keep")


def test_bad_releases_are_named(tmp_path):
    with pytest.raises(ValueError, match="the documents' line numbers are not there .* copy of neulab/REALSumm"):
        read_released_summaries(tmp_path)
    with pytest.raises(ValueError, match="the votes are not there"):
        read_pages(tmp_path)
    release = write_release(tmp_path / "release")
    path = release / "annotations/SCU_rating_results_ext_systems/bart_out.csv"
    text = path.read_text("utf-8")
    path.write_text(text.replace(",p,", ",x,", 1), "utf-8")
    with pytest.raises(ValueError, match="bart_out.csv, row 1: a vote must be p or n, not 'x'"):
        read_pages(release)
    path.write_text(text.replace("It rained.", "It snowed.", 1), "utf-8")
    with pytest.raises(ValueError, match="bart_out.csv, row 2: another worker of this page saw other statements"):
        read_pages(release)
    path.write_text(text.replace("Input.eventId", "event"), "utf-8")
    with pytest.raises(ValueError, match="row 1: no column 'Input.eventId'"):
        read_pages(release)
    (release / "scores-ext.json").write_text(json.dumps({"100": {"system_summaries": {"a": {}}}}))
    with pytest.raises(ValueError, match="scores-ext.json, document '100': not as released"):
        read_released_summaries(release)
    (release / "scores-ext.json").write_text("[]")
    with pytest.raises(ValueError, match="scores-ext.json: an object by document was expected, not list"):
        read_released_summaries(release)


def test_the_documents_are_those_of_the_lite_pyramid_files(shared):
    assert (
        read_instance_ids(shared / "data/realsumm")
        == (shared / "data/lite-pyramid/REALSumm/ids.txt").read_text("utf-8").split()
    )


VALUES = {0: {"name": "x", "scores": {"a": np.float64(0.1), "b": np.float32(0.5), "c": np.int64(3), "d": 1, "e": 0.25}}}


class Runs:
    def __init__(self, function, *arguments):
        self.call = (function, arguments)

    def __reduce__(self):
        return self.call


@pytest.mark.parametrize("protocol", [3, 4, 5])
def test_plain_values_and_numpy_scalars(tmp_path, protocol):
    (tmp_path / "x.pkl").write_bytes(pickle.dumps(VALUES, protocol))
    loaded = load_plain(tmp_path / "x.pkl")
    assert loaded == VALUES
    assert {type(value) for value in loaded[0]["scores"].values()} == {float, int}


def test_the_old_name_of_numpys_scalar(tmp_path):
    data = pickle.dumps(np.float64(0.75), 3)
    (tmp_path / "x.pkl").write_bytes(data.replace(b"numpy._core.multiarray", b"numpy.core.multiarray"))
    assert load_plain(tmp_path / "x.pkl") == 0.75


def test_code_is_refused_and_not_run(tmp_path):
    mark = tmp_path / "ran"
    (tmp_path / "x.pkl").write_bytes(pickle.dumps({"a": Runs(os.mkdir, str(mark))}))
    with pytest.raises(ValueError, match=r"x.pkl: refused: the pickle asks for \w+.mkdir, but scores hold only dict"):
        load_plain(tmp_path / "x.pkl")
    assert not mark.exists()


@pytest.mark.parametrize(
    "value, message",
    [
        (Runs(eval, "1"), "asks for builtins.eval"),
        (np.array([1.0]), "asks for numpy"),
        (Runs(getattr, "x", "upper"), "asks for builtins.getattr"),
        ({1, 2}, "holds a set"),
        (b"bytes", "holds a bytes"),
    ],
)
def test_anything_else_is_refused(tmp_path, value, message):
    (tmp_path / "x.pkl").write_bytes(pickle.dumps(value))
    with pytest.raises(ValueError, match=f"refused: .*{message}"):
        load_plain(tmp_path / "x.pkl")


def test_a_broken_pickle_and_a_missing_one(tmp_path):
    (tmp_path / "x.pkl").write_bytes(b"\x80\x04]")
    with pytest.raises(ValueError, match="x.pkl: not a pickle of plain values"):
        load_plain(tmp_path / "x.pkl")
    with pytest.raises(ValueError, match="y.pkl: no such file"):
        load_plain(tmp_path / "y.pkl")


#: numpy's type of times, with a state that brings numpy's own reader to a crash
CRASH = (
    b"\x80\x02cnumpy\ndtype\nX\x02\0\0\0m8K\0K\x01\x87R(K\x04X\x01\0\0\0<NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\0tb."
)
#: a key of tuples within each other, each of the one before twice, of which a digest never ends
TUPLES = b"\x80\x04}K\x01\x85" + b"2\x86" * 60 + b"K\x01s."


def test_a_type_that_crashes_numpy_is_refused(tmp_path):
    (tmp_path / "x.pkl").write_bytes(CRASH)
    with pytest.raises(ValueError, match="x.pkl: refused: the pickle holds numpy's type 'm8'"):
        load_plain(tmp_path / "x.pkl")


def _repeat_lists() -> bytes:
    values = ["ha"] * 10
    for _ in range(12):
        values = [values] * 10
    return pickle.dumps(values)


@pytest.mark.parametrize("content", [_repeat_lists(), TUPLES], ids=["lists", "tuples"])
def test_a_pickle_without_end_is_given_up(tmp_path, monkeypatch, content):
    monkeypatch.setattr(bounded, "MAX_SECONDS", 1)
    (tmp_path / "x.pkl").write_bytes(content)
    with pytest.raises(ValueError, match="x.pkl: cannot be read within 1 seconds or 4 GiB; get the file again"):
        load_plain(tmp_path / "x.pkl")


def test_a_pickle_of_too_many_bytes_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(realsumm_release, "MAX_PICKLE_BYTES", 5)
    (tmp_path / "x.pkl").write_bytes(pickle.dumps(VALUES))
    with pytest.raises(ValueError, match="x.pkl: larger than"):
        realsumm_release.read_pickle(tmp_path / "x.pkl")
