"""The options of all commands: one spelling for one concept, and no more of them than there are concepts."""

import pytest

from sacrerouge_litepyramid.cli import names
from sacrerouge_litepyramid.cli.main import build_command_parser
from sacrerouge_litepyramid.cli.sacrerouge_commands import list_options

#: what goes in: files and folders by what they hold
INPUTS = """
--train --test --scores --evidence --labels --units --stus --references --documents --forms
--folds --source --texts --columns --nuggets --answers --assignments --data-dir
""".split()
#: what comes out
OUTPUTS = "--json --output --output-dir --report --plot".split()
#: parts that can be chosen, by name or JSON, which holds their settings
COMPONENTS = """
--judge --judge-per-fold --extractor --features --regressor --engine --settings --model
--selection --summarizer --reward
""".split()
#: what is measured, of what, and how
MEASUREMENTS = """
--metrics --human --systems --by --fold --baseline --resamples --permutations --draws
--seed --target --design --kinds --require --require-better --require-not-worse --margin
""".split()
#: what annotators do
ANNOTATION = """
--annotators --overlap --budget --percentage --drop
--ties --unfinished --replace --partly --language
""".split()
#: the rest: of trainings, data sets, texts and pages
OTHERS = """
--learning-rate --epochs --batch-size --resume --negatives --max-tokens --bart --set --year
--format --details --overwrite --include-packages
""".split()
KNOWN = [*INPUTS, *OUTPUTS, *COMPONENTS, *MEASUREMENTS, *ANNOTATION, *OTHERS]
MAX_OPTIONS = 17


PARSERS = {name: build_command_parser(name) for name in names.list_bound()}


def test_every_option_is_a_known_one():
    found = {option for parser in PARSERS.values() for each in list_options(parser) for option in each.option_strings}
    assert found == set(KNOWN) and len(KNOWN) == len(set(KNOWN))


@pytest.mark.parametrize("name", PARSERS)
def test_a_command_has_few_options_and_none_can_be_abbreviated(name):
    assert len(list_options(PARSERS[name])) <= MAX_OPTIONS
    assert PARSERS[name].allow_abbrev is False
