"""What judged the summaries of a table, and how far it can be trusted, in two lines."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sacrerouge_litepyramid.presence.presence_model import ScoreRange

#: the source of units that people wrote, beside the names of extractors
WRITTEN = "written"
#: Pearson's r with people on a data set that the shipped weights were not fitted to
UNSEEN = "PyrXSum"


class UnseenAgreement(NamedTuple):
    """Pearson's r of p2c with people over systems, and the mean over documents of that across systems."""

    system: float
    summary: float


#: by the revision of shipped weights, and by the source of the units (docs/presence.md, docs/extraction.md)
MEASURED: Mapping[str, Mapping[str, UnseenAgreement]] = {
    "e3fa673299cc": {
        WRITTEN: UnseenAgreement(0.992, 0.615),
        "dependency": UnseenAgreement(0.990, 0.582),
        "dependency with coreference": UnseenAgreement(0.990, 0.589),
        "sentence": UnseenAgreement(0.989, 0.565),
    },
    "acb5838377a3": {WRITTEN: UnseenAgreement(0.990, 0.646)},
}
#: what a presence model cannot see, by its type (docs/falsehoods.md)
BLIND_SPOTS = {
    "lexical": "it compares words: paraphrases count as absent, "
    "and it overlooks most antonyms and about half of the changed names",
    "embedding": "it aligns words: it overlooks about half of the antonyms and of the changed names",
}


def name_source(extractor: Mapping[str, Any] | None) -> str:
    """Return the source of units by the identity of their extractor, None where people wrote them."""
    if extractor is None:
        return WRITTEN
    return f"{extractor['type']} with coreference" if extractor.get("coreference") else str(extractor["type"])


def describe_judge(presence: Mapping[str, Any], score_range: ScoreRange | None, units: str) -> str:
    """Return two lines: the model with its floor and ceiling, and its agreement with people on unseen data.

    ``presence``: the identity of the presence model; ``units``: their source, as `name_source` returns it.
    """
    names = [str(presence[name]) for name in ("model", "revision") if presence.get(name) is not None]
    model = f"{presence['type']} ({', '.join(names)})" if names else str(presence["type"])
    return f"Judged by {model}: {_describe_range(score_range)}.\nLimits: {_describe_limits(presence, units)}."


def _describe_range(score_range: ScoreRange | None) -> str:
    level = "a score ranks, and is no share of the content"
    if score_range is None:
        return f"its floor and ceiling were not measured; {level}"
    return (
        f"on {score_range.source} it gives {score_range.floor:.2f} to units of other documents and "
        f"{score_range.ceiling:.2f} where all is said; {level}"
    )


def _describe_limits(presence: Mapping[str, Any], units: str) -> str:
    measured = MEASURED.get(str(presence.get("revision")), {}).get(units)
    agreement = (
        "its agreement with people on other data was not measured"
        if measured is None
        else f"on {UNSEEN}, which it was not fitted to, r with people is {measured.system:.3f} over systems, and "
        f"{measured.summary:.3f} among the summaries of a document"
    )
    blind = BLIND_SPOTS.get(str(presence["type"]))
    return f"{agreement}; {blind} (docs/presence.md)" if blind else f"{agreement} (docs/presence.md)"
