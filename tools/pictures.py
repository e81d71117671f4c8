"""Make the pictures of README.md and docs/: PYTHONPATH=.:tests python tools/pictures.py
PYRXSUM

The verdict is PyrXSum's, from the folder PYRXSUM of the authors' data; the others show the sample.
Each is drawn in the light and in the dark scheme. Needs Chromium and the packages of `make
test-browser`.
"""

import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from helpers.chromium import FLAGS, find_chromium
from helpers.support import ROOT
from sacrerouge_litepyramid.cli.main import main

FOLDER = ROOT / "docs/assets"
SCHEMES = ("light", "dark")
COLOURS = 64
SCALE = 1.5
METRICS = ("lite2pyramid_p2c", "lite3pyramid_p2c")
DOCUMENT, SYSTEM, EXPLAINED = "bridge-closure", "copy-key", 0
FORM = "forms/labels-ann.html"
#: what the form's first summary states of its first units
VOTES = "1000"


def crop_verdict(page: Any) -> dict[str, float]:
    """Show the verdict and the systems, without what the page folds."""
    for folded in page.locator("main details, #pair-details, #systems .save").all():
        folded.evaluate("element => element.style.display = 'none'")
    return span(page, "#verdict", "#systems")


def crop_document(page: Any) -> dict[str, float]:
    """Show a document's units against the systems."""
    page.locator("#search").fill(DOCUMENT)
    page.get_by_role("heading", name=DOCUMENT, exact=True).wait_for()
    return span(page, "#view .grid", "#view .grid")


def crop_summary(page: Any) -> dict[str, float]:
    """Show a summary of the document opened to its units, one with the reason."""
    crop_document(page)
    card = page.locator("article.card", has=page.get_by_role("heading", name=SYSTEM, exact=True))
    card.locator("summary").nth(EXPLAINED).click()
    card.evaluate("card => card.id = 'opened'")
    return span(page, "#opened", "#opened")


def crop_form(page: Any) -> dict[str, float]:
    """Show the form after votes on the first units."""
    for vote in VOTES:
        page.keyboard.press(vote)
    return {"x": 0, "y": 0, "width": page.locator("header").bounding_box()["width"], "height": 760}


#: by name, the page, its width and what is shown of it
PICTURES: Mapping[str, tuple[str, int, Callable[[Any], dict[str, float]]]] = {
    "verdict": ("pyrxsum/report.html", 1000, crop_verdict),
    "document": ("demo/report.html", 1000, crop_document),
    "summary": ("demo/report.html", 760, crop_summary),
    "form": (FORM, 1000, crop_form),
}


def span(page: Any, first: str, last: str) -> dict[str, float]:
    """Return the box from the top of one element to the bottom of another, with a margin."""
    page.evaluate("scrollTo(0, 0)")
    top, bottom = page.locator(first).first.bounding_box(), page.locator(last).bounding_box()
    left, right = min(top["x"], bottom["x"]), max(box["x"] + box["width"] for box in (top, bottom))
    margin = 12
    return {
        "x": max(left - margin, 0),
        "y": max(top["y"] - margin, 0),
        "width": right - left + 2 * margin,
        "height": bottom["y"] + bottom["height"] - top["y"] + 2 * margin,
    }


def make_pages(folder: Path, pyrxsum: Path) -> None:
    """Write PyrXSum's report by its human units, the sample's report and a form to label the
    sample.
    """
    data, scores, demo = str(folder / "pyrxsum"), str(folder / "scores.jsonl"), str(folder / "demo")
    corpus = [
        "score-corpus",
        f"{data}/summaries.jsonl",
        "--units",
        f"{data}/scus.jsonl",
        "--output",
        scores,
    ]
    for words in (
        ["setup-dataset", "pyrxsum", data, "--source", str(pyrxsum)],
        corpus,
        ["report", data, "--scores", scores],
        ["demo", "--output-dir", demo],
        ["report", demo, "--metrics", *METRICS],
        ["make-label-form", demo, "--annotators", "ann", "--output-dir", str(folder / "forms")],
    ):
        assert main(words) == 0, words


def draw(
    browser: Any, page_file: Path, width: int, scheme: str, crop: Callable[[Any], dict[str, float]]
) -> bytes:
    """Return a part of a page as PNG."""
    context = browser.new_context(
        viewport={"width": width, "height": 900}, device_scale_factor=SCALE, color_scheme=scheme
    )
    page = context.new_page()
    page.goto(page_file.as_uri())
    page.wait_for_selector("html:not([data-drawn=false])", state="attached")
    picture = page.screenshot(full_page=True, clip=crop(page))
    context.close()
    return picture


def draw_all(browser: Any, folder: Path, pyrxsum: Path) -> None:
    """Write all pictures, in few colours so that they are small; ``browser``: Playwright's."""
    from PIL import Image

    with tempfile.TemporaryDirectory() as made:
        make_pages(Path(made), pyrxsum)
        for name, (page, width, crop) in PICTURES.items():
            for scheme in SCHEMES:
                target = folder / f"{name}-{scheme}.png"
                target.write_bytes(draw(browser, Path(made) / page, width, scheme, crop))
                image = Image.open(target).convert("RGB")
                few = image.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
                few.save(target, optimize=True)


if __name__ == "__main__":
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        draw_all(
            playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS),
            FOLDER,
            Path(sys.argv[1]),
        )
