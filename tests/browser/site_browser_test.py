"""The documentation's site in a browser: it asks for nothing elsewhere, and names stay whole."""

import functools
import http.server
import subprocess
import sys
import threading
from importlib.util import find_spec

import pytest

from helpers.support import ROOT, skip_without


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """The address of the site on this machine."""
    for package in ("mkdocs", "material", "mkdocstrings"):
        if not find_spec(package):
            skip_without(package, "browser")
    folder = str(tmp_path_factory.mktemp("site"))
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", folder]
    subprocess.run(command, cwd=ROOT, check=True)
    handler = functools.partial(Quiet, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.mark.parametrize("name", ["index.html", "commands.html", "api.html"])
def test_nothing_is_asked_for_elsewhere(browser, served, name):
    context = browser.new_context()
    page, requests, errors = context.new_page(), [], []
    page.on("request", lambda request: requests.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{served}/{name}", wait_until="networkidle")
    assert page.locator("h1").count() == 1
    assert [url for url in requests if not url.startswith((served, "about:"))] == []
    assert errors == []
    context.close()


#: names in cells of tables whose letters are in several lines; a name may break after a hyphen
FIND_BROKEN = """() => [...document.querySelectorAll(".md-typeset td > code")].filter(code => {
    const places = new Set([...code.getClientRects()].map(box => Math.round(box.top)));
    return /^\\w+$/.test(code.textContent) && places.size > 1;
}).map(code => code.textContent)"""


@pytest.mark.parametrize("width", [390, 1280])
def test_names_in_tables_are_not_broken_within_a_word(browser, served, width):
    context = browser.new_context(viewport={"width": width, "height": 900})
    page = context.new_page()
    for name in ("in-sacrerouge.html", "train-a-judge.html"):
        page.goto(f"{served}/{name}", wait_until="networkidle")
        assert page.locator(".md-typeset td > code").count() > 5
        assert page.evaluate(FIND_BROKEN) == []
    context.close()
