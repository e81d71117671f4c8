"""Arguments on the command line: which files they name, and how messages spell them, as in Python or as options."""

import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

#: an option that takes metrics or systems has the same spelling for one and for several
SPELLINGS = {"metric": "metrics", "system": "systems"}
_ARE_OPTIONS: ContextVar[bool] = ContextVar("arguments are options", default=False)


class Files(NamedTuple):
    """Marks a path. ``names``: names or patterns of the files in a folder; ``beside``: endings of files beside it."""

    names: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()


class EvaluationFiles(NamedTuple):
    """Marks an argument that takes the folder of an evaluation: on the command line FOLDER, --scores and --evidence.

    ``kinds`` ("scores", "evidence"): files that may be added to the folder or, unless it is needed, replace it.
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
    """Return how a user writes an argument, with its value if one is given.

    In Python ``human='quality'`` and ``columns={'summary': ['one', 'two']}``, as options ``--human quality`` and
    ``--columns summary=one summary=two``.
    """
    if not _ARE_OPTIONS.get():
        return name if value is None else f"{name}={value!r}"
    words = [] if value is None else [str(value)]
    if isinstance(value, Mapping):
        lists = {key: [names] if isinstance(names, str) else names for key, names in value.items()}
        words = [f"{key}={name}" for key, names in lists.items() for name in names]
    return " ".join([spell_option(name), *map(shlex.quote, words)])


def spell_option(name: str) -> str:
    return f"--{SPELLINGS.get(name, name).replace('_', '-')}"


#: the files of a transformers model in its folder
MODEL_FILES = ("config.json", "*.safetensors", "*.bin", "*token*", "vocab*", "merges.txt")


def check_minimum(bound: int, **values: int) -> None:
    """Raise ValueError with the first argument that is below the bound."""
    for name, value in values.items():
        if value < bound:
            raise ValueError(f"{name_argument(name)} must be at least {bound}, not {value}")
