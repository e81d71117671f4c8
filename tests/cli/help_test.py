"""The help of the whole command line, of a command, of a metric, and of their options."""

import re

import pytest

from sacrerouge_litepyramid.cli import names
from sacrerouge_litepyramid.cli.command_table import GROUPS
from sacrerouge_litepyramid.cli.main import main
from sacrerouge_litepyramid.cli.sacrerouge_commands import (
    build_parser,
    list_options,
    list_subcommands,
)

COMMANDS = [name for name in names.list_commands() if name not in (*GROUPS, "setup-dataset")]


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"]])
def test_the_overview_lists_every_name_once_on_one_screen(words, capsys):
    assert main(words) == 0
    printed = capsys.readouterr().out
    for name in (*names.list_names(), *names.SACREROUGE_COMMANDS):
        assert len(re.findall(rf"^  {name}  ", printed, flags=re.MULTILINE)) == 1, name
    assert max(map(len, printed.splitlines())) <= 80 and len(printed.splitlines()) <= 50


@pytest.mark.parametrize("words", [["setup-dataset"], ["setup-dataset", "--help"]])
def test_setup_dataset_alone_lists_the_data_sets(words, capsys):
    assert main(words) == 0
    printed = capsys.readouterr().out
    data_sets = names.list_members("setup-dataset")
    assert "pyrxsum" in data_sets and all(f"\n  {name}  " in printed for name in data_sets)


@pytest.mark.parametrize("words", [["train"], ["experiment", "--help"]])
def test_a_group_alone_lists_its_commands(words, capsys):
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"usage: sacrerouge-litepyramid {words[0]} NAME")
    assert set(re.findall(r"^  ([a-z-]+)  ", printed, flags=re.MULTILINE)) == set(GROUPS[words[0]])


@pytest.mark.parametrize("name", [*COMMANDS, "setup-dataset rose"])
def test_the_help_of_a_command_describes_it_and_ends_with_an_example(name, capsys):
    words = name.split()
    with pytest.raises(SystemExit) as stopped:
        main([*words, "--help"])
    printed = " ".join(capsys.readouterr().out.split())
    assert stopped.value.code == 0
    assert printed.startswith(f"usage: sacrerouge-litepyramid {' '.join(words)} ")
    assert f"example: sacrerouge-litepyramid {' '.join(words)}" in printed
    assert "All required" not in printed, "doctor does not run for its help"


@pytest.mark.parametrize("words", [["lite2pyramid"], ["chrf"]])
def test_a_metric_alone_lists_what_it_does(words, capsys):
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"usage: sacrerouge-litepyramid {words[0]} ")
    assert re.findall(r"^    (\w+)  ", printed, flags=re.MULTILINE) == ["evaluate", "score"]


def test_the_options_of_a_metric_have_the_help_of_its_docstring():
    parsers = list_subcommands(build_parser())
    for metric in ("lite2pyramid", "lite3pyramid", "ffci-focus", "supert-native", "rouge-native"):
        for parser in list_subcommands(parsers[metric]).values():
            assert [action.dest for action in list_options(parser) if not action.help] == [], metric
    score = list_subcommands(parsers["lite3pyramid"])["score"].format_help()
    assert "extracts the units from the references, such as" in " ".join(score.split())
