"""--json prints what --output writes, alone on standard output.

--quiet leaves standard error empty.
"""

import json
import logging
import sys

import pytest
from tqdm import tqdm

from sacrerouge_litepyramid.cli.main import main
from sacrerouge_litepyramid.verdict.demo import SAMPLE

COMMANDS = {
    "compare {demo} --systems terse copy-key": "pairs",
    "compare {demo} --metrics lite2pyramid_p2c lite2pyramid_l2c": "pairs",
    "agreement {demo} --metrics lite2pyramid_p2c": "rows",
    "estimate {demo} --labels {demo}/labels.jsonl --metrics lite2pyramid": "systems",
}


@pytest.mark.parametrize(("line", "name"), COMMANDS.items())
def test_the_object_of_output_is_alone_on_standard_output(demo_folder, here, capsys, line, name):
    words = line.format(demo=demo_folder).split()
    assert main([*words, "--json", "--output", "found.json", "--quiet"]) == 0
    printed = capsys.readouterr()
    found = json.loads(printed.out)
    assert (
        found == json.loads((here / "found.json").read_text("utf-8"))
        and found["version"]
        and found[name]
    )
    assert printed.err == ""


def test_evaluate_table_prints_its_verdict_and_how_it_read_the_table(demo_folder, here, capsys):
    words = ["evaluate-table", str(demo_folder / "outputs.csv"), "--output-dir", "out"]
    assert main([*words, "--json"]) == 0
    printed = capsys.readouterr()
    found = json.loads(printed.out)
    assert found == json.loads((here / "out/verdict.json").read_text("utf-8"))
    read = "columns: instance_id=doc_id, summarizer_id=model, summary=output, references=reference"
    assert found["reading"][0].startswith(read) and printed.err == ""
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert f"\nRead from outputs.csv:\n  {read}" in printed
    assert "\nNext: sacrerouge-litepyramid compare out --metrics human\n" in printed


def say_much(folder):
    logging.getLogger("sacrerouge_litepyramid").warning("a log")
    logging.getLogger("another").error("another's log")
    print("a note", file=sys.stderr)
    list(tqdm(range(2)))
    print("the result")
    return 0


WORDS = ["explain", str(SAMPLE)]


def test_quiet_prints_nothing_but_the_result(monkeypatch, capsys):
    monkeypatch.setattr("sacrerouge_litepyramid.verdict.report.explain.explain", say_much)
    for quiet, said in ([], True), (["--quiet"], False):
        assert main([*quiet, *WORDS]) == 0
        printed = capsys.readouterr()
        assert printed.out == "the result\n" and all(
            (each in printed.err) is said for each in ("a log", "another's log", "a note", "2/2")
        )
        assert said or not printed.err


def fail(folder):
    say_much(folder)
    raise ValueError("wrong input")


def test_after_an_error_all_that_was_held_back_is_there(monkeypatch, capsys):
    monkeypatch.setattr("sacrerouge_litepyramid.verdict.report.explain.explain", fail)
    assert main([*WORDS, "--quiet"]) == 1
    printed = capsys.readouterr().err
    assert "a note" in printed and printed.endswith("error: wrong input (--debug shows where)\n")
    with pytest.raises(SystemExit):
        main([*WORDS, "--quiet", "--unknown"])
    assert "unrecognized arguments: --unknown" in capsys.readouterr().err
