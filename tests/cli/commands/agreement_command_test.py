"""`agreement` from the command line, on the sample; its correlations are those of SacreROUGE."""

import json
from pathlib import Path

import pytest

from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid import agreement
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.demo import SAMPLE
from sacrerouge_litepyramid.evaluation.sentinels import CONTENT_WORDS, LENGTH

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


def test_without_names_all_metrics_but_human_scores(demo_folder, here):
    assert measure(demo_folder, "--output", "a.json") == 0
    rows = json.loads((here / "a.json").read_text("utf-8"))["rows"]
    metrics = {row["metric"] for row in rows if row["level"] != "unit"}
    assert metrics - {CONTENT_WORDS, LENGTH} == {
        f"lite{n}pyramid_{m}" for n in (2, 3) for m in ("p2c", "l2c")
    }


def test_sentinels_stand_beside_metrics_and_a_metric_that_is_no_better_is_warned_of(
    demo_folder, here, capsys
):
    assert (
        measure(
            demo_folder, "--metrics", METRIC, "lite3pyramid_p2c", "--output", "a.json", "--details"
        )
        == 0
    )
    report, printed = json.loads((here / "a.json").read_text("utf-8")), capsys.readouterr().out
    kinds = [
        (row["metric"], row["level"])
        for row in report["rows"]
        if row["metric"] in (CONTENT_WORDS, LENGTH)
    ]
    assert kinds == [
        (name, level)
        for name in (CONTENT_WORDS, LENGTH)
        for level in ("system", "summary")
        for _ in "rst"
    ]
    lengths = {
        row["metric"]: row["value"]
        for row in report["rows"]
        if row["coefficient"] == "pearson_with_length"
    }
    assert (
        f"r with length, within documents: {METRIC} {lengths[METRIC]:.3f}, lite3pyramid_p2c"
        in printed
    )
    printed = " ".join(printed.split())
    warned = [
        each.partition("]. ")[0] for each in printed.split("Warning: ") if "counting words" in each
    ]
    assert (
        len(warned) == 1
        and METRIC not in warned[0]
        and ": lite3pyramid_p2c +0.029 [-0.096, 0.154" in warned[0]
    )
    assert "a constant metric has the share of human ties" in printed


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


def scores(name, values):
    """Write the sample's human scores, some replaced, and return the arguments that correlate them
    with a metric.
    """
    lines = read_lines(SAMPLE / "metrics.jsonl")
    for line, value in zip(lines, values, strict=False):
        line["metrics"][PEOPLE] = value
    write_lines(Path(name), lines)


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_scores_that_are_not_finite_are_left_out_and_counted_once(demo_folder, here, capsys, value):
    scores("people.jsonl", [value, None])
    files = ["people.jsonl", str(demo_folder / "scores.jsonl")]
    agreement = [
        "agreement",
        "--scores",
        *files,
        "--metrics",
        "lite2pyramid_p2c",
        "--resamples",
        "0",
    ]
    assert main([*agreement, "--output", "a.json", "--details"]) == 0
    ours = json.loads((here / "a.json").read_text("utf-8"))
    assert ours["not_finite"] == {PEOPLE: 1}
    assert " ".join("".join(capsys.readouterr()).split()).count("NaN or infinite") == 1


def test_correlations_at_three_levels_are_those_of_sacrerouge(demo_folder, here):
    from sacrerouge_litepyramid import plugin  # noqa: F401, I001 (SacreROUGE cannot be imported before it)
    from sacrerouge.commands.correlate import compute_correlation

    files = [str(demo_folder / name) for name in ("metrics.jsonl", "scores.jsonl")]
    words = [
        "agreement",
        "--scores",
        *files,
        "--metrics",
        METRIC,
        "--resamples",
        "0",
        "--output",
        "a.json",
    ]
    assert main(words) == 0
    rows = json.loads((here / "a.json").read_text("utf-8"))["rows"]
    found = {(row["level"], row["coefficient"]): row["value"] for row in rows}
    theirs = compute_correlation(files, PEOPLE, METRIC, "peer")
    names = {"system_level": "system", "summary_level": "summary", "global": "global"}
    expected = {
        (level, coefficient): theirs[key][coefficient][short]
        for key, level in names.items()
        for coefficient, short in (("pearson", "r"), ("spearman", "rho"), ("kendall", "tau"))
    }
    assert {name: found[name] for name in expected} == pytest.approx(expected, abs=1e-12)


def test_python_measures_what_the_command_does(demo_folder, here):
    assert measure(demo_folder, "--output", "a.json") == 0
    expected = json.loads((here / "a.json").read_text("utf-8"))
    found = agreement(demo_folder, resamples=10)
    assert {
        "version": expected["version"],
        **json.loads(json.dumps(found.to_dict(), allow_nan=False)),
    } == expected
    assert "majority, units of lite2pyramid_p2c" in found["metric"] and "AUC" in found.details()
