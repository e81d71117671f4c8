"""The folder that evaluate-table writes: which of its files a further run replaces, and what it refuses."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
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
    UNFINISHED,
    UNITS,
    VERDICT,
    read_verdict,
)
from sacrerouge_litepyramid.io.files import write_json, write_singly, write_together
from sacrerouge_litepyramid.io.signatures import SUFFIX
from sacrerouge_litepyramid.io.table_data_set import TableDataSet

#: all files that an evaluation may write
FILES = (
    *(SUMMARIES, UNITS, LABELS, HUMAN_SCORES, STUS, SCORES, f"{SCORES}{SUFFIX}"),
    *(EVIDENCE, f"{EVIDENCE}{SUFFIX}", VERDICT, REPORT),
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
    verdict = read_verdict(folder / VERDICT)
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


@contextmanager
def replace_evaluation(folder: Path, verdict: Mapping[str, Any], earlier: Collection[str]) -> Iterator[None]:
    """Let the files of an evaluation that are written in the block appear, and the other earlier ones go, at its end.

    Before the first of them, verdict.json says that they are not finished; last, it is the verdict.
    """
    files = {"files": sorted({*earlier, *verdict["files"]}), UNFINISHED: True}

    def mark(error: type[BaseException] | None, *_: Any) -> None:
        if error is None:
            with write_singly():
                write_json(folder / VERDICT, {**{name: verdict[name] for name in ("title", "summaries")}, **files})

    def remove(error: type[BaseException] | None, *_: Any) -> None:
        if error is None:
            for name in set(earlier) - set(verdict["files"]):
                (folder / name).unlink(missing_ok=True)

    # What is entered first is done last.
    with write_together() as block:
        write_json(folder / VERDICT, verdict)
        block.push(remove)
        yield
        block.push(mark)
