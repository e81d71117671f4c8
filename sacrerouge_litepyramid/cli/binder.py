"""Turns a Python function into a command: the signature gives the options, and the docstring gives their help.

A positional parameter without a default becomes an argument, every other parameter an option. Its annotation says what
it accepts: `Literal` its choices, a sequence several values, a mapping of strings FIELD=COLUMN, any other mapping JSON.
A `Path` is a file: an output if the parameter's name is in OUTPUTS, otherwise an input.
A parameter marked with `EvaluationFiles` becomes FOLDER and the options that add to it or replace it.
"""

import argparse
import collections.abc
import inspect
import types
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from sacrerouge_litepyramid.cli.files import check_outputs
from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.cli.results import CommandResult
from sacrerouge_litepyramid.core.arguments import EvaluationFiles, name_argument, spell_option
from sacrerouge_litepyramid.core.json_text import parse_json
from sacrerouge_litepyramid.io.evaluation_folder import EvaluationFolder
from sacrerouge_litepyramid.io.store import cache_folder
from sacrerouge_litepyramid.registry import describe_parameters
from sacrerouge_litepyramid.statistics.tables import wrap

#: parameters that name output files; all other paths are inputs
OUTPUTS = ("output", "output_dir", "report", "plot")
#: the parameter for a file in the cache folder
CACHE_FILE = "cache_file"
#: parameters for Python alone; `Command.also` names those that are options of one command
PYTHON_ONLY = (CACHE_FILE, *"constant draws levels measure permutations plan rule seed title".split())


class Command(NamedTuple):
    """A function as a command.

    Attributes:
        function: the function that the command calls.
        python_only: parameters that are not options, beside PYTHON_ONLY.
        also: parameters of PYTHON_ONLY that are options.
        positional: parameters that are arguments although they have a default.
        cache: the name of the file in the cache folder that is passed as CACHE_FILE.
        writes: the name of the file in FOLDER that the result's ``write`` writes; its path is printed below the result.
        has_details: whether the result is a `ResultTable`, which prints more with --details.
        example: the words after the command's name in the example.
    """

    function: Callable[..., Any]
    python_only: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    positional: tuple[str, ...] = ()
    cache: str = ""
    writes: str = ""
    has_details: bool = False
    example: str = ""

    def build_parser(self, program: str, description: str) -> CommandParser:
        """Return a parser for the function's parameters, and for --json and others if it returns a result."""
        parser = CommandParser(prog=program, description=description, example=f"{program} {self.example}".rstrip())
        texts = describe_parameters(self.function)
        for parameter in self._list_parameters():
            _add_parameter(parser, parameter, texts.get(parameter.name, ""), self._is_option(parameter))
        returned = inspect.signature(self.function).return_annotation
        has_data = isinstance(returned, str) or hasattr(returned, "to_dict") or returned is CommandResult
        if has_data and not self.writes:
            parser.add_json()
        if self.has_details:
            writes_files = any(item.name == "output_dir" for item in self._list_parameters())
            parser.add_table(has_output=not writes_files)
        return parser

    def run(self, args: argparse.Namespace) -> CommandResult | int | None:
        """Check the files, call the function with the parsed arguments, and return the result to show."""
        check_outputs(args.parser.list_inputs(args), args.parser.list_outputs(args))
        values = {item.name: _read_value(item, args, self._is_option(item)) for item in self._list_parameters()}
        if self.cache:
            values[CACHE_FILE] = cache_folder() / self.cache
        returned = self.function(**values)
        result = format_result(returned, *([args.details, args.format] if self.has_details else []))
        if self.writes and isinstance(result, CommandResult):
            path = Path(args.FOLDER) / self.writes
            returned.write(path)
            return result._replace(text=f"{result.text}\n{path}")
        return result

    def _list_parameters(self) -> list[inspect.Parameter]:
        hidden = {*PYTHON_ONLY, *self.python_only}.difference(self.also)
        parameters = inspect.signature(self.function).parameters.values()
        return [item for item in parameters if item.name not in hidden and item.kind is not item.VAR_KEYWORD]

    def _is_option(self, parameter: inspect.Parameter) -> bool:
        has_default = parameter.default is not inspect.Parameter.empty and parameter.name not in self.positional
        return has_default or parameter.kind is inspect.Parameter.KEYWORD_ONLY


def format_result(returned: Any, details: bool = False, layout: str = "text") -> CommandResult | int | None:
    """Return a function's result as text and JSON (``to_dict()``), with its ``notes`` and its exit status."""
    if returned is None or isinstance(returned, CommandResult | int):
        return returned
    data = returned.to_dict() if hasattr(returned, "to_dict") else {}
    status = getattr(getattr(returned, "required", None) or returned, "exit_status", 0)
    long_text = wrap(returned.details()) if details else str(returned)
    text = long_text if layout == "text" else getattr(returned, f"to_{layout}")()
    return CommandResult(text, data, getattr(returned, "notes", ()), status)


