"""All changes that the plugin makes to SacreROUGE 0.2.5, each with its reason."""

import argparse
import functools
import importlib
import logging
from collections.abc import Iterable
from typing import Any

from sacrerouge.data import EvalInstance
from sacrerouge.data.fields import Fields

from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.plugin.readers import TupleField
from sacrerouge_litepyramid.registry import (
    describe_parameters,
    explain_unknown_name,
    import_package,
    read_description,
)

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


# For the command sacrerouge-litepyramid alone


def build_parser(packages: Iterable[str] = ()) -> argparse.ArgumentParser:
    """Return SacreROUGE's parser with the components of this package and of ``packages``.

    ``packages``: those of --include-packages.
    """
    _import_by_full_names()
    _refuse_dotted_names()
    _describe_options()
    _explain_readers()
    for package in packages:
        import_module_and_submodules(package)
    from sacrerouge.arguments import build_argument_parser

    parser: argparse.ArgumentParser = build_argument_parser()
    return parser


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
