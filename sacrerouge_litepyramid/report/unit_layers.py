"""Evidence and people's labels unit by unit, as compact lists for the page.

A layer is the evidence of one metric; without evidence, people's units and labels form a layer. For each document a
layer has its units and, for each system, lists in the order of the units: probabilities in thousandths, labels, and the
summary's sentence nearest to the unit with its share in hundredths; the words that match (`unit_matches`); and of an
NLI model the probabilities of neutral and contradiction. None stands for a missing value. ``start``: the log-odds that
a logistic judge begins with, None for other judges; ``meaning``: whether it also goes by token vectors.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.formats.evidence_reader import Evidence
from sacrerouge_litepyramid.formats.metrics import SummaryKey
from sacrerouge_litepyramid.meta.unit_labels import match_labels
from sacrerouge_litepyramid.presence.embedding_weights import EmbeddingWeights
from sacrerouge_litepyramid.presence.lexical_features import UnitTable
from sacrerouge_litepyramid.presence.lexical_weights import LexicalWeights
from sacrerouge_litepyramid.report.judges import find_signature
from sacrerouge_litepyramid.report.reading import Inputs
from sacrerouge_litepyramid.report.support import NONE, Supporter, find_best_sentences
from sacrerouge_litepyramid.report.texts import Texts
from sacrerouge_litepyramid.report.unit_matches import encode_summary, list_words
from sacrerouge_litepyramid.report.why import find_weights
from sacrerouge_litepyramid.signature import Signature

PEOPLE_ALONE = "people's labels"


def build_layers(inputs: Inputs, texts: Texts, signatures: Sequence[Signature] = ()) -> list[dict[str, Any]]:
    """Return the layers, JSON-ready, with lists in the order of the inputs' documents and systems."""
    evidence = list(inputs.evidence)
    if not evidence and inputs.labels:
        units = {key.instance_id: judged.units for key, judged in inputs.labels.items()}
        evidence = [Evidence(PEOPLE_ALONE, "", units, {})]
    supporter = Supporter()
    return [_layer(each, inputs, texts, supporter, find_signature(each.name, signatures)) for each in evidence]


def _layer(
    evidence: Evidence, inputs: Inputs, texts: Texts, supporter: Supporter, signature: Signature | None
) -> dict[str, Any]:
    weights = find_weights(signature) if evidence.measure == "p2c" else None
    documents = [_document(evidence, name, inputs, texts, supporter, weights) for name in inputs.scores.documents]
    return {
        "start": weights.intercept if weights else None,
        "meaning": isinstance(weights, EmbeddingWeights),
        "name": evidence.name,
        "measure": evidence.measure,
        "labelled": any(labels for document in documents for labels in document["labels"]),
        "documents": documents,
    }


def _document(
    evidence: Evidence,
    instance: str,
    inputs: Inputs,
    texts: Texts,
    supporter: Supporter,
    weights: LexicalWeights | None,
) -> dict[str, list[Any]]:
    units = evidence.units.get(instance, ())
    table = supporter.table([unit.text for unit in units])
    keys = [SummaryKey(instance, system) for system in inputs.scores.systems]
    return {
        "units": _units(units, texts.references(instance), table),
        "words": list_words(table),
        "why": [
            encode_summary(table, units, evidence.values.get(key), flatten(inputs.summaries[key].text), weights)
            if texts.place(key) != NONE
            else None
            for key in keys
        ],
        "details": [_to_percent(evidence.details.get(key)) for key in keys],
        "values": [_to_thousandths(evidence.values.get(key)) for key in keys],
        "labels": [match_labels(units, inputs.labels.get(key)) for key in keys],
        "support": [_support(table, texts.summary(key)) if texts.place(key) != NONE else None for key in keys],
    }


def _units(units: Sequence[Unit], references: Sequence[Sequence[str]], table: UnitTable) -> list[list[Any]]:
    """Return each unit as [text, kind, weight, reference, sentence, 1 if the units file names the sentence else 0]."""
    nearest = [find_best_sentences(table, sentences)[0] for sentences in references]
    rows = []
    for index, unit in enumerate(units):
        reference, sentence = unit.references[0], unit.sentence
        has = reference < len(references)
        is_named = has and sentence is not None and sentence < len(references[reference])
        place = sentence if is_named else int(nearest[reference][index]) if has else NONE
        rows.append([unit.text, unit.kind, round(unit.weight, 3), reference, place, int(is_named)])
    return rows


def _to_thousandths(values: np.ndarray | None) -> list[int | None] | None:
    """Convert to thousandths, rounded down apart from rounding errors, so no value below a half becomes 500."""
    if values is None:
        return None
    return [None if np.isnan(value) else int(np.floor(1000 * value + 1e-9)) for value in values]


def _to_percent(details: np.ndarray | None) -> list[list[int] | None] | None:
    """Return an NLI model's probabilities of neutral and contradiction in percent, None where there are none."""
    if details is None:
        return None
    return [None if np.isnan(row).any() else [round(100 * float(value)) for value in row] for row in details]


def _support(table: UnitTable, sentences: Sequence[str]) -> list[list[int]]:
    """Return the nearest sentences of all units, and their shares in hundredths."""
    best, shares = find_best_sentences(table, sentences)
    return [best.tolist(), [round(100 * share) for share in shares]]
