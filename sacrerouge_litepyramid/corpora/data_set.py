"""The interface of the data sets that `setup-dataset` writes, and checksums of releases."""

import json
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from tqdm import tqdm

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.downloads import download_whole
from sacrerouge_litepyramid.io.evaluation_folder import HUMAN_SCORES, LABELS, SUMMARIES, UNITS
from sacrerouge_litepyramid.io.files import hash_file, read_text, write_json_lines
from sacrerouge_litepyramid.io.labels import write_labels
from sacrerouge_litepyramid.io.metrics import write_metrics
from sacrerouge_litepyramid.io.output_folder import replace_data
from sacrerouge_litepyramid.io.summaries import Summary, summary_to_json
from sacrerouge_litepyramid.io.units import write_units
from sacrerouge_litepyramid.registry import Registrable, import_modules

#: the largest difference between a released number and the recomputed one
RELEASE_TOLERANCE = 1e-9
#: the files of most data sets
FILES = (SUMMARIES, UNITS, LABELS, HUMAN_SCORES)


class DataSet(Registrable):
    """A released data set, registered under its name in `setup-dataset`.

    The arguments of ``setup`` are the options of its command.
    """

    noun = "data set"
    # the line of help
    description: ClassVar[str]
    # the arguments of an example command
    example: ClassVar[str]
    # names or patterns of the files that it writes
    files: ClassVar[tuple[str, ...]] = FILES

    @abstractmethod
    def setup(self, output: Path, **options: Any) -> dict[str, Any]:
        """Write the files into the folder ``output``; return the name and counts, JSON-ready.

        Everything is read and checked before the first file is written. Raises ValueError if files
        differ from the release.
        """


class ScoredSummary(NamedTuple):
    """A system's summary with labels and scores."""

    summary: Summary
    # the labels of its units, None for a unit without one, or if they are not released
    labels: tuple[float | None, ...] | None
    # the human score first
    scores: dict[str, float]


def write_data_set(
    output: Path, units: Mapping[str, Sequence[Unit]], rows: Sequence[ScoredSummary]
) -> dict[str, Any]:
    """Write summaries, scores and, if released, units by instance and labels; return counts."""
    labelled = [(row.summary.key, row.labels) for row in rows if row.labels is not None]
    write_json_lines(output / SUMMARIES, (summary_to_json(row.summary) for row in rows))
    if units:
        write_units(output / UNITS, units.items())
    if labelled:
        write_labels(output / LABELS, labelled)
    write_metrics(output / HUMAN_SCORES, ((row.summary.key, row.scores) for row in rows))
    return {
        "instances": len({row.summary.instance_id for row in rows}),
        "systems": len({row.summary.summarizer_id for row in rows}),
        "labels": sum(label is not None for _, labels in labelled for label in labels),
    }


def setup_dataset(
    name: str, output_dir: str | Path, overwrite: bool = False, **options: Any
) -> dict[str, Any]:
    """Write a released data set in this package's formats; return its name, the folder and counts.

    With ``overwrite``, other data in the folder is replaced. ``options`` are those of the data set,
    such as ``source``, a copy of the release to read instead of a download.
    """
    data_set = load_data_sets()[name]
    with replace_data(output_dir, data_set.files, overwrite):
        counts = data_set().setup(Path(output_dir), **options)
    return {"dataset": counts.pop("dataset"), "output": str(output_dir), **counts}


def load_data_sets() -> dict[str, type[DataSet]]:
    """Import this folder's modules and return all registered data sets by name."""
    import_modules(__package__)
    return {name: DataSet.by_name(name) for name in DataSet.list_available()}


def load_checksums(name: str) -> dict[str, str]:
    """Return the SHA-256 of each released file of a data set by its path in the released folder."""
    return json.loads(read_text(Path(__file__).parent / "checksums.json"))[name]


def fetch(url: str, checksums: Mapping[str, str], folder: Path) -> None:
    """Download the files that ``folder`` lacks or has with another checksum.

    Raises ValueError if a file cannot be downloaded or is not the released one.
    """
    remedy = (
        f"run the command again to resume, or pass {name_argument('source', 'DIR')}, a copy "
        "of that folder"
    )
    needed = []
    for name, checksum in checksums.items():
        path = folder / name
        if not path.is_file() or hash_file(path) != checksum:
            needed.append(name)
    for name in tqdm(needed, desc=f"Downloading to {folder}", unit="file", disable=None):
        address = f"{url}/{name}"
        with download_whole(address, folder / name, remedy) as part:
            _check_checksum(address, hash_file(part), checksums[name])


def verify(folder: Path, checksums: Mapping[str, str]) -> None:
    """Raise ValueError if a file of ``folder`` is missing or is not the released one."""
    remedy = f"{name_argument('source')} must be a copy of the whole released folder"
    for name, checksum in checksums.items():
        path = folder / name
        if not path.is_file():
            raise ValueError(f"{path}: no such file; {remedy}")
        _check_checksum(path, hash_file(path), checksum)


def check_facts(where: object, facts: Mapping[str, float], released: Mapping[str, float]) -> None:
    """Raise ValueError, beginning with ``where``, if a fact is not that of the release."""
    for name, expected in released.items():
        if facts[name] != expected:
            raise ValueError(
                f"{where}: {name}: {facts[name]}, but {expected} in the release; get the files "
                "again"
            )


def _check_checksum(where: str | Path, actual: str, expected: str) -> None:
    if actual != expected:
        digests = f"SHA-256 {actual[:12]}…, released {expected[:12]}…"
        raise ValueError(
            f"{where}: wrong checksum ({digests}); the file is changed or damaged: get it again"
        )
