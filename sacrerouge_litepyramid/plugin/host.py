"""What the plugin changes in SacreROUGE 0.2.5, all of it here."""

import functools
import importlib
import logging
import pkgutil
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, nullcontext
from pathlib import Path
from types import ModuleType
from typing import Any

from sacrerouge_litepyramid.registry import explain_unknown
from sacrerouge_litepyramid.signature import Signature, write_signatures
from sacrerouge_litepyramid.storage.files import atomic_path

logger = logging.getLogger(__name__)

#: SacreROUGE's modules that hold the name of its walk through packages
WALKERS = ("arguments", "commands.evaluate", "commands.metric_command", "commands.score", "common.util")
PYPLOT = "matplotlib.pyplot"
#: what messages call SacreROUGE's kinds of components
NOUNS = {"Metric": "metric", "DatasetReader": "dataset reader"}


def import_by_full_names() -> None:
    """Replaces SacreROUGE's walk through packages, which imports each package a second time by its last name alone.

    A `metrics.py` or a folder `models` of the user's, in the working directory, was so run by every command.
    """
    for name in WALKERS:
        module: Any = importlib.import_module(f"sacrerouge.{name}")
        module.import_module_and_submodules = import_module_and_submodules


def import_module_and_submodules(package_name: str) -> None:
    """Imports a package and all that is in it, but SacreROUGE's tests; what is not imported yet, from "." first."""
    from sacrerouge.common.util import push_python_path

    importlib.invalidate_caches()
    with nullcontext() if package_name in sys.modules else push_python_path("."):
        _import_all(package_name)


def _import_all(name: str) -> None:
    if name != "sacrerouge.tests":
        module = importlib.import_module(name)
        for found in pkgutil.iter_modules(getattr(module, "__path__", []), f"{name}."):
            _import_all(found.name)


def defer_pyplot() -> None:
    """Lets SacreROUGE's correlate import matplotlib.pyplot, half a second, only when it plots."""
    if PYPLOT in sys.modules:
        return
    sys.modules[PYPLOT] = _LazyModule(PYPLOT)
    try:
        import sacrerouge.commands.correlate  # noqa: F401
    finally:
        del sys.modules[PYPLOT]


class _LazyModule(ModuleType):
    """Stands for a module that is imported once something of it is asked for."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(importlib.import_module(self.__name__), name)


def silence_parameters() -> None:
    """Drops the lines in which SacreROUGE logs each key of a config, and a warning that a config is plain JSON.

    What a run was made with is in its signature.
    """
    logging.getLogger("sacrerouge.common.params").setLevel(logging.ERROR)


def refuse_dotted_names() -> None:
    """Lets a config construct what is registered, and nothing else.

    SacreROUGE imports a name with a dot ("subprocess.Popen") and calls what it finds.
    """
    from sacrerouge.common import Registrable

    if hasattr(Registrable.resolve_class_name, "__wrapped__"):
        return
    resolve = Registrable.resolve_class_name.__func__

    @functools.wraps(resolve)
    def resolve_registered(cls: Any, name: str) -> Any:
        known = Registrable._registry[cls]
        if name not in known:
            raise ValueError(explain_unknown(f"the {NOUNS.get(cls.__name__, cls.__name__)}", name, known))
        return resolve(cls, name)

    Registrable.resolve_class_name = classmethod(resolve_registered)


def save_outputs_atomically() -> None:
    """Makes ``score`` and ``evaluate`` move their outputs into place when whole, with a signature, and say so.

    The results carry the signatures of the metrics that made them to where they are saved.
    """
    from sacrerouge.commands import evaluate, metric_command, score

    if hasattr(score.save_score_results, "__wrapped__"):
        return
    score.score_instances = metric_command.score_instances = _sign_scores(score.score_instances, SignedScores)
    evaluate.evaluate_instances = metric_command.evaluate_instances = _sign_evaluation(evaluate.evaluate_instances)
    save_scores = _save_atomically(score.save_score_results, outputs=(1,), signed=0)
    save_evaluation = _save_atomically(evaluate.save_evaluation_results, outputs=(2, 3), signed=1)
    score.save_score_results = metric_command.save_score_results = save_scores
    evaluate.save_evaluation_results = metric_command.save_evaluation_results = save_evaluation


class SignedScores(dict):
    """SacreROUGE's scores by instance and system, with the signatures of the metrics that made them."""

    signatures: Sequence[Signature] = ()


