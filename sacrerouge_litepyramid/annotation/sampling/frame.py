"""The population to sample labels from: every unit of every summary, its weight and the judge's probability."""

import itertools
import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.core.texts import list_known
from sacrerouge_litepyramid.io.evidence import Evidence
from sacrerouge_litepyramid.io.metrics import SummaryKey

#: the decimals to which a digest rounds weights and probabilities, as another machine may differ in the last bits
DIGEST_DECIMALS = 6


class FrameRow(NamedTuple):
    """The names of a unit of a summary; ``unit``: the index of the unit among those of its document."""

    instance_id: str
    summarizer_id: str
    unit: int


class SamplingFrame(NamedTuple):
    """All units of all summaries, in arrays (rows,), in the order of systems, documents and units.

    ``system``, ``document``: indices into the names ``systems`` and ``documents``; ``unit``: the index among the
    document's units; ``text``: the unit as a statement; ``weight``: the unit's part of its system's score, so that the
    weights of a system sum to 1; ``probability``: the judge's, from 0 to 1; ``further``: those of further judges,
    (judges, rows), or None.
    """

    systems: tuple[str, ...]
    documents: tuple[str, ...]
    system: np.ndarray
    document: np.ndarray
    unit: np.ndarray
    text: tuple[str, ...]
    weight: np.ndarray
    probability: np.ndarray
    further: np.ndarray | None = None

    @property
    def predictions(self) -> np.ndarray:
        """The probabilities of all judges, (judges, rows)."""
        return self.probability[None] if self.further is None else np.vstack([self.probability, self.further])

    def list_rows(self) -> Iterator[FrameRow]:
        """Yield the names of the rows, in order."""
        columns = zip(self.document.tolist(), self.system.tolist(), self.unit.tolist(), strict=True)
        for document, system, unit in columns:
            yield FrameRow(self.documents[document], self.systems[system], unit)

    def select_rows(self, chosen: np.ndarray) -> "SamplingFrame":
        """Return the population of the chosen rows, (rows,), with the same names of systems and documents."""
        columns = {
            name: getattr(self, name)[chosen] for name in ("system", "document", "unit", "weight", "probability")
        }
        further = None if self.further is None else self.further[:, chosen]
        return self._replace(**columns, text=tuple(itertools.compress(self.text, chosen)), further=further)

    def add_judges(self, others: Sequence["SamplingFrame"]) -> "SamplingFrame":
        """Return the population with the probabilities of other judges; raise ValueError if they judged other units."""
        for other in others:
            rows, judged = (list(zip(frame.list_rows(), frame.text, strict=True)) for frame in (self, other))
            if rows != judged:
                row, text = next(iter(set(rows) ^ set(judged)))
                raise ValueError(
                    f"instance {row.instance_id!r}, system {row.summarizer_id!r}: only one judge has the unit "
                    f"{text!r:.80}; score the same summaries by the same units with every judge"
                )
        return self._replace(further=np.stack([other.probability for other in others])) if others else self

    def digest(self) -> str:
        """Return a hash of the rows, their texts, and their rounded weights and probabilities."""
        # 0 is added because -0.0 would be written differently from 0.0.
        numbers = [(np.round(values, DIGEST_DECIMALS) + 0.0).tolist() for values in (self.weight, self.probability)]
        return sha256(json.dumps([list(self.list_rows()), self.text, *numbers]).encode())[:16]


def build_frame(evidence: Evidence, systems: Sequence[str] | None = None) -> SamplingFrame:
    """Build the population of the systems, by default all, from a judge's evidence.

    A system's score is the mean over its documents of the weighted mean over the document's units. Units without
    weight, which do not change a score, are excluded. Raises ValueError for an unknown or a repeated system, and for
    evidence without any unit that has a weight.
    """
    names = _select_systems(evidence, systems)
    keys = sorted(
        (names.index(key.summarizer_id), key.instance_id) for key in evidence.values if key.summarizer_id in names
    )
    documents = sorted({instance for _, instance in keys})
    parts = [_build_rows(evidence, names, system, instance) for system, instance in keys]
    kept = [(key, part) for key, part in zip(keys, parts, strict=True) if len(part)]
    if not kept:
        raise ValueError(f"the evidence of {evidence.name!r} has no unit with a weight; score the summaries by units")
    places = {name: place for place, name in enumerate(documents)}
    columns = [(system, places[instance]) for (system, instance), _ in kept]
    system, document = np.repeat(columns, [len(part) for _, part in kept], axis=0).T
    unit, share, probability = np.concatenate([part for _, part in kept]).T
    counts = np.bincount([key[0] for key, _ in kept], minlength=len(names))
    texts = tuple(
        evidence.units[documents[name]][int(place)].statement for name, place in zip(document, unit, strict=True)
    )
    return SamplingFrame(
        tuple(names), tuple(documents), system, document, unit.astype(int), texts, share / counts[system], probability
    )


def _select_systems(evidence: Evidence, systems: Sequence[str] | None) -> list[str]:
    known = sorted({key.summarizer_id for key in evidence.values})
    names = known if systems is None else list(systems)
    for name in names:
        if name not in known:
            raise ValueError(f"systems: no evidence of the system {name!r}; known: {list_known(name, known)}")
        if names.count(name) > 1:
            raise ValueError(f"systems: {name!r} is repeated; name each system once")
    return names


def _build_rows(evidence: Evidence, names: list[str], system: int, instance: str) -> np.ndarray:
    """Return the index, the share of the summary's weight and the probability of a summary's units, (units, 3)."""
    values = evidence.values[SummaryKey(instance, names[system])]
    weights = np.array([unit.weight for unit in evidence.units[instance]], dtype=np.float64)
    counted = np.flatnonzero(~np.isnan(values) & (weights > 0))
    total = weights[counted].sum()
    return np.column_stack([counted, weights[counted] / total, values[counted]]) if len(counted) else np.empty((0, 3))
