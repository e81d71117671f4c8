"""Lite2Pyramid, Lite2.xPyramid and Lite3Pyramid, and how far a summarization metric can be trusted."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sacrerouge_litepyramid.api import load, score, score_table
    from sacrerouge_litepyramid.result import Result
    from sacrerouge_litepyramid.verdicts import agreement, compare, estimate

__version__ = "0.1.0"
__all__ = ["Result", "__version__", "agreement", "compare", "estimate", "load", "score", "score_table"]
_VERDICTS = ("agreement", "compare", "estimate")


def __getattr__(name: str) -> Any:
    """Import the functions of `api` and of `verdicts` when they are first used."""
    if name in __all__:
        from importlib import import_module

        return getattr(import_module(f"{__name__}.{'verdicts' if name in _VERDICTS else 'api'}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
