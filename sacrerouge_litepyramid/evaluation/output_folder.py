"""The folder that evaluate-table writes: which of its files a further run replaces, and what it refuses."""

import json
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.io.evaluation_folder import (
    EVIDENCE,
    HUMAN_SCORES,
    LABELS,
    REPORT,
    SCORES,
    STUS,
    SUMMARIES,
    UNITS,
    VERDICT,
)
from sacrerouge_litepyramid.io.files import write_together
from sacrerouge_litepyramid.io.signatures import SUFFIX
from sacrerouge_litepyramid.io.table_data_set import TableDataSet

#: all files that an evaluation may write
FILES = (
    SUMMARIES,
    UNITS,
    LABELS,
    HUMAN_SCORES,
    STUS,
    SCORES,
    f"{SCORES}{SUFFIX}",
    EVIDENCE,
    f"{EVIDENCE}{SUFFIX}",
    VERDICT,
    REPORT,
)
#: those that some tables do not give
OPTIONAL_FILES = (UNITS, LABELS, HUMAN_SCORES, STUS)


def list_files(data: TableDataSet) -> tuple[str, ...]:
    """Return the names of the files that the evaluation of a data set writes."""
    optional = (*data.list_files(), *(() if data.units else (STUS,)))
    return tuple(name for name in FILES if name in optional or name not in OPTIONAL_FILES)


def list_own_files(folder: str | Path, data: TableDataSet) -> tuple[str, ...]:
    """Return the files that an earlier evaluation of these summaries wrote into a folder, as its verdict lists them.

    Raises ValueError for the evaluation of other summaries, and for a file of FILES that no evaluation wrote.
    """
    folder = Path(folder)
    verdict = _read_verdict(folder / VERDICT)
    if verdict.get("summaries") not in (None, data.hash_summaries()):
        raise ValueError(
            f"{folder}: it holds the evaluation of other summaries, references or documents ({verdict.get('title')}); "
            f"choose another {name_argument('output_dir')}, or remove the folder"
        )
    own = tuple(name for name in FILES if name in verdict.get("files", ()))
    for name in FILES:
        if name not in own and (folder / name).exists():
            raise ValueError(
                f"{folder / name}: evaluate-table did not write it, and it would be replaced, or read with what it "
                f"writes; choose another {name_argument('output_dir')}, or remove the file"
            )
    return own


def remove_together(folder: Path, names: Collection[str]) -> None:
    """Remove files of a folder when the block of `write_together` ends without an error, after what it writes."""

    def remove(error: type[BaseException] | None, *_: Any) -> None:
        if error is None:
            for name in names:
                (folder / name).unlink(missing_ok=True)

    with write_together() as block:
        block.push(remove)


def _read_verdict(path: Path) -> Mapping[str, Any]:
    """Return the verdict of an earlier evaluation; empty where there is none."""
    try:
        verdict = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    is_own = isinstance(verdict, dict) and isinstance(verdict.get("files"), list) and "summaries" in verdict
    return verdict if is_own else {}
