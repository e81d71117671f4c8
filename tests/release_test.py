"""What a release rests on beside the code: the change log, the citation, and the workflows of CI
and of a release.
"""

import re

import pytest
import yaml
from check_release import find_section

from helpers.support import ROOT
from sacrerouge_litepyramid._version import __version__

WORKFLOW = ROOT / ".github/workflows/ci.yml"
RELEASE = ROOT / ".github/workflows/release.yml"


def test_the_change_log_has_what_follows_and_then_this_version():
    change_log = (ROOT / "CHANGELOG.md").read_text("utf-8")
    headings = re.findall(r"^## (.+)$", change_log, flags=re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert re.fullmatch(re.escape(__version__) + r" - \d{4}-\d\d-\d\d", headings[1])


def test_the_citation_is_of_this_version_and_names_the_papers():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["version"] == __version__
    date, _ = find_section((ROOT / "CHANGELOG.md").read_text("utf-8"), __version__)
    assert citation["date-released"] == date
    assert {each["year"] for each in citation["references"]} == {2020, 2021, 2022}
    assert all(each["title"] and each["authors"] for each in citation["references"])


@pytest.fixture(scope="module")
def jobs() -> dict:
    return yaml.safe_load(WORKFLOW.read_text("utf-8"))["jobs"]


@pytest.fixture(scope="module")
def release() -> dict:
    return yaml.safe_load(RELEASE.read_text("utf-8"))


def targets(job: dict) -> set[str]:
    """The make targets that a job calls, one for each value of its matrix."""
    called = {
        word
        for step in job["steps"]
        for word in re.findall(r"^make (.+)$", step.get("run", ""), re.MULTILINE)
    }
    if "${{ matrix.target }}" in called:
        called = called - {"${{ matrix.target }}"} | set(job["strategy"]["matrix"]["target"])
    return called


def test_the_workflow_calls_targets_that_the_makefile_has(jobs):
    called = set().union(*map(targets, jobs.values()))
    assert called >= {
        "lint",
        "test",
        "test-allennlp",
        "test-weights",
        "test-cluster",
        "test-browser",
        "test-dist",
    }
    rules = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), flags=re.MULTILINE)
    assert called <= set(rules)


def test_the_workflow_runs_every_python_that_the_metadata_name(jobs):
    named = re.findall(r"Python :: (3\.\d+)", (ROOT / "pyproject.toml").read_text("utf-8"))
    assert jobs["pythons"]["strategy"]["matrix"]["python"] == named


def test_the_workflow_may_only_read_and_pins_its_actions():
    text = WORKFLOW.read_text("utf-8")
    assert yaml.safe_load(text)["permissions"] == {"contents": "read"}
    assert "permissions" not in text.partition("jobs:")[2]
    assert all(
        re.fullmatch(r"actions/[a-z-]+@v\d+", name) for name in re.findall(r"uses: (.+)", text)
    )


def test_a_release_is_published_without_a_password_and_attested(release):
    publish = release["jobs"]["publish"]
    assert publish["environment"] == "pypi"
    (upload,) = [
        step for step in publish["steps"] if step["uses"].startswith("pypa/gh-action-pypi-publish@")
    ]
    assert upload["with"] == {"attestations": True}
    assert "secrets." not in RELEASE.read_text("utf-8")


def test_each_job_of_a_release_may_do_what_it_must_and_its_actions_are_pinned(release):
    assert release["permissions"] == {"contents": "read"}
    allowed = {
        name: job["permissions"] for name, job in release["jobs"].items() if "permissions" in job
    }
    assert allowed == {"publish": {"id-token": "write"}, "release": {"contents": "write"}}
    used = set(re.findall(r"uses: (.+)", RELEASE.read_text("utf-8"))) - {
        "./.github/workflows/ci.yml"
    }
    assert used and all(
        re.fullmatch(r"actions/[a-z-]+@v\d+|pypa/[a-z-]+@v\d+\.\d+\.\d+", name) for name in used
    )
