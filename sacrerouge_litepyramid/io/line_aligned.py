"""The layout of Lite-Pyramid's authors, whose files have one line for each instance.

Line i of every file is about the instance in line i of ids.txt. Units, and the labels in
labels/SYSTEM.label, are separated by tabs. Source: the data folder of ZhangShiyue/Lite2-3Pyramid.
"""

import re
from pathlib import Path
from typing import NamedTuple

from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.core.texts import Text, flatten
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.files import read_text
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.io.units import InstanceUnits


class LineAligned(NamedTuple):
    """A folder's summaries and the units of one file."""

    # by system, then in the order of ids.txt
    summaries: list[Summary]
    # by instance
    units: dict[str, InstanceUnits]


def read_line_aligned(folder: str | Path, units_file: str = "SCUs.txt") -> LineAligned:
    """Read the summaries and the units in a folder.

    Raises ValueError if there are no systems, or a file is missing or does not match ids.txt.
    """
    folder = Path(folder)
    ids = read_text(folder / "ids.txt").split()
    references = _read_lines(folder / "references.txt", len(ids))
    documents: list[Text] = []
    if (folder / "documents.txt").exists():
        documents.extend(_read_lines(folder / "documents.txt", len(ids)))
    summaries = []
    for path in _list_summary_files(folder):
        for index, text in enumerate(_read_lines(path, len(ids))):
            summaries.append(
                Summary(
                    instance_id=ids[index],
                    summarizer_id=path.stem,
                    summarizer_type="peer",
                    text=text,
                    references=[references[index]],
                    documents=documents[index : index + 1],
                    where=f"{path}, line {index + 1}",
                )
            )
    return LineAligned(summaries, read_unit_lines(folder / units_file, ids))


def _list_summary_files(folder: Path) -> list[Path]:
    """Return the summary files, one per system, sorted by name."""
    paths = sorted((folder / "summaries").glob("*.summary"))
    if not paths:
        raise ValueError(
            f"{folder / 'summaries'}: no summaries (SYSTEM.summary); add a file for each system"
        )
    return paths


def read_unit_lines(path: Path, ids: list[str]) -> dict[str, InstanceUnits]:
    """Read tab-separated units by instance.

    Empty fields, such as after a trailing tab, are ignored. Units in SCUs.txt are SCUs, and units
    in STUs.txt are STUs. In any other file, the units that SCUs.txt also has are SCUs.
    """
    known: dict[str, InstanceUnits] = {}
    scus_file = path.with_name("SCUs.txt")
    if path.name not in ("SCUs.txt", "STUs.txt") and scus_file.exists():
        known = read_unit_lines(scus_file, ids)
    kind = "stu" if known or path.name == "STUs.txt" else "scu"
    units = {}
    lines = _read_lines(path, len(ids))
    for number, (name, line) in enumerate(zip(ids, lines, strict=True), start=1):
        scus = {unit.text for unit in known[name].units} if known else set()
        texts = [text.strip() for text in line.split("\t")]
        members = tuple(Unit(text, kind="scu" if text in scus else kind) for text in texts if text)
        units[name] = InstanceUnits(name, members, f"{path}, line {number}")
    return units


def read_aligned_labels(folder: str | Path, data: LineAligned) -> list[LabelledSummary]:
    """Read every system's labels of the units in ``data``, the units that annotators saw."""
    folder = Path(folder)
    labels = {}
    for path in _list_summary_files(folder):
        lines = _read_lines(folder / "labels" / f"{path.stem}.label", len(data.units))
        for name, line in zip(data.units, lines, strict=True):
            labels[SummaryKey(name, path.stem)] = tuple(map(int, line.split()))
    labelled = []
    for summary in data.summaries:
        units = data.units[summary.instance_id].units
        text = flatten(summary.text)
        labelled.append(LabelledSummary(*summary.key, text, units, labels[summary.key]))
    return labelled


#: the folders of the released folds
FOLD_FOLDERS = {"documents": "by_examples", "systems": "by_systems"}


def read_released_folds(folder: Path, by: str) -> list[list[str]]:
    """Read the released folds by "documents" or "systems"; return [] if there are none."""
    return [read_text(path).split() for path in sorted((folder / FOLD_FOLDERS[by]).glob("fold*"))]


def split_tagged_sentences(text: Text) -> Text:
    """Split a text at REALSumm's sentence tags <t> and </t> into a list of sentences."""
    if isinstance(text, list) or "<t>" not in text:
        return text
    return [" ".join(part.split()) for part in re.split(r"</?t>", text) if part.strip()]


def _read_lines(path: Path, expected: int) -> list[str]:
    lines = read_text(path).split("\n")
    if len(lines) > expected and not lines[-1]:
        lines.pop()
    if len(lines) != expected:
        raise ValueError(
            f"{path}: {len(lines)} lines for the {expected} instances of ids.txt; write one for "
            "each"
        )
    return [line.rstrip("\r") for line in lines]
