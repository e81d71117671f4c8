"""Refuses outputs that are also an input or another output, or that cannot be written."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.io import evaluation_folder as folder
from sacrerouge_litepyramid.io.files import check_writable
from sacrerouge_litepyramid.io.sources import is_url

#: the files that commands read in a folder
FOLDER_FILES = (
    folder.SUMMARIES,
    "references.jsonl",
    folder.UNITS,
    folder.EXTRACTED,
    "stus.jsonl",
    "folds.json",
    folder.LABELS,
    folder.VOTES,
    folder.HUMAN_SCORES,
    folder.SCORES,
    folder.EVIDENCE,
    folder.PLAN,
    folder.PLANNED_LABELS,
)
#: the arguments that name a folder to write into
OUTPUT_FOLDERS = ("--output-dir", "OUTPUT_DIR")


class NamedFile(NamedTuple):
    """A local file or folder, and the option or setting that names it."""

    option: str
    path: Path


def list_files(option: str, value: Any) -> Iterator[NamedFile]:
    """Yield the local files that the value of an option names: none, one or several."""
    for place in value if isinstance(value, list | tuple) else [value]:
        if isinstance(place, str | Path) and not is_url(place):
            yield NamedFile(option, Path(place))


def list_inputs(option: str, value: Any) -> Iterator[NamedFile]:
    """Yield the files that an option names, and those that commands read in its folders."""
    for file in list_files(option, value):
        yield file
        if file.path.is_dir():
            for name in FOLDER_FILES:
                yield NamedFile(option, file.path / name)


def check_outputs(inputs: Iterable[NamedFile], outputs: Iterable[NamedFile]) -> None:
    """Raise ValueError if an output is also an input or another output, or cannot be written."""
    named = {file.path.resolve(): file for file in inputs}
    for output in outputs:
        is_folder = output.option in OUTPUT_FOLDERS
        # A folder may be read and written: annotators' forms lie beside what they are made from.
        other = output if is_folder else named.setdefault(output.path.resolve(), output)
        if other is not output:
            raise ValueError(
                f"{output.path}: {output.option} and {other.option} name the same file; choose "
                "another output"
            )
        has_folder = is_folder and output.path.exists()
        check_writable(output.path / "file" if has_folder else output.path)
