"""Draw README.md's picture, a summary of the sample opened to its units: python tests/helpers/readme_picture.py

Needs Chromium and the packages of `make test-browser`.
"""

import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "docs/assets/opened-summary.png"
SYSTEM = "confused"
UNIT_EXPLAINED = 2
COLOURS = 256


def main() -> None:
    from PIL import Image
    from playwright.sync_api import sync_playwright

    from helpers.report_pages import SAMPLE, report, scored

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        data = Path(shutil.copytree(SAMPLE, Path(folder) / "sample"))
        page_file = report(scored(data, ("lite2pyramid",)), Path(folder) / "report.html")
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1240, "height": 1400}, device_scale_factor=1.6)
        page.goto(page_file.as_uri())
        card = page.locator("article.card", has=page.get_by_role("heading", name=SYSTEM, exact=True))
        card.locator("summary").nth(UNIT_EXPLAINED).click()
        card.screenshot(path=PICTURE)
    drawn = Image.open(PICTURE).convert("RGB")
    drawn.quantize(COLOURS, dither=Image.Dither.NONE).save(PICTURE, optimize=True)


if __name__ == "__main__":
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
    main()
