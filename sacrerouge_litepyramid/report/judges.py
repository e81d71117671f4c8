"""Who gave a score: the signature beside a file, in plain words."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.signature import SUFFIX, Signature
from sacrerouge_litepyramid.storage.files import read_text

#: what presence models are, by the type in a signature
KINDS: Mapping[str, str] = {
    "lexical": "the lexical model, which compares words and not meaning",
    "embedding": "the embedding model, a logistic regression over words and token vectors",
    "nli": "an NLI model",
    "generative": "a language model that answers yes or no",
}


def read_signatures(paths: Sequence[str | Path]) -> list[Signature]:
    """Read the distinct signatures beside files of scores or evidence; ValueError for a file that is none."""
    found: dict[str, Signature] = {}
    for path in (Path(f"{path}{SUFFIX}") for path in paths):
        if path.exists():
            try:
                for entry in json.loads(read_text(path)):
                    found[entry["text"]] = {"metric": entry["metric"], **entry}
            except (json.JSONDecodeError, TypeError, KeyError, RecursionError) as error:
                raise ValueError(f"{path}: not a signature as scoring writes it ({error}); remove the file") from None
    return list(found.values())


def find_signature(name: str, signatures: Sequence[Signature]) -> Signature | None:
    """Return the signature of a score or of evidence by its name, the longest metric's name that begins it."""
    fitting = [
        each
        for each in signatures
        if name == each["metric"] or name.startswith((f"{each['metric']}_", f"{each['metric']} ("))
    ]
    return max(fitting, key=lambda each: len(each["metric"]), default=None)


def describe_judge(metric: str, signature: Signature | None, people: str | None) -> str:
    """Return in one sentence who gave a metric's scores."""
    if metric == people:
        return f"Judged by people: {metric}."
    if signature is None:
        return f"Judged by {metric}; no signature lies beside the scores, so what made them is not known."
    presence = signature.get("presence") or {}
    if not presence:
        return f"Judged by {metric}: {signature['metric']} of version {signature.get('version', 'unknown')}."
    return f"Judged by {metric}: {_describe_model(presence, signature)}{_describe_units(signature)}."


def _describe_model(presence: Mapping[str, Any], signature: Signature) -> str:
    kind = KINDS.get(presence.get("type", ""), f"the presence model {presence.get('type')}")
    source = (signature.get("training") or {}).get("source")
    if source or presence.get("type") in ("lexical", "embedding"):
        return f"{kind}, fitted to {source or presence.get('model', 'unnamed data')},"
    return f"{kind} ({presence['model']})," if presence.get("model") else f"{kind},"


def _describe_units(signature: Signature) -> str:
    counts = (signature.get("units") or {}).get("distinct") or {}
    kinds = {"scu": "units written by people", "stu": "extracted units"}
    named = [f"{count:,} {kinds.get(kind, kind)}" for kind, count in counts.items()]
    return f" by {' and '.join(named)}" if named else " by the units that it was given"
