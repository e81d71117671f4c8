"""Turns a Python function into a command, whose options and help come from the function.

The signature gives the options, and the docstring gives their help. A positional parameter without
a default becomes an argument, every other parameter an option. Its annotation says what it accepts:
`Literal` its choices, a sequence several values, a mapping of strings FIELD=COLUMN, any other
mapping JSON. A `Path` is a file: an output if the parameter's name is in OUTPUTS, otherwise an
input. A parameter marked with `EvaluationFiles` becomes FOLDER and the options that add to it or
replace it.
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
from sacrerouge_litepyramid.cli.results import print_result
from sacrerouge_litepyramid.core.arguments import EvaluationFiles, name_argument, spell_option
from sacrerouge_litepyramid.core.json_text import parse_json_object
from sacrerouge_litepyramid.io.evaluation_folder import EvaluationFolder
from sacrerouge_litepyramid.io.store import cache_folder
from sacrerouge_litepyramid.registry import describe_parameters

#: parameters that name output files; all other paths are inputs
OUTPUTS = ("output", "output_dir", "report", "plot")
#: the parameter for a file in the cache folder
CACHE_FILE = "cache_file"
#: parameters for Python alone; `Command.also` names those that are options of one command
PYTHON_ONLY = (CACHE_FILE, *"constant measure permutations plan rule seed title".split())


class Command(NamedTuple):
    """A function as a command."""

    function: Callable[..., Any]
    #: parameters that are not options, beside PYTHON_ONLY
    python_only: tuple[str, ...] = ()
    #: parameters of PYTHON_ONLY that are options
    also: tuple[str, ...] = ()
    #: parameters that are arguments although they have a default
    positional: tuple[str, ...] = ()
    #: the name of the file in the cache folder that is passed as CACHE_FILE
    cache: str = ""
    #: the name of the file in FOLDER that the result's ``write`` writes; its path is printed below
    #: the result
    writes: str = ""
    #: whether the result is a `ResultTable`, which prints more with --details
    has_details: bool = False
    #: the words after the command's name in the example
    example: str = ""
    #: the help of the parameters, by default that of the function's docstring
    texts: Mapping[str, str] = {}

    def build_parser(self, program: str, description: str) -> CommandParser:
        """Return a parser for the function's parameters and the options of its result."""
        example = f"{program} {self.example}".rstrip()
        parser = CommandParser(prog=program, description=description, example=example)
        texts = self.texts or describe_parameters(self.function)
        parameters = self._list_parameters()
        for parameter in parameters:
            text = texts.get(parameter.name, "")
            _add_parameter(parser, parameter, text, self._is_option(parameter))
        if self.has_details:
            has_folder = any(parameter.name == "output_dir" for parameter in parameters)
            parser.add_table(has_output=not has_folder)
        returned = inspect.signature(self.function).return_annotation
        has_dict = hasattr(returned, "to_dict") and not self.writes
        if self.has_details or has_dict:
            parser.add_json()
        return parser

    def run(self, args: argparse.Namespace) -> int:
        """Check the files, call the function, print its result, and return the exit status."""
        check_outputs(args.parser.list_inputs(args), args.parser.list_outputs(args))
        values = {
            item.name: _read_value(item, args, self._is_option(item))
            for item in self._list_parameters()
        }
        if self.cache:
            values[CACHE_FILE] = cache_folder() / self.cache
        result = self.function(**values)
        status = print_result(result, args)
        if self.writes:
            path = Path(args.FOLDER) / self.writes
            result.write(path)
            print(path)
        return status

    def _list_parameters(self) -> list[inspect.Parameter]:
        hidden = {*PYTHON_ONLY, *self.python_only}.difference(self.also)
        parameters = inspect.signature(self.function).parameters.values()
        return [
            item
            for item in parameters
            if item.name not in hidden and item.kind is not item.VAR_KEYWORD
        ]

    def _is_option(self, parameter: inspect.Parameter) -> bool:
        has_default = (
            parameter.default is not inspect.Parameter.empty
            and parameter.name not in self.positional
        )
        return has_default or parameter.kind is inspect.Parameter.KEYWORD_ONLY


