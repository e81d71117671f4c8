"""The kind of component that `setup-dataset NAME` runs: a data set declares its options and files, and writes them."""

from abc import abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from sacrerouge_litepyramid.registry import Registrable, import_modules

#: largest difference between a released number and the same number computed again
RELEASE_TOLERANCE = 1e-9
#: the files in which most data sets consist
FILES = ("summaries.jsonl", "scus.jsonl", "labels.jsonl", "metrics.jsonl")


class Option(NamedTuple):
    """An option of a data set; ``files``: of a path, the names or patterns of the files that are read there.

    ``settings``: those of argparse, such as required, choices, default, type.
    """

    name: str
    help: str
    files: tuple[str, ...] = ()
    settings: Mapping[str, Any] = {}

    @property
    def argument(self) -> str:
        """The argument of `DataSet.setup` that has the option's value; a path where the option has files."""
        return str(self.settings.get("dest", self.name.lstrip("-").replace("-", "_")))


class DataSet(Registrable):
    """A released data set; registered under the name that `setup-dataset` knows it by.

    ``description``: one line of help; ``example``: the rest of a command line; ``files``: what is written, as names or
    patterns.
    """

    noun = "data set"
    description: ClassVar[str]
    example: ClassVar[str]
    files: ClassVar[tuple[str, ...]] = FILES
    options: ClassVar[tuple[Option, ...]] = ()

    @abstractmethod
    def setup(self, output: Path, **options: Any) -> dict[str, Any]:
        """Write the files into the folder ``output``; return the name of the data set and counts, for JSON.

        Everything is read and checked before the first file is written. Raises ValueError for what is not as released.
        """


def load_data_sets() -> dict[str, type[DataSet]]:
    """Return the data sets by name: those of this folder's modules, which are imported, and any others registered."""
    import_modules(__package__)
    return {name: DataSet.by_name(name) for name in DataSet.list_available()}
