"""`experiment benchmark`: rows by hand, outside judges, held-out folds, runs that continue."""

import json
import re
import shutil

import numpy as np
import pytest
from scipy import stats

from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.corpora.data_set import setup_dataset
from sacrerouge_litepyramid.experiments.benchmark import PUBLISHED, run_benchmark
from sacrerouge_litepyramid.io.labels import read_labelled_folder
from sacrerouge_litepyramid.io.preferences import Preference, write_preferences
from sacrerouge_litepyramid.io.units import read_units
from sacrerouge_litepyramid.judges.judge import TrainingData
from sacrerouge_litepyramid.judges.lexical import LexicalJudge
from sacrerouge_litepyramid.meta_evaluation.sentinels import CONTENT_WORDS, LENGTH, ROUGE
from sacrerouge_litepyramid.signature import digest_units
from sacrerouge_litepyramid.statistics.agreement import CONSTANT_RULES
from sacrerouge_litepyramid.verdict.demo import SAMPLE

OUTSIDE = """
import numpy as np
from sacrerouge_litepyramid.judges.judge import Judge, PairJudge

@Judge.register("first-letters")
class FirstLetters(PairJudge):
    classes = 2

    def predict_pairs(self, pairs):
        return np.array([[float(pair.unit[0] in pair.summary), 0.5] for pair in pairs])

    def identity(self):
        return {"type": "first-letters"}
"""
QUICK = {"resamples": 40}


