"""The parser of one command: argparse's, with an example, which records what names files."""

import argparse
import re
from collections.abc import Iterator
from typing import Any, NoReturn

from sacrerouge_litepyramid.cli.files import NamedFile, list_files, list_inputs
from sacrerouge_litepyramid.core.arguments import EvaluationFiles
from sacrerouge_litepyramid.core.texts import find_near


class CommandParser(argparse.ArgumentParser):
    """Parses the options of a command; ``example`` is a command line that its help ends with.

    The namespace that it returns has the parser itself as ``parser``. Options cannot be
    abbreviated.
    """

    def __init__(self, *, example: str = "", **settings: Any) -> None:
        super().__init__(**settings, allow_abbrev=False)
        # A long command line has a line of the shell for each option.
        self.example = example if len(example) < 88 else example.replace(" --", " \\\n    --")
        self.inputs: list[argparse.Action] = []
        self.outputs: list[argparse.Action] = []
        self.set_defaults(parser=self)
        # The packages are imported before the command's parser is built; --help of the program
        # describes the option.
        self.add_argument("--include-packages", nargs="+", help=argparse.SUPPRESS)

    def error(self, message: str) -> NoReturn:
        """Print a usage error and exit with status 2.

        For unknown options, suggest the nearest ones.
        """
        if not message.startswith("unrecognized"):
            super().error(message)
        known = [option.lstrip("-") for option in self.list_options()]
        near: dict[str, None] = {}
        for word in re.findall(r"(?<!\S)--([\w-]+)", message):
            near |= dict.fromkeys(f"--{name}" for name in find_near(word, known, 1))
        hint = f"; did you mean {' '.join(near)}?" if near else ""
        help_line = f"(`{self.prog} --help` lists the options)"
        self.exit(2, f"{self.prog}: error: {message}{hint} {help_line}\n")

    def list_options(self) -> list[str]:
        """Return all options, with their dashes."""
        return [option for action in self._actions for option in action.option_strings]

    def format_help(self) -> str:
        """Return argparse's help, followed by the example."""
        text = super().format_help()
        return f"{text}\nexample:\n  {self.example}\n" if self.example else text

    def add_input(self, name: str, **settings: Any) -> None:
        """Add an option whose values are files or folders to read."""
        self.inputs.append(self.add_argument(name, **settings))

    def add_output(self, name: str, **settings: Any) -> None:
        """Add an option whose value is a file to write, or a folder to write into."""
        self.outputs.append(self.add_argument(name, **settings))

    def list_inputs(self, args: argparse.Namespace) -> Iterator[NamedFile]:
        """Yield the files that a command line names as inputs."""
        for action in self.inputs:
            yield from list_inputs(_name_action(action), getattr(args, action.dest))

    def list_outputs(self, args: argparse.Namespace) -> Iterator[NamedFile]:
        """Yield the files and folders that a command line names as outputs."""
        for action in self.outputs:
            yield from list_files(_name_action(action), getattr(args, action.dest))

    def add_evaluation(self, files: EvaluationFiles) -> None:
        """Add FOLDER, and --scores and --evidence, which add to it or replace it."""
        folder = "the folder of an evaluation, as written by evaluate-table"
        self.add_input("FOLDER", nargs=None if files.needs_folder else "?", help=folder)
        texts = {
            "scores": "more score files: JSON Lines, CSV, TSV or Parquet, one row per summary",
            "evidence": "evidence files to use instead of the folder's",
        }
        for kind in files.kinds:
            self.add_input(f"--{kind}", nargs="+", default=[], metavar="FILE", help=texts[kind])

    def add_json(self) -> None:
        """Add --json."""
        self.add_argument(
            "--json", action="store_true", help="print the result as JSON instead of text"
        )

    def add_table(self, has_output: bool) -> None:
        """Add the options of a result that is a table, with --output if ``has_output``."""
        text = "also print the methods, all figures and all warnings"
        self.add_argument("--details", action="store_true", help=text)
        text = "print Markdown or LaTeX (booktabs) tables instead of text"
        self.add_argument(
            "--format", choices=("text", "markdown", "latex"), default="text", help=text
        )
        if has_output:
            text = "also write the result, with all numbers, to this JSON file"
            self.add_output("--output", dest="result_output", metavar="FILE", help=text)


def _name_action(action: argparse.Action) -> str:
    """Return an option or an argument as its user writes it."""
    return action.option_strings[0] if action.option_strings else action.dest
