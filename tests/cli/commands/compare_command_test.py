"""`compare` from the command line, on the sample: systems, metrics, plots, mistakes."""

import json

import pytest

from helpers.support import read_lines, write_lines
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
    assert report["systems"][0]["system"] == "copy-key" and report["not_finite"] == {}
    drawn = (here / "c.svg").read_text("utf-8")
    assert all(row["system"] in drawn for row in report["systems"]) and "share a letter" in drawn
    printed = capsys.readouterr().out
    assert "Systems that share a letter do not differ significantly." in printed


def test_two_systems_with_the_documents_that_differ_most(demo_folder, here, capsys):
    more = ["--metrics", METRIC, "--systems", "terse", "copy-key"]
    assert compare(demo_folder, *more, "--output", "c.json", "--details") == 0
    report = json.loads((here / "c.json").read_text("utf-8"))
    (pair,) = report["pairs"]
    assert (pair["first"], pair["better"]) == ("terse", "copy-key") and len(
        pair["largest_differences"]
    ) == 5
    printed = capsys.readouterr().out
    assert printed.count("\nterse − copy-key: -") == 1


def test_metrics_against_human_scores(demo_folder, here, capsys):
    more = ["--human", "litepyramid_recall", "--metrics", METRIC, "lite3pyramid_p2c"]
    assert compare(demo_folder, *more, "--output", "c.json", "--plot", "c.png") == 0
    report = json.loads((here / "c.json").read_text("utf-8"))
    assert [(pair["level"], pair["coefficient"]) for pair in report["pairs"][:2]] == [
        ("system", "pearson"),
        ("system", "spearman"),
    ]
    assert (here / "c.png").stat().st_size > 5000
    printed = capsys.readouterr().out
    assert printed.startswith(
        "lite2pyramid_p2c does not differ significantly from lite3pyramid_p2c in agreement with"
    )
    assert (
        max(map(len, printed.splitlines())) <= 100 and "Holm" not in printed and "−" not in printed
    )
    assert compare(demo_folder, *more, "--details") == 0
    assert "lite2pyramid_p2c − lite3pyramid_p2c" in capsys.readouterr().out


def test_names_command_no_terminal(here, capsys):
    names = ["\x1b]0;owned\x07", "\x9b2J\u202eb"]
    lines = [
        {
            "instance_id": f"{place}",
            "summarizer_id": name,
            "summarizer_type": "peer",
            "metrics": {"m": place % 3},
        }
        for place in range(6)
        for name in names
    ]
    write_lines(here / "s.jsonl", lines)
    assert main(["compare", "--scores", "s.jsonl", "--metrics", "m"]) == 0
    assert (
        main(["compare", "--scores", "s.jsonl", "--metrics", "m", "--systems", "\x1bc", names[0]])
        == 1
    )
    with pytest.raises(SystemExit):
        main(["compare", "--scores", "s.jsonl", f"--{names[0]}"])
    printed = "".join(capsys.readouterr())
    assert not set(printed) & set("\x1b\x07\x9b\u202e")
    assert "\\u001b]0;owned\\u0007" in printed and "\\u009b2J\\u202eb" in printed


def test_scores_that_are_not_finite_are_counted(demo_folder, here):
    lines = read_lines(demo_folder / "scores.jsonl")
    lines[0]["metrics"]["lite2pyramid"]["p2c"] = float("nan")
    write_lines(here / "s.jsonl", lines)
    assert main(["compare", "--scores", "s.jsonl", "--metrics", METRIC, "--output", "c.json"]) == 0
    report = json.loads((here / "c.json").read_text("utf-8"))
    assert report["not_finite"] == {METRIC: 1}
    assert sorted(row["documents"] for row in report["systems"]) == [9, 10, 10, 10, 10]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--metrics", "rouge"], "no metric 'rouge'; known: lite2pyramid_l2c, lite2pyramid_p2c"),
        (
            ["--metrics", METRIC, "--systems", "lead", "gpt"],
            "no scores of the system 'gpt'; the systems are: confused, copy",
        ),
        (
            ["--metrics", METRIC, "--systems", "lead"],
            "pass two or more different systems, not lead",
        ),
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
        (
            ["--metrics", METRIC, METRIC],
            "a comparison needs two metrics or more, not lite2pyramid_p2c",
        ),
    ],
)
def test_mistakes(demo_folder, here, capsys, more, message):
    assert compare(demo_folder, *more) == 1
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("form", ["markdown", "latex"])
def test_tables_for_a_paper(demo_folder, here, capsys, form):
    before, after = ("**", "**") if form == "markdown" else (r"\textbf{", "}")
    assert compare(demo_folder, "--format", form, "--require-better", "copy-key", "terse") == 0
    printed = capsys.readouterr().out
    bold = [
        name
        for name in ("copy-key", "paraphrase", "confused", "lead", "terse")
        if is_bold(printed, name, before)
    ]
    assert bold == ["copy-key", "paraphrase", "confused", "lead"], (
        "terse alone scores significantly lower"
    )
    assert printed.startswith(
        "Required: copy-key" if form == "markdown" else r"\begin{tabular}{lrrr}"
    )
    names = [METRIC, "lite3pyramid_l2c"]
    assert compare(demo_folder, "--format", form, "--metrics", *names) == 0
    printed = capsys.readouterr().out
    assert (
        printed.count("not significantly lower (Holm") == 2
        and f"{before}0.667 [" in printed
        and "(0.647)" in printed
    )
    words = ["agreement", str(demo_folder), "--format", form, "--resamples", "100"]
    assert main([*words, "--plot", "a.svg"]) == 0
    printed, drawn = capsys.readouterr().out, (here / "a.svg").read_text("utf-8")
    assert printed.count("differences are not tested") == 3 and printed.count(f"{before}0.") >= 9
    assert before + "length in words" not in printed and "length in words" in printed
    assert drawn.count("paraphrase") >= 4 and "mean lite3pyramid_l2c" in drawn and after in printed


def is_bold(printed, name, mark):
    (line,) = (
        line for line in printed.splitlines() if line.removeprefix("| ").startswith(f"{name} ")
    )
    return mark in line