class _Kind(NamedTuple):
    """An annotation without None."""

    types: tuple[Any, ...]
    #: whether it is a sequence of these types
    is_several: bool
    #: what `Annotated` adds to it, such as `EvaluationFiles`
    mark: Any

    @property
    def first(self) -> Any:
        return self.types[0]

    @property
    def is_json(self) -> bool:
        return get_origin(self.first) is Mapping and Any in get_args(self.first)

    @property
    def is_pairs(self) -> bool:
        return get_origin(self.first) is Mapping and not self.is_json


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


def _add_parameter(
    parser: CommandParser, parameter: inspect.Parameter, text: str, is_option: bool
) -> None:
    kind = _find_kind(parameter.annotation)
    default = parameter.default
    if isinstance(kind.mark, EvaluationFiles):
        parser.add_evaluation(kind.mark)
        return
    settings: dict[str, Any] = {"help": text.replace("%", "%%")}
    name = parameter.name.upper()
    is_required = default is inspect.Parameter.empty
    if is_option:
        name = spell_option(parameter.name)
        settings["dest"] = parameter.name
        settings["required"] = is_required
    if kind.first is bool:
        parser.add_argument(name, action="store_true", **settings)
        return
    if kind.is_several or kind.is_pairs:
        settings["nargs"] = "+" if is_option or is_required else "*"
    elif not is_option and not is_required:
        settings["nargs"] = "?"
    if not is_required:
        settings["default"] = default
        if isinstance(default, int | float | str) and "default" not in text:
            settings["help"] += " (default: %(default)s)"
    settings |= _find_conversion(kind)
    if Path in kind.types:
        add = parser.add_output if parameter.name in OUTPUTS else parser.add_input
        add(name, **settings)
    else:
        parser.add_argument(name, **settings)


def _find_conversion(kind: _Kind) -> dict[str, Any]:
    """Return argparse's settings that convert a word of the command line to a value."""
    if get_origin(kind.first) is Literal:
        choices = get_args(kind.first)
        return {"choices": choices, "type": type(choices[0])}
    if kind.is_pairs:
        return {"type": _parse_pair, "metavar": "FIELD=COLUMN"}
    if kind.is_json:
        return {"metavar": "JSON"}
    return {"type": kind.first} if kind.first in (int, float, Path) else {}


def _read_value(parameter: inspect.Parameter, args: argparse.Namespace, is_option: bool) -> Any:
    """Return a parameter's value from the command line.

    Raise ValueError for a number below 0 or invalid JSON.
    """
    kind = _find_kind(parameter.annotation)
    name = name_argument(parameter.name)
    if isinstance(kind.mark, EvaluationFiles):
        scores = getattr(args, "scores", ())
        evidence = getattr(args, "evidence", ())
        return EvaluationFolder(args.FOLDER, scores, evidence)
    value = getattr(args, parameter.name if is_option else parameter.name.upper())
    if value is None:
        return None
    if kind.first is int and not kind.is_several and value < 0:
        raise ValueError(f"{name} must be at least 0, not {value}")
    if kind.is_json:
        return parse_json_object(value, name, "pass a JSON object")
    return _join_pairs(value) if kind.is_pairs else value


def _parse_pair(text: str) -> tuple[str, str]:
    """Split FIELD=COLUMN; argparse prints the error for any other text."""
    field, equals, column = text.partition("=")
    if not equals or not field:
        raise argparse.ArgumentTypeError(
            f"expected FIELD=COLUMN, such as summary=output, not {text!r}"
        )
    return field, column


def _join_pairs(pairs: Sequence[tuple[str, str]]) -> dict[str, str | list[str]]:
    """Return the column of each field, or a list if the field has several."""
    columns: dict[str, list[str]] = {}
    for field, column in pairs:
        columns.setdefault(field, []).append(column)
    return {field: names[0] if len(names) == 1 else names for field, names in columns.items()}
