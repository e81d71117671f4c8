"""What a command line imports, and the time it takes, before it does anything."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest

#: seconds of a processor's time, of the user and the system together, for one command line
MAX_SECONDS = 0.6
#: the same for the help of all commands in one process
MAX_SECONDS_OF_ALL = 0.9
SLOW = "sacrerouge scipy.stats nltk datasets pandas matplotlib torch transformers spacy xgboost ray pyarrow".split()
SCRIPT = f"""
import sys
from sacrerouge_litepyramid.cli import names
from sacrerouge_litepyramid.cli.main import main
for name in names.list_commands():
    try:
        status = main([*name.split(), "--help"])
    except SystemExit as stopped:
        status = stopped.code
    assert status == 0, name
print([name for name in {SLOW!r} if name in sys.modules])
"""


def run(words: list[str], folder: Path) -> tuple[subprocess.CompletedProcess[str], float]:
    """A finished process of Python and the seconds of a processor's time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, *words], cwd=folder, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def test_the_help_of_all_commands_imports_nothing_slow_and_is_printed_at_once(tmp_path):
    done, seconds = run(["-c", SCRIPT], tmp_path)
    assert done.returncode == 0 and done.stdout.splitlines()[-1] == "[]", done.stderr
    assert seconds <= MAX_SECONDS_OF_ALL


def test_the_overview_imports_no_command(tmp_path):
    script = "import sys; from sacrerouge_litepyramid.cli.main import main; main([]); print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "False", done.stderr


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ([], 0),
        (["--help"], 0),
        (["--version"], 0),
        (["repotr"], 2),
        (["setup-dataset", "rsoe"], 2),
        (["score-corpus", "--help"], 0),
    ],
    ids=str,
)
def test_the_command_line_answers_at_once(words, status, tmp_path):
    done, seconds = run(["-m", "sacrerouge_litepyramid", *words], tmp_path)
    assert done.returncode == status
    assert seconds <= MAX_SECONDS
