"""No link of README.md, CHANGELOG.md, CONTRIBUTING.md, SECURITY.md, examples/README.md and docs/ is dead.

Anchors are those of GitHub; `make docs` checks those of the site. External addresses are checked for their form alone
and listed, as there is no connection: `pytest -rP tests/documentation/links_test.py` prints them.
"""

import pytest

from helpers.doc_commands import PAGES
from helpers.doc_summary import PROPERTY
from helpers.page_links import Link, find_problem, is_valid_address, list_anchors, list_links
from helpers.support import ROOT

LINKS = [link for page in PAGES for link in list_links(page)]


def test_links_within_the_repository_lead_somewhere(record_property):
    inner = [link for link in LINKS if not link.is_external]
    problems = [problem for problem in map(find_problem, inner) if problem]
    assert len(inner) > 100 and not problems
    record_property(PROPERTY, ["links within", len(inner), 0])


def test_external_links_are_addresses(record_property):
    outer = [link for link in LINKS if link.is_external]
    print("\n".join(sorted({link.target for link in outer})))
    assert outer and [link for link in outer if not is_valid_address(link.target)] == []
    record_property(PROPERTY, ["external links listed", len(outer), 0])


@pytest.mark.parametrize(
    ("target", "problem"),
    [
        ("docs/nowhere.md", "there is no such file"),
        ("docs/concepts.md#nowhere", "has no such heading"),
        ("#nowhere", "has no such heading"),
        ("docs/concepts.md", ""),
        ("docs/../LICENSE", ""),
    ],
)
def test_a_dead_link_is_found(target, problem):
    assert find_problem(Link(ROOT / "README.md", target)).endswith(problem)
    assert bool(find_problem(Link(ROOT / "README.md", target))) == bool(problem)


def test_anchors_are_named_as_github_names_them(tmp_path):
    page = tmp_path / "page.md"
    page.write_text('# `one` & [two](x.md)\n## Again\n## Again\n```\n# no heading\n```\n<a id="own"></a>\n', "utf-8")
    assert list_anchors(page) == {"one--two", "again", "again-1", "own"}


@pytest.mark.parametrize("target", ["http://", "https://nowhere", "htps://example.org", "mailto:nobody"])
def test_an_address_that_is_none_is_found(target):
    assert not is_valid_address(target) and is_valid_address("https://example.org/a#b")
