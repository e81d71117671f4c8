"""The words of units in each summary, as the page holds them: a character a word."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.presence.lexical_features import UnitTable
from sacrerouge_litepyramid.presence.lexical_weights import LexicalWeights
from sacrerouge_litepyramid.presence.word_matches import (
    CONFLICTS,
    MATCHED,
    MISSING,
    NAME,
    NEGATION,
    NUMBER,
    UnitMatch,
    match_units,
)
from sacrerouge_litepyramid.report.why import describe_score, list_mismatch_parts

MARKS = {MATCHED: "+", MISSING: "-", NUMBER: "#", NAME: "@", NEGATION: "!"}


def list_words(table: UnitTable) -> list[list[str]]:
    """Return the content words of each unit, as written, in the order of the marks."""
    return [list(marked.words) for marked in table.marked]


def encode_summary(
    table: UnitTable, units: Sequence[Unit], values: np.ndarray | None, summary: str, weights: LexicalWeights | None
) -> dict[str, Any]:
    """Return the matches of a summary, JSON-ready.

    ``marks``: a text for each unit, a character of MARKS for each content word; ``against``: by unit the words of the
    summary that conflict with it; ``parts``: by unit what negation, numbers and a name add to the log-odds, in tenths,
    where one is not 0; ``told``: the sentence about the score, where a model judged.
    """
    matches = match_units(table, summary)
    found: dict[str, Any] = {"marks": ["".join(MARKS[each.status] for each in match.words) for match in matches]}
    against = {place: _list_against(match) for place, match in enumerate(matches) if match.select(*CONFLICTS)}
    parts = {place: _tenths(weights, match) for place, match in enumerate(matches)} if weights else {}
    found["against"] = {place: words for place, words in against.items() if words}
    found["parts"] = {place: each for place, each in parts.items() if any(each)}
    if values is not None:
        weighted = len({unit.weight for unit in units}) > 1
        found["told"] = describe_score([unit.text for unit in units], values.tolist(), matches, weighted)
    return found


def _list_against(match: UnitMatch) -> list[str]:
    return list(dict.fromkeys(word for each in match.select(*CONFLICTS) for word in each.against))


def _tenths(weights: LexicalWeights, match: UnitMatch) -> list[int]:
    return [round(10 * part) for part in list_mismatch_parts(weights, match)]
