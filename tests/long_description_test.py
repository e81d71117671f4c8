"""README.md as PyPI shows it: what setup.py makes of its links, with and without an address of the
repository.
"""

import re
import runpy

import pytest

from helpers.support import ROOT
from sacrerouge_litepyramid._version import __version__

BASE = "https://example.org/team/project/raw/v1/"
SETUP = runpy.run_path(str(ROOT / "setup.py"))
RELATIVE = re.compile(r"""\]\((?![a-z]+:)|src="(?![a-z]+:)""")


@pytest.mark.parametrize(
    ("text", "with_base", "without"),
    [
        (
            "[a page](docs/a.md#b)",
            "[a page](https://example.org/team/project/blob/v1/docs/a.md#b)",
            "a page",
        ),
        ("[`a`](docs/a.md)", "[`a`](https://example.org/team/project/blob/v1/docs/a.md)", "`a`"),
        (
            "[docs/a.md](docs/a.md)",
            "[docs/a.md](https://example.org/team/project/blob/v1/docs/a.md)",
            "docs/a.md",
        ),
        (
            "[here](#below)",
            "[here](https://example.org/team/project/blob/v1/README.md#below)",
            "here",
        ),
        ("![a chart](docs/a.svg)", f"![a chart]({BASE}docs/a.svg)", "a chart"),
        (
            '<img alt="a chart" src="docs/a.svg">',
            f'<img alt="a chart" src="{BASE}docs/a.svg">',
            "a chart",
        ),
        (
            "[![a chart](a.svg)](a.md)",
            f"[![a chart]({BASE}a.svg)](https://example.org/team/project/blob/v1/a.md)",
            "a chart",
        ),
    ],
)
def test_a_relative_link_is_made_absolute_or_plain(text, with_base, without):
    assert SETUP["describe"](f"See {text}.", BASE) == f"See {with_base}."
    assert SETUP["describe"](f"See {text}.", "") == f"See {without}."


@pytest.mark.parametrize("base", [BASE, ""])
@pytest.mark.parametrize(
    "text", ["[a](https://x.org/a)", "`f[i](x)`", "```python\nf[i](x)\n```", "f[i] (x)"]
)
def test_other_links_and_code_stay_as_they_are(text, base):
    assert SETUP["describe"](f"See {text}.", base) == f"See {text}."


@pytest.mark.parametrize("base", [BASE, ""])
def test_the_readme_has_no_other_kind_of_relative_link(base):
    readme = (ROOT / "README.md").read_text("utf-8")
    assert RELATIVE.search(readme)
    described = SETUP["describe"](readme, base)
    assert not RELATIVE.search(described)
    assert not re.search(r"^\[[^]]+\]:|\bhref=", described, flags=re.MULTILINE)


@pytest.fixture
def project(tmp_path):
    """setup.py and what it reads, in a folder where pyproject.toml can be changed.

    Gives its functions.
    """
    for name in ("setup.py", "README.md", "pyproject.toml", "requirements/allennlp.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text((ROOT / name).read_text("utf-8"), "utf-8")
    (tmp_path / "sacrerouge_litepyramid").mkdir()
    (tmp_path / "sacrerouge_litepyramid/_version.py").write_text(
        f'__version__ = "{__version__}"\n', "utf-8"
    )
    return tmp_path


def test_the_address_is_that_of_the_project_and_its_version(project):
    settings = (project / "pyproject.toml").read_text("utf-8")
    settings = re.sub(r"^(# )?\[project\.urls\]\n.*\n", "", settings, flags=re.MULTILINE)
    (project / "pyproject.toml").write_text(settings, "utf-8")
    with pytest.warns(
        UserWarning, match=r"README\.md: its relative links are plain text .* add \[project\.urls\]"
    ):
        assert not RELATIVE.search(runpy.run_path(str(project / "setup.py"))["read_description"]())
    urls = '[project.urls]\nSource = "https://example.org/team/project/"\n'
    (project / "pyproject.toml").write_text(f"{settings}\n{urls}", "utf-8")
    described = runpy.run_path(str(project / "setup.py"))["read_description"]()
    assert f"](https://example.org/team/project/blob/v{__version__}/docs/" in described
