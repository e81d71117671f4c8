"""The shared template in a browser: texts stay texts, the theme is kept, the policy holds, axe-core
finds nothing.
"""

import pytest

from sacrerouge_litepyramid.verdict.page.page import assemble

BODY = """
<header class="top"><div class="top-row"><h1>A page</h1>
<label>Theme <select id="theme"><option>system</option><option>light</option><option>dark</option></select></label>
</div></header>
<main id="main" class="content"><h2>Texts</h2><p class="quiet" id="shown"></p>
<p><a href="#main">A link</a> <button>Plain</button> <button class="primary">First</button></p>
<p class="notice">A notice with <kbd>K</kbd>.</p>
<div class="panel"><p class="quiet">Quiet on a panel.</p></div></main>
"""
SCRIPT = """page.byId("shown").append(page.element("span", {class: "quiet", hidden: false}, page.data().text));"""
NASTY = "</script><script>alert(1)</script><!-- <script> \u2028 & \ud800 {{body}} \\ é 界"


@pytest.fixture
def shared_page(tmp_path):
    path = tmp_path / "page.html"
    path.write_text(assemble("A <page>", BODY, {"text": NASTY}, scripts=[SCRIPT]), "utf-8")
    return path


def test_a_text_is_shown_as_it_is(visit, shared_page):
    page = visit(shared_page)
    assert page.title() == "A <page>"
    assert page.evaluate("page.byId('shown').textContent") == page.evaluate("page.data().text")
    assert (
        "</script><script>alert(1)</script><!-- <script>" in page.locator("#shown").text_content()
    )
    assert page.locator("main script").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visit, shared_page, axe_violations, scheme):
    assert axe_violations(visit(shared_page, color_scheme=scheme)) == []


def test_the_policy_stops_scripts_styles_and_requests_that_came_otherwise(browser, tmp_path):
    path = tmp_path / "poor.html"
    body = (
        '<main id="main"><h1 onclick="x()">A</h1><script>window.ran = 1</script><img '
        'src="other.png"></main>'
    )
    path.write_text(assemble("Poor", body, {}), "utf-8")
    page = browser.new_page()
    logged = []
    page.on("console", lambda message: logged.append(message.text))
    page.goto(path.as_uri())
    assert page.evaluate("window.ran") is None
    assert sum("Content Security Policy" in text for text in logged) >= 2
    page.close()
