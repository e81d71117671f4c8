"""The check before a release: each file that disagrees with the tag is named, with what it should
say.
"""

import pytest
from check_release import check_release

ADDRESS = "https://example.org/team/project"


@pytest.fixture
def repository(tmp_path):
    (tmp_path / "sacrerouge_litepyramid").mkdir()
    files = {
        "sacrerouge_litepyramid/_version.py": '__version__ = "1.2.0"\n',
        "CHANGELOG.md": "## Unreleased\n\n## 1.2.0 - 2030-01-02\n\n- New.\n\n## 1.1.0 - "
        "2029-01-01\n\n- Old.\n",
        "CITATION.cff": 'cff-version: 1.2.0\nversion: 1.2.0\ndate-released: "2030-01-02"\n',
        "pyproject.toml": f'[project.urls]\nSource = "{ADDRESS}"\n',
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def test_the_notes_are_those_of_the_version(repository):
    assert check_release(repository, "v1.2.0") == "- New.\n"
    assert check_release(repository, "v1.2.0", ADDRESS) == "- New.\n"


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        (
            "sacrerouge_litepyramid/_version.py",
            "1.2.0",
            "1.3.0",
            r"the tag is .v1.2.0., but .* version 1.3.0; tag v1.3.0",
        ),
        (
            "CHANGELOG.md",
            "1.2.0 - 2030-01-02",
            "1.2.0",
            r'CHANGELOG.md: no text under "## 1.2.0 - YEAR-MONTH-DAY"',
        ),
        (
            "CITATION.cff",
            "\nversion: 1.2.0",
            "\nversion: 1.1.0",
            r'CITATION.cff: 1.1.0 .* write version: "1.2.0"',
        ),
        (
            "pyproject.toml",
            ADDRESS,
            "https://x.org",
            r"pyproject.toml: https://x.org where https://example.org/team/proj",
        ),
    ],
)
def test_a_file_that_disagrees_is_named_with_the_remedy(repository, name, old, new, message):
    path = repository / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(ValueError, match=message):
        check_release(repository, "v1.2.0", ADDRESS)
