"""Signatures, as sacrebleu has them: what made a score, printed and kept beside the output."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.files import atomic_path, dump_json_lines, sha256, write_json

#: appended to an output's name, this names the file of its signatures
SUFFIX = ".signature.json"

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
    parts = [signature["metric"]]
    for key, value in signature.items():
        if key != "metric":
            nested = value.items() if isinstance(value, Mapping) else [("", value)]
            parts.extend(
                f"{key}.{name}:{_format_value(item)}" if name else f"{key}:{_format_value(item)}"
                for name, item in nested
            )
    return "|".join(parts)


def write_signatures(output: str | Path, signatures: Sequence[Signature]) -> None:
    """Write signatures beside an output, as OUTPUT.signature.json; nothing where there are none."""
    if signatures:
        write_json(f"{output}{SUFFIX}", as_file_data(signatures))


def as_file_data(signatures: Sequence[Signature]) -> list[dict[str, Any]]:
    """Return signatures as the file beside an output has them, each with its text."""
    return [{"text": as_text(signature), **signature} for signature in signatures]


def write_signed_lines(output: str | Path, objects: Iterable[dict[str, Any]], signatures: Sequence[Signature]) -> None:
    """Write JSON Lines and the signatures beside them, or neither."""
    with atomic_path(output) as temporary:
        dump_json_lines(temporary, objects)
        write_signatures(output, signatures)


def _format_value(value: Any) -> str:
    """Return a text as it is, unless it would break the line or a part, as a prompt may."""
    if isinstance(value, str) and not {"\n", "\r", "|"} & set(value):
        return value
    return json.dumps(value, separators=(",", ":"))
