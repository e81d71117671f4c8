"""The help of the whole command line, of a command, of a metric, and of their options."""

import re

import pytest

from sacrerouge_litepyramid.cli import names
from sacrerouge_litepyramid.cli.command_table import GROUPS
from sacrerouge_litepyramid.cli.main import main
from sacrerouge_litepyramid.cli.sacrerouge_commands import list_subcommands
from sacrerouge_litepyramid.plugin.host import build_parser

COMMANDS = [name for name in names.list_commands() if name not in (*GROUPS, "setup-dataset")]


@pytest.fixture
def show_help(capsys):
    """Return a function of words that returns the help that they print."""

    def show(*words):
        assert main(words) == 0
        return capsys.readouterr().out

    return show


@pytest.mark.parametrize("words", [[], ["--help"]])
def test_the_overview_lists_every_name_once_on_one_screen(words, show_help):
    printed = show_help(*words)
    for name in (*names.list_names(), *names.SACREROUGE_COMMANDS):
        assert printed.count(f"\n  {name}  ") == 1, name
    lines = printed.splitlines()
    assert len(lines) <= 50
    assert max(map(len, lines)) <= 80


def test_setup_dataset_alone_lists_the_data_sets(show_help):
    printed = show_help("setup-dataset")
    data_sets = names.list_members("setup-dataset")
    assert "pyrxsum" in data_sets
    assert all(f"\n  {name}  " in printed for name in data_sets)


@pytest.mark.parametrize("words", [["train"], ["experiment", "--help"]])
def test_a_group_alone_lists_its_commands(words, show_help):
    printed = show_help(*words)
    group = words[0]
    assert printed.startswith(f"usage: sacrerouge-litepyramid {group} NAME")
    listed = re.findall(r"^  ([a-z-]+)  ", printed, flags=re.MULTILINE)
    assert set(listed) == set(GROUPS[group])


@pytest.mark.parametrize("name", [*COMMANDS, "setup-dataset rose"])
def test_the_help_of_a_command_describes_it_and_ends_with_an_example(name, capsys):
    with pytest.raises(SystemExit, match="^0$"):
        main([*name.split(), "--help"])
    printed = " ".join(capsys.readouterr().out.split())
    assert printed.startswith(f"usage: sacrerouge-litepyramid {name} ")
    assert f"example: sacrerouge-litepyramid {name}" in printed


def test_a_metric_alone_lists_what_it_does(show_help):
    printed = show_help("lite2pyramid")
    assert re.findall(r"^    (\w+)  ", printed, flags=re.MULTILINE) == ["evaluate", "score"]


def test_the_options_of_a_metric_have_the_help_of_its_docstring():
    metrics = list_subcommands(build_parser())
    for metric in ("lite2pyramid", "lite3pyramid", "ffci-focus", "supert-native"):
        parser = list_subcommands(metrics[metric])["score"]
        for action in parser._actions:
            assert action.help, (metric, action.dest)
    score = list_subcommands(metrics["lite3pyramid"])["score"]
    shown = " ".join(score.format_help().split())
    assert "extracts the units from the references, such as" in shown
