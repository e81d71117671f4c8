"""The parser of one command: argparse's, which also knows which options name files, and shows an example."""

import argparse
from enum import Enum
from typing import Any, NamedTuple


class Role(Enum):
    """What a command does with the paths of an option."""

    INPUT = "reads a file"
    INPUT_FOLDER = "reads files of a folder"
    OUTPUT = "writes a file"
    OUTPUT_FOLDER = "writes files into a folder"
    CACHE = "reads and writes a file"
    CONFIG = "reads a file of JSON, which may name files"
    COMPONENT = "builds a component by its name or JSON, which may name files"


class FileOption(NamedTuple):
    """An option that names files.

    ``option`` is its name on the command line, ``dest`` its name in the namespace. ``files`` are names or patterns
    (as of `fnmatch`) of the files in a folder, or, of a cache, the name of its file in the cache folder where none is
    given. ``beside`` are the endings that a file beside an input or output adds to its name; one with "/" at its end is
    that of a folder, all of whose files are the command's own.
    """

    option: str
    dest: str
    role: Role
    files: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()


class CommandParser(argparse.ArgumentParser):
    """Parses the options of a command; ``example`` is a command line that ends its help.

    The namespace that it returns holds the parser itself as ``parser``; of a command with subcommands, the parser of
    the subcommand.
    """

    def __init__(self, *, example: str = "", **settings: Any) -> None:
        super().__init__(**settings)
        self.example = example
        self.file_options: list[FileOption] = []
        self.set_defaults(parser=self)

    def format_help(self) -> str:
        """Return argparse's help with the example after it."""
        text = super().format_help()
        return f"{text}\nexample:\n  {self.example}\n" if self.example else text

    def add_input(self, name: str, beside: tuple[str, ...] = (), **settings: Any) -> None:
        """Add an option whose values are files to read; ``beside`` them files of these endings are read."""
        self._add(Role.INPUT, name, settings, beside=beside)

    def add_input_folder(self, name: str, files: tuple[str, ...], **settings: Any) -> None:
        """Add an option whose values are folders, or single files, to read; ``files`` are read of a folder."""
        self._add(Role.INPUT_FOLDER, name, settings, files)

    def add_output(self, name: str, beside: tuple[str, ...] = (), **settings: Any) -> None:
        """Add an option whose value is a file to write; ``beside`` it files of these endings are written."""
        self._add(Role.OUTPUT, name, settings, beside=beside)

    def add_output_folder(self, name: str, files: tuple[str, ...], **settings: Any) -> None:
        """Add an option whose value is a folder to write ``files`` into."""
        self._add(Role.OUTPUT_FOLDER, name, settings, files)

    def add_cache(self, name: str, default_file: str, **settings: Any) -> None:
        """Add an option whose value is a cache; without a value it is ``default_file`` of the cache folder."""
        self._add(Role.CACHE, name, settings, (default_file,))

    def add_cache_file(self, file: str) -> None:
        """Add a file of the cache folder that the command always reads and writes."""
        self.set_defaults(**{file: None})
        self.file_options.append(FileOption(f"the cache {file}", file, Role.CACHE, (file,)))

    def add_config(self, name: str, **settings: Any) -> None:
        """Add an option whose value is a config file."""
        self._add(Role.CONFIG, name, settings)

    def add_component(self, name: str, **settings: Any) -> None:
        """Add an option whose values are components, by name or JSON."""
        self._add(Role.COMPONENT, name, settings)

    def add_data(self, files: tuple[str, ...], required: bool = True) -> None:
        """Add --data, a folder of which ``files`` are read."""
        self.add_input_folder(
            "--data", files=files, required=required, metavar="DIR", help=f"Folder with {', '.join(files)}"
        )

    def add_evidence(self, several: bool = False, **settings: Any) -> None:
        """Add --evidence, one file or several."""
        settings = {"help": "The judge's probabilities: what --evidence-output wrote", **settings}
        self.add_input("--evidence", metavar="FILE", **({"nargs": "+", "default": []} if several else {}), **settings)

    def add_measure(self) -> None:
        """Add --measure."""
        self.add_argument("--measure", default="p2c", help="p2c, l2c, p3c or l3c (default: %(default)s)")

    def add_seed(self, what: str) -> None:
        """Add --seed; ``what`` is drawn by it."""
        self.add_argument("--seed", type=int, default=0, help=f"Seed of {what} (default: %(default)s)")

    def add_target(self) -> None:
        """Add --target, what an estimate is of."""
        self.add_argument(
            "--target",
            choices=("these", "like-these"),
            default="these",
            help="Scores on these documents, or on documents like these (default: %(default)s)",
        )

    def _add(
        self,
        role: Role,
        name: str,
        settings: dict[str, Any],
        files: tuple[str, ...] = (),
        beside: tuple[str, ...] = (),
    ) -> None:
        action = self.add_argument(name, **settings)
        self.file_options.append(FileOption(name, action.dest, role, files, beside))
