"""README.md as PyPI shows it: what setup.py makes of its links, with and without an address of the
repository.
"""

import re
import runpy

import pytest

from helpers.support import ROOT

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
