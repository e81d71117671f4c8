"""The catalogue against what is there: the modules of commands, the registered metrics, SacreROUGE's own names."""

import pytest

from sacrerouge_litepyramid.cli import catalogue, commands
from sacrerouge_litepyramid.cli.command_help import list_subcommands
from sacrerouge_litepyramid.cli.own_commands import load_command
from sacrerouge_litepyramid.cli.sacrerouge_commands import build_parser
from sacrerouge_litepyramid.corpora.data_set import load_data_sets
from sacrerouge_litepyramid.metrics.metric import Metric

COMMANDS = [name for name, _ in catalogue.describe_commands()]


@pytest.fixture(scope="module")
def sacrerouge():
    return build_parser()


def test_every_module_of_a_command_is_in_the_catalogue_once():
    import pkgutil

    modules = sorted(found.name.replace("_", "-") for found in pkgutil.iter_modules(commands.__path__))
    assert sorted(COMMANDS) == modules


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_what_runs_it(name):
    command = load_command(name)
    assert callable(command.add_arguments) and callable(command.run)
    assert command.EXAMPLE.startswith(f"sacrerouge-litepyramid {name}")


def test_the_data_sets_are_those_that_can_be_set_up():
    assert {name: data_set.description for name, data_set in load_data_sets().items()} == catalogue.DATA_SETS


def test_every_name_has_one_line():
    lines = {**dict(catalogue.describe_commands()), **catalogue.METRICS, **catalogue.DATA_SETS}
    assert all(10 < len(line) < 120 for line in lines.values())


def is_of_a_test(parser):
    """Whether a metric is one that another test registered."""
    score = list_subcommands(parser).get("score")
    return score is not None and score.get_default("func").__self__.metric_type.__module__.startswith("helpers.")


def test_sacrerouges_names_are_those_of_its_parser(sacrerouge):
    names = {*catalogue.SACREROUGE_METRICS, *catalogue.SACREROUGE_COMMANDS}
    own = {*catalogue.METRICS, *COMMANDS} - names
    assert names == {name for name, parser in list_subcommands(sacrerouge).items() if not is_of_a_test(parser)} - own
    assert set(catalogue.SACREROUGE_DATA_SETS) == set(list_subcommands(list_subcommands(sacrerouge)["setup-dataset"]))


def test_the_metrics_are_those_that_are_registered():
    known = set(Metric.list_available()) - {"sacrerouge"}
    registered = {name for name in known if not Metric.by_name(name).__module__.startswith("helpers.")}
    assert set(catalogue.METRICS) == registered


def test_a_metric_is_described_by_its_docstring():
    for name, line in catalogue.METRICS.items():
        assert Metric.by_name(name).__doc__.strip().partition("\n")[0] == line


def test_the_dataset_readers_are_those_that_are_registered(sacrerouge):
    from sacrerouge.data.dataset_readers import DatasetReader

    assert {*catalogue.READERS, *catalogue.SACREROUGE_READERS} == set(DatasetReader.list_available())
