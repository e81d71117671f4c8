"""The documentation's site in a browser asks for nothing elsewhere."""

import functools
import http.server
import subprocess
import sys
import threading

import pytest

from helpers.support import ROOT

pytest.importorskip("mkdocs", reason="needs mkdocs (make docs)")
pytest.importorskip("mkdocstrings", reason="needs mkdocstrings (make docs)")


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """The address of the site on this machine."""
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
