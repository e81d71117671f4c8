"""Lite2Pyramid, Lite2.xPyramid and Lite3Pyramid for SacreROUGE."""

from typing import TYPE_CHECKING, Any

from sacrerouge_litepyramid.plugin import host

if TYPE_CHECKING:
    from sacrerouge_litepyramid.api import Scores, load, score, score_table

__version__ = "0.1.0"
__all__ = ["Scores", "__version__", "load", "score", "score_table"]

host.make_importable()


def __getattr__(name: str) -> Any:
    """The functions of `api`, imported when they are first used: SacreROUGE takes seconds."""
    if name in __all__:
        from sacrerouge_litepyramid import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
