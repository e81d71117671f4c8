"""Reads the config of `score` and `evaluate`, and checks what SacreROUGE does not check."""

from collections.abc import Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.cli.names import PROGRAM, read_names
from sacrerouge_litepyramid.core.json_text import parse_json
from sacrerouge_litepyramid.core.texts import list_known
from sacrerouge_litepyramid.io.files import read_text
from sacrerouge_litepyramid.registry import check_description, explain_unknown_name


def read_config(path: str | Path, overrides: str | None = None) -> dict[str, Any]:
    """Return the object of a config file, with the parts replaced that --overrides names.

    Raises ValueError if the file is missing, contains anything but one JSON object (Jsonnet, which can read files, is
    not supported), or if the overrides do not fit.
    """
    config = parse_json(read_text(path), path, "a config must be one JSON object")
    if not isinstance(config, dict):
        raise ValueError(f"{path}: a config must be one JSON object, not {type(config).__name__}")
    for name, value in parse_overrides(overrides).items():
        for part in reversed(name.split(".")):
            value = {part: value}
        config = merge(config, value, f"{path} with --overrides")
    return config


def merge(config: Any, override: Any, where: str) -> Any:
    """Return a part of a config with the members of ``override`` replaced; those of a list are named by their index.

    Raises ValueError, beginning with ``where``, for an index that the list does not have.
    """
    if not isinstance(override, dict) or not isinstance(config, dict | list):
        return override
    merged: Any = copy(config)
    for key, value in override.items():
        if isinstance(merged, dict):
            merged[key] = merge(merged[key], value, where) if key in merged else value
        elif key.isdecimal() and int(key) < len(merged):
            merged[int(key)] = merge(merged[int(key)], value, where)
        else:
            raise ValueError(f"{where}: the list has no item {key!r:.60}; it has {len(merged)}, counted from 0")
    return merged


HELP_COMMAND = f"{PROGRAM} --help"
KNOWN_KEYS = ("dataset_reader", "metrics", "input_files")


def check_config(path: str, config: Mapping[str, Any], include_packages: Sequence[str] = ()) -> None:
    """Raise ValueError, beginning with ``path``, for a missing key, a wrong value or an unknown name.

    Keys that SacreROUGE would ignore are refused. With ``include_packages``, which may register names, names are not
    checked.
    """
    for key in config:
        if key not in KNOWN_KEYS:
            raise ValueError(f"{path}: unknown key {key!r:.60}; known: {list_known(key, KNOWN_KEYS)}")
    for key in KNOWN_KEYS:
        if key not in config:
            raise ValueError(f"{path}: the key {key!r} is missing; a config needs {', '.join(KNOWN_KEYS)}")
    files = _read_list(path, config, "input_files")
    for part in (config["dataset_reader"], *_read_list(path, config, "metrics")):
        name = part.get("type", "") if isinstance(part, dict) else part
        if not isinstance(name, str) or name.startswith("."):
            expected = "a metric or dataset reader must be a name or an object with a type"
            raise ValueError(f"{path}: {expected}, not {part!r:.50}")
        _check_evidence(path, part)
    if not include_packages:
        check_names(path, config)
    if not all(isinstance(file, str) for file in files):
        raise ValueError(f"{path}: input_files must be a list of paths, not {files!r:.60}")
    for key in ("metrics", "input_files"):
        if not config[key]:
            raise ValueError(f"{path}: {key} is empty; name at least one")


def _check_evidence(path: str, metric: Any) -> None:
    """Raise ValueError if ``evidence_output`` is not a path; SacreROUGE passes it on unchecked."""
    output = metric.get("evidence_output") if isinstance(metric, dict) else None
    if output is not None and not isinstance(output, str):
        raise ValueError(f"{path}: evidence_output must be a path, not {output!r:.60}")


def check_names(path: str, config: Mapping[str, Any]) -> None:
    """Raise ValueError for a metric, a dataset reader or a metric's component that is not registered."""
    from sacrerouge_litepyramid import metrics  # noqa: F401 (registers them)
    from sacrerouge_litepyramid.metrics.metric import Metric

    for metric in config["metrics"]:
        settings = {"type": metric} if isinstance(metric, str) else dict(metric)
        name = settings.get("type", "")
        if name not in (known := (*read_names()["metrics"], *read_names()["sacrerouge"]["metrics"])):
            raise ValueError(f"{path}: {explain_unknown_name('the metric', name, known, help_command=HELP_COMMAND)}")
        if name in read_names()["metrics"]:
            settings.pop("evidence_output", None)
            try:
                check_description(Metric, settings)
            except ValueError as error:
                raise ValueError(f"{path}: {error}") from None
    check_reader(config["dataset_reader"], f"{path}: ")


def check_reader(reader: Any, where: str = "") -> None:
    """Raise ValueError, beginning with ``where``, for a dataset reader that is not registered.

    A reader is a name, or an object with a type.
    """
    name = reader.get("type", "") if isinstance(reader, Mapping) else reader
    if name not in (known := (*read_names()["readers"], *read_names()["sacrerouge"]["readers"])):
        raise ValueError(where + explain_unknown_name("the dataset reader", str(name), known, lists_known=False))


def _read_list(path: str, config: Mapping[str, Any], key: str) -> list[Any]:
    value = config[key]
    if not isinstance(value, list):
        raise ValueError(f"{path}: {key} must be a list, not {value!r:.60}")
    return value


def read_task(path: str | Path, overrides: str | None, allow_programs: bool, include_packages: Sequence[str]) -> Any:
    """Read and check a config, and return its task."""
    where = f"{path} with --overrides" if overrides else str(path)
    config = read_config(path, overrides)
    check_config(where, config, include_packages)
    from sacrerouge_litepyramid.plugin import programs, runs

    if not allow_programs:
        programs.refuse_programs(config["metrics"], read_names()["sacrerouge"]["metrics"], where)
    runs.import_packages(include_packages)
    return runs.build_task(config)


def parse_overrides(text: str | None) -> dict[str, Any]:
    """Return the object of --overrides, or an empty one; raise ValueError for anything but a JSON object."""
    if not text:
        return {}
    remedy = "pass a JSON object of the parts to replace"
    overrides = parse_json(text, "--overrides", remedy)
    if not isinstance(overrides, dict):
        raise ValueError(f"--overrides: {overrides!r:.60} is not a JSON object; {remedy}")
    return overrides
