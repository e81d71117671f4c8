"""The Lite-Pyramid metrics, and how far a summarization metric can be trusted."""

from typing import TYPE_CHECKING, Any

from sacrerouge_litepyramid._version import __version__

if TYPE_CHECKING:
    from sacrerouge_litepyramid.api import load, score
    from sacrerouge_litepyramid.result import Result
    from sacrerouge_litepyramid.verdict.comparison.comparisons import (
        agreement,
        compare,
        compare_metrics,
    )
    from sacrerouge_litepyramid.verdict.evaluation import evaluate_table
    from sacrerouge_litepyramid.verdict.labels.sampling.estimation import estimate
    from sacrerouge_litepyramid.verdict.labels.sampling.planning import plan_labels
    from sacrerouge_litepyramid.verdict.report.explain import explain
    from sacrerouge_litepyramid.verdict.report.write import write_report

# SacreROUGE's --include-packages imports every module in the first folder of a package's path. This
# one holds only the module that registers the plugin, so that the package's 300 others are imported
# where they are used.
__path__.insert(0, f"{__path__[0]}/plugin/included")

__all__ = [
    "Result",
    "__version__",
    "agreement",
    "compare",
    "compare_metrics",
    "estimate",
    "evaluate_table",
    "explain",
    "load",
    "plan_labels",
    "score",
    "write_report",
]
#: the modules of the functions outside `api`
_MODULES = {
    "agreement": "verdict.comparison.comparisons",
    "compare": "verdict.comparison.comparisons",
    "compare_metrics": "verdict.comparison.comparisons",
    "estimate": "verdict.labels.sampling.estimation",
    "evaluate_table": "verdict.evaluation",
    "explain": "verdict.report.explain",
    "plan_labels": "verdict.labels.sampling.planning",
    "write_report": "verdict.report.write",
}


def __getattr__(name: str) -> Any:
    """Import a public function at its first use."""
    if name in __all__:
        from importlib import import_module

        return getattr(import_module(f"{__name__}.{_MODULES.get(name, 'api')}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the public names, which completion offers before their modules are imported."""
    return sorted(__all__)
