"""All changes that the plugin makes to SacreROUGE 0.2.5, each with its reason."""

import argparse
import functools
import importlib
import logging
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from sacrerouge.data import EvalInstance
from sacrerouge.data.fields import Fields

from sacrerouge_litepyramid.core.texts import list_known
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.plugin.metric import PluginMetric, UnitMetric
from sacrerouge_litepyramid.plugin.readers import TupleField
from sacrerouge_litepyramid.registry import (
    describe_parameters,
    explain_unknown_name,
    import_package,
    read_description,
)

logger = logging.getLogger(__name__)

#: SacreROUGE's modules in which `import_module_and_submodules` is a name
_IMPORTING_MODULES = (
    "arguments",
    "commands.evaluate",
    "commands.metric_command",
    "commands.score",
    "common.util",
)
#: what messages call SacreROUGE's kinds of components
_NOUNS = {"Metric": "metric", "DatasetReader": "dataset reader"}
#: by field, the dataset readers that give it
_READERS_OF = {
    "units": (
        "units-based, pyramid-units or line-aligned, or lite3pyramid with an extractor and "
        "summaries-and-references"
    ),
    "references": "summaries-and-references or reference-based",
    "documents": "documents-and-references or document-based",
}


# Wherever the plugin is imported, in plain SacreROUGE too


def describe_instances() -> None:
    """Give instances of any reader their summary's ids, and missing fields a clear error.

    SacreROUGE's own readers drop the ids, which evidence needs; a missing field would be a
    KeyError.
    """
    initialize = EvalInstance.__init__
    if hasattr(initialize, "__wrapped__"):
        return

    @functools.wraps(initialize)
    def initialize_described(
        self: Any, instance_id: str, summarizer_id: str, summarizer_type: str, fields: Fields
    ) -> None:
        summary_id = TupleField(SummaryKey(instance_id, summarizer_id))
        described = _InstanceFields({"summary_id": summary_id, **fields})
        initialize(self, instance_id, summarizer_id, summarizer_type, described)

    EvalInstance.__init__ = initialize_described


class _InstanceFields(Fields):
    """The fields of an instance; the error about a missing one names the readers that give it."""

    def __missing__(self, name: str) -> Any:
        remedy = f"; use {_READERS_OF[name]}" if name in _READERS_OF else ""
        raise ValueError(f"the dataset reader gives no {name}, which the metric needs{remedy}")


def drop_jsonnet_warning() -> None:
    """Drop SacreROUGE's warning that it reads a config as plain JSON, as every config here is."""
    logger = logging.getLogger("sacrerouge.common.params")
    logger.addFilter(lambda record: "_jsonnet" not in record.getMessage())


def keep_jackknifed_values() -> None:
    """Keep a run's metrics from replacing jackknifed values of others with the same name.

    Otherwise a run with two base metrics of one dimension of FFCI would have the jackknifed values
    of the last only. So each metric writes separate results, which are then merged.
    """
    from sacrerouge.commands import score

    score_with_metric = score._score_with_metric
    if hasattr(score_with_metric, "__wrapped__"):
        return

    @functools.wraps(score_with_metric)
    def score_and_merge(metric: Any, instances: Any, metrics_dicts: Any, **settings: Any) -> None:
        separate = score._get_initial_metrics_dicts(instances)
        score_with_metric(metric, instances, separate, **settings)
        for instance_id, by_system in separate.items():
            for system, scored in by_system.items():
                metrics_dicts[instance_id][system].metrics.update(scored.metrics)

    score._score_with_metric = score_and_merge


def check_metrics() -> None:
    """Refuse metrics of a config that would replace each other's values or files, or an input.

    SacreROUGE keeps the last value of a name.
    """
    from sacrerouge.commands import evaluate, score

    _wrap(evaluate, "load_metrics", _load_checked)
    _wrap(score, "_load_metrics", _load_checked)


def _load_checked(load: Callable[[Any], list[Any]], params: Any) -> list[Any]:
    """Load the metrics of a config, to which overrides are applied, and check them."""
    inputs = params.get("input_files") or []
    metrics = load(params)
    ours = [metric for metric in metrics if isinstance(metric, PluginMetric)]
    _refuse_equal_names(ours)
    _refuse_equal_files(ours, [inputs] if isinstance(inputs, str) else inputs)
    return metrics


def _refuse_equal_names(metrics: Iterable[PluginMetric]) -> None:
    known: set[str] = set()
    for metric in metrics:
        if metric.value_name in known:
            raise ValueError(
                f"two metrics have the name {metric.value_name!r}, so one would replace the "
                f'other\'s values; name the second: "name": "{metric.name}-2"'
            )
        known.add(metric.value_name)


def _refuse_equal_files(metrics: Iterable[PluginMetric], inputs: Iterable[str]) -> None:
    users = {Path(path).resolve(): "input_files" for path in inputs}
    for metric in metrics:
        output = metric.evidence_output if isinstance(metric, UnitMetric) else None
        if not output:
            continue
        user = users.setdefault(Path(output).resolve(), metric.name)
        if user != metric.name:
            raise ValueError(
                f"{output}: evidence_output of {metric.name} and {user} name the same file; choose "
                "another output"
            )


def count_references_in_means() -> None:
    """Log how many references are among the summaries whose mean `evaluate` writes."""
    from sacrerouge.commands import evaluate, metric_command

    for module in (evaluate, metric_command):
        _wrap(module, "evaluate_instances", _evaluate_counted)


