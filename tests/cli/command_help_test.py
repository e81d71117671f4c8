"""The help of the whole command line, of a metric, and of its options."""

import pytest

from sacrerouge_litepyramid.__main__ import build_parser, main
from sacrerouge_litepyramid.cli.command_help import METRIC_OPTIONS, options, own_commands, subcommands


@pytest.fixture(scope="module")
def parser():
    return build_parser()


def test_the_overview_has_every_command_and_metric_once(parser):
    text = parser.format_help()
    for name in subcommands(parser):
        assert text.split().count(name) >= 1, name
    assert "  lite2pyramid " in text
    assert text.split().count("litepyramid-realsumm") == 1, "a data set, and no command besides"
    assert "{" not in text.partition("metrics:")[0], "names come in lists, not in braces"
    assert text.index("\n  report ") < text.index("metrics:") < text.index("\n  lite3pyramid ")


def test_no_command_prints_the_overview(capsys):
    assert main([]) == 0
    assert "SacreROUGE's metrics:" in capsys.readouterr().out


@pytest.mark.parametrize("metric", ["lite2pyramid", "chrf"])
def test_a_metric_alone_prints_its_own_help(metric, capsys):
    assert main([metric]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"usage: sacrerouge-litepyramid {metric} ") and "evaluate,score" in printed


def test_every_option_of_the_plugin_says_what_it_is(parser):
    commands, metrics = own_commands(parser)
    parsers = dict(commands) | {
        f"{name} {kind}": each for name, metric in metrics for kind, each in subcommands(metric).items()
    }
    assert len(parsers) > 50
    silent = [f"{name} {each.dest}" for name, parser in parsers.items() for each in options(parser) if not each.help]
    assert silent == []


def test_every_explained_option_is_one(parser):
    _, metrics = own_commands(parser)
    known = {action.dest for metric in metrics for action in options(subcommands(metric.parser)["score"])}
    assert set(METRIC_OPTIONS) <= known


def test_every_command_and_metric_has_a_line(parser):
    commands, metrics = own_commands(parser)
    for command in commands + metrics:
        assert 10 < len(command.parser.description or "") < 120, command.name
        assert not (command.parser.description or "").startswith("Run "), command.name


def test_doctor_has_a_help_and_does_not_run_for_it(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["doctor", "--help"])
    assert stopped.value.code == 0 and "All required" not in capsys.readouterr().out


def test_parsers_say_the_name_of_the_command(parser, monkeypatch):
    monkeypatch.setattr("sys.argv", ["__main__.py"])
    inner = subcommands(subcommands(build_parser())["setup-dataset"])["rose"]
    assert inner.prog == "sacrerouge-litepyramid setup-dataset rose"


def test_an_unknown_command_is_refused_in_a_few_lines(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["repotr"])
    assert stopped.value.code == 2
    printed = capsys.readouterr().err
    assert "invalid choice: 'repotr'" in printed and printed.count("docker-lite3pyramid") == 1
