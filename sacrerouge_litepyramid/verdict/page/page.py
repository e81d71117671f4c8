"""A page as one file that embeds styles, scripts and data; a policy keeps it from loading more."""

import base64
import hashlib
import html
import json
import re
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.io.files import read_text
from sacrerouge_litepyramid.verdict.page.page_words import read_words

HERE = Path(__file__).parent
#: JSON escapes of the characters that can end a script element or start a comment, and of old
#: JavaScript's line ends
_ESCAPES = {character: f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}
_SLOT = re.compile(r"\{\{(\w+)\}\}")
WORDS = HERE / "words"


def assemble(
    title: str,
    body: str,
    data: Any,
    styles: Sequence[str] = (),
    scripts: Sequence[str] = (),
    words: Mapping[str, str] | None = None,
) -> str:
    """Return a page made from the shared template.

    ``body`` is trusted HTML of this package. ``data`` is JSON-ready, and ``page.data()`` reads it
    in the page. ``styles`` and ``scripts`` are texts that follow the shared base.css and base.js.
    ``words`` are the template's words as HTML, by default in English. Raises ValueError for data
    that JSON cannot represent, such as NaN.
    """
    styles = [read_text(HERE / "base.css"), *styles]
    scripts = [read_text(HERE / "base.js"), *scripts]
    slots = {
        **(words or read_words(WORDS)["page"]),
        "title": html.escape(title),
        "policy": build_policy(styles, scripts),
        "styles": "\n".join(f"<style>{text}</style>" for text in styles),
        "scripts": "\n".join(f"<script>{text}</script>" for text in scripts),
        "body": body,
        "data": embed_json(data),
    }
    return fill(read_text(HERE / "page.html"), slots)


def fill(template: str, slots: Mapping[str, str]) -> str:
    """Return a template with the HTML of each ``{{slot}}`` in its place."""
    return _SLOT.sub(lambda match: slots[match[1]], template)


def embed_json(data: Any) -> str:
    """Return JSON that is safe in a script element.

    It escapes ``</script>`` and ``<!--`` in texts.
    """
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for character, escape in _ESCAPES.items():
        text = text.replace(character, escape)
    # UTF-8 has no lone surrogates, which JSON may contain.
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def pack(data: Any) -> str:
    """Return JSON-ready data compressed (zlib) as base64, which ``page.unpack()`` reads.

    Raises ValueError for data that JSON cannot represent.
    """
    compressed = zlib.compress(embed_json(data).encode("utf-8"), 9)
    return base64.b64encode(compressed).decode("ascii")


def build_policy(styles: Sequence[str], scripts: Sequence[str]) -> str:
    """Return the Content-Security-Policy that allows only these styles and scripts."""
    return (
        "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; "
        f"style-src {_list_hashes(styles)}; script-src {_list_hashes(scripts)}"
    )


def _list_hashes(texts: Sequence[str]) -> str:
    hashes = []
    for text in texts:
        digest = hashlib.sha256(text.encode("utf-8")).digest()
        hashes.append(f"'sha256-{base64.b64encode(digest).decode()}'")
    return " ".join(hashes)
