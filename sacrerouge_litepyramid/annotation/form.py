"""The shared frame of both annotation forms: the list of tasks, the task, the guidelines and the tools."""

from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.pages.page import assemble
from sacrerouge_litepyramid.storage.files import read_text

HERE = Path(__file__).parent


def render_form(name: str, title: str, listed: str, data: Any) -> str:
    """Return a form as HTML: NAME.html in the shared frame, with NAME.css and NAME.js after the shared files.

    ``title`` and ``listed`` (the heading of the list) are HTML of this package.
    """
    body = read_text(HERE / "form.html")
    for slot, text in (("title", title), ("list", listed), ("task", read_text(HERE / f"{name}.html"))):
        body = body.replace(f"{{{{{slot}}}}}", text)
    styles = [read_text(HERE / f"{each}.css") for each in ("form", name)]
    scripts = [read_text(HERE / f"{each}.js") for each in ("form", "timing", name)]
    return assemble(title, body, data, styles, scripts)
