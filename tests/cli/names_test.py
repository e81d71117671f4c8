"""The table of names against the registered ones; a command from outside the package; unknown names."""

import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from sacrerouge_litepyramid.cli import names
from sacrerouge_litepyramid.cli.main import build_command_parser, main
from sacrerouge_litepyramid.cli.sacrerouge_commands import build_explained_parser, list_subcommands
from sacrerouge_litepyramid.corpora.data_set import load_data_sets
from sacrerouge_litepyramid.metrics.metric import SummaryMetric
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


def test_the_table_lists_the_registered_names():
    from sacrerouge.data.dataset_readers import DatasetReader
    from sacrerouge.metrics import Metric as SacreRougeMetric

    def list_names(kind, *modules):
        return sorted(name for name in kind.list_available() if kind.by_name(name).__module__.startswith(modules))

    package = "sacrerouge_litepyramid."
    subcommands = list_subcommands(build_explained_parser())
    known = names.read_names()
    assert sorted(known["metrics"]) == list_names(SummaryMetric, f"{package}metrics.")
    assert sorted(known["readers"]) == list_names(DatasetReader, package)
    described = {name: SummaryMetric.by_name(name).__doc__.strip().partition("\n")[0] for name in known["metrics"]}
    assert known["metrics"] == described
    assert known["data sets"] == {
        name: data_set.description
        for name, data_set in load_data_sets().items()
        if data_set.__module__.startswith(package)
    }
    assert known["sacrerouge"] == {
        "commands": sorted({*subcommands} - {*SacreRougeMetric.list_available(), "score", "evaluate"}),
        "metrics": list_names(SacreRougeMetric, "sacrerouge."),
        "readers": list_names(DatasetReader, "sacrerouge."),
        "data sets": sorted(list_subcommands(subcommands["setup-dataset"])),
    }


@pytest.mark.parametrize("name", names.list_bound())
def test_every_command_can_be_built(name):
    assert build_command_parser(name).example.startswith(f"sacrerouge-litepyramid {name}")


def test_every_name_has_a_line_of_help():
    known = names.read_names()
    lines = [command.entry.line for command in names.list_commands().values()]
    lines += [*known["metrics"].values(), *known["data sets"].values()]
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
