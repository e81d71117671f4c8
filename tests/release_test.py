"""What a release rests on beside the code: the change log and the workflow of the public CI."""

import re

import pytest
import yaml

from helpers.support import ROOT
from sacrerouge_litepyramid import __version__

WORKFLOW = ROOT / ".github/workflows/ci.yml"


def test_the_change_log_starts_with_this_version():
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE)
    assert re.fullmatch(re.escape(__version__) + r" \((unreleased|\d{4}-\d\d-\d\d)\)", headings[0])


def test_the_citation_is_of_this_version_and_names_the_papers():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["version"] == __version__
    assert {each["year"] for each in citation["references"]} == {2020, 2021, 2022}
    assert all(each["title"] and each["authors"] for each in citation["references"])


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "SECURITY.md"])
def test_the_pages_at_the_root_name_files_that_exist(page):
    folders = "tests|docs|cli|plugin|presence|corpora"
    named = re.findall(rf"`((?:{folders})/[\w./]+\.(?:py|md))`", (ROOT / page).read_text("utf-8"))
    assert named
    for name in named:
        assert (ROOT / name).exists() or (ROOT / "sacrerouge_litepyramid" / name).exists(), name


@pytest.fixture(scope="module")
def jobs() -> dict:
    return yaml.safe_load(WORKFLOW.read_text("utf-8"))["jobs"]


def targets(job: dict) -> set[str]:
    """The make targets that a job calls, one for each value of its matrix."""
    called = {word for step in job["steps"] for word in re.findall(r"^make (.+)$", step.get("run", ""), re.MULTILINE)}
    if "${{ matrix.target }}" in called:
        called = called - {"${{ matrix.target }}"} | set(job["strategy"]["matrix"]["target"])
    return called


def test_the_workflow_calls_targets_that_the_makefile_has(jobs):
    called = set().union(*map(targets, jobs.values()))
    assert called >= {"lint", "test", "test-allennlp", "test-weights", "test-browser", "test-dist"}
    rules = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), flags=re.MULTILINE)
    assert called <= set(rules)


def test_the_workflow_runs_every_python_that_the_metadata_name(jobs):
    named = re.findall(r"Python :: (3\.\d+)", (ROOT / "pyproject.toml").read_text("utf-8"))
    assert jobs["pythons"]["strategy"]["matrix"]["python"] == named


def test_the_workflow_may_only_read_and_pins_its_actions():
    text = WORKFLOW.read_text("utf-8")
    assert yaml.safe_load(text)["permissions"] == {"contents": "read"}
    assert "permissions" not in text.partition("jobs:")[2]
    assert all(re.fullmatch(r"actions/[a-z-]+@v\d+", name) for name in re.findall(r"uses: (.+)", text))


@pytest.mark.parametrize("folder", ["sacrerouge_litepyramid", "tests", "docs", "benchmarks", "configs"])
def test_no_merge_is_left_half_done(folder):
    files = [path for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".md", ".json", ".js", ".css")]
    marks = ("<" * 7 + " ", ">" * 7 + " ")
    halves = [path for path in files for line in path.read_text("utf-8").splitlines() if line.strip().startswith(marks)]
    assert files and halves == []