class _Kind(NamedTuple):
    """An annotation: its types without None, whether it is a sequence of them, and its mark."""

    types: tuple[Any, ...]
    is_several: bool
    mark: Any

    @property
    def is_mapping(self) -> bool:
        return get_origin(self.types[0]) is Mapping


def _find_kind(annotation: Any) -> _Kind:
    mark, is_several = None, False
    while True:
        origin, parts = get_origin(annotation), get_args(annotation)
        if origin in (Union, types.UnionType):
            parts = tuple(part for part in parts if part is not type(None))
            if len(parts) > 1:
                return _Kind(parts, is_several, mark)
            annotation = parts[0]
        elif origin is Annotated:
            annotation, mark = parts
        elif origin is collections.abc.Sequence:
            annotation, is_several = parts[0], True
        else:
            return _Kind((annotation,), is_several, mark)


def _add_parameter(parser: CommandParser, parameter: inspect.Parameter, text: str, is_option: bool) -> None:
    kind, default = _find_kind(parameter.annotation), parameter.default
    if isinstance(kind.mark, EvaluationFiles):
        parser.add_evaluation(kind.mark)
        return
    option = spell_option(parameter.name) if is_option else parameter.name.upper()
    is_file_name = "." in text.partition(" ")[0][:-1]
    settings: dict[str, Any] = {"help": (text if is_file_name else text[:1].upper() + text[1:]).replace("%", "%%")}
    if option != parameter.name.upper():
        settings["dest"] = parameter.name
    if kind.types == (bool,) and default is not None:
        action = "store_false" if default else "store_true"
        option = f"--no-{option[2:]}" if default else option
        parser.add_argument(option, action=action, **settings)
        return
    is_required = default is inspect.Parameter.empty
    if is_option:
        settings["required"] = is_required
    if kind.is_several or (kind.is_mapping and Any not in get_args(kind.types[0])):
        settings["nargs"] = "+" if is_option or is_required else "*"
    elif not is_option and not is_required:
        settings["nargs"] = "?"
    if not is_required:
        settings["default"] = default
        if isinstance(default, int | float | str) and "default" not in text:
            settings["help"] += " (default: %(default)s)"
    if Path in kind.types:
        add = parser.add_output if parameter.name in OUTPUTS else parser.add_input
        add(option, **settings)
    else:
        parser.add_argument(option, **_find_conversion(kind), **settings)


def _find_conversion(kind: _Kind) -> dict[str, Any]:
    """Return argparse's settings that convert a word of the command line to a value."""
    if get_origin(kind.types[0]) is Literal:
        choices = get_args(kind.types[0])
        return {"choices": choices, "type": type(choices[0])}
    if kind.is_mapping:
        is_json = Any in get_args(kind.types[0])
        return {"metavar": "JSON"} if is_json else {"type": parse_pair, "metavar": "FIELD=COLUMN"}
    conversions: dict[Any, Callable[[str], Any]] = {bool: _parse_boolean, int: int, float: float}
    return {"type": conversions[kind.types[0]]} if kind.types[0] in conversions else {}


def _parse_boolean(text: str) -> bool:
    """Convert an option's value to a bool; argparse prints the error for any other word."""
    if text.lower() not in ("true", "false", "1", "0"):
        raise argparse.ArgumentTypeError(f"expected true or false, not {text!r}")
    return text.lower() in ("true", "1")


def _read_value(parameter: inspect.Parameter, args: argparse.Namespace, is_option: bool) -> Any:
    """Return a parameter's value from the command line; raise ValueError for a number below 0 or invalid JSON."""
    kind = _find_kind(parameter.annotation)
    if isinstance(kind.mark, EvaluationFiles):
        return EvaluationFolder(args.FOLDER, *(getattr(args, name, ()) for name in ("scores", "evidence")))
    value = getattr(args, parameter.name if is_option else parameter.name.upper())
    if kind.types == (int,) and not kind.is_several and value is not None and value < 0:
        raise ValueError(f"{name_argument(parameter.name)} must be at least 0, not {value}")
    if kind.is_mapping and value is not None:
        return _read_json(parameter.name, value) if isinstance(value, str) else _join_pairs(value)
    return Path(value) if kind.types == (Path,) and value is not None else value


def _read_json(name: str, text: str) -> dict[str, Any]:
    value = parse_json(text, name_argument(name), "pass a JSON object")
    if not isinstance(value, dict):
        raise ValueError(f"{name_argument(name)} must be a JSON object, not {text!r:.60}")
    return value


def parse_pair(text: str) -> tuple[str, str]:
    """Split FIELD=COLUMN; argparse prints the error for any other text."""
    field, equals, column = text.partition("=")
    if not equals or not field:
        raise argparse.ArgumentTypeError(f"expected FIELD=COLUMN, such as summary=output, not {text!r}")
    return field, column


def _join_pairs(pairs: Sequence[tuple[str, str]]) -> dict[str, str | list[str]]:
    """Return the column of each field, or a list if the field has several."""
    columns: dict[str, list[str]] = {}
    for field, column in pairs:
        columns.setdefault(field, []).append(column)
    return {field: names[0] if len(names) == 1 else names for field, names in columns.items()}
