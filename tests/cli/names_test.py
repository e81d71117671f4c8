"""The names of commands, and unknown names."""

import shlex
from functools import partial

import commands_page
import pytest

from sacrerouge_litepyramid.cli.main import main
from sacrerouge_litepyramid.registry import explain_unknown_name


@pytest.mark.parametrize("command", commands_page.list_commands(), ids=lambda command: command.name)
def test_every_command_accepts_its_example(command):
    program, *words = shlex.split(command.parser.example.replace("\\\n", " "))
    name = command.name.split()
    assert [program, *words[: len(name)]] == ["sacrerouge-litepyramid", *name]
    command.parser.parse_args(words[len(name) :])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["repotr"],
            "the command or metric 'repotr' is unknown; did you mean 'report' or 'reaper'?",
        ),
        (["lite2pyramyd", "score"], "'lite2pyramyd' is unknown; did you mean 'lite2pyramid' or "),
        (["--hlep"], "'--hlep' is unknown. `sacrerouge-litepyramid --help` lists all"),
        (["setup-dataset", "PyrX"], "the data set 'PyrX' is unknown; did you mean 'pyrxsum'?"),
        (["plan-"], "the command or metric 'plan-' is unknown; did you mean 'plan-labels'"),
        (["setup-dataset", "rsoe"], "the data set 'rsoe' is unknown; did you mean 'rose'?"),
        (["setup-dataset", "tac2007"], "the data set 'tac2007' is unknown; did you mean "),
        (["train", "jugde"], "train: the command 'jugde' is unknown; did you mean 'judge'?"),
        (["experiment", "compare"], "experiment: the command 'compare' is unknown"),
    ],
)
def test_the_nearest_names_are_suggested_in_one_line(words, message, capsys):
    assert main(words) == 2
    printed = capsys.readouterr().err
    assert message in printed and printed.startswith("error: ") and printed.count("\n") == 1
    assert "docker-lite3pyramid" not in printed


def test_the_known_names_are_listed_if_none_is_near():
    explain = partial(explain_unknown_name, "the reader", lists_known=False)
    assert explain("x", ["b", "a"]) == "the reader 'x' is unknown; known: a, b"
    assert explain("ab", ["abc"]) == "the reader 'ab' is unknown; did you mean 'abc'?"
