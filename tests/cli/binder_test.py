"""A signature and a docstring as a command line."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import pytest

from sacrerouge_litepyramid.cli.binder import Command


def write(
    folder: str | Path,
    *,
    output: str | Path,
    kind: Literal["one", "two"] = "one",
    years: Sequence[Literal[2008, 2009]] = (2008,),
    columns: Mapping[str, str] | None = None,
    settings: Mapping[str, Any] | None = None,
    part: str | Mapping[str, Any] = "x",
    skips: bool = False,
    hidden: int = 0,
) -> None:
    """Write nothing.

    Args:
        folder: a folder.
        kind: which kind.
    """
    found.update(locals())


found: dict[str, Any] = {}
COMMAND = Command(write, python_only=("hidden",), example="data --output o")
PARSER = COMMAND.build_parser("program write", "Write")


def run(*words: str) -> dict[str, Any]:
    COMMAND.run(PARSER.parse_args(["data", "--output", "o", *words]))
    return found


def test_options_of_each_type_take_values_and_have_defaults():
    assert run()["kind"] == "one" and found["years"] == (2008,) and found["columns"] is None
    assert (found["skips"], found["hidden"]) == (False, 0)
    run("--years", "2009", "2008", "--columns", "a=b", "a=c", "d=", "--settings", '{"x": 1}')
    assert found["years"] == [2009, 2008] and found["settings"] == {"x": 1}
    assert found["columns"] == {"a": ["b", "c"], "d": ""}
    assert run("--skips")["skips"]


@pytest.mark.parametrize(
    "words", [["--kind", "three"], ["--years", "2010"], ["--columns", "a"], ["--hidden", "1"]]
)
def test_other_values_are_refused(words, capsys):
    with pytest.raises(SystemExit):
        run(*words)
    assert words[0] in capsys.readouterr().err


@pytest.mark.parametrize("text", ["[1]", "3", "{"])
def test_settings_must_be_a_json_object(text):
    with pytest.raises(ValueError, match="settings"):
        run("--settings", text)


def test_the_parser_knows_which_options_name_files():
    args = PARSER.parse_args(["data", "--output", "o"])
    assert list(PARSER.list_inputs(args)) == [("FOLDER", Path("data"))]
    assert list(PARSER.list_outputs(args)) == [("--output", Path("o"))]


def test_the_help_comes_from_the_docstring():
    shown = " ".join(PARSER.format_help().split())
    assert "a folder" in shown and "which kind (default: one)" in shown
    assert shown.endswith("example: program write data --output o")
