"""Evidence and labels unit by unit, with matching words and nearest sentences, for the page.

A sentence is near a unit by a feature of the lexical judge: the share of the weight of the unit's
content words that the sentence has; frequent words and words of sibling units weigh less. No judge
runs.

A layer is the evidence of one metric; without evidence, the labelled units form a layer. For each
document a layer has the units and, for each system, lists in the order of the units. A missing
value is None.
"""

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.judge_input import prepare_summary, prepare_units
from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.core.units import CLAUSE, Unit
from sacrerouge_litepyramid.core.words import compared_words
from sacrerouge_litepyramid.io.evidence import Evidence
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.judges.embedding import EmbeddingWeights
from sacrerouge_litepyramid.judges.lexical import LexicalWeights
from sacrerouge_litepyramid.judges.lexical_features import UnitTable, compare_sentences, unit_table
from sacrerouge_litepyramid.judges.word_matches import (
    CONFLICTS,
    MATCHED,
    MISSING,
    NAME,
    NEGATION,
    NUMBER,
    OPPOSITE,
    RELATED,
    UnitMatch,
    match_units,
)
from sacrerouge_litepyramid.meta_evaluation.judges import find_signature, find_weights
from sacrerouge_litepyramid.meta_evaluation.unit_agreement import match_labels
from sacrerouge_litepyramid.signature import Signature
from sacrerouge_litepyramid.verdict.report.clauses import (
    describe_score,
    encode_clauses,
    judge_wholes,
    list_runs,
)
from sacrerouge_litepyramid.verdict.report.explanation import list_mismatch_parts
from sacrerouge_litepyramid.verdict.report.inputs import NO_PLACE, Inputs, Texts


def _find_nearest(
    table: UnitTable, texts: Sequence[Sequence[str]]
) -> list[tuple[list[int], list[float]]]:
    """Return, for each text, the place of each unit's nearest sentence, and its share of the unit.

    ``texts``: lists of sentences. Of equal sentences the first is chosen; without a common word
    the result is NO_PLACE and 0.
    """
    distinct = dict.fromkeys(chain.from_iterable(texts))
    words = {text: tuple(chain.from_iterable(compared_words(text))) for text in distinct}
    with_sentences = [[words[sentence] for sentence in text] for text in texts if text]
    compared: Iterator[tuple[list[int], list[float]]] = iter(())
    if with_sentences:
        sentences = compare_sentences(table, with_sentences)
        shares = sentences.join(np.maximum, sentences.shares)
        places = np.where(shares > 0, sentences.nearest - sentences.starts, NO_PLACE)
        compared = zip(places.T.tolist(), shares.T.tolist(), strict=True)
    nothing = [NO_PLACE] * len(table.texts), [0.0] * len(table.texts)
    return [next(compared) if text else nothing for text in texts]


MARKS = {
    MATCHED: "+",
    RELATED: "=",
    MISSING: "-",
    NUMBER: "#",
    NAME: "@",
    OPPOSITE: "%",
    NEGATION: "!",
}


def _encode_summary(
    matches: Sequence[UnitMatch],
    evidence: Evidence,
    key: SummaryKey,
    weights: LexicalWeights | None,
) -> dict[str, Any]:
    """Return the matches of a summary with a document's units, JSON-ready.

    ``marks``: a text for each unit, with a character of MARKS for each content word; ``against``:
    by unit, the words of the summary that conflict with it; ``parts``: by unit, how much negation,
    numbers and a missing name add to the log-odds, in tenths, if any is not 0; ``sentence``: the
    sentence about the score, if a model judged the summary. For clauses there are also the items of
    `encode_clauses`, and ``forms``: by unit and a word's place, the summary's word for it if that
    differs.
    """
    marks, against, parts = [], {}, {}
    for place, match in enumerate(matches):
        marks.append("".join(MARKS[word.status] for word in match.words))
        words = _list_against(match)
        if words:
            against[place] = words
        log_odds = list_mismatch_parts(weights, match) if weights else []
        tenths = [round(10 * part) for part in log_odds]
        if any(tenths):
            parts[place] = tenths
    encoded: dict[str, Any] = {"marks": marks, "against": against, "parts": parts}
    if key not in evidence.values:
        return encoded
    runs, units = list_runs(evidence, key), evidence.units[key.instance_id]
    unit_runs = [runs.get(place, []) for place in range(len(units))]
    encoded["sentence"] = describe_score(units, evidence.values[key].tolist(), matches, unit_runs)
    if runs:
        forms = {place: _list_forms(matches[place]) for place in runs}
        encoded |= encode_clauses(runs, judge_wholes(evidence, key))
        encoded["forms"] = {place: words for place, words in forms.items() if words}
    return encoded


def _list_forms(match: UnitMatch) -> dict[int, str]:
    forms = {}
    for place, word in enumerate(match.words):
        if word.status in (MATCHED, RELATED) and word.against:
            forms[place] = word.against[0]
    return forms


def _list_against(match: UnitMatch) -> list[str]:
    against: dict[str, None] = {}
    for word in match.select(*CONFLICTS):
        against |= dict.fromkeys(word.against)
    return list(against)


LABELS_ALONE = "labels"


