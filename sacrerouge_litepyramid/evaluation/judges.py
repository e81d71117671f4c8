"""What judged the summaries, by the signature beside the scores, and how far it can be trusted, in words."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.io.files import read_text
from sacrerouge_litepyramid.judges.judge import ScoreRange
from sacrerouge_litepyramid.signature import SUFFIX, Signature

#: the source of units that people wrote, beside the names of extractors
WRITTEN = "written"
#: Pearson's r with people on a data set that the shipped weights were not fitted to
UNSEEN = "PyrXSum"


class UnseenAgreement(NamedTuple):
    """Pearson's r of p2c with people over systems, and the mean over documents of that across systems."""

    system: float
    summary: float


#: by the revision of shipped weights, and by the source of the units (docs/judge.md, docs/extraction.md)
MEASURED: Mapping[str, Mapping[str, UnseenAgreement]] = {
    "e3fa673299cc": {
        WRITTEN: UnseenAgreement(0.992, 0.615),
        "dependency": UnseenAgreement(0.990, 0.582),
        "dependency with coreference": UnseenAgreement(0.990, 0.589),
        "sentence": UnseenAgreement(0.989, 0.565),
    },
    "acb5838377a3": {WRITTEN: UnseenAgreement(0.990, 0.646)},
}
#: what a judge cannot see, by its type (docs/falsehoods.md)
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


def describe_judge(judge: Mapping[str, Any], score_range: ScoreRange | None, units: str) -> str:
    """Return two lines: the model with its floor and ceiling, and its agreement with people on unseen data.

    ``judge``: the identity of the judge; ``units``: their source, as `name_source` returns it.
    """
    names = [str(judge[name]) for name in ("model", "revision") if judge.get(name) is not None]
    model = f"{judge['type']} ({', '.join(names)})" if names else str(judge["type"])
    return f"Judged by {model}: {_describe_range(score_range)}.\nLimits: {_describe_limits(judge, units)}."


def _describe_range(score_range: ScoreRange | None) -> str:
    level = "a score ranks, and is no share of the content"
    if score_range is None:
        return f"its floor and ceiling were not measured; {level}"
    return (
        f"on {score_range.source} it gives {score_range.floor:.2f} to units of other documents and "
        f"{score_range.ceiling:.2f} where all is said; {level}"
    )


def _describe_limits(judge: Mapping[str, Any], units: str) -> str:
    measured = MEASURED.get(str(judge.get("revision")), {}).get(units)
    agreement = (
        "its agreement with people on other data was not measured"
        if measured is None
        else f"on {UNSEEN}, which it was not fitted to, r with people is {measured.system:.3f} over systems, and "
        f"{measured.summary:.3f} among the summaries of a document"
    )
    blind = BLIND_SPOTS.get(str(judge["type"]))
    return f"{agreement}; {blind} (docs/judge.md)" if blind else f"{agreement} (docs/judge.md)"


#: what judges are, by the type in a signature
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
    kind = KINDS.get(judge.get("type", ""), f"the judge {judge.get('type')}")
    source = (signature.get("training") or {}).get("source")
    if source or judge.get("type") in ("lexical", "embedding"):
        return f"{kind}, fitted to {source or judge.get('model', 'unnamed data')},"
    return f"{kind} ({judge['model']})," if judge.get("model") else f"{kind},"


def _describe_units(signature: Signature) -> str:
    counts = (signature.get("units") or {}).get("distinct") or {}
    kinds = {"scu": "units written by people", "stu": "extracted units"}
    named = [f"{count:,} {kinds.get(kind, kind)}" for kind, count in counts.items()]
    return f" by {' and '.join(named)}" if named else " by the units that it was given"
