"""The pictures of README.md and docs/ are made by the script, are small, and are shown."""

from helpers import pictures
from helpers.pages import PAGES

NAMES = {f"{name}-{scheme}.png" for name in pictures.PICTURES for scheme in pictures.SCHEMES}
MAX_BYTES = 600_000


def test_the_script_makes_all_pictures(browser, tmp_path, shared):
    pictures.draw_all(browser, tmp_path, shared / "data/lite-pyramid/PyrXSum")
    drawn = {path.name: path.stat().st_size for path in tmp_path.iterdir()}
    assert drawn.keys() == NAMES == {path.name for path in pictures.FOLDER.glob("*.png")}
    assert sum(drawn.values()) < MAX_BYTES > sum(path.stat().st_size for path in pictures.FOLDER.glob("*.png"))


def test_every_picture_is_shown():
    shown = "".join(page.read_text("utf-8") for page in PAGES)
    assert [name for name in NAMES if f"assets/{name}" not in shown] == []
