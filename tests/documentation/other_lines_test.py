"""Every line of a block of commands is run, checked, or named with the reason; so is a command within prose."""

import json

import pytest

from helpers.doc_commands import PAGES
from helpers.doc_summary import PROPERTY
from helpers.other_lines import NAMED, OPTIONAL_PACKAGES, check_line, list_other_lines
from helpers.page_examples import COMMAND_LANGUAGES, OUTPUT, list_examples

LINES = [line for page in PAGES for line in list_other_lines(page)]


def test_every_line_is_accounted_for(record_property):
    problems = []
    for line in LINES:
        try:
            check_line(line.text)
        except ValueError as error:
            problems.append(f"{line.page}: {error}")
    assert len(LINES) > 20 and not problems
    record_property(PROPERTY, ["other lines checked", len(LINES), 0])


def test_no_name_is_out_of_use():
    assert [start for start in NAMED if not any(line.text.startswith(start) for line in LINES)] == []
    assert [name for name in OPTIONAL_PACKAGES if not any(name in line.text for line in LINES)] == []


def test_every_block_is_of_a_known_language():
    """Commands, Python and outputs have tests of their own; JSON is parsed here, as a whole or line by line."""
    blocks = [(page.name, each) for page in PAGES for each in list_examples(page)]
    languages = {each.language for _, each in blocks}
    assert languages <= {*COMMAND_LANGUAGES, OUTPUT, "python", "json"}
    for name, each in blocks:
        if each.language == "json":
            try:
                json.loads(each.text)
            except ValueError:
                assert all(isinstance(json.loads(line), dict) for line in each.text.splitlines()), name


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("make tea", "the Makefile has no such target"),
        ("make test CORES=2", "the Makefile has no such variable"),
        ('pip install "sacrerouge-litepyramid[nil]"', "unknown extras: nil"),
        ("pip install sacrerouge==0.2.4", "no such package, or another version"),
        ("pip install -r requirements/everything.txt", "there is no such file"),
        ("OMP_NUM_THREADS=1 python benchmarks/nli_throughput.py --sise base", "refuses these arguments: --sise base"),
        ("python benchmarks/speed.py", "there is no such file"),
        ("python examples/trust_rouge.py --fast", "the script reads no options, but --fast is given"),
        ("python -m this", "an unknown module"),
        ("pytest -q tests/nowhere", "there is no such file or folder"),
        ("rm -rf /tmp/x", "the program 'rm' is unknown"),
    ],
)
def test_a_wrong_line_is_found(line, message, capsys):
    with pytest.raises(ValueError, match=message):
        check_line(line)
