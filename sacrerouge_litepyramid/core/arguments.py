"""What the command line needs of arguments: which files they name, and how messages name them.

Messages name an argument as Python has it, or as the option of the command line that runs.
"""

import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

#: what names metrics or systems has one spelling, be it one of them or several
SPELLINGS = {"metric": "metrics", "system": "systems"}
_ARE_OPTIONS: ContextVar[bool] = ContextVar("arguments are options", default=False)


class Files(NamedTuple):
    """Marks a path. ``names``: of the files in a folder, or patterns; ``beside``: the endings of files beside it."""

    names: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()


class EvaluationFiles(NamedTuple):
    """Marks what takes the folder of an evaluation, with ``kinds`` of files beside it or, unless needed, in its place.

    The kinds are "scores" and "evidence"; on the command line they are the options FOLDER, --scores and --evidence.
    """

    kinds: tuple[str, ...]
    needs_folder: bool = False


@contextmanager
def name_options() -> Iterator[None]:
    """Let messages name arguments as options in the block."""
    token = _ARE_OPTIONS.set(True)
    try:
        yield
    finally:
        _ARE_OPTIONS.reset(token)


def name_argument(name: str, value: object = None) -> str:
    """Return how an argument is given, with its value if there is one.

    In Python ``human='quality'`` and ``columns={'summary': ['one', 'two']}``, as options ``--human quality`` and
    ``--columns summary=one summary=two``.
    """
    if not _ARE_OPTIONS.get():
        return name if value is None else f"{name}={value!r}"
    words = [] if value is None else [str(value)]
    if isinstance(value, Mapping):
        lists = {key: [each] if isinstance(each, str) else each for key, each in value.items()}
        words = [f"{key}={word}" for key, members in lists.items() for word in members]
    return " ".join([spell_option(name), *map(shlex.quote, words)])


def spell_option(name: str) -> str:
    """Return the option of an argument."""
    return f"--{SPELLINGS.get(name, name).replace('_', '-')}"


#: the files read from a folder with a model of transformers
MODEL_FILES = ("config.json", "*.safetensors", "*.bin", "*token*", "vocab*", "merges.txt")


def check_minimum(bound: int, **values: int) -> None:
    """Raise ValueError naming the first argument that is below its minimum."""
    for name, value in values.items():
        if value < bound:
            raise ValueError(f"{name_argument(name)} must be at least {bound}, not {value}")
