"""The names of commands, and unknown names."""

from functools import partial

import pytest

from sacrerouge_litepyramid.cli import names
from sacrerouge_litepyramid.cli.main import build_command_parser, main
from sacrerouge_litepyramid.registry import explain_unknown_name


@pytest.mark.parametrize("name", names.list_bound())
def test_every_command_can_be_built(name):
    assert build_command_parser(name).example.startswith(f"sacrerouge-litepyramid {name}")


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
