"""Command lines of the documentation that are no command of the plugin: what each must satisfy, as it is not run."""

import argparse
import re
import runpy
import shlex
import sys
import warnings
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import setuptools
import tomllib

from helpers.page_examples import FENCED, PLUGIN, list_examples
from helpers.support import ROOT

#: how lines begin that need no further check, and why
NAMED = {
    ". .venv/bin/activate": "tests/distribution/walk_test.py runs it",
    "nist/": "paths of NIST's files; tests/helpers/made_up_tac.py writes them",
}
#: modules that a page runs, and why they are not run here
MODULES = {"nltk.downloader": "downloads", "pip": "checked as pip", "pytest": "checked as pytest"}
#: packages that a page recommends and requirements/ lacks, and why
OPTIONAL_PACKAGES = {
    "sentencepiece": "some models' tokenisers need it; no miniature is such a model",
}
#: options of pip and of pytest whose value is not checked
VALUED_OPTIONS = ("--report", "-k", "-m", "-n")
ASSIGNMENT = re.compile(r"[A-Z_]+=\S*")
REQUIREMENT = re.compile(r"(?P<name>[A-Za-z0-9._-]+|\.)(?:\[(?P<extras>[^]]*)\])?(?P<version>==\S+)?")


class OtherLine(NamedTuple):
    """A line, and the page that it is on."""

    page: str
    text: str


class Parsed(Exception):
    """Raised once a script's arguments are parsed, to end it before it begins."""


def list_other_lines(page: Path) -> list[OtherLine]:
    """Return the lines of a page's blocks of commands, and the commands within its prose, that are not the plugin's."""
    blocks = [line for each in list_examples(page) for line in each.list_lines() if not line.startswith(PLUGIN)]
    prose = FENCED.sub("", page.read_text("utf-8"))
    inline = [" ".join(each.split()) for each in re.findall(r"`([^`]+)`", prose)]
    starts = tuple(f"{name} " for name in CHECKS)
    commands = [each for each in inline if re.sub(r"^([A-Z_]+=\S+ )+", "", each).startswith(starts)]
    return [OtherLine(page.relative_to(ROOT).as_posix(), line) for line in (*blocks, *commands)]


def check_line(text: str) -> None:
    """Raise ValueError for a line that no check knows, and for one that would not run."""
    if text.startswith(tuple(NAMED)):
        return
    words = shlex.split(text)
    while words and ASSIGNMENT.fullmatch(words[0]):
        words.pop(0)
    program, *arguments = words or [""]
    if program in CHECKS:
        CHECKS[program](arguments)
    elif not (ROOT / program).is_file():
        raise ValueError(f"{text!r}: the program {program!r} is unknown; add a check or a name to other_lines.py")


def check_make(words: list[str]) -> None:
    """Check that the targets are rules of the Makefile, and that it reads the variables."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for word in words:
        name, _, value = word.partition("=")
        pattern = rf"^{re.escape(name)} \??=" if value else rf"^{re.escape(name)}:"
        if not re.search(pattern, makefile, flags=re.MULTILINE):
            raise ValueError(f"make {word}: the Makefile has no such {'variable' if value else 'target'}")


def check_pip(words: list[str]) -> None:
    """Check that files and extras exist, and that other packages are those, and of the versions, of requirements/."""
    command, *arguments = words
    if command != "install":
        raise ValueError(f"pip {command}: only pip install is known")
    for word in _list_values(arguments):
        if not word.startswith("requirements/"):
            _check_requirement(word)
        elif not (ROOT / word).is_file():
            raise ValueError(f"pip install -r {word}: there is no such file")


def check_python(words: list[str]) -> None:
    """Check that a script exists and takes the arguments, or that a module can be found."""
    first, *arguments = words
    if first == "-m":
        module, *further = arguments
        if module in PROGRAMS_OF_MODULES:
            CHECKS[module](further)
        elif module not in MODULES or find_spec(module) is None:
            raise ValueError(f"python -m {module}: an unknown module; known: {', '.join(MODULES)}")
        return
    if not (ROOT / first).is_file():
        raise ValueError(f"python {first}: there is no such file")
    if "parse_args(" in (ROOT / first).read_text("utf-8"):
        parse_arguments(ROOT / first, arguments)
    elif arguments:
        raise ValueError(f"python {first}: the script reads no options, but {' '.join(arguments)} is given")


def check_pytest(words: list[str]) -> None:
    """Check that the paths of tests exist."""
    for word in _list_values(words):
        if not (ROOT / word.partition("::")[0]).exists():
            raise ValueError(f"pytest {word}: there is no such file or folder")


def parse_arguments(script: Path, arguments: list[str]) -> None:
    """Start a script that reads its arguments with argparse, and end it when they are parsed.

    Raises ValueError where it refuses them, or does not read them.
    """
    parse = argparse.ArgumentParser.parse_args

    def parse_and_end(self: argparse.ArgumentParser, *given: object, **named: object) -> None:
        parse(self, *given, **named)  # type: ignore[call-overload]
        raise Parsed

    with (
        mock.patch.object(sys, "argv", [str(script), *arguments]),
        mock.patch.object(argparse.ArgumentParser, "parse_args", parse_and_end),
    ):
        try:
            runpy.run_path(str(script), run_name="__main__")
        except Parsed:
            return
        except SystemExit:
            raise ValueError(f"python {script.name}: it refuses these arguments: {' '.join(arguments)}") from None
    raise ValueError(f"python {script.name}: the script does not parse its arguments")


def _list_values(words: list[str]) -> list[str]:
    """Return the words that are no options, without the values of `VALUED_OPTIONS`."""
    before = ["", *words]
    pairs = zip(before, words, strict=False)
    return [word for option, word in pairs if not word.startswith("-") and option not in VALUED_OPTIONS]


def _check_requirement(text: str) -> None:
    found = REQUIREMENT.fullmatch(text)
    if found is None:
        raise ValueError(f"pip install {text}: no requirement that other_lines.py reads")
    if found["name"] in (".", PLUGIN):
        unknown = set((found["extras"] or "").split(",")) - {"", *_list_extras()}
        if unknown:
            raise ValueError(f"pip install {text}: unknown extras: {', '.join(sorted(unknown))}")
        return
    if text in OPTIONAL_PACKAGES:
        return
    listed = "\n".join(path.read_text("utf-8") for path in (ROOT / "requirements").glob("*.txt"))
    version = found["version"] or ""
    if not re.search(rf"^{re.escape(found['name'] + version)}(?![\w.-])", f"{listed}\n{_base()}", flags=re.MULTILINE):
        raise ValueError(f"pip install {text}: requirements/ has no such package, or another version")


@cache
def _list_extras() -> set[str]:
    """Return the names of the extras that setup.py gives to setuptools."""
    with mock.patch.object(setuptools, "setup") as setup, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        runpy.run_path(str(ROOT / "setup.py"), run_name="__main__")
    return set(setup.call_args.kwargs["extras_require"])


def _base() -> str:
    """Return the package's own requirements, one a line."""
    return "\n".join(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"])


CHECKS: dict[str, Callable[[list[str]], None]] = {
    "make": check_make,
    "pip": check_pip,
    "python": check_python,
    "pytest": check_pytest,
}
PROGRAMS_OF_MODULES = ("pip", "pytest")
