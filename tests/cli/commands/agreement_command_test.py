"""`agreement` from the command line, on the sample; its correlations are those of SacreROUGE."""

import json

import pytest

from sacrerouge_litepyramid.__main__ import main

PEOPLE = "litepyramid_recall"
METRIC = "lite2pyramid_p2c"


def measure(demo_folder, *more):
    return main(["agreement", str(demo_folder), "--resamples", "10", *more])


def test_rows_tests_and_labels(demo_folder, here, capsys):
    more = ["--baseline", "lite3pyramid_p2c", "--metrics", "lite2pyramid_p2c", "lite3pyramid_p2c"]
    assert measure(demo_folder, *more, "--output", "a.json", "--details") == 0
    report = json.loads((here / "a.json").read_text("utf-8"))
    kinds = {(row["metric"], row["level"]) for row in report["rows"]}
    assert len(report["rows"]) == 2 * (9 + 3 + 3) + 2 * 8 + 2 * 6 + 2
    assert ("lite3pyramid_p2c", "global") in kinds and (
        "majority, units of lite2pyramid_p2c",
        "unit",
    ) in kinds
    assert [test["metric"] for test in report["tests"]] == ["lite2pyramid_p2c"] * 7
    printed = capsys.readouterr().out
    row = next(row for row in report["rows"] if row["coefficient"] == "auc")
    assert f"{row['value']:.3f} [{row['low']:.3f}, {row['high']:.3f}]" in printed
    assert "Warning: 10 documents: with fewer than 20" in printed
    assert measure(demo_folder, *more) == 0
    short = capsys.readouterr().out
    assert short.startswith(
        "lite2pyramid_p2c agrees best with litepyramid_recall: r over systems is 0."
    )
    assert "0.647 on these), r within documents is" in " ".join(short.split())
    assert max(map(len, short.splitlines())) <= 100 and "Ties" not in short and "AUC" not in short
    test = next(
        each
        for each in report["tests"]
        if (each["level"], each["coefficient"]) == ("summary", "pearson")
    )
    assert "− lite3pyramid_p2c (p)" in short and f"{test['difference']:+.3f} (" in short
    assert "Labels of units agreed with: lite2pyramid_p2c 80.3%; majority" in short


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--metrics", "rouge"], "no metric 'rouge'; known: lite2pyramid_l2c, lite2pyramid_p2c"),
        (["--human", "crowd"], "no metric 'crowd'; known: lite2pyramid_l2c"),
        (
            ["--baseline", "rouge"],
            "the baseline 'rouge' is not one of the metrics; the metrics are: lite2pyramid_p2c",
        ),
        (["--evidence", "e.jsonl"], "e.jsonl: no such file"),
    ],
)
def test_mistakes(demo_folder, here, capsys, more, message):
    assert measure(demo_folder, *more) == 1
    assert message in capsys.readouterr().err
