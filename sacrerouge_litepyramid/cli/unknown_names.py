"""The message for an unknown name, which suggests the nearest names."""

import difflib
from collections.abc import Iterable

MAX_NEAR = 3


def explain_unknown_name(what: str, name: str, known: Iterable[str], help_command: str = "") -> str:
    """Return the message for ``name``, an unknown ``what``, with the nearest known names.

    ``help_command`` prints the known names; without it, they are in the message if none is near.
    """
    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=MAX_NEAR)
    if near:
        hint = f"; did you mean {' or '.join(map(repr, near))}?"
    else:
        hint = "." if help_command else f"; known: {', '.join(names)}"
    return f"{what} {name!r} is unknown{hint}" + (f" `{help_command}` lists all" if help_command else "")
