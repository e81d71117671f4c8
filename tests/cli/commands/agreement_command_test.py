"""`agreement` from the command line, on the sample."""

import json

from sacrerouge_litepyramid.__main__ import main


def test_rows_tests_and_labels(demo_folder, here, capsys):
    words = ["agreement", str(demo_folder), "--resamples", "10", "--baseline", "lite3pyramid_p2c"]
    words += ["--metrics", "lite2pyramid_p2c", "lite3pyramid_p2c"]
    assert main([*words, "--output", "a.json", "--details"]) == 0
    report = json.loads((here / "a.json").read_text("utf-8"))
    assert {row["level"] for row in report["rows"]} == {"system", "summary", "global", "unit"}
    assert [test["metric"] for test in report["tests"]] == ["lite2pyramid_p2c"] * 7
    row = next(row for row in report["rows"] if row["coefficient"] == "auc")
    printed = capsys.readouterr().out
    assert f"{row['value']:.3f} [{row['low']:.3f}, {row['high']:.3f}]" in printed
    assert main(words) == 0
    short = capsys.readouterr().out
    assert short.startswith("lite2pyramid_p2c agrees best with litepyramid_recall: r over")
    assert max(map(len, short.splitlines())) <= 100 and "AUC" not in short
    assert "Labels of units agreed with: lite2pyramid_p2c 80.3%; majority" in short
