"""Pages of the package in a headless Chromium.

A test fails when its page logs an error or asks for another file.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.chromium import FLAGS, find_chromium
from helpers.support import skip_without

#: a page is drawn at once; a loaded machine may still take a while to start
PATIENCE = 30_000

Visit = Callable[..., Any]


@pytest.fixture(scope="session")
def chromium() -> str:
    return find_chromium() or skip_without("Chromium", "browser")


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Any]:
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        skip_without("Playwright", "browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, headless=True, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Any) -> Iterator[Visit]:
    """Opens a file, ``visit(path, color_scheme="dark", width=400)``, and gives Playwright's page.

    When the test ends, any console error, script error or request but that of the file itself fails
    it.
    """
    contexts, troubles = [], []

    def opened(
        path: Path,
        color_scheme: str = "light",
        width: int = 1280,
    ) -> Any:
        context = browser.new_context(
            color_scheme=color_scheme,
            viewport={"width": width, "height": 900},
            accept_downloads=True,
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        own = path.resolve().as_uri()
        page.on(
            "console",
            lambda message: (
                troubles.append(f"console: {message.text}") if _is_bad(message) else None
            ),
        )
        page.on("pageerror", lambda error: troubles.append(f"script: {error}"))
        page.on(
            "request",
            lambda request: (
                troubles.append(f"request: {request.url}") if _asks(request, own) else None
            ),
        )
        page.goto(own)
        # a report unpacks its documents after the load; other pages have no such mark
        page.wait_for_selector("html:not([data-drawn=false])", state="attached")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not troubles, "\n".join(troubles)


@pytest.fixture(scope="session")
def axe_violations() -> Callable[[Any], list[str]]:
    """What axe-core finds wrong with a page as it stands, one line a finding.

    Contrast and labels among its rules.
    """
    try:
        import axe_playwright_python
    except ModuleNotFoundError:
        skip_without("axe-playwright-python", "browser")
    source = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")

    def violations(page: Any) -> list[str]:
        page.evaluate(f"() => {{ {source}\n }}")
        found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        assert found["passes"], "axe-core checked nothing"
        return [
            f"{each['id']} ({each['impact']}): {node['html'][:200]}: {node['failureSummary']}"
            for each in found["violations"]
            for node in each["nodes"]
        ]

    return violations


def _is_bad(message: Any) -> bool:
    return message.type in ("error", "warning")


def _asks(request: Any, own: str) -> bool:
    """Whether a request is for anything but the file, what it holds, or what it made for a
    download.
    """
    return not request.url.startswith(("data:", "blob:")) and request.url.split("#")[0] != own
