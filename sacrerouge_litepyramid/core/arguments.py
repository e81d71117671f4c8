"""Arguments and command-line options: the files that they name, how messages spell them, and their
lower bounds.
"""

import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

#: arguments whose options are spelled in the plural even where they take one name
SPELLINGS = {"metric": "metrics", "system": "systems"}
_ARE_OPTIONS: ContextVar[bool] = ContextVar("arguments are options", default=False)


class EvaluationFiles(NamedTuple):
    """Marks an argument that takes the folder of an evaluation: on the command line FOLDER,
    --scores and --evidence.

    ``kinds`` ("scores", "evidence"): files that may be passed with the folder or, unless it is
    needed, instead of it.
    """

    kinds: tuple[str, ...]
    needs_folder: bool = False


@contextmanager
def name_options() -> Iterator[None]:
    """Let messages name arguments as command-line options within the block."""
    token = _ARE_OPTIONS.set(True)
    try:
        yield
    finally:
        _ARE_OPTIONS.reset(token)


def name_argument(name: str, value: object = None) -> str:
    """Return an argument as its user writes it, with its value if one is given.

    In Python that is ``human='quality'`` or ``columns={'summary': ['one', 'two']}``, on the command
    line ``--human quality`` or ``--columns summary=one summary=two``.
    """
    if not _ARE_OPTIONS.get():
        return name if value is None else f"{name}={value!r}"
    words = value if isinstance(value, list) else [] if value is None else [str(value)]
    if isinstance(value, Mapping):
        lists = {key: [names] if isinstance(names, str) else names for key, names in value.items()}
        words = [f"{key}={name}" for key, names in lists.items() for name in names]
    return " ".join([spell_option(name), *map(shlex.quote, words)])


def spell_option(name: str) -> str:
    return f"--{SPELLINGS.get(name, name).replace('_', '-')}"


def check_minimum(bound: int, **values: int) -> None:
    """Raise ValueError naming the first argument that is below the bound."""
    for name, value in values.items():
        if value < bound:
            raise ValueError(f"{name_argument(name)} must be at least {bound}, not {value}")
