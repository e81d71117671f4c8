"""Signatures like sacrebleu's, as JSON and as one line.

They state the metric, judge and settings behind a score.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.core.units import Unit

Signature = dict[str, Any]


def sign(metric: str, settings: Mapping[str, Any]) -> Signature:
    """Return the signature of a metric of this version with its settings, ready for JSON."""
    return {"metric": metric, "version": __version__, **settings}


def digest_units(units: Iterable[Unit]) -> dict[str, Any]:
    """Return the number of distinct units by kind and a digest of their texts, for a signature."""
    distinct = sorted({(unit.kind, unit.text) for unit in units})
    return {
        "distinct": dict(Counter(kind for kind, _ in distinct)),
        "sha256": sha256(json.dumps(distinct).encode())[:16],
    }


def as_text(signature: Mapping[str, Any]) -> str:
    """Return a signature as one line: ``metric|version:…|judge.type:…|…``."""
    flat: dict[str, Any] = {}
    for key, value in signature.items():
        if isinstance(value, Mapping):
            flat |= {f"{key}.{name}": item for name, item in value.items()}
        else:
            flat[key] = value
    metric = flat.pop("metric")
    settings = [f"{name}:{_format_value(item)}" for name, item in flat.items()]
    return "|".join([metric, *settings])


def _format_value(value: Any) -> str:
    """Return a value as JSON, or a text as it is if it cannot break the line."""
    if isinstance(value, str) and not {"\n", "\r", "|"} & set(value):
        return value
    return json.dumps(value, separators=(",", ":"))
