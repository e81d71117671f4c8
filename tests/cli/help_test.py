"""The help of the whole command line, of a command, of a metric, and of their options."""

import re

import pytest

from sacrerouge_litepyramid.cli import names
from sacrerouge_litepyramid.cli.main import build_command_parser, main
from sacrerouge_litepyramid.cli.sacrerouge_commands import list_options

KNOWN = names.read_names()
GROUPS = list(KNOWN["groups"])
COMMANDS = [name for name in names.list_commands() if name not in (*GROUPS, "setup-dataset")]


@pytest.fixture(scope="module")
def parsers():
    """By name the parsers of this package's commands, data sets and metrics."""
    return {name: build_command_parser(name) for name in names.list_bound()}


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"]])
def test_the_overview_lists_every_name_once(words, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "92")
    assert main(words) == 0
    printed = capsys.readouterr().out
    own = [name for name in names.list_commands() if " " not in name]
    for name in (*own, *KNOWN["metrics"], *KNOWN["data sets"]):
        assert len(re.findall(rf"^  {name}  ", printed, flags=re.MULTILINE)) == 1, name
    for name in (*KNOWN["sacrerouge"]["commands"], *KNOWN["sacrerouge"]["metrics"]):
        assert printed.partition("SacreROUGE's commands:")[2].split().count(name) == 1, name
    assert max(map(len, printed.splitlines())) <= 90


@pytest.mark.parametrize("words", [["setup-dataset"], ["setup-dataset", "--help"]])
def test_setup_dataset_alone_lists_the_data_sets(words, capsys):
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert all(name in printed for name in (*KNOWN["data sets"], *KNOWN["sacrerouge"]["data sets"]))


@pytest.mark.parametrize("words", [["train"], ["experiment", "--help"]])
def test_a_group_alone_lists_its_commands(words, capsys):
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"usage: sacrerouge-litepyramid {words[0]} NAME")
    assert set(re.findall(r"^  ([a-z-]+)  ", printed, flags=re.MULTILINE)) == set(KNOWN["groups"][words[0]])


@pytest.mark.parametrize("name", [*COMMANDS, "setup-dataset rose", "lite2pyramid score"])
def test_the_help_of_a_command_describes_it_and_ends_with_an_example(name, capsys):
    words = name.split()
    with pytest.raises(SystemExit) as stopped:
        main([*words, "--help"])
    printed = " ".join(capsys.readouterr().out.split())
    assert stopped.value.code == 0
    assert printed.startswith(f"usage: sacrerouge-litepyramid {' '.join(words)} ")
    assert f"example: sacrerouge-litepyramid {' '.join(words)}" in printed
    assert ["All required" in printed, "doctor" in printed] != [True, True], "doctor does not run for its help"


def test_every_option_has_help_and_is_spelled_with_hyphens(parsers):
    assert len(parsers) > 50
    actions = [(name, each) for name, parser in parsers.items() for each in list_options(parser)]
    assert [f"{name} {each.dest}" for name, each in actions if not each.help] == []
    shown = {option for _, each in actions for option in each.option_strings}
    assert "--evidence-output" in shown and [option for option in shown if "_" in option] == []


@pytest.mark.parametrize("words", [["lite2pyramid"], ["lite2pyramid", "--help"], ["chrf"]])
def test_a_metric_alone_prints_its_own_help(words, capsys):
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"usage: sacrerouge-litepyramid {words[0]} ")
    assert "evaluate" in printed and "score" in printed
