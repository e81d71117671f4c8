"""Lite2Pyramid, Lite2.xPyramid and Lite3Pyramid, and how far a summarization metric can be trusted."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sacrerouge_litepyramid.api import load, score, score_table
    from sacrerouge_litepyramid.result import Result

__version__ = "0.1.0"
__all__ = ["Result", "__version__", "load", "score", "score_table"]


def __getattr__(name: str) -> Any:
    """Import the functions of `api` when they are first used."""
    if name in __all__:
        from sacrerouge_litepyramid import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
