"""The parser of one command: argparse's parser with an example, which also records the options that name files."""

import argparse
import re
from enum import Enum
from typing import Any, NamedTuple, NoReturn

from sacrerouge_litepyramid.core.arguments import EvaluationFiles
from sacrerouge_litepyramid.core.texts import find_near

#: options for a number of random draws
DRAWS = ("resamples", "permutations", "draws")
#: a hundred times as many as papers use; memory and time grow with the number
MAX_DRAWS = 100_000
#: the longest line of an example, in characters
MAX_EXAMPLE_LENGTH = 88


class Role(Enum):
    """What a command does with the value of an option that names files."""

    READ = "reads the file, or files in the folder"
    WRITE = "writes the file, or files in the folder"
    COMPONENT = "builds a component from its name or JSON, which may name files"


class FileOption(NamedTuple):
    """An option that names files.

    ``option`` is its name on the command line, ``dest`` its name in the namespace. ``files`` are names or `fnmatch`
    patterns of files in a folder; an option without them takes a single file. ``beside`` are endings: appended to the
    file's name, each names another file. An output with both is a file or an existing folder.
    """

    option: str
    dest: str
    role: Role
    files: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()


class CommandParser(argparse.ArgumentParser):
    """Parses the options of a command; ``example`` is a command line that its help ends with.

    The namespace that it returns has the parser itself as ``parser``. Options cannot be abbreviated.
    """

    def __init__(self, *, example: str = "", **settings: Any) -> None:
        super().__init__(**settings, allow_abbrev=False)
        self.example = _break_lines(example)
        self.file_options: list[FileOption] = []
        self.set_defaults(parser=self)

    def error(self, message: str) -> NoReturn:
        """Print a usage error and exit with status 2; for unknown options, suggest the nearest ones."""
        if not message.startswith("unrecognized"):
            super().error(message)
        known = [option.lstrip("-") for action in self._actions for option in action.option_strings]
        near = [f"--{name}" for word in re.findall(r"(?<!\S)--([\w-]+)", message) for name in find_near(word, known, 1)]
        hint = f"; did you mean {' '.join(dict.fromkeys(near))}?" if near else ""
        self.exit(2, f"{self.prog}: error: {message}{hint} (`{self.prog} --help` lists the options)\n")

    def format_help(self) -> str:
        """Return argparse's help, followed by the example."""
        text = super().format_help()
        return f"{text}\nexample:\n  {self.example}\n" if self.example else text

    def add_input(self, name: str, files: tuple[str, ...] = (), beside: tuple[str, ...] = (), **settings: Any) -> None:
        """Add an option whose values are files to read, or folders to read ``files`` from."""
        self._add(Role.READ, name, settings, files, beside)

    def add_output(self, name: str, files: tuple[str, ...] = (), beside: tuple[str, ...] = (), **settings: Any) -> None:
        """Add an option whose value is a file to write, or a folder to write ``files`` into."""
        self._add(Role.WRITE, name, settings, files, beside)

    def add_component(self, name: str, **settings: Any) -> None:
        """Add an option whose values are components, by name or JSON."""
        self._add(Role.COMPONENT, name, settings)

    def add_evaluation(self, files: EvaluationFiles) -> None:
        """Add FOLDER, and --scores and --evidence, which add to it or replace it."""
        folder = "The folder of an evaluation, as written by evaluate-table"
        self.add_input("FOLDER", ("*.jsonl",), nargs=None if files.needs_folder else "?", help=folder)
        texts = {
            "scores": "Additional score files: JSON Lines, CSV, TSV or Parquet, one row per summary",
            "evidence": "Evidence files to use instead of the folder's",
        }
        for kind in files.kinds:
            option, beside = f"--{kind}", (".signature.json",)
            self.add_input(option, (), beside, nargs="+", default=[], metavar="FILE", help=texts[kind])

    def add_result(self, output: bool = True, details: bool = False) -> None:
        """Add --json; with ``output``, --output; with ``details``, --details and --format."""
        if output:
            self.add_output(
                "--output", dest="result_output", help="Also write the result, with all numbers, to this JSON file"
            )
        self.add_argument("--json", action="store_true", help="Print the result as JSON instead of text")
        if details:
            self.add_argument(
                "--details", action="store_true", help="Also print the methods, all figures and all warnings"
            )
            forms, text = ("text", "markdown", "latex"), "Print Markdown or LaTeX (booktabs) tables instead of text"
            self.add_argument("--format", choices=forms, default="text", help=text)

    def _add(
        self, role: Role, name: str, settings: dict[str, Any], files: tuple[str, ...] = (), beside: tuple[str, ...] = ()
    ) -> None:
        action = self.add_argument(name, **settings)
        self.file_options.append(FileOption(name, action.dest, role, files, beside))


def _break_lines(example: str) -> str:
    """Break a command line before options into lines for a shell."""
    lines = [""]
    for part in re.split(r" (?=--)", example):
        if lines[-1] and len(lines[-1]) + len(part) > MAX_EXAMPLE_LENGTH:
            lines.append(f"    {part}")
        else:
            lines[-1] += f" {part}" if lines[-1] else part
    return " \\\n".join(lines)


def check_draws(args: argparse.Namespace) -> None:
    """Raise ValueError for an option of DRAWS above MAX_DRAWS."""
    for name in DRAWS:
        value = getattr(args, name, None)
        if value is not None and value > MAX_DRAWS:
            raise ValueError(f"--{name} must be at most {MAX_DRAWS}, not {value}")
