"""The quality of a judge on this data: against labels, beside the majority baseline, and in parts of the data."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.core.words import count_words, list_bigrams, measure_copying
from sacrerouge_litepyramid.evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.evaluation.judges import find_signature
from sacrerouge_litepyramid.evaluation.unit_agreement import (
    LabelledUnits,
    collect_labelled_units,
    compare_with_votes,
    has_labels,
    measure_unit_agreement,
    round_rows,
    summarise_labels,
)
from sacrerouge_litepyramid.io.evidence import Evidence
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.summaries import collect_documents
from sacrerouge_litepyramid.report.inputs import Inputs
from sacrerouge_litepyramid.signature import Signature
from sacrerouge_litepyramid.statistics.estimate import round_value
from sacrerouge_litepyramid.statistics.judge_quality import calibration_bins, measure_judge, predict_base_rate

#: the parts that summaries are divided into by a property
PARTS = ("lowest third", "middle third", "highest third")


def measure_judges(inputs: Inputs, signatures: Sequence[Signature], resamples: int, seed: int) -> list[dict[str, Any]]:
    """Return the quality of the judge of each evidence with units that annotators labelled, JSON-ready.

    Each result has ``model`` and ``majority`` (each statistic's value and interval by name), ``calibration`` (points of
    mean probability, share present and units), ``range`` (floor and ceiling from the signature, or None) and ``parts``;
    with votes of three annotators also ``votes`` (the statistics of judge and annotators vote by vote) and ``test``.
    """
    statistics = Statistics(resamples=resamples, permutations=0, seed=seed)
    rows = []
    for evidence in inputs.evidence:
        if not has_labels(evidence, inputs.labels):
            continue
        units = collect_labelled_units(evidence, inputs.labels)
        model, majority = measure_unit_agreement([evidence], inputs.labels, statistics)
        voted = compare_with_votes(evidence, inputs.voted, statistics)
        signature = find_signature(evidence.name, signatures) or {}
        rows.append(
            {
                "name": evidence.name,
                "measure": evidence.measure,
                **summarise_labels(units, model, majority),
                **({"votes": [*map(round_rows, voted)], "test": voted[0].test} if voted else {}),
                "calibration": [
                    [*map(round_value, interval[:2]), interval.units]
                    for interval in calibration_bins(units.probabilities, units.labels)
                ],
                "range": signature.get("range"),
                "parts": measure_parts(evidence, units, inputs),
            }
        )
    return rows


def measure_parts(evidence: Evidence, units: LabelledUnits, inputs: Inputs) -> list[dict[str, Any]]:
    """Return the judge's quality in thirds of the summaries, by each property that the data has."""
    return [
        {"title": title, "rows": rows}
        for title, values in _measure_properties(evidence, inputs).items()
        if (rows := _measure_thirds(evidence, units, values))
    ]


def _measure_properties(evidence: Evidence, inputs: Inputs) -> dict[str, dict[SummaryKey, float]]:
    texts = {key: flatten(inputs.summaries[key].text) for key in evidence.values}
    lengths = {key: float(count_words(text)) for key, text in texts.items()}
    means = {key: float(np.nanmean(values)) for key, values in evidence.values.items() if not np.isnan(values).all()}
    return {
        "length in words": lengths,
        "share of word pairs copied from the documents": _measure_copied(texts, inputs),
        "mean probability of its units": means,
    }


def _measure_copied(texts: Mapping[SummaryKey, str], inputs: Inputs) -> dict[SummaryKey, float]:
    documents = collect_documents(inputs.summaries.values()) or {}
    known = {name: frozenset(list_bigrams(members)) for name, members in documents.items()}
    shares = {
        key: measure_copying(text, known[key.instance_id]) for key, text in texts.items() if key.instance_id in known
    }
    return {key: share for key, share in shares.items() if share is not None}


def _measure_thirds(evidence: Evidence, units: LabelledUnits, values: Mapping[SummaryKey, float]) -> list[list[Any]]:
    """Return, for each third, [name, lowest value, highest value, summaries, units, AUC, kappa, accuracy, the majority
    baseline's accuracy, mean probability, mean label]; [] if a third has no labelled unit."""
    order = sorted(values, key=lambda key: (values[key], key))
    bounds = [len(order) * part // len(PARTS) for part in range(len(PARTS) + 1)]
    places = {key: place for place, key in enumerate(evidence.values)}
    rows = []
    for name, start, end in zip(PARTS, bounds, bounds[1:], strict=False):
        keys = order[start:end]
        part = units.select([places[key] for key in keys])
        if not len(part.labels):
            return []
        edges = [round_value(values[key]) for key in (keys[0], keys[-1])]
        rows.append([name, *edges, len(keys), *_measure_part(part)])
    return rows


def _measure_part(units: LabelledUnits) -> list[Any]:
    model = measure_judge(units.probabilities, units.labels)
    majority = measure_judge(predict_base_rate(units.labels), units.labels)
    numbers = (model.auc, model.kappa, model.accuracy, majority.accuracy)
    means = (units.probabilities.mean(), units.labels.mean())
    return [
        len(units.labels),
        *(round_value(float(value)) for value, *_ in numbers),
        *(round_value(float(mean)) for mean in means),
    ]
