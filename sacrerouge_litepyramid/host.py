"""What the plugin changes in SacreROUGE 0.2.5, all of it here."""

import sys


def make_importable() -> None:
    """Lets SacreROUGE be imported on Python 3.12 and later.

    Its pin overrides==3.1.0 reads byte code that Python 3.12 changed; the decorator only checks names, so an
    identity decorator serves.
    """
    if sys.version_info >= (3, 12) and "sacrerouge" not in sys.modules:
        import overrides

        overrides.overrides = lambda method: method