def _evaluate_counted(
    evaluate_instances: Callable[..., Any], instances: list[EvalInstance], metrics: list[Any]
) -> Any:
    references = sum(instance.summarizer_type == "reference" for instance in instances)
    if references:
        logger.warning(
            "The means are over all %d summaries, %d of them of the summarizer_type 'reference'; "
            "for systems alone, remove these from the input.",
            len(instances),
            references,
        )
    return evaluate_instances(instances, metrics)


def _wrap(module: Any, name: str, wrapper: Callable[..., Any]) -> None:
    """Replace a function of SacreROUGE, once, by a wrapper that gets it as its first argument."""
    function = getattr(module, name)
    if not hasattr(function, "__wrapped__"):
        wrapped = functools.partial(wrapper, function)
        setattr(module, name, functools.update_wrapper(wrapped, function))


# For the command sacrerouge-litepyramid alone


def build_parser(packages: Iterable[str] = ()) -> argparse.ArgumentParser:
    """Return SacreROUGE's parser with the components of this package and of ``packages``.

    ``packages``: those of --include-packages.
    """
    _import_by_full_names()
    _refuse_dotted_names()
    _describe_options()
    _explain_readers()
    _explain_missing_metrics()
    for package in packages:
        import_module_and_submodules(package)
    from sacrerouge.arguments import build_argument_parser

    parser: argparse.ArgumentParser = build_argument_parser()
    return parser


def apply_overrides(config: dict[str, Any], overrides: str | None) -> dict[str, Any]:
    """Return a config with --overrides, as SacreROUGE reads both."""
    from sacrerouge.common.params import parse_overrides, with_fallback

    overridden: dict[str, Any] = with_fallback(parse_overrides(overrides), config)
    return overridden


def _import_by_full_names() -> None:
    """Let SacreROUGE import packages by their full names.

    SacreROUGE imports every package again by the last part of its name, so every command would run
    the user's `metrics.py` or folder `models` in the working directory.
    """
    for name in _IMPORTING_MODULES:
        module: Any = importlib.import_module(f"sacrerouge.{name}")
        module.import_module_and_submodules = import_module_and_submodules


def import_module_and_submodules(package_name: str) -> None:
    """Import a package and its modules, except SacreROUGE's tests and this package."""
    import_package(package_name, excluded=("sacrerouge.tests", __name__.partition(".")[0]))


def _refuse_dotted_names() -> None:
    """Let a config construct registered classes only.

    SacreROUGE would import and call any name with a dot.
    """
    from sacrerouge.common import Registrable

    if hasattr(Registrable.resolve_class_name, "__wrapped__"):
        return
    resolve = Registrable.resolve_class_name.__func__

    @functools.wraps(resolve)
    def resolve_registered(cls: Any, name: str) -> Any:
        known = Registrable._registry[cls]
        if name not in known:
            noun = _NOUNS.get(cls.__name__, cls.__name__)
            raise ValueError(explain_unknown_name(f"the {noun}", name, known, lists_known=False))
        return resolve(cls, name)

    Registrable.resolve_class_name = classmethod(resolve_registered)


def _describe_options() -> None:
    """Give the options of METRIC score and METRIC evaluate the help of the metric's docstring.

    SacreROUGE gives them none.
    """
    from sacrerouge.commands import metric_command

    add_arguments = metric_command.add_metric_arguments
    if hasattr(add_arguments, "__wrapped__"):
        return

    @functools.wraps(add_arguments)
    def add_described(parser: argparse.ArgumentParser, metric: type) -> None:
        add_arguments(parser, metric)
        texts = describe_parameters(metric)
        for action in parser._actions:
            if action.dest in texts:
                action.help = texts[action.dest].replace("%", "%%")

    metric_command.add_metric_arguments = add_described


def _explain_readers() -> None:
    """Let --dataset-reader explain an unknown name.

    SacreROUGE would report that the name is not JSON.
    """
    from sacrerouge.commands import metric_command

    metric_command.get_dataset_reader_from_argument = _build_reader


def _build_reader(description: str) -> Any:
    """Build a dataset reader from its name or JSON."""
    from sacrerouge.common import Params
    from sacrerouge.data.dataset_readers import DatasetReader

    settings = read_description(description, "the dataset reader")
    return DatasetReader.from_params(Params(settings, history="dataset_reader."))


def _explain_missing_metrics() -> None:
    """Let `correlate` and `stat-sig-test` name what no file has.

    scipy would complain about the lengths of empty arrays.
    """
    from sacrerouge.commands import correlate, stat_sig_test

    for module in (correlate, stat_sig_test):
        _wrap(module, "filter_metrics", _filter_known)


def _filter_known(
    filter_metrics: Callable[..., list[Any]], lines: list[Any], summarizer_type: str, *names: str
) -> list[Any]:
    """Return the lines with all named metrics; raise ValueError if there is none."""
    known = sorted({name for line in lines for name in line.metrics})
    for name in names:
        if name not in known:
            raise ValueError(f"no file has the metric {name!r}; known: {list_known(name, known)}")
    filtered = filter_metrics(lines, summarizer_type, *names)
    if not filtered:
        types = ", ".join(sorted({line.summarizer_type for line in lines}))
        raise ValueError(
            f"no summary of --summarizer-type {summarizer_type} has {' and '.join(names)}; the "
            f"files have summaries of the type {types}"
        )
    return filtered
