"""How far presence models agree with people's labels of units, beside the majority baseline."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.judgements import Judged
from sacrerouge_litepyramid.formats.evidence_reader import Evidence
from sacrerouge_litepyramid.formats.metrics import SummaryKey
from sacrerouge_litepyramid.meta.agreement_report import AgreementRow, format_estimate
from sacrerouge_litepyramid.meta.comparison import Statistics
from sacrerouge_litepyramid.meta.scores import finite_or_none
from sacrerouge_litepyramid.meta.unit_labels import LabelledUnits, collect_labelled_units
from sacrerouge_litepyramid.statistics.agreement import MIN_DOCUMENTS, draw_documents
from sacrerouge_litepyramid.statistics.intervals import percentile_interval
from sacrerouge_litepyramid.statistics.presence_quality import (
    PresenceQuality,
    bootstrap_presence,
    measure_presence,
    predict_base_rate,
)
from sacrerouge_litepyramid.statistics.tables import render_table

#: the level of the rows
UNIT = "unit"
TITLES = {
    "auc": "AUC",
    "kappa": "kappa",
    "accuracy": "accuracy",
    "precision": "precision",
    "recall": "recall",
    "f1": "F1",
    "ece": "ECE",
    "brier": "Brier",
}


class UnitAgreement(NamedTuple):
    """A presence model's rows, a row a statistic of `PresenceQuality`, with n the number of units."""

    metric: str
    rows: tuple[AgreementRow, ...]


def measure_unit_agreement(
    evidence: Sequence[Evidence], labels: Mapping[SummaryKey, Judged], statistics: Statistics
) -> list[UnitAgreement]:
    """Return the agreement of each evidence with people's labels, and after it that of the majority baseline.

    Intervals are percentiles over resamples of documents. Raises ValueError for evidence without labelled units.
    """
    found = []
    for each in evidence:
        units = collect_labelled_units(each, labels)
        name = f"{each.name}_{each.measure}"
        baseline = units._replace(probabilities=predict_base_rate(units.labels))
        found += [_measure(name, units, statistics), _measure(f"majority, units of {name}", baseline, statistics)]
    return found


def render_unit_agreement(found: Sequence[UnitAgreement]) -> str:
    """Return the statistics of presence labels, a line a model, the majority baseline last."""
    rows = [
        [each.metric, *(format_estimate(row.value, row.low, row.high) for row in each.rows), str(each.rows[0].n)]
        for each in found
    ]
    return render_table(["people's labels", *TITLES.values(), "units"], rows)


def _measure(name: str, units: LabelledUnits, statistics: Statistics) -> UnitAgreement:
    values = measure_presence(units.probabilities, units.labels)
    documents = int(units.documents.max()) + 1
    resampled: Mapping[str, np.ndarray] = {}
    if statistics.resamples and documents >= MIN_DOCUMENTS:
        draws = draw_documents(documents, statistics.resamples, statistics.seed)
        resampled = bootstrap_presence(units.probabilities, units.labels, units.documents, draws)._asdict()
    rows = []
    for statistic in PresenceQuality._fields:
        interval = percentile_interval(resampled.get(statistic, np.array([])))
        value, low, high = map(finite_or_none, (getattr(values, statistic)[0], *interval))
        rows.append(AgreementRow(name, UNIT, statistic, value, low, high, len(units.labels)))
    return UnitAgreement(name, tuple(rows))
