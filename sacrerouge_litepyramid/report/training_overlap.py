"""Whether a judge was trained on the very data that it scores, by what its signature says."""

import re
from typing import NamedTuple

from sacrerouge_litepyramid.signature import Signature

#: shorter names of data sets are found in too many names of models
MIN_NAME = 4


class DataIdentity(NamedTuple):
    """What tells a data set from others: its name, and the digest of its SCUs, None without SCUs."""

    name: str
    units: str | None


def describe_overlap(signature: Signature, data: DataIdentity) -> str | None:
    """Return an alarm where the judge was trained on the data, else None.

    The digest of the units that the judge was fitted to is compared first; then the names, as scores of earlier
    versions and finetuned models have no digest.
    """
    presence, training = signature.get("presence") or {}, signature.get("training") or {}
    if data.units and training.get("units") == data.units:
        return _alarm(f"The judge was trained on this data set's own labels ({training['source']})")
    named = next((str(name) for name in (training.get("source"), presence.get("model")) if name), "")
    if len(_simplify(data.name)) >= MIN_NAME and _simplify(data.name) in _simplify(named):
        return _alarm(f"The judge, {named}, has the name of this data set and was probably trained on it")
    return None


def _alarm(finding: str) -> str:
    return (
        f"{finding}: its agreement with people here is no evidence for other data, and is too high. Judge by the "
        "agreement on data that it has not seen (cross-validate, transfer)."
    )


def _simplify(name: str) -> str:
    return re.sub(r"[\W_]+", "", name).lower()
