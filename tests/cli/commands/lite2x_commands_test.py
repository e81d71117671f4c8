"""mix-units, train regressor and curve from the command line, away from the repository, on the
sample.
"""

import json
import re
import shutil

import pytest

from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.experiments import curve_report
from sacrerouge_litepyramid.io.units import read_units
from sacrerouge_litepyramid.training.mixing import mix_units
from sacrerouge_litepyramid.verdict.demo import SAMPLE

pytest.importorskip("spacy", reason="the embedded parser needs spaCy")
TREES = '{"type": "constituency", "trees": "sample/trees.jsonl"}'


@pytest.fixture
def sample(tmp_path, monkeypatch):
    """A copy of the sample's files in the working directory."""
    monkeypatch.chdir(tmp_path)
    return shutil.copytree(SAMPLE, tmp_path / "sample")


@pytest.fixture
def mix(sample):
    def run(*more):
        inputs = ["sample"]
        return main(["mix-units", *inputs, "--output", "out/units.jsonl", *more])

    return run


def test_the_ends_are_the_files_themselves(mix, sample):
    for percentage, name in (("0", "scus"), ("100", "stus")):
        assert mix("--stus", "sample/stus.jsonl", "--percentage", percentage) == 0
        mixed = (sample.parent / "out/units.jsonl").read_bytes()
        assert mixed == (sample / f"{name}.jsonl").read_bytes()


def test_a_mix_and_what_it_saves(mix, sample, capsys):
    assert mix("--percentage", "50") == 0
    printed = capsys.readouterr().out
    replaced, sentences, saved, before = map(int, re.findall(r"\b\d+\b(?!\.\d|%)", printed)[:4])
    mixed = read_units(sample.parent / "out/units.jsonl")
    kinds = [unit.kind for item in mixed.values() for unit in item.units]
    assert replaced == sentences // 2 and kinds.count("scu") == before - saved


@pytest.mark.usefixtures("sample")
def test_the_authors_rule_replaces_one_sentence_fewer():
    replaced = {}
    for rule in ("paper", "authors"):
        mixed = mix_units("sample", percentage=50, selection="random", rule=rule, output="u.jsonl")
        replaced[rule] = int(str(mixed).split()[2])
    assert replaced["authors"] == replaced["paper"] - 1


@pytest.mark.parametrize(
    "more, message",
    [
        (["--percentage", "101"], "--percentage must be between 0 and 100, not 101.0"),
        (["--percentage", "50", "--features", TREES], "sample/trees.jsonl: no such file"),
        (
            ["--percentage", "50", "--regressor", "sample/folds.json"],
            "folds.json: not an easiness regressor",
        ),
        (
            ["--percentage", "50", "--stus", "sample/one.jsonl"],
            "9 instances have references but no STUs",
        ),
    ],
)
def test_a_wrong_option_gives_one_error_line(mix, sample, capsys, more, message):
    (sample / "one.jsonl").write_text(
        (sample / "stus.jsonl").read_text("utf-8").split("\n")[0], "utf-8"
    )
    assert mix(*more) == 1
    assert message in capsys.readouterr().err
    assert not (sample.parent / "out" / "units.jsonl").exists()


def test_train_regressor_then_mix_with_it(mix, sample, capsys):
    pytest.importorskip("xgboost", reason="training needs XGBoost")
    arguments = ["sample", "--stus", "sample/stus.jsonl", "--folds", "sample/folds.json"]
    arguments += ["--settings", '{"max_depth": 2, "source": "sample", "licence": "Apache-2.0"}']
    assert main(["train", "regressor", *arguments, "--output", "out/own.json"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].split()[1:] == ["sentences,", "5", "folds", "MAE", "Spearman"]
    assert printed[1].split()[0] == "regressor" and 0 <= float(printed[1].split()[1]) <= 1
    provenance = json.loads((sample.parent / "out" / "own.json").read_text("utf-8"))["provenance"]
    assert provenance["settings"]["max_depth"] == 2
    assert provenance["licence"] == "Apache-2.0"
    assert mix("--percentage", "50", "--regressor", "out/own.json") == 0


def test_curve(sample, monkeypatch):
    monkeypatch.setattr(curve_report, "RANDOM_SELECTIONS", 2)
    arguments = ["sample", "--stus", "sample/stus.jsonl", "--resamples", "20"]
    arguments += ["--selection", "regressor", "random", "shortest"]
    assert main(["experiment", "curve", *arguments, "--output-dir", "out"]) == 0
    out = sample.parent / "out"
    report = json.loads((out / "curve.json").read_text("utf-8"))
    assert sorted(path.name for path in out.iterdir()) == ["curve.json", "curve.md"]
    assert report["counts"]["systems"] == 5 and report["counts"]["documents"] == 10
    assert report["judge"]["type"] == "lexical"
    assert list(report["curves"]["p2c"]) == ["regressor", "random", "shortest"]
    assert [point["percentage"] for point in report["curves"]["p2c"]["regressor"]] == list(
        range(0, 101, 10)
    )
