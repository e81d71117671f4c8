"""SacreROUGE fields and dataset readers that bring units to a metric."""

import logging
from collections.abc import Mapping, Sequence

from sacrerouge.data import EvalInstance
from sacrerouge.data.dataset_readers import DatasetReader
from sacrerouge.data.fields import DocumentsField, Field, Fields, ReferencesField, SummaryField
from sacrerouge.data.jackknifers import Jackknifer

from sacrerouge_litepyramid.core.units import Unit, leave_reference_out
from sacrerouge_litepyramid.io.line_aligned import LineAligned, read_line_aligned
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.summaries import Summary, read_summaries
from sacrerouge_litepyramid.io.units import InstanceUnits, read_pyramids, read_units

logger = logging.getLogger(__name__)


class SummaryIdField(Field):
    """The key of a summary."""

    def __init__(self, summary_id: SummaryKey) -> None:
        self.summary_id = summary_id

    def __hash__(self) -> int:
        return hash(self.summary_id)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SummaryIdField) and self.summary_id == other.summary_id

    def to_input(self) -> SummaryKey:
        return self.summary_id


class UnitsField(Field):
    """The units of an instance; SacreROUGE groups the summaries that share them."""

    def __init__(self, units: Sequence[Unit]) -> None:
        self.units = tuple(units)

    def __hash__(self) -> int:
        return hash(self.units)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UnitsField) and self.units == other.units

    def to_input(self) -> tuple[Unit, ...]:
        return self.units


class UnitsJackknifer(Jackknifer):
    """Leaves out each reference in turn, with its units; shared units lose the reference's part of their weight."""

    def get_jackknifing_fields_list(self, fields: Fields) -> list[Fields] | None:
        units = fields["units"].units
        references = _count_references(units)
        if references < 2:
            return None
        return [
            Fields({**fields, "units": UnitsField(leave_reference_out(units, index))}) for index in range(references)
        ]


@DatasetReader.register("units-based")
class UnitsBasedDatasetReader(DatasetReader):
    """Reads summaries.jsonl and a units file (scus.jsonl, stus.jsonl or units.jsonl)."""

    def read(self, summaries_jsonl: str, units_jsonl: str) -> list[EvalInstance]:
        return _join(read_summaries(summaries_jsonl), read_units(units_jsonl), units_jsonl)


@DatasetReader.register("pyramid-units")
class PyramidUnitsDatasetReader(DatasetReader):
    """Reads SacreROUGE's summaries.jsonl and pyramids.jsonl: SCUs with their weights.

    A reference summary is scored by the SCUs of the other references only.
    """

    def read(self, summaries_jsonl: str, pyramids_jsonl: str) -> list[EvalInstance]:
        units, references = read_pyramids(pyramids_jsonl)
        return _join(read_summaries(summaries_jsonl), units, pyramids_jsonl, references)


@DatasetReader.register("line-aligned")
class LineAlignedDatasetReader(DatasetReader):
    """Reads a folder in the Lite-Pyramid authors' layout: ids.txt, references.txt, summaries/*.summary and units.

    ``units`` names the file of the folder with the units, one line per instance, tab-separated.
    """

    def __init__(self, units: str = "SCUs.txt") -> None:
        self.units = units

    def read(self, folder: str) -> list[EvalInstance]:
        data: LineAligned = read_line_aligned(folder, self.units)
        return _join(data.summaries, data.units, f"{folder}/{self.units}")


@DatasetReader.register("documents-and-references")
class DocumentsAndReferencesDatasetReader(DatasetReader):
    """Reads summaries.jsonl with documents and references, which all dimensions of FFCI need in one run."""

    def read(self, summaries_jsonl: str) -> list[EvalInstance]:
        summaries = read_summaries(summaries_jsonl)
        for summary in summaries:
            for field, other in (("documents", "reference-based"), ("references", "document-based")):
                if not getattr(summary, field):
                    raise ValueError(
                        f"{summary.where}, instance {summary.instance_id!r}: no {field}; add them, or use the reader "
                        f"{other} and metrics that need no {field}"
                    )
        return [_eval_instance(summary, {"summary": SummaryField(summary.text)}) for summary in summaries]


def _join(
    summaries: list[Summary],
    units: Mapping[str, InstanceUnits],
    units_source: str,
    reference_ids: Mapping[str, Sequence[str]] | None = None,
) -> list[EvalInstance]:
    """Join summaries with the units of their instance.

    Raises ValueError listing the instances without units; logs units that no summary needs.
    """
    missing = [summary for summary in summaries if summary.instance_id not in units]
    if missing:
        names = _list_names({summary.instance_id for summary in missing})
        raise ValueError(
            f"{missing[0].where}, instance {missing[0].instance_id!r}: {units_source} has no units for it; "
            f"add them or remove its summaries. Instances without units: {names}"
        )
    unused = set(units) - {summary.instance_id for summary in summaries}
    if unused:
        logger.warning("%s has units of instances that no summary is for: %s", units_source, _list_names(unused))
    without = {name for name, item in units.items() if not item.units} - unused
    if without:
        logger.warning("%s has instances without any unit, whose score is NaN: %s", units_source, _list_names(without))
    own = _find_own_references(summaries, reference_ids or {})
    return [_instance(summary, units[summary.instance_id].units, own) for summary in summaries]


def _instance(summary: Summary, units: tuple[Unit, ...], own: Mapping[SummaryKey, int]) -> EvalInstance:
    if summary.key in own and _count_references(units) > 1:
        units = leave_reference_out(units, own[summary.key])
    fields = {
        "summary": SummaryField(summary.text),
        "summary_id": SummaryIdField(summary.key),
        "units": UnitsField(units),
    }
    return _eval_instance(summary, fields)


def _eval_instance(summary: Summary, fields: Mapping[str, Field]) -> EvalInstance:
    """Build an instance with the fields, and the summary's references and documents if there are any."""
    known = dict(fields)
    if summary.references:
        known["references"] = ReferencesField(summary.references)
    if summary.documents:
        known["documents"] = DocumentsField(summary.documents)
    return EvalInstance(summary.instance_id, summary.summarizer_id, summary.summarizer_type, Fields(known))


def _find_own_references(summaries: list[Summary], reference_ids: Mapping[str, Sequence[str]]) -> dict[SummaryKey, int]:
    """Return the index of each reference summary among its instance's references, found by name or else by text."""
    texts = {summary.instance_id: summary.references for summary in summaries if summary.summarizer_type == "peer"}
    own = {}
    for summary in summaries:
        if summary.summarizer_type == "reference":
            names = reference_ids.get(summary.instance_id, ())
            candidates = texts.get(summary.instance_id, [])
            if summary.summarizer_id in names:
                own[summary.key] = list(names).index(summary.summarizer_id)
            elif summary.text in candidates:
                own[summary.key] = candidates.index(summary.text)
    return own


def _count_references(units: Sequence[Unit]) -> int:
    """Return the number of references that the units name."""
    return 1 + max((index for unit in units for index in unit.references), default=-1)


def _list_names(names: set[str], shown: int = 5) -> str:
    rest = len(names) - shown
    return ", ".join(sorted(names)[:shown]) + (f" and {rest} more" if rest > 0 else "")
