"""The judge of the summaries, by the signature beside the scores, and how far to trust it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sacrerouge_litepyramid.judges.judge import WRITTEN, HumanAgreement, Judge
from sacrerouge_litepyramid.judges.lexical import LexicalWeights, LogisticJudge
from sacrerouge_litepyramid.signature import Signature


def name_source(extractor: Mapping[str, Any] | None) -> str:
    """Return the name of the units' source.

    ``extractor``: its identity, None if annotators wrote the units.
    """
    if extractor is None:
        return WRITTEN
    name = str(extractor["type"])
    return f"{name} with coreference" if extractor.get("coreference") else name


def find_judge(identity: Mapping[str, Any]) -> type[Judge]:
    """Return the class of the judge that an identity names, or `Judge` for an unregistered name."""
    name = identity.get("type")
    return Judge.by_name(name) if name in Judge.list_available() else Judge


def find_weights(signature: Signature | None) -> LexicalWeights | None:
    """Return the shipped weights that a signature names by their revision.

    Return None if others judged some of the texts.
    """
    judge = get_judge(signature)
    kind = find_judge(judge)
    # Other judges judge the texts that are not English.
    if not issubclass(kind, LogisticJudge) or "not_english" in judge:
        return None
    weights = kind.weights_type.load()
    return weights if weights.revision == judge.get("revision") else None


def get_judge(signature: Signature | None) -> Mapping[str, Any]:
    """Return the judge's identity in a signature, empty without a judge."""
    return (signature or {}).get("judge") or {}


def _get_units(signature: Signature) -> Mapping[str, int]:
    """Return the numbers of distinct units in a signature by their kind."""
    return (signature.get("units") or {}).get("distinct") or {}


def find_signature(name: str, signatures: Sequence[Signature]) -> Signature | None:
    """Return the signature of a score or of evidence by its name.

    It is that of the longest metric's name that begins the name.
    """
    matching = []
    for signature in signatures:
        metric = signature["metric"]
        if name == metric or name.startswith((f"{metric}_", f"{metric} (")):
            matching.append(signature)
    # One metric's name, with an underscore, can begin another's.
    return max(matching, key=lambda signature: len(signature["metric"]), default=None)


def name_source_of_scores(metric: str, signature: Signature | None, human: str | None) -> str:
    """Return a short name for scores: human scores, a metric with its judge, or a metric."""
    if metric == human:
        return "human scores" if metric == "human" else f"human scores ({metric})"
    judge = get_judge(signature).get("type")
    return f"{signature['metric']} ({judge})" if signature and judge else metric


def describe_judge(metric: str, signature: Signature | None, human: str | None) -> str:
    """Return one sentence on who or what gave a metric's scores."""
    if metric == human:
        return f"Judged by annotators: {metric}."
    if signature is None:
        return f"Judged by {metric}; without a signature beside the scores its judge is unknown."
    if not get_judge(signature):
        return f"Judged by {metric}."
    return f"Judged by {metric}: {_describe_model(signature)}, by {_describe_units(signature)}."


def describe_limits(
    signature: Signature | None, agreement: Sequence[HumanAgreement] | None = None
) -> str | None:
    """Return one sentence on a judge's range, agreement on unseen data, and blind spots.

    Return None without a judge. ``agreement``: the judge's own, by default that of the shipped
    weights that the signature names. It counts as not known if another judge judged some of the
    texts.
    """
    if not signature or not get_judge(signature):
        return None
    parts = [*_describe_range(signature), _describe_agreement(find_agreement(signature, agreement))]
    blind_spots = find_judge(get_judge(signature)).blind_spots
    if blind_spots:
        parts.append(blind_spots)
    return f"Limits: {'; '.join(parts)} (docs/choose-a-judge.md)."


def find_agreement(
    signature: Signature | None, agreement: Sequence[HumanAgreement] | None = None
) -> HumanAgreement | None:
    """Return a judge's agreement with human scores on unseen data, by units of the same source.

    Return None if not known. ``agreement``: as for `describe_limits`.
    """
    if signature is None or "not_english" in get_judge(signature):
        return None
    extractor = signature.get("extractor")
    # Units other than SCUs were made by an extractor, which is then unknown.
    if not extractor and set(_get_units(signature)) - {"scu"}:
        return None
    weights = find_weights(signature) if agreement is None else None
    rows = weights.agreement if weights else agreement or ()
    return next((row for row in rows if row.units == name_source(extractor)), None)


def _describe_range(signature: Signature) -> Iterator[str]:
    measured = signature.get("range")
    if measured:
        yield (
            f"on {measured['source']} it gives {measured['floor']:.2f} to units of other documents "
            f"and {measured['ceiling']:.2f} to units that are stated word for word"
        )
    else:
        yield "its floor and ceiling were not measured"
    yield "use scores to rank; they are not percentages"


def _describe_agreement(measured: HumanAgreement | None) -> str:
    if measured is None:
        return "its agreement with human scores by such units on other data is not known"
    units = "annotators' units" if measured.units == WRITTEN else "extracted units"
    return (
        f"on {measured.data}, which it was not fitted to, r with human scores by {units} is "
        f"{measured.system:.3f} over systems and {measured.summary:.3f} within documents"
    )


def _describe_model(signature: Signature) -> str:
    judge = get_judge(signature)
    kind = find_judge(judge)
    description = kind.description or f"the judge {judge.get('type')}"
    model = judge.get("model")
    source = (signature.get("training") or {}).get("source")
    # The model of a logistic judge is the data that its shipped weights were fitted to.
    if source or issubclass(kind, LogisticJudge):
        return f"{description}, fitted to {source or model or 'unnamed data'}"
    return f"{description} ({model})" if model else description


def _describe_units(signature: Signature) -> str:
    kinds = {
        "scu": "units written by annotators",
        "stu": "extracted units",
        "clause": "clauses of the references",
    }
    named = [f"{count:,} {kinds.get(kind, kind)}" for kind, count in _get_units(signature).items()]
    return " and ".join(named) or "the given units"


def describe_overlap(signature: Signature | None, units_digest: str | None) -> str | None:
    """Return a warning if the judge was trained on units with this digest, else None."""
    training = (signature or {}).get("training") or {}
    if units_digest is None or units_digest not in (training.get("units") or ()):
        return None
    return (
        f"The judge was trained on this data set ({training.get('source')}): its agreement with "
        "human scores here is too high and says little about other data. Rely on its agreement on "
        "unseen data (cross-validate, transfer)."
    )
