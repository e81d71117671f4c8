"""The options of all commands: one spelling for one concept, and no more of them than there are
concepts.
"""

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
--metrics --human --lower-is-better --systems --by --fold --baseline --resamples --seed --target
--design --kinds --require --require-better --require-not-worse --margin
""".split()
#: what annotators do
ANNOTATION = """
--annotators --overlap --budget --percentage --ties --unfinished --replace --partly --language
""".split()
#: the rest: of trainings, data sets, texts and pages
OTHERS = (
    "--batch-size --negatives --max-tokens --bart --set --year --format --details "
    "--overwrite --keep"
).split()
KNOWN = [*INPUTS, *OUTPUTS, *COMPONENTS, *MEASUREMENTS, *ANNOTATION, *OTHERS]
MAX_OPTIONS, MAX_OPTIONS_OF_ALL = 13, 200


PARSERS = {name: build_command_parser(name) for name in names.list_bound()}


def list_option_strings(name):
    """Return the options of a command, without its positional arguments."""
    return [option for action in list_options(PARSERS[name]) for option in action.option_strings]


def test_every_option_is_a_known_one():
    found = [option for name in PARSERS for option in list_option_strings(name)]
    assert set(found) == set(KNOWN) and len(KNOWN) == len(set(KNOWN))
    assert len(found) <= MAX_OPTIONS_OF_ALL


@pytest.mark.parametrize("name", PARSERS)
def test_a_command_has_few_options_and_none_can_be_abbreviated(name):
    assert len(list_option_strings(name)) <= MAX_OPTIONS
    assert PARSERS[name].allow_abbrev is False
