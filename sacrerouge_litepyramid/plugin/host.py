"""All changes that the plugin makes to SacreROUGE 0.2.5."""

import argparse
import functools
import importlib
import logging
import pkgutil
import sys
from collections.abc import Callable
from contextlib import ExitStack, nullcontext
from pathlib import Path
from types import ModuleType
from typing import Any

from sacrerouge_litepyramid.io.files import atomic_path
from sacrerouge_litepyramid.registry import explain_unknown_name

logger = logging.getLogger(__name__)

#: SacreROUGE's modules in which `import_module_and_submodules` is a name
IMPORTING_MODULES = ("arguments", "commands.evaluate", "commands.metric_command", "commands.score", "common.util")
PYPLOT = "matplotlib.pyplot"
#: what messages call SacreROUGE's kinds of components
NOUNS = {"Metric": "metric", "DatasetReader": "dataset reader"}
#: the function that sets up logging, a name in the module of each of SacreROUGE's commands
PREPARE_LOGGING = "prepare_global_logging"


def build_parser() -> argparse.ArgumentParser:
    """Change SacreROUGE for the command line, and return its parser, which also accepts this package's components."""
    defer_pyplot()
    import_by_full_names()
    silence_parameters()
    refuse_dotted_names()
    save_outputs_atomically()
    from sacrerouge.arguments import build_argument_parser

    parser = build_argument_parser()
    for name, module in list(sys.modules.items()):
        if name.startswith("sacrerouge.") and hasattr(module, PREPARE_LOGGING):
            setattr(module, PREPARE_LOGGING, prepare_logging)
    return parser


def prepare_logging(file_path: str | None = None, silent: bool = False) -> None:
    """Log to a file if one is given, and to standard error unless ``silent``, in SacreROUGE's format."""
    handlers: list[logging.Handler] = []
    if file_path is not None:
        Path(file_path).parent.mkdir(parents=True, exist_ok=True)
        handlers.append(logging.FileHandler(file_path))
    if not silent:
        handlers.append(logging.StreamHandler(sys.stderr))
    logging.basicConfig(
        level=logging.INFO, format="%(asctime)s - %(levelname)s - %(name)s - %(message)s", handlers=handlers
    )


def import_by_full_names() -> None:
    """Replace SacreROUGE's import of packages, which imports every package again by the last part of its name.

    Otherwise every command would run the user's `metrics.py` or folder `models` in the working directory.
    """
    for name in IMPORTING_MODULES:
        module: Any = importlib.import_module(f"sacrerouge.{name}")
        module.import_module_and_submodules = import_module_and_submodules


def import_module_and_submodules(package_name: str) -> None:
    """Import a package, looked for in the working directory first, and its modules.

    Excludes SacreROUGE's tests and this package.
    """
    from sacrerouge.common.util import push_python_path

    importlib.invalidate_caches()
    with nullcontext() if package_name in sys.modules else push_python_path("."):
        _import_all(package_name)


def _import_all(name: str) -> None:
    if name not in ("sacrerouge.tests", __name__.partition(".")[0]):
        module = importlib.import_module(name)
        for part in pkgutil.iter_modules(getattr(module, "__path__", []), f"{name}."):
            _import_all(part.name)


def defer_pyplot() -> None:
    """Delay the import of matplotlib.pyplot, which takes half a second, in SacreROUGE's correlate until it plots."""
    if PYPLOT in sys.modules:
        return
    sys.modules[PYPLOT] = _LazyModule(PYPLOT)
    try:
        import sacrerouge.commands.correlate  # noqa: F401
    finally:
        del sys.modules[PYPLOT]


class _LazyModule(ModuleType):
    """A stand-in for a module that is imported when one of its attributes is read."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(importlib.import_module(self.__name__), name)


def silence_parameters() -> None:
    """Silence SacreROUGE's log of a config's keys, which signatures have too, and its warning about plain JSON."""
    logging.getLogger("sacrerouge.common.params").setLevel(logging.ERROR)


def refuse_dotted_names() -> None:
    """Let a config construct registered classes only; SacreROUGE would import and call any name with a dot."""
    from sacrerouge.common import Registrable

    if hasattr(Registrable.resolve_class_name, "__wrapped__"):
        return
    resolve = Registrable.resolve_class_name.__func__

    @functools.wraps(resolve)
    def resolve_registered(cls: Any, name: str) -> Any:
        known = Registrable._registry[cls]
        if name not in known:
            raise ValueError(explain_unknown_name(f"the {NOUNS.get(cls.__name__, cls.__name__)}", name, known))
        return resolve(cls, name)

    Registrable.resolve_class_name = classmethod(resolve_registered)


def save_outputs_atomically() -> None:
    """Make the commands of SacreROUGE's own metrics move complete outputs into place, and log their paths."""
    from sacrerouge.commands import metric_command

    for name, outputs in (("save_score_results", (1,)), ("save_evaluation_results", (2, 3))):
        save = getattr(metric_command, name)
        if not hasattr(save, "__wrapped__"):
            setattr(metric_command, name, _save_atomically(save, outputs))


def _save_atomically(save: Callable[..., None], outputs: tuple[int, ...]) -> Callable[..., None]:
    """Wrap ``save`` so that the paths at the positions ``outputs`` of its arguments are written atomically."""

    @functools.wraps(save)
    def save_whole(*args: Any) -> None:
        with ExitStack() as stack:
            arguments = list(args)
            for position in outputs:
                arguments[position] = str(stack.enter_context(atomic_path(args[position])))
            save(*arguments)
        logger.info("Written: %s", ", ".join(str(args[position]) for position in outputs))

    return save_whole


def keep_jackknifed_values() -> None:
    """Prevent metrics of a run from replacing the jackknifed values of other metrics with the same name.

    Otherwise a run with two dimensions of FFCI would have the jackknifed values of the last one only.
    """
    from sacrerouge.commands import score

    if not hasattr(score._score_with_metric, "__wrapped__"):
        score._score_with_metric = _merge_results(score._score_with_metric)


def _merge_results(score_with_metric: Callable[..., None]) -> Callable[..., None]:
    """Wrap ``score_with_metric`` so that it writes separate results, which are then merged."""
    from sacrerouge.commands.score import _get_initial_metrics_dicts

    @functools.wraps(score_with_metric)
    def score_and_merge(metric: Any, instances: Any, metrics_dicts: Any, **settings: Any) -> None:
        separate = _get_initial_metrics_dicts(instances)
        score_with_metric(metric, instances, separate, **settings)
        for instance_id, by_system in separate.items():
            for system, scored in by_system.items():
                metrics_dicts[instance_id][system].metrics.update(scored.metrics)

    return score_and_merge
