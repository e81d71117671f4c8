"""One user's afternoon, from a table of outputs to an estimate from few labels, by short
commands.
"""

import json
import shlex

import pytest

from helpers.support import read_lines
from helpers.vote_forms import fill_vote_form
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.demo import SAMPLE
from sacrerouge_litepyramid.io.table_files import write_table

#: the command of each step, and what it prints
AFTERNOON = {
    "evaluate-table outputs.csv --output-dir out --human coverage": "By lite2pyramid (lexical), "
    "copy-key has",
    "agreement out": "words agrees best with coverage",
    "compare out --metrics lite2pyramid_p2c words": "lite2pyramid_p2c does not differ "
    "significantly from words",
    "compare out --systems paraphrase copy-key": "copy-key scores significantly higher than "
    "paraphrase.",
    "report out": "out/report.html: ",
    "plan-labels out --systems paraphrase copy-key --budget 80": "80 of 150 labels (53.3%), design "
    "active",
    "make-label-form out --annotators ann bob --overlap 0.2": "20 summaries, 80 labels, 17 of them "
    "twice",
    "import-labels out": "80 of 80 planned labels",
    "estimate out": "paraphrase and copy-key do not differ significantly.",
}


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with a table of the sample's outputs, units, human scores, and lengths as another
    metric.
    """
    monkeypatch.chdir(tmp_path)
    human = [line["metrics"]["litepyramid_recall"] for line in read_lines(SAMPLE / "metrics.jsonl")]
    units = {line["instance_id"]: line["units"] for line in read_lines(SAMPLE / "scus.jsonl")}
    rows = [
        {
            "doc_id": line["instance_id"],
            "model": line["summarizer_id"],
            "output": line["summary"]["text"],
            "units": json.dumps([unit["text"] for unit in units[line["instance_id"]]]),
            "coverage": score,
            "words": len(line["summary"]["text"].split()),
        }
        for line, score in zip(read_lines(SAMPLE / "summaries.jsonl"), human, strict=True)
    ]
    write_table(tmp_path / "outputs.csv", rows)
    return tmp_path


def save_forms(folder):
    """Vote as the sample's labels say, and save in the folder of the forms what Save writes
    there.
    """
    units = {
        line["instance_id"]: [unit["text"] for unit in line["units"]]
        for line in read_lines(SAMPLE / "scus.jsonl")
    }
    labels = {
        (summary["summary"]["text"], unit): label
        for summary, line in zip(
            read_lines(SAMPLE / "summaries.jsonl"), read_lines(SAMPLE / "labels.jsonl"), strict=True
        )
        for unit, label in zip(units[line["instance_id"]], line["labels"], strict=True)
    }
    for form in sorted(folder.glob("labels-*.html")):
        fill_vote_form(form, lambda summary, unit: labels[summary, unit])


def test_an_afternoon_from_a_table_to_an_estimate(here, capsys):
    for command, printed in AFTERNOON.items():
        if command.startswith("import-labels"):
            save_forms(here / "out/forms")
        assert main(shlex.split(command)) == 0, command
        assert printed in capsys.readouterr().out, command
    scores = read_lines(here / "out/planned_labels.jsonl")
    assert (
        scores[0]["systems"] == ["copy-key", "paraphrase"] and (here / "out/report.html").exists()
    )