def build_layers(
    inputs: Inputs, texts: Texts, signatures: Sequence[Signature] = ()
) -> list[dict[str, Any]]:
    """Return the layers, JSON-ready, in the order of the inputs' documents and systems."""
    evidence = list(inputs.evidence)
    # Without evidence, the labelled units are shown without probabilities.
    if not evidence and inputs.labels:
        units = {key.instance_id: labelled.units for key, labelled in inputs.labels.items()}
        evidence = [Evidence(LABELS_ALONE, "", units, {})]
    return [
        _build_layer(judged, inputs, texts, find_signature(judged.name, signatures))
        for judged in evidence
    ]


def _build_layer(
    evidence: Evidence, inputs: Inputs, texts: Texts, signature: Signature | None
) -> dict[str, Any]:
    weights = find_weights(signature) if evidence.measure == "p2c" else None
    idf = LexicalWeights.load().frequencies.idf
    documents = [
        _build_document(evidence, name, inputs, texts, weights, idf)
        for name in inputs.scores.documents
    ]
    return {
        # the intercept of a logistic judge's log-odds, None for other judges
        "start": weights.intercept if weights else None,
        # whether the judge also uses token vectors
        "meaning": isinstance(weights, EmbeddingWeights),
        "name": evidence.name,
        "measure": evidence.measure,
        "labelled": any(labels for document in documents for labels in document["labels"]),
        "documents": documents,
    }


def _build_document(
    evidence: Evidence,
    instance: str,
    inputs: Inputs,
    texts: Texts,
    weights: LexicalWeights | None,
    idf: Callable[[str], float],
) -> dict[str, list[Any]]:
    units = evidence.units.get(instance, ())
    read = prepare_units(units)
    table = unit_table(read, idf)
    keys = [SummaryKey(instance, system) for system in inputs.scores.systems]
    known = [key for key in keys if texts.place(key) != NO_PLACE]
    nearest = _find_nearest(table, [texts.summary(key) for key in known])
    support = dict(zip(known, map(_encode_support, nearest), strict=True))
    # Words are matched in the text that the judge reads, without marks.
    read_summaries = [prepare_summary(flatten(inputs.summaries[key].text)) for key in known]
    matches = dict(zip(known, match_units(table, read_summaries), strict=True))
    # From "why" on, there is a list or None for each system.
    divided = {place for key in known for place in evidence.clauses.get(key, {})}
    return {
        "units": _build_units(units, read, texts.references(instance), table, divided),
        "words": [list(marked.words) for marked in table.marked],
        "why": [
            _encode_summary(matches[key], evidence, key, weights) if key in matches else None
            for key in keys
        ],
        # an NLI model's probabilities of neutral and contradiction
        "details": [_to_percent(evidence.details.get(key)) for key in keys],
        # the probabilities, in thousandths
        "values": [_to_thousandths(evidence.values.get(key)) for key in keys],
        "labels": [match_labels(units, inputs.labels.get(key)) for key in keys],
        # the nearest sentences, and their shares in hundredths
        "support": [support.get(key) for key in keys],
    }


def _build_units(
    units: Sequence[Unit],
    read: Sequence[str],
    references: Sequence[Sequence[str]],
    table: UnitTable,
    divided: Collection[int],
) -> list[dict[str, Any]]:
    """Return each unit with the ``sentence`` of its ``reference``, JSON-ready.

    ``read``: the units' texts as compared, which clauses and ``divided`` facts have also on the
    page, because their runs are places in it. A unit that does not name its sentence gets the
    nearest one; then ``is_near`` is true. Without a reference the sentence is NO_PLACE.
    """
    nearest = [places for places, _ in _find_nearest(table, references)]
    rows = []
    for index, unit in enumerate(units):
        reference, sentence = unit.references[0], unit.sentence
        sentences = references[reference] if reference < len(references) else ()
        is_near = sentence is None or sentence >= len(sentences)
        if is_near:
            sentence = nearest[reference][index] if sentences else NO_PLACE
        rows.append(
            {
                "text": read[index] if unit.kind == CLAUSE or index in divided else unit.text,
                "kind": unit.kind,
                "weight": round(unit.weight, 3),
                "importance": unit.importance,
                "reference": reference,
                "sentence": sentence,
                "is_near": is_near,
            }
        )
    return rows


def _to_thousandths(values: np.ndarray | None) -> list[int | None] | None:
    """Convert to thousandths, rounded down so that no value below a half becomes 500.

    A value that a rounding error lowered counts as the thousandth that it should be.
    """
    if values is None:
        return None
    thousandths = np.floor(1000 * values + 1e-9)
    return [None if math.isnan(value) else int(value) for value in thousandths.tolist()]


def _to_percent(details: np.ndarray | None) -> list[list[int] | None] | None:
    """Return an NLI model's probabilities of neutral and contradiction in percent, None if none."""
    if details is None:
        return None
    return [
        None if np.isnan(row).any() else [round(100 * float(value)) for value in row]
        for row in details
    ]


def _encode_support(nearest: tuple[list[int], list[float]]) -> list[list[int]]:
    """Return the nearest sentences of all units, and their shares in hundredths."""
    places, shares = nearest
    return [places, [round(100 * share) for share in shares]]
