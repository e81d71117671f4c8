"""`agreement` from the command line, on the sample."""

import json
from pathlib import Path

from sacrerouge_litepyramid.__main__ import main


def test_a_table_of_scores_has_its_human_column_by_its_name(here, capsys):
    rows = [f"{doc},{name},.{doc}{name},{doc + name}" for doc in range(6) for name in range(4)]
    table = Path("scores.csv")
    table.write_text("\n".join(["doc,system,rouge,Rating", *rows]), "utf-8")
    words = ["agreement", "--scores", "scores.csv", "--resamples", "10"]
    assert main(words) == 0
    assert capsys.readouterr().out.startswith("rouge against Rating: ")
    table.write_text(table.read_text("utf-8").replace("rouge", "coverage"), "utf-8")
    assert main(words) == 1
    message = "each of the columns 'coverage', 'Rating' may be the human score; name it: --human"
    assert f"scores.csv: {message} coverage" in capsys.readouterr().err


def test_rows_and_labels(demo_folder, here, capsys):
    words = ["agreement", str(demo_folder), "--resamples", "10"]
    words += ["--metrics", "lite2pyramid_p2c", "lite3pyramid_p2c"]
    assert main([*words, "--output", "a.json", "--details"]) == 0
    printed = capsys.readouterr().out
    report = json.loads((here / "a.json").read_text("utf-8"))
    levels = set()
    for row in report["rows"]:
        levels.add(row["level"])
        if row["coefficient"] == "auc":
            assert f"{row['value']:.3f} [{row['low']:.3f}, {row['high']:.3f}]" in printed
    assert levels == {"system", "summary", "global", "unit"}
    assert {"AUC", "F1", "ECE", "Brier"} <= set(printed.split())

    assert main(words) == 0
    short = capsys.readouterr().out
    first = "lite2pyramid_p2c has the highest r with litepyramid_recall of 2 metrics: r over"
    assert short.startswith(first)
    assert "AUC" not in short, "only the details have it"
    assert "Labels of units agreed with: lite2pyramid_p2c 80.3%; majority" in short
