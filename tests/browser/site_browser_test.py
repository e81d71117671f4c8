"""The documentation's site in a browser: it asks for nothing from elsewhere, and its search finds pages."""

import functools
import http.server
import subprocess
import sys
import threading

import pytest

from helpers.support import ROOT

pytest.importorskip("mkdocs", reason="needs mkdocs (make docs)")


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The address of the site, built and served on this machine."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.fixture
def opened(browser, site):
    """Opens a page of the site, and gives it with the addresses elsewhere that were asked for and the errors told."""
    contexts = []

    def open_page(name, scheme="light"):
        contexts.append(browser.new_context(color_scheme=scheme))
        page, troubles = contexts[-1].new_page(), []
        page.set_default_timeout(60_000)
        page.on("request", lambda request: None if request.url.startswith(site) else troubles.append(request.url))
        page.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto(f"{site}/{name}", wait_until="networkidle")
        return page, troubles

    yield open_page
    for context in contexts:
        context.close()


@pytest.mark.parametrize("name", ["index.html", "concepts.html", "commands.html"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_asked_for_elsewhere(opened, name, scheme):
    page, troubles = opened(name, scheme)
    assert page.locator("h1").count() == 1
    images = page.evaluate("[...document.images].map(each => each.naturalWidth > 0 && each.alt !== '')")
    assert all(images) and bool(images) == (name == "concepts.html")
    assert troubles == []


def test_the_search_finds_a_page(opened):
    page, troubles = opened("index.html")
    box = page.locator("input[name=query]").first
    box.click()
    page.locator(".md-search-result__meta").filter(has_not_text="Initializing").wait_for()
    box.press_sequentially("Krippendorff")
    page.locator(".md-search-result__link").first.wait_for()
    found = page.locator(".md-search-result__link").evaluate_all("links => links.map(each => each.href)")
    assert any("annotation.html" in link or "realsumm.html" in link for link in found)
    assert troubles == []
