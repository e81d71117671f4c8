"""The evaluation folder as an output: the files that a run may replace, and their replacement."""

import filecmp
import logging
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import Any

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.texts import list_some
from sacrerouge_litepyramid.io.evaluation_folder import (
    EVIDENCE,
    EXTRACTED,
    FORMS,
    HUMAN_SCORES,
    LABELS,
    PLAN,
    PLANNED_LABELS,
    REPORT,
    SCORES,
    SUMMARIES,
    UNITS,
    VERDICT,
    VOTES,
    read_verdict,
)
from sacrerouge_litepyramid.io.files import write_json, write_together
from sacrerouge_litepyramid.io.labels import find_labelled_units
from sacrerouge_litepyramid.io.signatures import SUFFIX

#: all files that an evaluation may write
FILES = (
    SUMMARIES,
    UNITS,
    LABELS,
    HUMAN_SCORES,
    EXTRACTED,
    SCORES,
    f"{SCORES}{SUFFIX}",
    EVIDENCE,
    f"{EVIDENCE}{SUFFIX}",
    VERDICT,
    REPORT,
)
#: the files and the folder with plans, forms and votes of annotators
ANNOTATED = (PLAN, PLANNED_LABELS, VOTES, FORMS)
#: the files that some tables do not have the data for
OPTIONAL_FILES = (UNITS, LABELS, HUMAN_SCORES, EXTRACTED)

logger = logging.getLogger(__name__)


def list_evaluation_files(optional: Collection[str]) -> tuple[str, ...]:
    """Return the names of the files that an evaluation writes: ``optional`` of OPTIONAL_FILES."""
    return tuple(name for name in FILES if name in optional or name not in OPTIONAL_FILES)


def list_replaceable_files(
    folder: str | Path, summaries: str, written: Collection[str], overwrite: bool = False
) -> tuple[str, ...]:
    """Return the files in a folder that the evaluation of these summaries may replace or remove.

    ``summaries``: their digest; ``written``: the names of the files that the evaluation writes. The
    files are those that an earlier evaluation of the same summaries wrote, or with ``overwrite``
    all of FILES. Other files beside them, such as imported labels, stay if the run does not write
    them. Raises ValueError as `_check_replaceable` does.
    """
    folder = Path(folder)
    verdict = read_verdict(folder / VERDICT)
    earlier: tuple[str, ...] = ()
    if verdict.get("summaries") == summaries:
        earlier = tuple(name for name in FILES if name in verdict["files"])
    existing = tuple(name for name in FILES if (folder / name).exists())
    others = [name for name in existing if name not in earlier and (name in written or not earlier)]
    _check_replaceable(folder, others, written, overwrite)
    return existing if others else earlier


def _check_replaceable(
    folder: Path, others: Sequence[str], written: Collection[str], overwrite: bool
) -> None:
    """Raise ValueError if a folder contains files of other data, unless they may be overwritten.

    Data with plans, forms or votes of annotators is never replaced.
    """
    another = f"choose another {name_argument('output_dir')}"
    option = name_argument("overwrite")
    if others and not overwrite:
        raise ValueError(
            f"{folder}: it contains other data ({list_some(others, 3)}), which would be replaced "
            f"or mixed with the new data; {another}, or replace all of it: {option}"
        )
    for name in ANNOTATED:
        path = folder / name
        if others and name not in written and path.exists():
            raise ValueError(
                f"{path}: it belongs to the data that {option} would replace; move it, or {another}"
            )


def _check_labels_stay_valid(
    folder: Path, earlier: Collection[str], written: Mapping[Path, Path]
) -> None:
    """Log that labels stay; raise ValueError if a run removes or changes their units.

    ``earlier`` are the files that the run removes unless it writes them, ``written`` its temporary
    files by their targets.
    """
    units = find_labelled_units(folder)
    new = written.get(units.resolve())
    if units.name in earlier and not (new and filecmp.cmp(units, new, shallow=False)):
        raise ValueError(
            f"{folder / LABELS}: its labels are of the units in {units.name}, which this run would "
            f"replace by others; choose another {name_argument('output_dir')}, or move the labels"
        )
    logger.info("%s stays, and the report shows it", folder / LABELS)


@contextmanager
def replace_data(folder: str | Path, owned: Collection[str], overwrite: bool) -> Iterator[None]:
    """Let the files that are written in the block appear at its end.

    ``owned`` are names or patterns of the files that the command may write. If a file exists that
    this run does not write, or writes differently, the folder has other data: with ``overwrite``
    all FILES are replaced, without it ValueError is raised.
    """
    removed: list[Path] = []
    names = {PurePath(name).name for name in owned} - {VERDICT}
    with write_together() as block:
        block.enter_context(_remove_at_end(removed))
        yield
        by_folder: dict[Path, dict[str, Path]] = {}
        for path, temporary in block.files.items():
            by_folder.setdefault(path.parent, {})[path.name] = temporary
        for parent, written in sorted(by_folder.items()):
            # Messages name the folder as the user did, not the place that links lead to.
            target = Path(folder) / os.path.relpath(parent, os.path.realpath(folder))
            others = _list_others(target, written, names)
            _check_replaceable(target, others, written, overwrite)
            if others:
                removed += [target / name for name in (*FILES, *names) if name not in written]


def _list_others(folder: Path, written: Mapping[str, Path], owned: Collection[str]) -> list[str]:
    """Return the existing files that a run does not write, or writes differently.

    ``written`` are temporary files by their names, ``owned`` the names of all files that the
    command may write.
    """
    # import-labels wrote these if it wrote the votes.
    imported = {LABELS, HUMAN_SCORES} if (folder / VOTES).exists() else set()
    others = []
    for name in sorted({*owned, *written}):
        path = folder / name
        if name in written:
            is_other = path.exists() and not filecmp.cmp(path, written[name], shallow=False)
        else:
            is_other = path.exists() and name not in imported
        if is_other:
            others.append(name)
    return others


@contextmanager
def replace_evaluation(
    folder: Path, verdict: Mapping[str, Any], earlier: Collection[str]
) -> Iterator[None]:
    """At the end of the block, replace the earlier evaluation files by those that it writes."""
    removed = [folder / name for name in earlier if name not in verdict["files"]]
    # The context that is entered first ends last.
    with write_together() as block:
        write_json(folder / VERDICT, verdict)
        block.enter_context(_remove_at_end(removed))
        yield
        if LABELS not in earlier and (folder / LABELS).exists():
            _check_labels_stay_valid(folder, earlier, block.files)


@contextmanager
def _remove_at_end(paths: Sequence[Path]) -> Iterator[None]:
    """Remove files at the end of a block without an error."""
    yield
    for path in paths:
        path.unlink(missing_ok=True)
