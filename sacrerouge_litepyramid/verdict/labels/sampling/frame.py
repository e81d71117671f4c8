"""The population to sample labels from: all units of all summaries, with weight and probability."""

import json
import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.core.texts import list_known
from sacrerouge_litepyramid.io.evidence import Evidence
from sacrerouge_litepyramid.io.metrics import SummaryKey

#: the decimals to which a digest rounds weights and probabilities, as another machine may differ in
#: the last bits
DIGEST_DECIMALS = 6
#: stands for the probability of a unit that the judge did not answer: leaving the unit out would
#: make the others represent it
UNANSWERED = 0.5


class FrameRow(NamedTuple):
    """The names of a unit of a summary."""

    instance_id: str
    summarizer_id: str
    # the index of the unit among those of its document
    unit: int


class SamplingFrame(NamedTuple):
    """All units of all summaries, in the order of systems, documents and units.

    Arrays are (rows,).
    """

    systems: tuple[str, ...]
    documents: tuple[str, ...]
    # indices into systems and documents
    system: np.ndarray
    document: np.ndarray
    # the index among the document's units
    unit: np.ndarray
    # the units as statements
    text: tuple[str, ...]
    # the unit's part of its system's score, so that the weights of a system sum to 1
    weight: np.ndarray
    # the judge's, from 0 to 1
    probability: np.ndarray
    # whether the judge gave it, else it is UNANSWERED
    is_answered: np.ndarray

    def list_rows(self) -> Iterator[FrameRow]:
        """Yield the names of the rows, in order."""
        indices = np.stack([self.document, self.system, self.unit], axis=1)
        for document, system, unit in indices.tolist():
            yield FrameRow(self.documents[document], self.systems[system], unit)

    def digest(self) -> str:
        """Return a hash of the rows, their texts, and their rounded weights and probabilities."""
        rounded = np.round([self.weight, self.probability], DIGEST_DECIMALS)
        # 0 is added because -0.0 would be written differently from 0.0.
        weights, probabilities = (rounded + 0.0).tolist()
        described = [list(self.list_rows()), self.text, weights, probabilities]
        return sha256(json.dumps(described).encode())[:16]


def build_frame(evidence: Evidence, systems: Sequence[str] | None = None) -> SamplingFrame:
    """Build the population of the systems, by default all, from a judge's evidence.

    A system's score is the mean over its documents of the weighted mean over the document's units.
    Units without weight, which do not change a score, are excluded. Raises ValueError for an
    unknown system, and for evidence without any unit that has a weight.
    """
    names = _select_systems(evidence, systems)
    documents = sorted({key.instance_id for key in evidence.values if key.summarizer_id in names})
    rows: list[_Row] = []
    # the number of each system's summaries with a unit that counts
    summaries = np.zeros(len(names))
    for system, name in enumerate(names):
        for document, instance in enumerate(documents):
            counted = _list_rows_of_summary(evidence, SummaryKey(instance, name), system, document)
            summaries[system] += bool(counted)
            rows.extend(counted)
    if not rows:
        raise ValueError(
            f"the evidence of {evidence.name!r} has no unit with a weight; score the summaries by "
            "units"
        )
    system_of_row = np.array([row.system for row in rows])
    return SamplingFrame(
        systems=tuple(names),
        documents=tuple(documents),
        system=system_of_row,
        document=np.array([row.document for row in rows]),
        unit=np.array([row.unit for row in rows]),
        text=tuple(row.text for row in rows),
        weight=np.array([row.share for row in rows]) / summaries[system_of_row],
        probability=np.array([row.probability for row in rows]),
        is_answered=np.array([row.is_answered for row in rows]),
    )


class _Row(NamedTuple):
    """A unit that counts in the score of a summary."""

    system: int
    document: int
    unit: int
    text: str
    # the unit's share of the summary's score
    share: float
    probability: float
    is_answered: bool


def _list_rows_of_summary(
    evidence: Evidence, key: SummaryKey, system: int, document: int
) -> list[_Row]:
    """Return the units of a summary that have a weight, [] without evidence.

    Units that the judge was not asked about are left out.
    """
    if key not in evidence.values:
        return []
    units = evidence.units[key.instance_id]
    unanswered = evidence.unanswered.get(key, np.zeros(len(units), dtype=bool))
    judged = zip(units, evidence.values[key].tolist(), unanswered.tolist(), strict=True)
    rows = []
    for place, (unit, probability, is_unanswered) in enumerate(judged):
        if is_unanswered:
            probability = UNANSWERED
        if unit.weight > 0 and not math.isnan(probability):
            rows.append(
                _Row(
                    system=system,
                    document=document,
                    unit=place,
                    text=unit.statement,
                    share=unit.weight,
                    probability=probability,
                    is_answered=not is_unanswered,
                )
            )
    total = sum(row.share for row in rows)
    return [row._replace(share=row.share / total) for row in rows]


def _select_systems(evidence: Evidence, systems: Sequence[str] | None) -> list[str]:
    """Return the names of the systems; raise ValueError for an unknown one."""
    known = sorted({key.summarizer_id for key in evidence.values})
    names = known if systems is None else list(dict.fromkeys(systems))
    for name in names:
        if name not in known:
            raise ValueError(
                f"systems: no evidence of the system {name!r}; known: {list_known(name, known)}"
            )
    return names
