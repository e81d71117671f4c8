"""Prints the result of a command as text or as JSON, and writes it to --output."""

import argparse
import json
import sys
from typing import Any

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.io.files import write_json


def print_result(result: Any, args: argparse.Namespace) -> int:
    """Print a function's result, and its notes on standard error; return the exit status.

    ``args`` comes from a `CommandParser`, which may have --json, --output, --details and --format.
    A result that is a number is the status itself.
    """
    if isinstance(result, int):
        return result
    output, as_json = getattr(args, "result_output", None), getattr(args, "json", False)
    data = {"version": __version__}
    # Text needs none of this.
    if (output or as_json) and hasattr(result, "to_dict"):
        data |= result.to_dict()
    if output:
        write_json(output, data)
    # Only tables have other formats than text.
    format_table = getattr(result, f"to_{getattr(args, 'format', 'text')}", None)
    if as_json:
        # Programs read this, and standard output may have any encoding: characters beyond ASCII are
        # escaped.
        print(json.dumps(data, indent=2))
    elif format_table:
        print(format_table())
    else:
        print(result.print_details() if getattr(args, "details", False) else result)
    for note in getattr(result, "notes", ()):
        print(note, file=sys.stderr)
    return getattr(getattr(result, "required", None) or result, "exit_status", 0)
