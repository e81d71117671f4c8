"""The documentation's site in a browser: it asks for nothing elsewhere, its search works, wide
tables scroll.
"""

import functools
import http.server
import subprocess
import sys
import threading

import pytest

from helpers.support import ROOT

pytest.importorskip("mkdocs", reason="needs mkdocs (make docs)")
pytest.importorskip("mkdocstrings", reason="needs mkdocstrings (make docs)")

NARROW = 390


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="module")
def site_folder(tmp_path_factory):
    """The folder of the site, built once."""
    folder = tmp_path_factory.mktemp("site")
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "--quiet",
        "--site-dir",
        str(folder),
    ]
    subprocess.run(command, cwd=ROOT, check=True)
    return folder


@pytest.fixture(scope="module")
def served(site_folder):
    """The address of the site on this machine."""
    handler = functools.partial(Quiet, directory=str(site_folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.fixture
def opened(browser, served):
    """Opens a page of the site, and gives it with the addresses elsewhere that were asked for and
    the errors logged.
    """
    contexts = []

    def open_page(name, scheme="light", width=1280):
        contexts.append(
            browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 900})
        )
        page, requests, troubles = contexts[-1].new_page(), [], []
        page.set_default_timeout(60_000)
        page.on("request", lambda request: requests.append(request.url))
        page.on("console", lambda message: troubles.append((message.type, message.text)))
        page.on("pageerror", lambda error: troubles.append(("error", str(error))))
        page.goto(f"{served}/{name}", wait_until="networkidle")
        foreign = [url for url in requests if not url.startswith((served, "about:"))]
        return page, [*foreign, *(text for kind, text in troubles if kind == "error")]

    yield open_page
    for context in contexts:
        context.close()


@pytest.mark.parametrize("name", ["index.html", "installation.html", "commands.html", "api.html"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_asked_for_elsewhere(opened, name, scheme):
    page, troubles = opened(name, scheme=scheme)
    assert page.locator("h1").count() == 1
    images = page.evaluate(
        "[...document.images].map(each => each.naturalWidth > 0 && each.alt !== '')"
    )
    assert all(images) and bool(images) == (name == "index.html")
    assert troubles == []


def test_the_search_finds_a_page(opened):
    page, troubles = opened("index.html")
    box = page.locator("input[name=query]").first
    box.click()
    page.locator(".md-search-result__meta").filter(has_not_text="Initializing").wait_for()
    box.press_sequentially("Krippendorff")
    links = page.locator(".md-search-result__link")
    links.first.wait_for()
    assert any("annotate.html" in link.get_attribute("href") for link in links.all())
    assert troubles == []


def test_no_page_is_wider_than_a_narrow_screen(opened, site_folder, served):
    """A table, a block of code or a name that is too wide scrolls or breaks in its own place."""
    page, _ = opened("index.html", width=NARROW)
    for path in sorted(site_folder.glob("*.html")):
        page.goto(f"{served}/{path.name}", wait_until="load")
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW, path.name