@pytest.fixture
def data(tmp_path, monkeypatch):
    """The sample under the name of a set."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(SAMPLE, tmp_path / "data/pyrxsum")
    return tmp_path / "data"


def read(folder):
    return json.loads((folder / "benchmark.json").read_text("utf-8"))["sets"]


def test_a_judge_from_outside_joins_the_table(data, monkeypatch, capsys):
    monkeypatch.syspath_prepend(str(data.parent))
    (data.parent / "outside_judge.py").write_text(OUTSIDE)
    words = "experiment benchmark --data-dir data --output-dir out --judge lexical first-letters"
    assert main([*words.split(), "--include-packages", "outside_judge"]) == 0
    (measured,) = read(data.parent / "out")
    assert list(measured["estimates"]) == [
        "lexical",
        "first-letters",
        CONTENT_WORDS,
        LENGTH,
        "constant",
        ROUGE,
    ]
    assert list(measured["differences"]) == [
        name for name in measured["estimates"] if name != CONTENT_WORDS
    ]
    printed = capsys.readouterr().out
    assert (
        re.search(r"^first-letters  .*0\.\d{3} \[", printed, re.MULTILINE) and "*0.740*" in printed
    )
    assert "*0.740*" in (data.parent / "out/benchmark.md").read_text("utf-8")


def test_figures_are_those_of_the_data(data):
    run_benchmark(["pyrxsum"], data_dir=data, judge=["lexical"], output_dir="out", **QUICK)
    (measured,) = read(data.parent / "out")
    labelled = read_labelled_folder(data / "pyrxsum")
    lengths = [len(item.summary.split()) for item in labelled for _ in item.labels]
    labels = [label for item in labelled for label in item.labels]
    length = measured["estimates"][LENGTH]
    assert length["unit_r"]["value"] == pytest.approx(stats.pearsonr(lengths, labels)[0])
    human = [np.dot(item.labels, [unit.weight for unit in item.units]) for item in labelled]
    human = np.divide(human, [sum(unit.weight for unit in item.units) for item in labelled])
    words = [len(item.summary.split()) for item in labelled]
    assert length["global_pearson"]["value"] == pytest.approx(stats.pearsonr(words, human)[0])
    rows = [[place for place, item in enumerate(labelled) if item.instance_id == name] for name in
            dict.fromkeys(item.instance_id for item in labelled)]  # fmt: skip
    taus = [stats.kendalltau(np.array(words)[row], human[row])[0] for row in rows]
    assert length["summary_kendall"]["value"] == pytest.approx(np.mean(taus))
    constant = measured["estimates"]["constant"]
    assert (
        constant["unit_auc"] == {"value": 0.5, "low": 0.5, "high": 0.5}
        and constant["unit_r"]["value"] is None
    )
    for name, cell in measured["differences"][LENGTH].items():
        assert cell["value"] == pytest.approx(
            length[name]["value"] - measured["estimates"][CONTENT_WORDS][name]["value"]
        )
        assert cell["low"] <= cell["value"] <= cell["high"]


def test_a_judge_that_was_fitted_to_the_set_is_held_out(data, monkeypatch):
    units = [
        unit
        for document in read_units(data / "pyrxsum/scus.jsonl").values()
        for unit in document.units
    ]
    known = TrainingData("the sample", [digest_units(units)["sha256"]])
    monkeypatch.setattr(LexicalJudge, "training_data", known)
    run_benchmark(data_dir=data, judge=["lexical"], output_dir="out", **QUICK)
    (measured,) = read(data.parent / "out")
    assert next(iter(measured["estimates"])) == "lexical, held-out folds"


def test_preferences_of_pairs(data):
    folder = data / "ragchecker"
    shutil.move(data / "pyrxsum", folder)
    for name in ("scus.jsonl", "stus.jsonl", "labels.jsonl"):
        (folder / name).unlink()
    lines = read_lines(folder / "metrics.jsonl")
    names = [line["instance_id"] for line in lines if line["summarizer_id"] == "lead"]
    for line in lines:
        line["metrics"] = {
            "human_completeness": 0.0,
            "ragchecker_completeness": len(line["summarizer_id"]),
        }
    write_lines(folder / "metrics.jsonl", lines)
    votes = [(float(place), float(place % 3)) for place in range(len(names))]
    pairs = [
        Preference(name, "lead", "terse", {"completeness": vote})
        for name, vote in zip(names, votes, strict=True)
    ]
    write_preferences(folder / "preferences.jsonl", pairs)
    run_benchmark(data_dir=data, judge=["lexical"], output_dir="out", **QUICK)
    (measured,) = read(data.parent / "out")
    assert set(measured["estimates"]["lexical"]) == {"preferences_pearson", "preferences_spearman"}
    words = {(line["instance_id"], line["summarizer_id"]): len(line["summary"]["text"].split())
             for line in read_lines(folder / "summaries.jsonl")}  # fmt: skip
    gaps = [words[name, "terse"] - words[name, "lead"] for name in names for _ in "ab"]
    expected = stats.spearmanr(gaps, np.concatenate(votes))[0]
    assert measured["estimates"][LENGTH]["preferences_spearman"]["value"] == pytest.approx(expected)
    assert measured["estimates"]["ragchecker_completeness"]["preferences_pearson"]["value"] is None


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"names": ["xsum"]},
            "data: no data set xsum; setup-dataset writes those of the benchmark: realsumm, pyrxsum",
        ),
        ({"data_dir": "none"}, "none: no data set; setup-dataset writes those of the benchmark"),
        (
            {"judge": ["lexical", '{"type": "lexical"}']},
            "judge: two have the same name; rows: lexical, recall",
        ),
    ],
)
def test_mistakes(data, given, message):
    settings = {"data_dir": "data", "judge": ["lexical"], "output_dir": "out", **QUICK, **given}
    with pytest.raises(ValueError, match=re.escape(message)):
        run_benchmark(settings.pop("names", ()), **settings)


def test_published_figures_name_their_column_and_source():
    for facts in PUBLISHED["sets"].values():
        assert facts["constant"] in CONSTANT_RULES
        for figures in [*facts["published"], *facts.get("published_from_references", ())]:
            assert {"name", "source"} < set(figures) and set(figures) - {"name", "source"} <= set(
                PUBLISHED["columns"]
            )


def test_published_figures_are_those_of_units_of_the_same_source(data):
    run_benchmark(data_dir=data, judge=["lexical"], output_dir="out", **QUICK)
    (written,) = read(data.parent / "out")
    for name in ("scus.jsonl", "labels.jsonl"):
        (data / "pyrxsum" / name).unlink()
    run_benchmark(data_dir=data, judge=["lexical"], output_dir="out", **QUICK)
    (extracted,) = read(data.parent / "out")
    assert "1e-10" in written["title"]
    assert [row["summary_pearson"] for row in written["published"]] == [0.74, 0.71]
    assert [row["summary_pearson"] for row in extracted["published"]] == [0.51, 0.56]


@pytest.mark.numbers
def test_released_figures_of_summhay(shared, tmp_path):
    setup_dataset(
        "summhay", tmp_path / "summhay", source=shared / "data/summhay/eval_benchmark_data.json"
    )
    run_benchmark(
        data_dir=tmp_path,
        judge=["lexical"],
        output_dir=tmp_path / "out",
    )
    (measured,) = read(tmp_path / "out")
    cells = {row: tuple(cells[name]["value"] for name in ("unit_r", "global_pearson"))
             for row, cells in measured["estimates"].items() if cells["unit_r"]["value"] is not None}  # fmt: skip
    readme = {
        "lexical": (0.699, 0.787), "prompted_gpt-4o": (0.716, 0.801), "prompted_claude3-opus": (0.677, 0.739),
        "prompted_gemini-1.5-pro": (0.751, 0.818), "prompted_gpt3.5": (0.495, 0.639), LENGTH: (0.114, 0.184),
        "prompted_claude3-haiku": (0.498, 0.561), CONTENT_WORDS: (0.643, 0.706),
    }  # fmt: skip
    for row, expected in readme.items():
        assert cells[row] == pytest.approx(expected, abs=0.005), row
