"""`experiment cross-validate` and `experiment transfer` from the command line, on the sample."""

import json
import shutil

import pytest

from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.verdict.demo import SAMPLE

QUICK = ["--resamples", "20"]
ALL_WORDS = '{"type": "all-words", "classes": 3}'


@pytest.fixture
def sample(tmp_path, monkeypatch):
    """A copy of the sample's files in the working directory, with a metric of our own beside
    them.
    """
    monkeypatch.chdir(tmp_path)
    folder = shutil.copytree(SAMPLE, tmp_path / "sample")
    lines = read_lines(folder / "summaries.jsonl")
    lengths = [{"length": {"words": len(str(line["summary"]["text"]).split())}} for line in lines]
    write_lines(tmp_path / "own.jsonl", [
        {name: line[name] for name in ("instance_id", "summarizer_id", "summarizer_type")} | {"metrics": metrics}
        for line, metrics in zip(lines, lengths, strict=True)
    ])  # fmt: skip
    return folder


OWN = ["--scores", "own.jsonl", "--metrics", "length_words"]


def validate(*more):
    return main(["experiment", "cross-validate", "--output", "out/cv.json", *QUICK, *more])


def written(sample):
    return json.loads((sample.parent / "out/cv.json").read_text("utf-8"))


def test_the_lexical_model_refitted_beside_a_metric(sample, capsys):
    more = ["sample", "--judge", "lexical", *OWN, "--baseline", "length_words"]
    assert validate(*more) == 0
    report = written(sample)
    result = report["results"]
    assert list(result["metrics"]) == ["length_words", "lite2pyramid_p2c", "lite3pyramid_p2c"]
    assert report["folds"]["source"] == "folds.json"
    assert len({each["revision"] for each in report["judge"]["folds"]}) == 5
    assert [fold["documents"] for fold in result["metrics"]["lite2pyramid_p2c"]["folds"]] == [2] * 5
    assert result["metrics"]["lite3pyramid_p2c"]["against"]["baseline"] == "length_words"
    assert capsys.readouterr().out.startswith("## sample, folds by documents (folds.json)\n")


def test_metrics_alone_over_seeded_folds_of_systems(sample):
    files = ["sample", *OWN]
    assert validate(*files, "--by", "systems", "--folds", "2") == 0
    report = written(sample)
    assert report["folds"]["source"] == "2 seeded, seed 0"
    assert sorted(fold["systems"] for fold in report["results"]["folds"]) == [2, 3]
    assert validate(*files, "--by", "systems", "--folds", "2") == 0
    assert written(sample) == report


def test_ready_models_need_no_labels(sample):
    (sample / "labels.jsonl").unlink()
    assert validate("sample", "--judge-per-fold", ALL_WORDS) == 0


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["sample", "--judge", "lexical", "--judge-per-fold", ALL_WORDS], "exclude each other"),
        (
            ["sample", "--judge", "nli"],
            "needs the argument 'folder' (a folder for the finetuned models, one for each",
        ),
        (["sample", "--judge-per-fold", ALL_WORDS, ALL_WORDS], "2 judges for 5 folds"),
        (["sample", *OWN, "--folds", "11"], "10 names cannot be split into 11 folds"),
        (["sample", *OWN, "--resamples", "-1"], "--resamples must be at least 0, not -1"),
    ],
)
def test_a_wrong_option_gives_one_error_line(sample, capsys, more, message):
    assert validate(*more) == 1
    assert message in capsys.readouterr().err
    assert not (sample.parent / "out" / "cv.json").exists()


def test_transfer(sample, capsys):
    for name in ("other", "third"):
        shutil.copytree(sample, sample.parent / name)
    more = ["--train", "other", "third", "--test", "sample", *OWN, "--baseline", "length_words"]
    assert main(["experiment", "transfer", "--output", "out/t.json", *more]) == 0
    report = json.loads((sample.parent / "out/t.json").read_text("utf-8"))
    assert report["train"] == ["other", "third"]
    result = report["results"]
    assert (report["data"], result["systems"], result["documents"]) == ("sample", 5, 10)
    against = result["metrics"]["lite2pyramid_p2c"]["against"]
    assert 0 < against["williams_p"] <= 1 and 0 < against["permutation_p"]["system_pearson"] <= 1
    assert capsys.readouterr().out.startswith("## sample, whole; judge trained on other, third\n")
