"""`agreement` from the command line, on the sample; its correlations are those of SacreROUGE."""

import json

import pytest

from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.demo import SAMPLE

PEOPLE = "litepyramid_recall"
METRIC = "lite2pyramid_p2c"


def measure(demo_folder, *more):
    return main(["agreement", str(demo_folder), "--resamples", "10", *more])


def test_rows_and_labels(demo_folder, here, capsys):
    more = ["--metrics", "lite2pyramid_p2c", "lite3pyramid_p2c"]
    assert measure(demo_folder, *more, "--output", "a.json", "--details") == 0
    report = json.loads((here / "a.json").read_text("utf-8"))
    assert {row["level"] for row in report["rows"]} == {"system", "summary", "global", "unit"}
    row = next(row for row in report["rows"] if row["coefficient"] == "auc")
    printed = capsys.readouterr().out
    assert f"{row['value']:.3f} [{row['low']:.3f}, {row['high']:.3f}]" in printed
    assert measure(demo_folder, *more) == 0
    short = capsys.readouterr().out
    assert short.startswith("lite2pyramid_p2c agrees best with litepyramid_recall: r over")
    assert max(map(len, short.splitlines())) <= 100 and "AUC" not in short
    assert "Labels of units agreed with: lite2pyramid_p2c 80.3%; majority" in short


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--metrics", "rouge"], "no metric 'rouge'; known: lite2pyramid_l2c, lite2pyramid_p2c"),
        (["--human", "crowd"], "no metric 'crowd'; known: lite2pyramid_l2c"),
        (["--evidence", "e.jsonl"], "e.jsonl: no such file"),
    ],
)
def test_mistakes(demo_folder, here, capsys, more, message):
    assert measure(demo_folder, *more) == 1
    assert message in capsys.readouterr().err


def test_scores_that_are_not_finite_are_counted_once(demo_folder, here, capsys):
    lines = read_lines(SAMPLE / "metrics.jsonl")
    lines[0]["metrics"]["litepyramid_recall"] = float("nan")
    write_lines(here / "people.jsonl", lines)
    files = ["people.jsonl", str(demo_folder / "scores.jsonl")]
    options = ["--metrics", "lite2pyramid_p2c", "--resamples", "0", "--output", "a.json"]
    assert main(["agreement", "--scores", *files, *options, "--details"]) == 0
    report = json.loads((here / "a.json").read_text("utf-8"))
    assert report["not_finite"] == {"litepyramid_recall": 1}
    assert "".join(capsys.readouterr()).count("NaN or infinite") == 1
