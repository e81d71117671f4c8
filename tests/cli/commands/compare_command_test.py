"""`compare` from the command line, on the sample: systems, metrics, plots, mistakes."""

import json

import pytest

from sacrerouge_litepyramid.__main__ import main

METRIC = "lite2pyramid_p2c"


def compare(demo_folder, *more):
    return main(["compare", str(demo_folder), *more])


def test_all_systems_with_a_plot(demo_folder, here, capsys):
    assert (
        compare(
            demo_folder, "--metrics", METRIC, "--output", "c.json", "--plot", "c.svg", "--details"
        )
        == 0
    )
    report = json.loads((here / "c.json").read_text("utf-8"))
    assert len(report["systems"]) == 5 and len(report["pairs"]) == 10
    assert report["systems"][0]["system"] == "copy-key"
    drawn = (here / "c.svg").read_text("utf-8")
    assert all(row["system"] in drawn for row in report["systems"]) and "share a letter" in drawn
    printed = capsys.readouterr().out
    assert "Systems that share a letter do not differ significantly." in printed


def test_metrics_against_human_scores(demo_folder, here, capsys):
    more = ["--human", "litepyramid_recall", "--metrics", METRIC, "lite3pyramid_p2c"]
    assert compare(demo_folder, *more, "--output", "c.json", "--plot", "c.png") == 0
    first = json.loads((here / "c.json").read_text("utf-8"))["pairs"][0]
    assert (first["level"], first["coefficient"]) == ("system", "pearson")
    assert (here / "c.png").stat().st_size > 5000
    printed = " ".join(capsys.readouterr().out.split())
    assert printed.startswith(
        "lite2pyramid_p2c does not differ significantly from lite3pyramid_p2c in agreement with "
        "litepyramid_recall within documents: r over systems "
    )


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (
            ["--metrics", METRIC, "--systems", "lead", "lead"],
            "pass two or more different systems, not lead, lead",
        ),
        (
            ["--metrics", METRIC, "--plot", "x.txt"],
            "a figure must end in .png, .svg, .pdf, not 'x.txt'",
        ),
        (["--human", "litepyramid_recall"], "--human needs two or more --metrics to compare"),
        (
            ["--human", "litepyramid_recall", "--metrics", METRIC, "x", "--systems", "lead"],
            "NEW, --systems and --require-not-worse compare systems",
        ),
    ],
)
def test_mistakes(demo_folder, here, capsys, more, message):
    assert compare(demo_folder, *more) == 1
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "bold"),
    [
        (f"compare {{}} --format latex --metrics {METRIC} lite3pyramid_l2c", r"\textbf{{0.653 ["),
        ("agreement {} --format markdown --resamples 10 --plot a.svg", "**0."),
    ],
)
def test_tables_for_a_paper(demo_folder, here, capsys, words, bold):
    assert main([word.format(demo_folder) for word in words.split()]) == 0
    assert bold.format() in capsys.readouterr().out
    assert ("--plot" in words) == (here / "a.svg").exists()
