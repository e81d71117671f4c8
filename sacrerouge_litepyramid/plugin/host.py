"""All changes that the plugin makes to SacreROUGE 0.2.5."""

import functools
import importlib
import logging
import pkgutil
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, nullcontext
from types import ModuleType
from typing import Any

from sacrerouge_litepyramid.io.files import atomic_path, identify
from sacrerouge_litepyramid.io.signatures import SUFFIX, write_signatures
from sacrerouge_litepyramid.registry import explain_unknown_name
from sacrerouge_litepyramid.signature import Signature

logger = logging.getLogger(__name__)

#: SacreROUGE's modules that hold its function for importing packages
WALKERS = ("arguments", "commands.evaluate", "commands.metric_command", "commands.score", "common.util")
PYPLOT = "matplotlib.pyplot"
#: names of SacreROUGE's kinds of components in messages
NOUNS = {"Metric": "metric", "DatasetReader": "dataset reader"}


def import_by_full_names() -> None:
    """Replace SacreROUGE's import of packages, which imports every package again by its last name alone.

    Every command would otherwise run a `metrics.py` or a folder `models` of the user's in the working directory.
    """
    for name in WALKERS:
        module: Any = importlib.import_module(f"sacrerouge.{name}")
        module.import_module_and_submodules = import_module_and_submodules


def import_module_and_submodules(package_name: str) -> None:
    """Import a package and all its modules, except SacreROUGE's tests; look in the working directory first."""
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
    """Delay the import of matplotlib.pyplot (half a second) in SacreROUGE's correlate until it plots."""
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
    """Silence SacreROUGE's log of each key of a config, and its warning that a config is plain JSON.

    The signature of a run has its settings.
    """
    logging.getLogger("sacrerouge.common.params").setLevel(logging.ERROR)


def refuse_dotted_names() -> None:
    """Let a config construct registered classes only.

    SacreROUGE would import a name with a dot ("subprocess.Popen") and call it.
    """
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
    """Make ``score`` and ``evaluate`` move complete outputs into place with a signature, and log their paths.

    The results carry the signatures of their metrics to the function that saves them.
    """
    from sacrerouge.commands import evaluate, metric_command, score

    if hasattr(score.save_score_results, "__wrapped__"):
        return
    score.score_instances = metric_command.score_instances = _sign_scores(score.score_instances)
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


def _sign_scores(score_instances: Callable[..., Any]) -> Callable[..., SignedScores]:
    @functools.wraps(score_instances)
    def score_and_sign(instances: Any, metrics: Sequence[Any], *args: Any, **settings: Any) -> SignedScores:
        scores = SignedScores(score_instances(instances, metrics, *args, **settings))
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
    """Return the signatures of the metrics' scores; SacreROUGE's own metrics have none."""
    return [signature for metric in metrics for signature in getattr(metric, "signatures", ())]


def _save_atomically(save: Callable[..., None], outputs: tuple[int, ...], signed: int) -> Callable[..., None]:
    """Wrap ``save`` so that the paths at the positions ``outputs`` of its arguments are written atomically.

    ``signed`` is the position of the results that carry signatures.
    """

    @functools.wraps(save)
    def save_whole(*args: Any) -> None:
        with ExitStack() as stack:
            written = [
                str(stack.enter_context(atomic_path(value))) if position in outputs else value
                for position, value in enumerate(args)
            ]
            save(*written)
            # Before the outputs are moved into place: a signature that cannot be written leaves no scores.
            write_signatures(args[outputs[0]], getattr(args[signed], "signatures", ()))
        logger.info("Written: %s", ", ".join(str(args[position]) for position in outputs))

    return save_whole


def keep_values_apart() -> None:
    """Keep a metric of a run from replacing another metric's values.

    SacreROUGE replaces the jackknifed values of an earlier metric of the same name, and any value of the same name.
    Here jackknifed values of different names are kept, and a config with equal value names raises ValueError.
    """
    from sacrerouge.commands import evaluate, score

    if hasattr(score._score_with_metric, "__wrapped__"):
        return
    score._score_with_metric = _merge_results(score._score_with_metric)
    score._load_metrics = _refuse_duplicates(score._load_metrics)
    evaluate.load_metrics = _refuse_duplicates(evaluate.load_metrics)


def _merge_results(score_with_metric: Callable[..., None]) -> Callable[..., None]:
    """Wrap ``score_with_metric`` so that it writes separate results, which are then merged."""
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
    """Wrap ``load_metrics`` to refuse two metrics with one evidence file or one name of values.

    Evidence that would replace an input file of the config is refused too.
    """

    @functools.wraps(load_metrics)
    def load_and_check(params: Any) -> list[Any]:
        metrics = load_metrics(params)
        name = _find_duplicate(getattr(metric, "value_name", getattr(metric, "name", None)) for metric in metrics)
        if name:
            raise ValueError(f"two metrics of the config give the value {name!r}; score each in a run of its own")
        inputs = params.get("input_files", [])
        used = {identify(each): "an input of" for each in ([inputs] if isinstance(inputs, str) else inputs)}
        for output in (getattr(metric, "evidence_output", None) for metric in metrics):
            for path in (output, f"{output}{SUFFIX}") if output else ():
                if use := used.get(identify(path)):
                    raise ValueError(f"evidence_output: {path} is {use} the config; give another path")
                used[identify(path)] = "another evidence_output of"
        return metrics

    return load_and_check


def _find_duplicate(values: Iterable[str | None]) -> str | None:
    """Return a value that occurs more than once, or None."""
    return next((value for value, count in Counter(values).items() if value and count > 1), None)
