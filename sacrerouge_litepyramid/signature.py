"""What made a score, as sacrebleu's signatures tell it: printed, and kept beside the output."""

import json
import logging
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid import __version__
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.storage.files import sha256, write_json

logger = logging.getLogger(__name__)

# SacreROUGE saves scores without telling which metrics made them, so a run's signatures wait here for `keep`;
# a program that scores without saving keeps no more than the last few.
_announced: deque[dict[str, Any]] = deque(maxlen=16)


def sign(
    metric: str, presence: Mapping[str, Any], units: Iterable[Unit], settings: Mapping[str, Any]
) -> dict[str, Any]:
    """The signature of a metric as JSON; the units are told by their number by kind and a digest of their texts."""
    distinct = sorted({(unit.kind, unit.text) for unit in units})
    return {
        "metric": metric,
        "version": __version__,
        "presence": dict(presence),
        "units": {
            "distinct": dict(Counter(kind for kind, _ in distinct)),
            "sha256": sha256(json.dumps(distinct).encode())[:16],
        },
        **settings,
    }


def as_text(signature: Mapping[str, Any]) -> str:
    """One line: ``metric|version:…|presence.type:…|…``."""
    parts = [signature["metric"]]
    for key, value in signature.items():
        if key != "metric":
            nested = value.items() if isinstance(value, Mapping) else [("", value)]
            parts.extend(f"{key}.{name}:{_short(item)}" if name else f"{key}:{_short(item)}" for name, item in nested)
    return "|".join(parts)


def announce(signature: dict[str, Any]) -> None:
    """Prints a signature to the log and holds it for the output that is saved next."""
    logger.info("Signature: %s", as_text(signature))
    if signature not in _announced:
        _announced.append(signature)


def keep(output: str | Path) -> None:
    """Writes the signatures announced since the last call beside an output, as OUTPUT.signature.json."""
    if _announced:
        write_json(f"{output}.signature.json", [{"text": as_text(each), **each} for each in _announced])
        _announced.clear()


def forget() -> None:
    """Drops what was announced and not kept: it made no output of the command that begins."""
    _announced.clear()


def _short(value: Any) -> str:
    """A text as it is, unless it would break the line or a part, as a prompt may."""
    if isinstance(value, str) and not {"\n", "\r", "|"} & set(value):
        return value
    return json.dumps(value, separators=(",", ":"))
