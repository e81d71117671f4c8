"""Why a summary has its score: one sentence, and what a logistic judge's features contribute in plain words."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.presence import mismatch_features
from sacrerouge_litepyramid.presence.alignment_features import FEATURES as ALIGNMENT_FEATURES
from sacrerouge_litepyramid.presence.embedding_weights import load_weights as load_embedding_weights
from sacrerouge_litepyramid.presence.lexical_features import FEATURES, group_features
from sacrerouge_litepyramid.presence.lexical_weights import LexicalWeights
from sacrerouge_litepyramid.presence.lexical_weights import load_weights as load_lexical_weights
from sacrerouge_litepyramid.presence.word_matches import CONFLICTS, UnitMatch, describe_words
from sacrerouge_litepyramid.signature import Signature
from sacrerouge_litepyramid.statistics.presence_quality import THRESHOLD
from sacrerouge_litepyramid.storage.files import parse_json, read_text

#: a unit whose probability lies this near to the threshold is doubtful
DOUBT = 0.2
#: a contribution to the log-odds below this is not shown
MIN_CONTRIBUTION = 0.05
#: probabilities are kept from 0 and 1, where log-odds are infinite
_EDGE = 1e-9
MEANING_FEATURES = frozenset(ALIGNMENT_FEATURES)
MEANING = "closeness of meaning by token vectors"
#: what features measure, in plain words; several of one wording are added up
PLAIN: Mapping[str, str] = {
    **dict.fromkeys(("sib_w", "sib_widf", "r1_con", "non_rec"), "share of the unit's words that the summary has"),
    "sib_bs": "share of the unit's words in one sentence",
    **dict.fromkeys(("bs_lcs", "lcsub"), "words in the same order"),
    "n_uc": "length of the unit",
    **dict.fromkeys(
        ("negated_in_unit", "negated_in_summary", "loose_negation_in_unit", "loose_negation_in_summary"), "negation"
    ),
    **dict.fromkeys(("numbers_missing", "number_replaced"), "numbers"),
    "name_missing": "a name that is missing",
}


class Contribution(NamedTuple):
    """What speaks for or against presence, and its part of the log-odds."""

    what: str
    log_odds: float


def describe_score(
    texts: Sequence[str], values: Sequence[float], matches: Sequence[UnitMatch], weighted: bool = False
) -> str:
    """Return one sentence: how many units are stated, and the most doubtful one with the reason.

    ``values``: probabilities, NaN where a unit was not judged; ``weighted``: whether the units' weights differ.
    """
    judged = [place for place, value in enumerate(values) if not np.isnan(value)]
    if not judged:
        return "No unit of this summary was judged."
    stated = sum(values[place] >= THRESHOLD for place in judged)
    sentence = f"{stated} of {len(judged)} unit{'s' if len(judged) > 1 else ''} stated"
    sentence += ", which count by their weights" if weighted else ""
    place = _find_doubtful(judged, values, matches)
    if place is None:
        return f"{sentence}; none is doubtful."
    reason = describe_words(matches[place].words) or "all of its words are there"
    return f"{sentence}; “{' '.join(texts[place].split())}” ({to_percent(values[place])}%) is doubtful: {reason}."


def _find_doubtful(judged: Sequence[int], values: Sequence[float], matches: Sequence[UnitMatch]) -> int | None:
    """Return a stated unit with a conflict, else the one nearest to the threshold, if it is near."""
    conflicting = [place for place in judged if values[place] >= THRESHOLD and matches[place].select(*CONFLICTS)]
    near = [place for place in judged if abs(values[place] - THRESHOLD) <= DOUBT]
    chosen = conflicting or near
    return min(chosen, key=lambda place: abs(values[place] - THRESHOLD), default=None)


def find_weights(signature: Signature | None) -> LexicalWeights | None:
    """Return the shipped weights that a signature names by their revision, else None."""
    presence = (signature or {}).get("presence") or {}
    known = {"lexical": load_lexical_weights, "embedding": load_embedding_weights}
    load = known.get(str(presence.get("type")))
    weights = load() if load else None
    return weights if weights and weights.revision == presence.get("revision") else None


def load_weights_of(path: str | Path) -> LexicalWeights:
    """Load weights of either logistic model; ValueError for a file that train-presence did not write."""
    data = parse_json(read_text(path), path, "give a file that train-presence wrote")
    names = data.get("coefficients") if isinstance(data, dict) else None
    is_embedding = isinstance(names, dict) and not MEANING_FEATURES.isdisjoint(names)
    return (load_embedding_weights if is_embedding else load_lexical_weights)(path)


def list_contributions(weights: LexicalWeights, group: Group, values: Sequence[float]) -> list[list[Contribution]]:
    """Return what contributes to each unit's log-odds, the largest first, those below `MIN_CONTRIBUTION` left out.

    ``values``: the probabilities that the model gave; what the lexical features leave of them is the token vectors'.
    """
    features = group_features([group], weights.frequencies.idf)[0].values
    own = dict(zip(weights.features, weights.coefficients, strict=True))
    parts = features * np.array([own[name] for name in FEATURES])
    found = []
    for row, value in zip(parts, values, strict=True):
        sums: dict[str, float] = {}
        for name, part in zip(FEATURES, row, strict=True):
            sums[PLAIN[name]] = sums.get(PLAIN[name], 0.0) + float(part)
        if len(weights.features) > len(FEATURES):
            sums[MEANING] = compute_log_odds(value) - weights.intercept - float(row.sum())
        shown = [Contribution(what, part) for what, part in sums.items() if abs(part) >= MIN_CONTRIBUTION]
        found.append(sorted(shown, key=lambda each: -abs(each.log_odds)))
    return found


def list_mismatch_parts(weights: LexicalWeights, match: UnitMatch) -> list[float]:
    """Return the parts of the log-odds that negation, numbers and a name have, from the features of a mismatch."""
    own = dict(zip(weights.features, weights.coefficients, strict=True))
    sums = {"negation": 0.0, "numbers": 0.0, "a name that is missing": 0.0}
    for name, value in zip(mismatch_features.FEATURES, match.mismatches, strict=True):
        sums[PLAIN[name]] += own[name] * value
    return list(sums.values())


def to_percent(probability: float) -> int:
    """Return a probability in percent, rounded down as on the page, so that 50 is what counts as stated."""
    return int(100 * probability + _EDGE)


def compute_log_odds(probability: float) -> float:
    """Return ln(p / (1 - p)), finite for 0 and 1 also."""
    kept = min(max(probability, _EDGE), 1 - _EDGE)
    return float(np.log(kept / (1 - kept)))
