"""The documentation's site in a browser: it asks for nothing elsewhere, its search works, wide tables scroll."""

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
#: how much of a table is out of sight
HIDDEN_WIDTH = "box => box.scrollWidth - box.clientWidth"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="module")
def site_folder(tmp_path_factory):
    """The folder of the site, built once."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
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
    """Opens a page of the site, and gives it with the addresses elsewhere that were asked for and the errors logged."""
    contexts = []

    def open_page(name, way="served", scheme="light", width=1280):
        contexts.append(browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 900}))
        page, troubles = contexts[-1].new_page(), []
        site = addresses[way]
        page.set_default_timeout(60_000)
        page.on("request", lambda request: None if _is_own(request.url, site) else troubles.append(request.url))
        page.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
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
    images = page.evaluate("[...document.images].map(each => each.naturalWidth > 0 && each.alt !== '')")
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
    found = page.locator(".md-search-result__link").evaluate_all("links => links.map(each => each.href)")
    assert any("annotate.html" in link for link in found)
    assert troubles == []


def test_a_page_that_was_found_opens_from_disk(opened):
    page, troubles = opened("index.html", "disk")
    box = page.locator("input[name=query]").first
    box.click()
    page.locator(".md-search-result__meta").filter(has_not_text="Initializing").wait_for()
    box.press_sequentially("Isaki")  # in parentheses on the page
    page.locator(".md-search-result__link").first.click()
    page.wait_for_url("**/annotate.html*")
    assert "Annotate" in page.locator("h1").inner_text()
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_wide_table_shows_that_there_is_more(opened, scheme):
    """The shadow at the edge is drawn where columns are hidden, and not at the other edge."""
    page, _ = opened("how-good.html", scheme=scheme, width=NARROW)
    box = page.locator(".md-typeset__scrollwrap").filter(has=page.locator("table"), has_text="ROUGE-1").first
    assert box.evaluate(HIDDEN_WIDTH) > NARROW / 4
    left, right = _edge_contrasts(page, box)
    assert right > 10 > left
    box.evaluate("box => { box.scrollLeft = box.scrollWidth; }")
    left, right = _edge_contrasts(page, box)
    assert left > 10 > right


def _edge_contrasts(page, box):
    """How much pixels beside the table's border differ from the page's ground, at both edges, from 0 to 255."""
    pixels = page.evaluate(
        """async (source) => {
            const image = await createImageBitmap(await (await fetch(source)).blob());
            const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
            canvas.drawImage(image, 0, 0);
            const row = canvas.getImageData(0, 2, image.width, 1).data;
            return [row[4 * 3], row[4 * (image.width - 4)]];
        }""",
        "data:image/png;base64," + _base64(box.screenshot()),
    )
    ground = page.evaluate("Number(getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0])")
    return [abs(value - ground) for value in pixels]


def _base64(data):
    import base64

    return base64.b64encode(data).decode()
