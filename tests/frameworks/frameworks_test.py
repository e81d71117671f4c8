"""The files of examples/frameworks/ run in their frameworks, and report the share of the facts."""

import os
import re
import subprocess
import sys
from importlib.util import find_spec

import pytest

from helpers.support import ROOT, skip_without

FOLDER = ROOT / "examples/frameworks"
#: by file, the framework's package and the last line that the file prints
FRAMEWORKS = {
    "with_mlflow.py": ("mlflow", "0.457"),
    "with_inspect.py": ("inspect_ai", "0.457"),
    "with_deepeval.py": ("deepeval", "0.457 Missing: Nobody was hurt."),
}


def run(folder, *arguments):
    """Run Python offline in an empty folder, with the files on the path."""
    environment = {
        **os.environ,
        "DEEPEVAL_TELEMETRY_OPT_OUT": "1",
        "MLFLOW_DISABLE_TELEMETRY": "true",
    }
    paths = [str(FOLDER), str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment["PYTHONPATH"] = os.pathsep.join(paths)
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )


def test_every_file_is_run_and_named():
    files = {path.name for path in FOLDER.glob("*.py")}
    assert files == {"facts.py", "test_answers.py", *FRAMEWORKS}
    named = re.findall(
        r"\(frameworks/(\w+\.py)\)", (ROOT / "examples/README.md").read_text("utf-8")
    )
    assert sorted(named) == sorted(files)


@pytest.mark.parametrize("name", FRAMEWORKS)
def test_a_framework_reports_the_share_of_the_facts(tmp_path, name):
    package, output = FRAMEWORKS[name]
    if not find_spec(package):
        skip_without(package, "frameworks")
    done = run(tmp_path, str(FOLDER / name))
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == output


def test_a_failed_assertion_names_the_missing_facts(tmp_path):
    done = run(
        tmp_path, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(FOLDER / "test_answers.py")
    )
    assert done.returncode == 1 and "AssertionError: Missing: Nobody was hurt." in done.stdout
