"""What is printed for a name that nothing has: the nearest names, not all of them."""

import difflib
from collections.abc import Iterable

MAX_NEAR = 3


def explain_unknown_name(what: str, name: str, known: Iterable[str], help_command: str = "") -> str:
    """Return the message for ``name``, which should be ``what``: the nearest of the known names.

    ``help_command`` prints the known names; without it they are in the message where none is near.
    """
    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=MAX_NEAR)
    if near:
        hint = f"; did you mean {' or '.join(map(repr, near))}?"
    else:
        hint = "." if help_command else f"; known: {', '.join(names)}"
    return f"{what} {name!r} is unknown{hint}" + (f" `{help_command}` lists all" if help_command else "")
