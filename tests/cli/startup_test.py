"""What a command line imports, and the time it takes, before it does anything."""

import resource
import subprocess
import sys

import pytest

from sacrerouge_litepyramid.cli import catalogue

#: seconds of a processor's time, of the user and the system together
MAX_SECONDS = 0.6
SLOW = "sacrerouge scipy.stats nltk datasets pandas matplotlib torch transformers spacy xgboost ray pyarrow".split()
SCRIPT = f"""
import sys
from sacrerouge_litepyramid.cli import catalogue
from sacrerouge_litepyramid.cli.own_commands import build_parser
for name, _ in catalogue.describe_commands():
    build_parser(name).format_help()
print([name for name in {SLOW!r} if name in sys.modules])
"""


def test_no_commands_help_imports_what_is_slow(tmp_path):
    done = subprocess.run([sys.executable, "-c", SCRIPT], cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


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
        *((name.split() + ["--help"], 0) for name, _ in catalogue.describe_commands()),
    ],
    ids=str,
)
def test_the_command_line_answers_at_once(words, status, tmp_path):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "sacrerouge_litepyramid", *words]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True).returncode == status
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime <= MAX_SECONDS
