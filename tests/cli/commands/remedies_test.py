"""The remedy that an error names is an option of the command that prints it."""

import re
import shutil
from pathlib import Path

import pytest

from sacrerouge_litepyramid.cli.main import GENERAL_OPTIONS, build_command_parser, main

#: by name, a table that commands refuse, or that leaves something to choose
TABLES = {
    "two-systems": "doc,system,model,score\nd1,a,x,.1\nd1,b,y,.2\n",
    "two-documents": "doc_id,document_id,system,score\nd1,e1,a,.1\nd1,e1,b,.2\n",
    "two-humans": "doc,system,output,reference,score,human,rating\n"
    "d1,a,A cat.,A cat sat.,.1,1,2\nd1,b,A dog.,A cat sat.,.2,2,3\n",
    "no-system": "doc,score\nd1,.1\nd2,.2\n",
    "no-human": "doc,system,score\nd1,a,.1\nd1,b,.2\n",
    "no-scores": "doc,system,output,reference\nd1,a,A cat.,A cat sat.\n",
    "no-reference": "doc,system,output\nd1,a,A cat.\n",
    "two-outputs": "doc,system,output,summary,reference\nd1,a,A cat.,A dog.,A cat sat.\n",
    "repeated": "doc,output,reference\nd1,A cat.,A cat sat.\nd1,A dog.,A cat sat.\n",
    "listed": 'doc,system,output,reference\nd1,a,"[""A"",""B""]",A cat sat.\n',
    "wrong-rating": "doc,system,output,reference,human\nd1,a,A cat.,A cat sat.,good\n",
}
FOLDERS = {"empty": [], "texts": ["summaries"], "scores": ["summaries", "scores"]}
#: the options without which a command does not start
REQUIRED = {
    "plan-labels": ["--budget", "50"],
    "make-label-form": ["--annotators", "ann"],
    "import-labels": ["--forms", "votes.json", "--output-dir", "gold"],
    "import-table": ["--output-dir", "table"],
}
COMMANDS = [*"compare agreement estimate report explain evaluate-table".split(), *REQUIRED]
#: the commands that take files only beside a folder
NEED_FOLDER = ("report", "explain", "plan-labels")


def list_options(command: str) -> set[str]:
    return {*build_command_parser(command).list_options(), *GENERAL_OPTIONS}


def list_inputs(command: str) -> list[list[str]]:
    """Return the words for inputs that a command may be given by mistake."""
    files = [f"{name}.csv" for name in TABLES]
    files += ["demo/scores.jsonl", "demo/evidence.jsonl", "demo/summaries.jsonl"]
    inputs = [[], ["nowhere"], *([name] for name in [*FOLDERS, *files])]
    folder = ["demo"] if command in NEED_FOLDER else []
    for option in {"--scores", "--evidence"} & list_options(command):
        inputs += [[*folder, option, file] for file in files]
    return inputs


@pytest.mark.parametrize("command", COMMANDS)
def test_an_error_names_options_of_its_command(command, demo_folder, here, capsys):
    shutil.copytree(demo_folder, "demo")
    for name, text in TABLES.items():
        Path(f"{name}.csv").write_text(text, "utf-8")
    for name, parts in FOLDERS.items():
        Path(name).mkdir()
        for part in parts:
            shutil.copy(f"demo/{part}.jsonl", name)
    own = list_options(command)
    others = {name: list_options(name) for name in ("evaluate-table", "import-table")}
    found = set()
    for words in list_inputs(command):
        try:
            main([command, *words, *REQUIRED.get(command, [])])
        except SystemExit:
            continue
        finally:
            message = capsys.readouterr().err
        named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", message))
        # A message may show another command, as in "run evaluate-table … --output-dir DIR first".
        allowed = own.union(*(options for name, options in others.items() if name in message))
        assert named <= allowed, (words, message)
        found |= named
    assert found - GENERAL_OPTIONS.keys(), "some message names an option"
