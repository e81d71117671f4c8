"""Arguments and options: the files that they name, their spelling in messages, their bounds."""

import shlex
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

#: arguments whose options are spelled in the plural even where they take one name
_SPELLINGS = {"metric": "metrics", "system": "systems"}
_ARE_OPTIONS: ContextVar[bool] = ContextVar("arguments are options", default=False)
#: the options of the command that runs, None if unknown
_OPTIONS: ContextVar[Collection[str] | None] = ContextVar("options of the command", default=None)


class EvaluationFiles(NamedTuple):
    """The mark of an argument that takes the folder of an evaluation, or files of it.

    On the command line they are FOLDER, --scores and --evidence.
    """

    #: "scores" and "evidence": files that may come with the folder or, if allowed, instead of it
    kinds: tuple[str, ...]
    needs_folder: bool = False


@contextmanager
def name_options(options: Collection[str] | None = None) -> Iterator[None]:
    """Let messages name arguments as command-line options within the block.

    ``options``: those of the command that runs, such as ``--human``; None if unknown.
    """
    names, known = _ARE_OPTIONS.set(True), _OPTIONS.set(options)
    try:
        yield
    finally:
        _ARE_OPTIONS.reset(names)
        _OPTIONS.reset(known)


def has_argument(name: str) -> bool:
    """Return whether a message may advise an argument: in Python any, else the command's options.

    A function that several commands run knows by this which remedies they share.
    """
    options = _OPTIONS.get()
    return options is None or spell_option(name) in options


def name_argument(name: str, value: object = None) -> str:
    """Return an argument as its user writes it, with its value if one is given.

    In Python that is ``human='quality'`` or ``columns={'summary': ['one', 'two']}``, on the command
    line ``--human quality`` or ``--columns summary=one summary=two``.
    """
    if not _ARE_OPTIONS.get():
        return name if value is None else f"{name}={value!r}"
    words = []
    if isinstance(value, list):
        words = value
    elif isinstance(value, Mapping):
        for key, names in value.items():
            listed = [names] if isinstance(names, str) else names
            words += [f"{key}={column}" for column in listed]
    elif value is not None:
        words = [str(value)]
    return " ".join([spell_option(name), *map(shlex.quote, words)])


def spell_option(name: str) -> str:
    """Return an argument's option on the command line."""
    return f"--{_SPELLINGS.get(name, name).replace('_', '-')}"


def check_minimum(bound: int, **values: int) -> None:
    """Raise ValueError naming the first argument that is below the bound."""
    for name, value in values.items():
        if value < bound:
            raise ValueError(f"{name_argument(name)} must be at least {bound}, not {value}")
