"""What a command line imports before it does anything: nothing that takes long."""

import subprocess
import sys
from pathlib import Path

import pytest

SLOW = (
    "sacrerouge scipy.stats nltk datasets pandas matplotlib torch transformers spacy xgboost "
    "ray pyarrow"
).split()
SCRIPT = """
import sys
from sacrerouge_litepyramid.cli import names
from sacrerouge_litepyramid.cli.main import main
for words in {command_lines}:
    try:
        status = main(words)
    except SystemExit as stopped:
        status = stopped.code or 0
    assert status == {status}, (words, status)
print([name for name in {slow!r} if name in sys.modules])
"""


def list_slow_imports(command_lines: str, status: int, folder: Path, slow: list[str] = SLOW) -> str:
    """Return the printed list of the slow packages that command lines import, an expression in
    Python.
    """
    script = SCRIPT.format(command_lines=command_lines, status=status, slow=slow)
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[-1]


def test_the_help_of_all_commands_imports_nothing_slow(tmp_path):
    every_help = "[[*name.split(), '--help'] for name in names.list_commands()]"
    assert list_slow_imports(every_help, 0, tmp_path) == "[]"


def test_the_overview_imports_no_commands(tmp_path):
    assert list_slow_imports("[[]]", 0, tmp_path, ["numpy"]) == "[]"


@pytest.mark.parametrize(
    ("command_line", "status"),
    [(["--help"], 0), (["--version"], 0), (["train", "jugde"], 2)],
    ids=str,
)
def test_help_and_mistakes_import_nothing_slow(command_line, status, tmp_path):
    assert list_slow_imports(repr([command_line]), status, tmp_path) == "[]"


def test_scoring_by_words_imports_nothing_slow():
    script = f"""
import sys
from sacrerouge_litepyramid import score
score(["It rained."], references=["It rained all day."], judge="lexical", extractor="sentence")
print([name for name in {SLOW!r} if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


def test_the_help_of_the_report_imports_no_evaluation(tmp_path):
    packages = ["meta_evaluation", "verdict.comparison", "extraction", "judges"]
    slow = [f"sacrerouge_litepyramid.{package}" for package in packages]
    assert list_slow_imports("[['report', '--help']]", 0, tmp_path, slow) == "[]"
