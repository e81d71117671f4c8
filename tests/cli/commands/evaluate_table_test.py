"""`evaluate-table` from the command line on the sample, and that other commands read all that it
writes.
"""

import json

import pytest

from helpers.support import read_lines, write_table
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.verdict.demo import SAMPLE
from sacrerouge_litepyramid.verdict.report.write import write_report


@pytest.fixture
def table(here):
    """outputs.csv: the sample's outputs, references, human scores and another metric."""
    people = [
        line["metrics"]["litepyramid_recall"] for line in read_lines(SAMPLE / "metrics.jsonl")
    ]
    rows = [
        {
            "Doc ID": line["instance_id"],
            "Model": line["summarizer_id"],
            "Output": line["summary"]["text"],
            "Reference": json.dumps([each["text"] for each in line["references"]]),
            "Human": score,
            "Other Score": len(line["summary"]["text"]),
        }
        for line, score in zip(read_lines(SAMPLE / "summaries.jsonl"), people, strict=True)
    ]
    write_table(here / "outputs.csv", rows)
    return here


def evaluate(*more):
    return main(["evaluate-table", "outputs.csv", "--extractor", "sentence", *more])


def test_one_command_leads_from_a_table_to_a_verdict_that_others_read(table, capsys):
    assert evaluate("--output-dir", "out", "--details") == 0
    printed = capsys.readouterr().out
    assert "out: summaries.jsonl, metrics.jsonl" in printed
    assert "Human score: 'Human'." in printed
    verdict = json.loads((table / "out/verdict.json").read_text("utf-8"))

    # What the verdict says is what the commands say that read the scores.
    metric = "lite3pyramid_p2c"
    assert main(["compare", "out", "--output", "c.json"]) == 0
    compared = json.loads((table / "c.json").read_text("utf-8"))
    assert {name: compared[name] for name in verdict["comparison"]} == verdict["comparison"]
    metrics = ["--metrics", metric, "Other Score"]
    assert main(["agreement", "out", *metrics, "--output", "a.json"]) == 0
    measured = json.loads((table / "a.json").read_text("utf-8"))
    assert all(row in measured["rows"] for row in verdict["agreement"]["rows"])

    write_report("out", title="Summary scores: outputs.csv", output="r.html")
    again = (table / "r.html").read_text("utf-8").replace('"name":"out"', '"name":"outputs.csv"')
    assert again == (table / "out/report.html").read_text("utf-8")


def test_nothing_is_written_unless_a_folder_is_given(table, capsys):
    assert evaluate("--columns", "human=") == 0
    printed = capsys.readouterr().out
    assert "Next: --output-dir DIR keeps the scores" in printed and "Agreement" not in printed
    assert sorted(path.name for path in table.iterdir() if "sqlite" not in path.name) == [
        "outputs.csv"
    ]


def test_without_human_scores_the_trust_is_unknown_and_labels_are_next(table, capsys):
    assert evaluate("--columns", "human=", "--output-dir", "out") == 0
    printed = capsys.readouterr().out
    assert (
        "Trust: unknown. There are no human scores: whether this score ranks these systems as "
        "annotators would is unknown. On PyrXSum, which the judge was not fitted to"
        in " ".join(printed.split())
    )
    assert printed.count("There are no human scores") == 1
    assert "\nNext: sacrerouge-litepyramid plan-labels --budget 100 out\n" in printed
    assert main(["plan-labels", "--budget", "100", "out"]) == 0
