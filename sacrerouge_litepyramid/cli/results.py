"""The result of a command: printed as text or as JSON, and written to --output."""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.io.files import write_json


class CommandResult(NamedTuple):
    """A result as text and as a JSON object, with its notes and the exit status."""

    text: str
    data: Mapping[str, Any]
    notes: Sequence[str] = ()
    status: int = 0


def show_result(result: CommandResult, args: argparse.Namespace) -> int:
    """Print a result, and its notes on standard error; write --output; return the exit status.

    ``args`` comes from a `CommandParser`, which may have --json and --output.
    """
    data = {"version": __version__, **result.data}
    if getattr(args, "result_output", None):
        write_json(args.result_output, data)
    # Programs read this, and standard output may have any encoding: characters beyond ASCII are
    # escaped.
    print(json.dumps(data, indent=2) if getattr(args, "json", False) else result.text)
    for note in result.notes:
        print(note, file=sys.stderr)
    return result.status
