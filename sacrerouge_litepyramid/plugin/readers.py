"""Dataset readers for SacreROUGE, their fields, and the jackknifing of units."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from sacrerouge.data import EvalInstance
from sacrerouge.data.dataset_readers import DatasetReader
from sacrerouge.data.fields import DocumentsField, Field, Fields, ReferencesField, SummaryField
from sacrerouge.data.jackknifers import Jackknifer

from sacrerouge_litepyramid.core.texts import list_some
from sacrerouge_litepyramid.core.units import Unit, leave_reference_out
from sacrerouge_litepyramid.io.line_aligned import LineAligned, read_line_aligned
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.summaries import Summary, read_summaries
from sacrerouge_litepyramid.io.units import (
    InstancePyramid,
    InstanceUnits,
    read_pyramids,
    read_units,
)

logger = logging.getLogger(__name__)


class TupleField(Field):
    """The key of a summary, or the units of an instance.

    SacreROUGE groups summaries with equal units.
    """

    def __init__(self, values: tuple[Any, ...]) -> None:
        self.values = values

    def __hash__(self) -> int:
        return hash(self.values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TupleField) and vars(self) == vars(other)

    def to_input(self) -> tuple[Any, ...]:
        return self.values


class UnitsField(TupleField):
    """The units of an instance, and the number of its references, some of which may have none."""

    def __init__(self, units: tuple[Unit, ...], references: int) -> None:
        super().__init__(units)
        self.references = references


class ReferencesBesideUnits(list[Any]):
    """References from a reader that also gives units, so that a metric can say it ignores them."""


class UnitsJackknifer(Jackknifer):
    """Leaves out each reference in turn, with its units if it has any, as SacreROUGE does.

    Shared units lose the reference's part of their weight.
    """

    def get_jackknifing_fields_list(self, fields: Fields) -> list[Fields] | None:
        units = fields["units"].to_input()
        references = fields["units"].references
        if references < 2:
            return None
        parts = (leave_reference_out(units, index) for index in range(references))
        return [Fields({**fields, "units": UnitsField(part, references - 1)}) for part in parts]


@DatasetReader.register("units-based")
class UnitsBasedDatasetReader(DatasetReader):
    """Reads summaries and their units, for metrics that judge units.

    The units file is scus.jsonl, stus.jsonl or units.jsonl.
    """

    def read(self, summaries_jsonl: str, units_jsonl: str) -> list[EvalInstance]:
        return _join(read_summaries(summaries_jsonl), read_units(units_jsonl), units_jsonl)


@DatasetReader.register("pyramid-units")
class PyramidUnitsDatasetReader(DatasetReader):
    """Reads SacreROUGE's summaries.jsonl and pyramids.jsonl: SCUs with their weights.

    A reference summary is scored by the SCUs of the other references only.
    """

    def read(self, summaries_jsonl: str, pyramids_jsonl: str) -> list[EvalInstance]:
        pyramids = read_pyramids(pyramids_jsonl)
        references = {name: list(pyramid.references) for name, pyramid in pyramids.items()}
        return _join(read_summaries(summaries_jsonl), pyramids, pyramids_jsonl, references)


@DatasetReader.register("line-aligned")
class LineAlignedDatasetReader(DatasetReader):
    """Reads a folder in the Lite-Pyramid authors' layout.

    Its files are ids.txt, references.txt, summaries/*.summary and units.

    Args:
        units: the name of the file with the units in the folder, which has one line per instance,
            tab-separated.
    """

    def __init__(self, units: str = "SCUs.txt") -> None:
        self.units = units

    def read(self, folder: str) -> list[EvalInstance]:
        data: LineAligned = read_line_aligned(folder, self.units)
        return _join(data.summaries, data.units, f"{folder}/{self.units}")


@DatasetReader.register("summaries-and-references")
class SummariesAndReferencesDatasetReader(DatasetReader):
    """Reads summaries.jsonl with references, for lite3pyramid with an extractor.

    Documents are read if there are any.
    """

    def read(self, summaries_jsonl: str) -> list[EvalInstance]:
        return _read_with_fields(
            summaries_jsonl, {"references": "add them, or use units-based and a units file"}
        )


@DatasetReader.register("documents-and-references")
class DocumentsAndReferencesDatasetReader(DatasetReader):
    """Reads summaries.jsonl with documents and references, for all of FFCI in one run."""

    def read(self, summaries_jsonl: str) -> list[EvalInstance]:
        return _read_with_fields(
            summaries_jsonl,
            {
                "documents": "add them, or use the reader summaries-and-references and metrics "
                "that do not need them",
                "references": "add them, or use the reader document-based and metrics that do not "
                "need them",
            },
        )


def _read_with_fields(summaries_jsonl: str, remedies: Mapping[str, str]) -> list[EvalInstance]:
    """Read summaries; raise ValueError with the remedy if one lacks a field of ``remedies``."""
    summaries = read_summaries(summaries_jsonl)
    for summary in summaries:
        for field, remedy in remedies.items():
            if not getattr(summary, field):
                raise ValueError(
                    f"{summary.where}, instance {summary.instance_id!r}: no {field}; {remedy}"
                )
    return [_eval_instance(summary) for summary in summaries]


def _join(
    summaries: list[Summary],
    units: Mapping[str, InstanceUnits | InstancePyramid],
    units_source: str,
    reference_ids: Mapping[str, Sequence[str]] | None = None,
) -> list[EvalInstance]:
    """Join summaries with the units of their instance; log units that no summary needs."""
    missing = [summary for summary in summaries if summary.instance_id not in units]
    if missing:
        names = list_some(sorted({summary.instance_id for summary in missing}), 5)
        raise ValueError(
            f"{missing[0].where}, instance {missing[0].instance_id!r}: {units_source} has no units "
            f"for it; add them or remove its summaries. Instances without units: {names}"
        )
    unused = set(units) - {summary.instance_id for summary in summaries}
    if unused:
        logger.warning(
            "%s has units of instances without a summary: %s",
            units_source,
            list_some(sorted(unused), 5),
        )
    empty = {name for name, instance in units.items() if not instance.units} - unused
    if empty:
        names = list_some(sorted(empty), 5)
        logger.warning(
            "%s has instances without any unit, whose score is NaN: %s", units_source, names
        )
    positions = _find_positions(summaries, reference_ids or {})
    counts = _count_references(summaries, units, reference_ids or {})
    instances = []
    for summary in summaries:
        summary_units = tuple(units[summary.instance_id].units)
        references = counts[summary.instance_id]
        if summary.key in positions and references > 1:
            summary_units = leave_reference_out(summary_units, positions[summary.key])
            references -= 1
        instances.append(_eval_instance(summary, UnitsField(summary_units, references)))
    return instances


def _eval_instance(summary: Summary, units: UnitsField | None = None) -> EvalInstance:
    """Build an instance with the summary and what there is to compare it with.

    `host.describe_instances` adds the ids.
    """
    fields: dict[str, Field] = {"summary": SummaryField(summary.text)}
    references = summary.references
    if units is not None:
        fields["units"] = units
        references = ReferencesBesideUnits(references)
    if references:
        fields["references"] = ReferencesField(references)
    if summary.documents:
        fields["documents"] = DocumentsField(summary.documents)
    return EvalInstance(
        summary.instance_id, summary.summarizer_id, summary.summarizer_type, Fields(fields)
    )


def _find_positions(
    summaries: list[Summary], reference_ids: Mapping[str, Sequence[str]]
) -> dict[SummaryKey, int]:
    """Return each reference summary's index among its references, by name or else by text."""
    texts = {
        summary.instance_id: summary.references
        for summary in summaries
        if summary.summarizer_type == "peer"
    }
    positions = {}
    for summary in summaries:
        if summary.summarizer_type == "reference":
            names = reference_ids.get(summary.instance_id, ())
            candidates = texts.get(summary.instance_id, [])
            if summary.summarizer_id in names:
                positions[summary.key] = list(names).index(summary.summarizer_id)
            elif summary.text in candidates:
                positions[summary.key] = candidates.index(summary.text)
    return positions


def _count_references(
    summaries: Sequence[Summary],
    units: Mapping[str, InstanceUnits | InstancePyramid],
    reference_ids: Mapping[str, Sequence[str]],
) -> dict[str, int]:
    """Return the number of each instance's references, of which some may have no unit.

    If no unit of any instance names a second reference, units do not say which reference they are
    of, and the number is 1.
    """
    if reference_ids:
        return {name: len(reference_ids[name]) for name in units}
    counts = {}
    for name, instance in units.items():
        indices = (index for unit in instance.units for index in unit.references)
        counts[name] = 1 + max(indices, default=0)
    if max(counts.values(), default=1) > 1:
        for summary in summaries:
            if summary.summarizer_type == "peer":
                named = counts[summary.instance_id]
                counts[summary.instance_id] = max(named, len(summary.references))
    return counts
