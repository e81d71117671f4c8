"""The files of docs/frameworks.md run in their frameworks, and print what the page shows."""

import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

from helpers.pages import is_shown, list_examples
from helpers.support import ROOT

PAGE = ROOT / "docs/frameworks.md"
FILES = {each.title: each for each in list_examples(PAGE) if each.title}
FRAMEWORKS = {"with_mlflow.py": "mlflow", "with_inspect.py": "inspect_ai", "with_deepeval.py": "deepeval"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The page's files in a folder."""
    folder = tmp_path_factory.mktemp("frameworks")
    for name, example in FILES.items():
        (folder / name).write_text(example.text, "utf-8")
    return folder


def run(folder, *arguments):
    """Run Python offline in the folder."""
    environment = {**os.environ, "DEEPEVAL_TELEMETRY_OPT_OUT": "1", "MLFLOW_DISABLE_TELEMETRY": "true"}
    return subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, timeout=300
    )


def test_the_page_has_no_other_files():
    assert FILES.keys() == {"facts.py", "test_answers.py", *FRAMEWORKS}


@pytest.mark.parametrize(("name", "package"), FRAMEWORKS.items())
def test_a_framework_reports_the_share_of_the_facts(folder, name, package):
    if not find_spec(package) and not os.environ.get("LITEPYRAMID_REQUIRE_FRAMEWORKS"):
        pytest.skip(f"{package} is not installed (make test-frameworks)")
    done = run(folder, name)
    assert done.returncode == 0, done.stderr
    assert is_shown(FILES[name].output, done.stdout.splitlines()[-1])


def test_a_failed_assertion_names_the_interval_and_the_missing_facts(folder):
    done = run(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_answers.py")
    assert done.returncode == 1 and is_shown(FILES["test_answers.py"].output, done.stdout)
