"""Another package's judge, metric, extractor and data set are one file each, known by name."""

import json
import sys

import pytest

from helpers.forked import SACREROUGE

FILES = {
    "dummy_judge.py": """
import numpy as np
from sacrerouge_litepyramid.judges.judge import Judge, PairJudge

@Judge.register("first-word")
class FirstWord(PairJudge):
    classes = 2
    description = "the judge of first words"

    def predict_pairs(self, pairs):
        return np.array([[2.0 * (pair.unit.split()[0] in pair.summary.split()) - 1, 0.0] for pair in pairs])

    def identity(self):
        return {"type": "first-word"}
""",
    "dummy_metric.py": """
import sacrerouge_litepyramid.plugin
from sacrerouge.data import MetricsDict
from sacrerouge.metrics import Metric, ReferenceBasedMetric

@Metric.register("word-ratio")
class WordRatio(ReferenceBasedMetric):
    \"\"\"The number of words of a summary as a share of its reference's.

    Args:
        longest: count no more words than this.
    \"\"\"

    def __init__(self, longest: int = 100):
        super().__init__()
        self.longest = longest

    def score_multi_all(self, summaries_list, references_list, **kwargs):
        results = []
        for summaries, references in zip(summaries_list, references_list, strict=True):
            results.append([self.compare(summary, references[0]) for summary in summaries])
        return results

    def compare(self, summary, reference):
        return MetricsDict({"word-ratio": min(len(summary.split()), self.longest) / len(reference.split())})
""",
    "dummy_extractor.py": """
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.extractor import UnitExtractor

@UnitExtractor.register("words")
class Words(UnitExtractor):
    def extract(self, references):
        return [[Unit(word, kind="stu", sentence=0) for word in reference.split()] for reference in references]

    def identity(self):
        return {"type": "words"}
""",
    "dummy_data.py": """
from sacrerouge_litepyramid.corpora.data_set import DataSet
from sacrerouge_litepyramid.io.files import write_json_lines

@DataSet.register("one-line")
class OneLine(DataSet):
    description = "One summary"
    example = "data/one"
    files = ("summaries.jsonl",)

    def setup(self, output):
        line = {"instance_id": "a", "summarizer_id": "x", "summarizer_type": "peer", "summary": {"text": "a cat"},
                "references": [{"text": "a black cat"}], "documents": [{"text": "-"}]}
        write_json_lines(output / "summaries.jsonl", [line])
        return {"dataset": "one-line", "summaries": 1}
""",
}
SCRIPT = """
import json
from sacrerouge_litepyramid import score
from sacrerouge_litepyramid.corpora.data_set import setup_dataset
import dummy_data, dummy_extractor, dummy_judge

given = {"summaries": ["a cat"], "references": ["a black cat"]}
units = score(**given, extractor="words", judge="first-word")
print(json.dumps([units.scores[0]["l2c"], units.signature["judge"]]))
setup_dataset("one-line", "data")
config = {"metrics": [{"type": "word-ratio"}, {"type": "lite3pyramid", "judge": "first-word", "extractor": "words"}],
          "dataset_reader": {"type": "reference-based"}, "input_files": ["data/summaries.jsonl"]}
with open("config.json", "w") as file:
    json.dump(config, file)
"""
#: as `sacrerouge-litepyramid`
OWN_PROGRAM = "import sys; from sacrerouge_litepyramid.__main__ import main; sys.exit(main())"


@pytest.fixture
def folder(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture
def run_python(folder, fork_server):
    """Return a function that runs a Python of its own in the folder, and returns what it prints."""

    def run(script, *words):
        done = fork_server.run(script, *words, folder=folder)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def test_one_file_each_and_their_names_are_known(folder, run_python):
    found, judge = json.loads(run_python(SCRIPT).splitlines()[0])
    assert (found, judge) == (pytest.approx(2 / 3), {"type": "first-word"})

    words = "evaluate --config config.json"
    words += " --macro-output-json macro.json --micro-output-jsonl micro.jsonl"
    packages = "--include-packages sacrerouge_litepyramid dummy_metric dummy_judge dummy_extractor"
    # From Python 3.12 on SacreROUGE's own command does not start.
    program = SACREROUGE if sys.version_info < (3, 12) else OWN_PROGRAM
    run_python(program, *words.split(), *packages.split())
    metrics = json.loads((folder / "macro.json").read_text())["metrics"]
    assert metrics["word-ratio"] == pytest.approx(2 / 3)
    assert metrics["lite3pyramid"]["l2c"] == pytest.approx(2 / 3)


#: the metric is unknown until its package is included
COMMANDS = """
import sys
from sacrerouge_litepyramid.__main__ import main
setup = "setup-dataset one-line data --include-packages dummy_data"
score = "word-ratio score --dataset-reader reference-based --input-files data/summaries.jsonl"
score += " --output-jsonl scores.jsonl"
assert main(score.split()) == 2
assert main(setup.split()) == 0
assert main([*score.split(), "--include-packages", "dummy_metric"]) == 0
main(["word-ratio", "score", "--help", "--include-packages=dummy_metric"])
"""


def test_a_metric_and_a_data_set_are_known_to_the_command_line(folder, run_python):
    printed = " ".join(run_python(COMMANDS).split())
    assert "one-line is in data; summaries: 1" in printed
    line = json.loads((folder / "scores.jsonl").read_text())
    assert line["metrics"]["word-ratio"] == pytest.approx(2 / 3)
    assert "--longest" in printed and "count no more words than this" in printed
