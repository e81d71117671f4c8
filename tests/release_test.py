"""What a release rests on beside the code: the change log, the citation, and the workflows of CI and of a release."""

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


def test_the_section_of_a_release_has_a_short_summary_and_the_usual_groups():
    _, section = find_section((ROOT / "CHANGELOG.md").read_text("utf-8"), __version__)
    groups = re.findall(r"^### (.+)$", section, flags=re.MULTILINE)
    assert groups == ["Added", "Changed", "Fixed", "Figures that moved"]
    assert 0 < sum(bool(line) for line in section.partition("\n### ")[0].splitlines()) <= 10


def test_the_citation_is_of_this_version_and_names_the_papers():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["version"] == __version__
    date, _ = find_section((ROOT / "CHANGELOG.md").read_text("utf-8"), __version__)
    assert citation["date-released"] == date
    assert {each["year"] for each in citation["references"]} == {2020, 2021, 2022}
    assert all(each["title"] and each["authors"] for each in citation["references"])


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "SECURITY.md"])
def test_the_pages_at_the_root_name_files_that_exist(page):
    folders = "tests|docs|cli|plugin|judges|corpora"
    named = re.findall(rf"`((?:{folders})/[\w./]+\.(?:py|md|json))`", (ROOT / page).read_text("utf-8"))
    assert named
    for name in named:
        assert (ROOT / name).exists() or (ROOT / "sacrerouge_litepyramid" / name).exists(), name


@pytest.fixture(scope="module")
def jobs() -> dict:
    return yaml.safe_load(WORKFLOW.read_text("utf-8"))["jobs"]


@pytest.fixture(scope="module")
def release() -> dict:
    return yaml.safe_load(RELEASE.read_text("utf-8"))


def steps_of(workflow: dict, job: str, key: str) -> list[str]:
    return [step[key] for step in workflow["jobs"][job]["steps"] if key in step]


def targets(job: dict) -> set[str]:
    """The make targets that a job calls, one for each value of its matrix."""
    called = {word for step in job["steps"] for word in re.findall(r"^make (.+)$", step.get("run", ""), re.MULTILINE)}
    if "${{ matrix.target }}" in called:
        called = called - {"${{ matrix.target }}"} | set(job["strategy"]["matrix"]["target"])
    return called


def test_the_workflow_calls_targets_that_the_makefile_has(jobs):
    called = set().union(*map(targets, jobs.values()))
    assert called >= {"lint", "test", "test-allennlp", "test-weights", "test-cluster", "test-browser", "test-dist"}
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


def test_a_release_starts_with_a_tag_of_a_version_alone(release):
    assert release[True] == {"push": {"tags": ["v*"]}}  # YAML reads the key "on" as true


def test_nothing_is_published_before_the_checks_the_tests_and_the_build(release, jobs):
    needs = {name: job.get("needs", []) for name, job in release["jobs"].items()}
    assert needs == {
        "check": [],
        "tests": "check",
        "build": "check",
        "publish": ["tests", "build"],
        "release": "publish",
    }
    assert release["jobs"]["tests"]["uses"] == "./.github/workflows/ci.yml"
    assert "workflow_call" in yaml.safe_load(WORKFLOW.read_text("utf-8"))[True]
    assert steps_of(release, "check", "run") == ['python3 tools/check_release.py "$TAG" --source-url "$SOURCE_URL"']
    assert steps_of(release, "build", "run") == ["make test-dist PYTHON=python"]


def test_a_release_is_published_without_a_password_and_attested(release):
    publish = release["jobs"]["publish"]
    assert publish["environment"] == "pypi"
    (upload,) = [step for step in publish["steps"] if step["uses"].startswith("pypa/gh-action-pypi-publish@")]
    assert upload["with"] == {"attestations": True}
    assert "secrets." not in RELEASE.read_text("utf-8")


def test_each_job_of_a_release_may_do_what_it_must_and_its_actions_are_pinned(release):
    assert release["permissions"] == {"contents": "read"}
    allowed = {name: job["permissions"] for name, job in release["jobs"].items() if "permissions" in job}
    assert allowed == {"publish": {"id-token": "write"}, "release": {"contents": "write"}}
    used = set(re.findall(r"uses: (.+)", RELEASE.read_text("utf-8"))) - {"./.github/workflows/ci.yml"}
    assert used and all(re.fullmatch(r"actions/[a-z-]+@v\d+|pypa/[a-z-]+@v\d+\.\d+\.\d+", name) for name in used)


def test_what_was_published_is_attached_to_the_release(release):
    (create,) = [line for line in steps_of(release, "release", "run") if line.startswith("gh release create")]
    assert "dist/*" in create and "--verify-tag" in create and "--notes-file" in create
    uploaded = next(step["with"] for step in release["jobs"]["build"]["steps"] if step.get("with", {}).get("path"))
    assert uploaded["path"].split() == ["dist/*.whl", "dist/*.tar.gz"]


@pytest.mark.parametrize("folder", ["sacrerouge_litepyramid", "tests", "docs", "benchmarks", "configs"])
def test_no_merge_is_left_half_done(folder):
    files = [path for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".md", ".json", ".js", ".css")]
    marks = ("<" * 7 + " ", ">" * 7 + " ")
    halves = [path for path in files for line in path.read_text("utf-8").splitlines() if line.strip().startswith(marks)]
    assert files and halves == []
