import json
import shutil

import pytest

from helpers.small_files import ALIGNED
from helpers.support import read_lines
from sacrerouge_litepyramid.core.judgements import compute_human_score
from sacrerouge_litepyramid.corpora import litepyramid
from sacrerouge_litepyramid.corpora.litepyramid import (
    PYRXSUM,
    REALSUMM,
    UNIT_FILES,
    find_released,
    setup,
    write,
)
from sacrerouge_litepyramid.io.labels import read_labelled_folder
from sacrerouge_litepyramid.io.line_aligned import read_aligned_labels, read_line_aligned


@pytest.mark.parametrize(
    ("corpus", "systems", "labels"), [(REALSUMM, 25, 26400), (PYRXSUM, 10, 4780)]
)
def test_a_copy_of_the_release_becomes_the_plugins_files(corpus, systems, labels, shared, tmp_path):
    counts = setup(corpus, tmp_path, shared / "data/lite-pyramid" / corpus.name)
    assert counts == {"systems": systems, "instances": 100, "labels": labels}
    names = {path.name for path in tmp_path.iterdir()}
    units = {"scus.jsonl", "stus.jsonl", "mixed50.jsonl"}
    assert names == units | {"summaries.jsonl", "labels.jsonl", "metrics.jsonl", "folds.json"}
    labelled = read_labelled_folder(tmp_path)
    metrics = {
        (line["instance_id"], line["summarizer_id"]): line["metrics"]
        for line in read_lines(tmp_path / "metrics.jsonl")
    }
    assert len(labelled) == len(metrics) == 100 * systems
    for item in labelled:
        assert metrics[item[:2]]["litepyramid_recall"] == compute_human_score(item)


def test_realsumms_sentence_tags_become_sentences(released_corpus):
    (reference,) = read_lines(released_corpus(REALSUMM) / "summaries.jsonl")[0]["references"]
    assert len(reference["text"]) == 3 and not any(
        "<t>" in sentence for sentence in reference["text"]
    )


@pytest.fixture
def made_up(tmp_path):
    """A folder in the authors' layout, of two instances and five systems."""
    more = dict.fromkeys(UNIT_FILES.values(), ALIGNED["SCUs.txt"])
    for system in "tuvw":
        more |= {
            f"summaries/{system}.summary": b"sleet\nsnow\n",
            f"labels/{system}.label": b"0 0\n1\n",
        }
    for name, content in {
        **ALIGNED,
        **more,
        "by_examples/fold0": b"b\n",
        "by_examples/fold1": b"a\n",
    }.items():
        (tmp_path / "made-up" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "made-up" / name).write_bytes(content)
    return tmp_path / "made-up"


def folds_of(folder, output):
    data = read_line_aligned(folder)
    write(folder, output, data, read_aligned_labels(folder, data))
    return json.loads((output / "folds.json").read_text("utf-8"))


def test_released_folds_are_taken_and_others_made(made_up, tmp_path):
    folds = folds_of(made_up, tmp_path / "out")
    assert (folds["by_documents"], folds["by_documents_source"]) == ([["b"], ["a"]], "released")
    assert folds["by_systems_source"] == "seeded, seed 0"
    assert sorted(name for fold in folds["by_systems"] for name in fold) == list("stuvw")


@pytest.fixture
def copy(shared, tmp_path):
    return shutil.copytree(
        shared / "data/lite-pyramid/PyrXSum", tmp_path / "copy", copy_function=shutil.copyfile
    )


def test_a_changed_file_is_refused_and_nothing_written(copy, tmp_path):
    copy.chmod(0o755)
    (copy / "SCUs.txt").write_text("changed")
    with pytest.raises(ValueError, match=r"SCUs.txt: wrong checksum .* get it again"):
        setup(PYRXSUM, tmp_path / "out", copy)
    assert not (tmp_path / "out").exists()


def test_a_download_is_checked_and_goes_on(copy, tmp_path, monkeypatch):
    monkeypatch.setattr(litepyramid, "RELEASE", copy.parent.as_uri())
    folder = copy.rename(copy.parent / "PyrXSum")
    hidden = (folder / "summaries/t5-large.summary").rename(folder / "hidden")
    with pytest.raises(
        ValueError,
        match=r"t5-large.summary: cannot be downloaded .* run the command again to resume",
    ):
        setup(PYRXSUM, tmp_path / "out")
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"released"}
    assert list(tmp_path.rglob("out/released/*.txt"))
    hidden.rename(folder / "summaries/t5-large.summary")
    setup(PYRXSUM, tmp_path / "out")
    assert len(read_lines(tmp_path / "out/summaries.jsonl")) == 1000


def test_nothing_stays_of_a_download_that_does_not_begin(tmp_path, monkeypatch):
    monkeypatch.setattr(litepyramid, "RELEASE", (tmp_path / "nowhere").as_uri())
    with pytest.raises(ValueError, match="cannot be downloaded"):
        setup(PYRXSUM, tmp_path / "new/out")
    assert not list(tmp_path.iterdir())


def test_a_source_is_the_sets_folder_or_the_one_that_it_is_in(tmp_path):
    for name in ("PyrXSum", "REALSumm", "copy"):
        (tmp_path / name).mkdir()
    for source in (tmp_path, tmp_path / "PyrXSum", tmp_path / "REALSumm"):
        assert find_released(source, PYRXSUM) == tmp_path / "PyrXSum"
    assert find_released(tmp_path / "copy", PYRXSUM) == tmp_path / "copy"
