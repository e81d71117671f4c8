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
def addresses(served, site_folder):
    """The site's address by the way in which a reader opens it."""
    return {"served": served, "disk": site_folder.as_uri()}


@pytest.fixture
def opened(browser, addresses):
    """Opens a page of the site, and gives it with the addresses elsewhere that were asked for and
    the errors logged.
    """
    contexts = []

    def open_page(name, way="served", scheme="light", width=1280):
        contexts.append(
            browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 900})
        )
        page, troubles = contexts[-1].new_page(), []
        site = addresses[way]
        page.set_default_timeout(60_000)
        page.on(
            "request",
            lambda request: None if _is_own(request.url, site) else troubles.append(request.url),
        )
        page.on(
            "console",
            lambda message: troubles.append(message.text) if message.type == "error" else None,
        )
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto(f"{site}/{name}", wait_until="networkidle")
        return page, troubles

    yield open_page
    for context in contexts:
        context.close()


def _is_own(address, site):
    return address.startswith((site, "about:"))


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


@pytest.mark.parametrize("way", ["served", "disk"])
def test_the_search_finds_a_page(opened, way):
    page, troubles = opened("index.html", way)
    box = page.locator("input[name=query]").first
    box.click()
    page.locator(".md-search-result__meta").filter(has_not_text="Initializing").wait_for()
    box.press_sequentially("Krippendorff")
    page.locator(".md-search-result__link").first.wait_for()
    found = page.locator(".md-search-result__link").evaluate_all(
        "links => links.map(each => each.href)"
    )
    assert any("annotate.html" in link for link in found)
    assert troubles == []


def test_no_page_is_wider_than_a_narrow_screen(opened, site_folder):
    """A table, a block of code or a name that is too wide scrolls or breaks in its own place."""
    page, _ = opened("index.html", "disk", width=NARROW)
    wide = {}
    for path in sorted(site_folder.glob("*.html")):
        page.goto(path.as_uri(), wait_until="load")
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > NARROW:
            wide[path.name] = width
    assert wide == {}
