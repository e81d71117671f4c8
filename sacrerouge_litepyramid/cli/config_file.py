"""The config file of `score` and `evaluate`."""

from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.core.json_text import parse_json
from sacrerouge_litepyramid.io.files import read_text


def read_config(path: str | Path) -> dict[str, Any] | None:
    """Return the object of a config file, or None for Jsonnet, which only SacreROUGE reads.

    Raises ValueError for a file that is not there, and for one that holds anything but one JSON object.
    """
    text = read_text(path)
    try:
        config = parse_json(text, path, "a config is one JSON object")
    except ValueError:
        if Path(path).suffix == ".jsonnet":
            return None
        raise
    if not isinstance(config, dict):
        raise ValueError(f"{path}: a config is one JSON object, not {type(config).__name__}")
    return config
