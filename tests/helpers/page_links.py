"""The links of a page of documentation, and where they lead."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from helpers.page_examples import FENCED
from helpers.support import ROOT

#: [text](target), ![text](target "title"), <target>, [name]: target, and HTML
LINK = re.compile(
    r"\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)"
    r"|<(https?://[^>\s]+)>"
    r"|^\[[^]]+\]:\s+(\S+)"
    r"|(?:href|src)=\"([^\"]+)\"",
    flags=re.MULTILINE,
)


class Link(NamedTuple):
    """A link, and the page that it is on."""

    page: Path
    target: str

    @property
    def is_external(self) -> bool:
        """Return whether the link leads out of the repository."""
        return bool(urlsplit(self.target).scheme)


def list_links(page: Path) -> list[Link]:
    """Return a page's links, those within code left out."""
    text = re.sub(r"`[^`\n]*`", "", FENCED.sub("", page.read_text("utf-8")))
    return [Link(page, next(filter(None, match.groups()))) for match in LINK.finditer(text)]


def find_problem(link: Link) -> str:
    """Return what is wrong with a link within the repository: a missing file or anchor; "" if it leads somewhere."""
    path, _, anchor = link.target.partition("#")
    target = link.page.parent / unquote(path) if path else link.page
    if not target.exists():
        return f"{link.page.relative_to(ROOT)}: ({link.target}) there is no such file"
    if anchor and target.suffix == ".md" and anchor not in list_anchors(target):
        return f"{link.page.relative_to(ROOT)}: ({link.target}) {target.name} has no such heading"
    return ""


def is_valid_address(target: str) -> bool:
    """Return whether an external link is an address of the web, or of mail, as far as its form goes."""
    parts = urlsplit(target)
    if parts.scheme == "mailto":
        return "@" in parts.path
    return parts.scheme in ("http", "https") and bool(re.fullmatch(r"[\w.-]+\.[a-z]{2,}(:\d+)?", parts.netloc))


def list_anchors(page: Path) -> set[str]:
    """Return what links can lead to in a page: its headings as GitHub names them, and ids that are given."""
    text = FENCED.sub("", page.read_text("utf-8"))
    given = set(re.findall(r"(?:\{[^}]*#|id=\"|name=\")([\w-]+)", text))
    return given | set(_name_headings(re.findall(r"^#+ (.*)$", text, flags=re.MULTILINE)))


def _name_headings(headings: list[str]) -> Iterator[str]:
    seen: Counter[str] = Counter()
    for heading in headings:
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", re.sub(r"\{[^}]*\}\s*$", "", heading)).strip()
        kept = re.sub(r"[^\w\s-]", "", unicodedata.normalize("NFC", plain)).lower()
        name = re.sub(r"\s", "-", kept)
        yield f"{name}-{seen[name]}" if seen[name] else name
        seen[name] += 1
