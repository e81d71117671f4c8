"""Where the pages are drawn: a Chromium that is installed, and how it starts."""

import os
import shutil

COMMANDS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find_chromium() -> str | None:
    """Return the executable: $LITEPYRAMID_CHROMIUM, or the first of COMMANDS on the path."""
    named = os.environ.get("LITEPYRAMID_CHROMIUM")
    return next(filter(None, map(shutil.which, [named] if named else COMMANDS)), None)
