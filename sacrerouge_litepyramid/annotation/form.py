"""The frame of both annotation forms: what there is to do, the task, the guidelines, and the tools above them."""

from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.pages.page import assemble
from sacrerouge_litepyramid.storage.files import read_text

HERE = Path(__file__).parent


def render_form(name: str, title: str, listed: str, data: Any) -> str:
    """A form: NAME.html in the shared frame, NAME.css and NAME.js after what the forms share.

    ``title`` and ``listed`` (what the list holds) are HTML of this package.
    """
    body = read_text(HERE / "form.html")
    for slot, text in (("title", title), ("list", listed), ("task", read_text(HERE / f"{name}.html"))):
        body = body.replace(f"{{{{{slot}}}}}", text)
    styles, scripts = ([read_text(HERE / f"{each}.{kind}") for each in ("form", name)] for kind in ("css", "js"))
    return assemble(title, body, data, styles, scripts)
