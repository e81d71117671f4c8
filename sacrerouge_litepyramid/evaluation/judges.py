"""What judged the summaries, by the signature beside the scores, and how far it can be trusted, in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from sacrerouge_litepyramid.judges.judge import WRITTEN, Judge, ScoreRange
from sacrerouge_litepyramid.judges.lexical import LogisticJudge
from sacrerouge_litepyramid.signature import Signature


def name_source(extractor: Mapping[str, Any] | None) -> str:
    """Return the source of units by the identity of their extractor, None where people wrote them."""
    if extractor is None:
        return WRITTEN
    return f"{extractor['type']} with coreference" if extractor.get("coreference") else str(extractor["type"])


def describe_judge(judge: Judge, units: str) -> str:
    """Return two lines: the judge with its floor and ceiling, and its agreement with human scores on unseen data.

    ``units``: their source, as `name_source` returns it.
    """
    identity = judge.identity()
    names = [str(identity[name]) for name in ("model", "revision") if identity.get(name) is not None]
    model = f"{identity['type']} ({', '.join(names)})" if names else str(identity["type"])
    limits = _describe_limits(judge, units)
    return f"Judged by {model}: {_describe_range(judge.score_range)}.\nLimits: {limits} (docs/judge.md)."


def _describe_range(score_range: ScoreRange | None) -> str:
    level = "use scores to rank; they are not percentages"
    if score_range is None:
        return f"its floor and ceiling were not measured; {level}"
    return (
        f"on {score_range.source} it gives {score_range.floor:.2f} to units of other documents and "
        f"{score_range.ceiling:.2f} where all is said; {level}"
    )


def _describe_limits(judge: Judge, units: str) -> str:
    measured = next((each for each in judge.agreement if each.units == units), None)
    agreement = (
        "its agreement with people on other data was not measured"
        if measured is None
        else f"on {measured.data}, which it was not fitted to, r with people is {measured.system:.3f} over systems, "
        f"and {measured.summary:.3f} among the summaries of a document"
    )
    blind_spots = find_judge(judge.identity()).blind_spots
    return f"{agreement}; {blind_spots}" if blind_spots else agreement


def find_judge(identity: Mapping[str, Any]) -> type[Judge]:
    """Return the class of the judge that an identity names; the plain `Judge` for one that is not registered here."""
    name = identity.get("type")
    return Judge.by_name(name) if name in Judge.list_available() else Judge


def find_signature(name: str, signatures: Sequence[Signature]) -> Signature | None:
    """Return the signature of a score or of evidence by its name, the longest metric's name that begins it."""
    fitting = [
        each
        for each in signatures
        if name == each["metric"] or name.startswith((f"{each['metric']}_", f"{each['metric']} ("))
    ]
    return max(fitting, key=lambda each: len(each["metric"]), default=None)


def describe_scorer(metric: str, signature: Signature | None, people: str | None) -> str:
    """Return in one sentence who gave a metric's scores."""
    if metric == people:
        return f"Judged by people: {metric}."
    if signature is None:
        return f"Judged by {metric}; no signature lies beside the scores, so what made them is not known."
    judge = signature.get("judge") or {}
    if not judge:
        return f"Judged by {metric}: {signature['metric']} of version {signature.get('version', 'unknown')}."
    return f"Judged by {metric}: {_describe_model(judge, signature)}{_describe_units(signature)}."


def _describe_model(judge: Mapping[str, Any], signature: Signature) -> str:
    kind = find_judge(judge)
    description = kind.description or f"the judge {judge.get('type')}"
    source = (signature.get("training") or {}).get("source")
    if source or issubclass(kind, LogisticJudge):
        return f"{description}, fitted to {source or judge.get('model', 'unnamed data')},"
    return f"{description} ({judge['model']})," if judge.get("model") else f"{description},"


def _describe_units(signature: Signature) -> str:
    counts = (signature.get("units") or {}).get("distinct") or {}
    kinds = {"scu": "units written by people", "stu": "extracted units"}
    named = [f"{count:,} {kinds.get(kind, kind)}" for kind, count in counts.items()]
    return f" by {' and '.join(named)}" if named else " by the units that it was given"
