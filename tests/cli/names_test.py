"""The names of commands; a command from outside the package; unknown names."""

import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from sacrerouge_litepyramid.cli import names
from sacrerouge_litepyramid.cli.main import build_command_parser, main
from sacrerouge_litepyramid.registry import explain_unknown_name

#: a command of one file, below a folder of sys.path
HELLO = """
from sacrerouge_litepyramid.cli.binder import Command

GROUP = "verdicts"
HELP = "Greet a system by its name"


def say_hello(system: str) -> None:
    print("hello,", system)


COMMAND = Command(say_hello, example="copy-key")
"""


@pytest.mark.parametrize("name", names.list_bound())
def test_every_command_can_be_built(name):
    assert build_command_parser(name).example.startswith(f"sacrerouge-litepyramid {name}")


def test_every_name_has_a_line_of_help():
    lines = [command.entry.line for command in names.list_commands().values()]
    lines += names.list_data_sets().values()
    assert all(10 < len(line) < 120 for line in lines)


def test_a_command_may_be_a_file_outside_the_package(tmp_path: Path):
    folder = tmp_path / "sacrerouge_litepyramid/cli/commands"
    folder.mkdir(parents=True)
    (folder / "say_hello.py").write_text(HELLO, "utf-8")

    def run(*words: str) -> str:
        program = f"import sys; sys.path.append({str(tmp_path)!r}); "
        program += "from sacrerouge_litepyramid.__main__ import main; sys.exit(main(sys.argv[1:]))"
        return subprocess.run(
            [sys.executable, "-c", program, *words], capture_output=True, text=True, check=True
        ).stdout

    assert "  say-hello  " in run("--help").partition("annotation:")[0].partition("verdicts:")[2]
    assert "example:\n  sacrerouge-litepyramid say-hello copy-key\n" in run("say-hello", "--help")
    assert run("say-hello", "copy-key") == "hello, copy-key\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["repotr"], "the command or metric 'repotr' is unknown; did you mean 'report' or 'reaper'?"),
        (["lite2pyramyd", "score"], "'lite2pyramyd' is unknown; did you mean 'lite2pyramid' or "),
        (["--hlep"], "'--hlep' is unknown. `sacrerouge-litepyramid --help` lists all"),
        (["setup-dataset", "PyrX"], "the data set 'PyrX' is unknown; did you mean 'pyrxsum'?"),
        (["plan-"], "the command or metric 'plan-' is unknown; did you mean 'plan-labels' or 'plan-annotation' or "),
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
