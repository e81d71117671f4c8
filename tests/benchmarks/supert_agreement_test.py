import sys

from supert_agreement import main

from sacrerouge_litepyramid.cli.commands.demo import SAMPLE


def test_a_row_for_each_metric_of_the_sample(monkeypatch, capsys):
    titles = ["whole, f1", "top-clique, f1", "js-relevance"]
    monkeypatch.setattr(sys, "argv", ["supert_agreement.py", "--data", str(SAMPLE), "--only", *titles])
    main()
    head, line, *rows = [
        [cell.strip() for cell in row.strip("|").split("|")] for row in capsys.readouterr().out.splitlines()
    ]
    assert head == ["Metric", "summary r/ρ/τ", "system r/ρ/τ", "summaries", "seconds"]
    assert [row[0] for row in rows] == titles
    for row in rows:
        assert row[3] == "50" and float(row[4]) >= 0, "seconds, rounded"
        assert all(-1 <= float(value) <= 1 for cell in row[1:3] for value in cell.split("/"))