class SignedEvaluation(list):
    """SacreROUGE's scores of each summary, with the signatures of the metrics that made them."""

    signatures: Sequence[Signature] = ()


def _sign_scores(score_instances: Callable[..., Any], kind: type[SignedScores]) -> Callable[..., SignedScores]:
    @functools.wraps(score_instances)
    def score_and_sign(instances: Any, metrics: Sequence[Any], *args: Any, **settings: Any) -> SignedScores:
        scores = kind(score_instances(instances, metrics, *args, **settings))
        scores.signatures = _signatures(metrics)
        return scores

    return score_and_sign


def _sign_evaluation(evaluate_instances: Callable[..., Any]) -> Callable[..., tuple[Any, SignedEvaluation]]:
    @functools.wraps(evaluate_instances)
    def evaluate_and_sign(instances: Any, metrics: Sequence[Any]) -> tuple[Any, SignedEvaluation]:
        macro, micro = evaluate_instances(instances, metrics)
        signed = SignedEvaluation(micro)
        signed.signatures = _signatures(metrics)
        return macro, signed

    return evaluate_and_sign


def _signatures(metrics: Iterable[Any]) -> list[Signature]:
    """The signatures of what each metric has scored; SacreROUGE's own metrics have none."""
    return [signature for metric in metrics for signature in getattr(metric, "signatures", ())]


def _save_atomically(save: Callable[..., None], outputs: tuple[int, ...], signed: int) -> Callable[..., None]:
    """``save`` with the arguments at the positions ``outputs`` (paths) replaced by temporary files beside them.

    ``signed``: the position of the results that carry signatures.
    """

    @functools.wraps(save)
    def save_whole(*args: Any) -> None:
        with ExitStack() as stack:
            written = [
                str(stack.enter_context(atomic_path(value))) if position in outputs else value
                for position, value in enumerate(args)
            ]
            save(*written)
        write_signatures(args[outputs[0]], getattr(args[signed], "signatures", ()))
        logger.info("Written: %s", ", ".join(str(args[position]) for position in outputs))

    return save_whole


def keep_values_apart() -> None:
    """Makes no metric of a run replace another's values.

    SacreROUGE lets the jackknifed values of a metric replace those of an earlier one of its name, whatever their own
    names, and a value one of the same name; the first are kept, of the second the config is refused (ValueError).
    """
    from sacrerouge.commands import evaluate, score

    if hasattr(score._score_with_metric, "__wrapped__"):
        return
    score._score_with_metric = _merge_results(score._score_with_metric)
    score._load_metrics = _refuse_duplicates(score._load_metrics)
    evaluate.load_metrics = _refuse_duplicates(evaluate.load_metrics)


def _merge_results(score_with_metric: Callable[..., None]) -> Callable[..., None]:
    """``score_with_metric`` writing results of its own, which then join those of the other metrics."""
    from sacrerouge.commands.score import _get_initial_metrics_dicts

    @functools.wraps(score_with_metric)
    def score_and_merge(metric: Any, instances: Any, metrics_dicts: Any, **settings: Any) -> None:
        own = _get_initial_metrics_dicts(instances)
        score_with_metric(metric, instances, own, **settings)
        for instance_id, of_systems in own.items():
            for system, found in of_systems.items():
                metrics_dicts[instance_id][system].metrics.update(found.metrics)

    return score_and_merge


def _refuse_duplicates(load_metrics: Callable[[Any], list[Any]]) -> Callable[[Any], list[Any]]:
    """``load_metrics`` refusing metrics of one evidence file, or values of one name (``value_name``, ``name``)."""

    @functools.wraps(load_metrics)
    def load_and_check(params: Any) -> list[Any]:
        metrics = load_metrics(params)
        name = _find_duplicate(getattr(metric, "value_name", getattr(metric, "name", None)) for metric in metrics)
        if name:
            raise ValueError(f"two metrics of the config give the value {name!r}; score each in a run of its own")
        outputs = (getattr(metric, "units_output", None) for metric in metrics)
        output = _find_duplicate(output and str(Path(output).resolve()) for output in outputs)
        if output:
            raise ValueError(f"two metrics of the config have the units_output {output}; give each its own")
        return metrics

    return load_and_check


def _find_duplicate(values: Iterable[str | None]) -> str | None:
    """A value that is there more than once."""
    return next((value for value, count in Counter(values).items() if value and count > 1), None)
