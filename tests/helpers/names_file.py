"""Writes the cache of names from what the modules declare: `python tests/helpers/names_file.py`."""

import json
from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

from sacrerouge_litepyramid import plugin  # noqa: F401 (registers metrics and readers)
from sacrerouge_litepyramid.cli import names
from sacrerouge_litepyramid.cli.sacrerouge_commands import build_explained_parser, list_subcommands
from sacrerouge_litepyramid.corpora.data_set import load_data_sets
from sacrerouge_litepyramid.extraction.extractor import UnitExtractor
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.metrics.metric import Metric

OURS = ("sacrerouge_litepyramid.metrics.", "sacrerouge_litepyramid.corpora.", "sacrerouge_litepyramid.plugin.readers")


def derive_names() -> dict[str, Any]:
    """Return what names.json should hold; known names keep their order there, as modules have none."""
    from sacrerouge.data.dataset_readers import DatasetReader
    from sacrerouge.metrics import Metric as SacreRougeMetric

    commands: dict[str, dict[str, str]] = {}
    groups: dict[str, dict[str, str]] = {}
    for name in names.list_modules():
        module = import_module(names.module_name(name))
        group, _, member = name.partition(" ")
        (groups.setdefault(group, {}) if member else commands.setdefault(module.GROUP, {}))[member or name] = (
            module.HELP
        )
    metrics = {
        name: names.describe_kind(Metric.by_name(name))
        for name in Metric.list_available()
        if is_ours(Metric.by_name(name))
    }
    readers = {name: DatasetReader.by_name(name) for name in DatasetReader.list_available()}
    subcommands = list_subcommands(build_explained_parser())
    theirs = {
        name for name in SacreRougeMetric.list_available() if is_of(SacreRougeMetric.by_name(name), "sacrerouge.")
    }
    return {
        "commands": commands,
        "groups": groups,
        "metrics": metrics,
        "readers": sorted(name for name, each in readers.items() if is_ours(each)),
        "data sets": {name: each.description for name, each in load_data_sets().items() if is_ours(each)},
        "needs": invert_needs(),
        "sacrerouge": {
            "commands": sorted({*subcommands} - {*SacreRougeMetric.list_available(), "score", "evaluate"}),
            "metrics": sorted(theirs),
            "readers": sorted(name for name, each in readers.items() if not is_ours(each)),
            "data sets": sorted(list_subcommands(subcommands["setup-dataset"])),
        },
    }


def invert_needs() -> dict[str, list[str]]:
    """Return by package what declares that it needs it."""
    found: dict[str, list[str]] = {}
    for kind in (Judge, UnitExtractor):
        for name in kind.list_available():
            for package in kind.by_name(name).needs if is_of(kind.by_name(name), "sacrerouge_litepyramid.") else ():
                found.setdefault(package, []).append(f"the {kind.noun} {name}")
    for name, command in names.list_commands().items():
        for package in getattr(command.load(), "NEEDS", ()):
            found.setdefault(package, []).append(name)
    return found


def is_ours(kind: type) -> bool:
    return is_of(kind, OURS)


def is_of(kind: type, package: str | tuple[str, ...]) -> bool:
    return kind.__module__.startswith(package)


def keep_order(derived: Any, known: Any) -> Any:
    """Return the derived names in the order of the known ones; new names are last."""
    if not isinstance(derived, Mapping) or not isinstance(known, Mapping):
        return derived
    order: Iterable[str] = dict.fromkeys([*(name for name in known if name in derived), *derived])
    return {name: keep_order(derived[name], known.get(name)) for name in order}


if __name__ == "__main__":
    ordered = keep_order(derive_names(), names.read_names())
    names.FILE.write_text(json.dumps(ordered, indent=1, ensure_ascii=False) + "\n", "utf-8")
