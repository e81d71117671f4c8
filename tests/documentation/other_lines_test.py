"""Command lines of the pages that are no command of the plugin are not run: what they name exists."""

import argparse
import re
import runpy
import shlex
import sys
import warnings
from pathlib import Path
from unittest import mock

import pytest
import setuptools

from helpers.pages import PAGES, PLUGIN, list_examples, list_inline_code
from helpers.support import ROOT

#: how lines begin that are not checked, and why
UNCHECKED = (
    ". .venv/bin/activate",  # tests/distribution/walk_test.py runs it
    "nist/",  # paths of NIST's files
    "python -m nltk.downloader",  # downloads
)
PROGRAMS = ("make", "pip", "python", "pytest")
ASSIGNMENTS = r"^(?:[A-Z_]+=\S+ )+"
#: options whose value is not checked
VALUED_OPTIONS = ("--report", "-k", "-m", "-n")


def list_other_lines(page: Path) -> list[str]:
    """Return the lines of a page's blocks of commands, and the commands within its prose, that are not the plugin's."""
    blocks = [line for each in list_examples(page) for line in each.list_lines() if not line.startswith(PLUGIN)]
    starts = tuple(f"{name} " for name in PROGRAMS)
    return blocks + [each for each in list_inline_code(page) if re.sub(ASSIGNMENTS, "", each).startswith(starts)]


def check_line(text: str) -> None:
    """Raise ValueError for a line whose program, target, file, extra or option does not exist."""
    if text.startswith(UNCHECKED):
        return
    program, *words = shlex.split(re.sub(ASSIGNMENTS, "", text))
    if program == "python" and words[0] == "-m":
        program, *words = words[1:]
    pairs = zip(["", *words], words, strict=False)
    values = [word for option, word in pairs if not word.startswith("-") and option not in VALUED_OPTIONS]
    if program == "make":
        makefile = (ROOT / "Makefile").read_text("utf-8")
        rules = {
            *re.findall(r"^([a-z-]+):", makefile, re.MULTILINE),
            *re.findall(r"^(\w+) \??=", makefile, re.MULTILINE),
        }
        missing = {word.partition("=")[0] for word in values} - rules
    elif program == "pip":
        extras = [each for word in values for each in re.findall(rf"^(?:{PLUGIN}|\.)\[(.*)\]", word)]
        missing = {each for names in extras for each in names.split(",")} - list_extras()
        missing |= {word for word in values if word.startswith("requirements/") and not (ROOT / word).is_file()}
    elif program == "pytest":
        missing = {word for word in values if not (ROOT / word.partition("::")[0]).exists()}
    elif program == "python":
        missing = {words[0]} - {word for word in words[:1] if (ROOT / word).is_file()}
        if not missing and len(words) > 1:
            parse_arguments(ROOT / words[0], words[1:])
    else:
        missing = set() if (ROOT / program).is_file() else {program}
    if missing:
        raise ValueError(f"{text}: {', '.join(sorted(missing))} does not exist")


def list_extras() -> set[str]:
    """Return the names of the extras that setup.py gives to setuptools."""
    with mock.patch.object(setuptools, "setup") as setup, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        runpy.run_path(str(ROOT / "setup.py"), run_name="__main__")
    return set(setup.call_args.kwargs["extras_require"])


def parse_arguments(script: Path, arguments: list[str]) -> None:
    """Let a script parse its arguments, and end it then; ValueError where it refuses them or does not read any."""
    parse = argparse.ArgumentParser.parse_args

    def parse_and_end(self, *given, **named):
        parse(self, *given, **named)
        raise KeyboardInterrupt

    with (
        mock.patch.object(sys, "argv", [str(script), *arguments]),
        mock.patch.object(argparse.ArgumentParser, "parse_args", parse_and_end),
    ):
        try:
            if "parse_args(" in script.read_text("utf-8"):
                runpy.run_path(str(script), run_name="__main__")
        except KeyboardInterrupt:
            return
        except SystemExit:
            pass
    raise ValueError(f"python {script.name} does not take {' '.join(arguments)}")


@pytest.mark.parametrize("page", [page for page in PAGES if list_other_lines(page)], ids=lambda page: page.name)
def test_what_other_lines_name_exists(page):
    for line in list_other_lines(page):
        check_line(line)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("make tea", "tea does not exist"),
        ("make test CORES=2", "CORES does not exist"),
        ('pip install "sacrerouge-litepyramid[nil]"', "nil does not exist"),
        ("pip install -r requirements/everything.txt", "requirements/everything.txt does not exist"),
        ("OMP_NUM_THREADS=1 python benchmarks/nli_throughput.py --sise base", "does not take --sise base"),
        ("python benchmarks/speed.py", "benchmarks/speed.py does not exist"),
        ("python examples/trust_rouge.py --fast", "does not take --fast"),
        ("pytest -q tests/nowhere", "tests/nowhere does not exist"),
        ("rm -rf /tmp/x", "rm does not exist"),
    ],
)
def test_a_wrong_line_is_found(line, message, capsys):
    with pytest.raises(ValueError, match=message):
        check_line(line)
