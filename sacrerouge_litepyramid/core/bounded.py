"""Read a file in a child process of bounded time and memory, where a hostile one might never end."""

import marshal
import os
import subprocess
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any

MAX_SECONDS = 60
MAX_BYTES = 4 << 30
#: a child imports from where this process does, which need not have the working directory
CHILD = "import sys; sys.path[:] = {path}; from {module} import answer; answer()"


def run_bounded(function: str, path: str | os.PathLike[str], *texts: str) -> Any:
    """Return what ``MODULE:NAME`` returns of a path and texts: None, numbers, texts, and lists and dicts of these.

    Raises the function's ValueError, and ValueError naming the path where it ends in any other way, or not in time.
    """
    code = CHILD.format(path=sys.path, module=__name__)
    try:
        child = subprocess.run(
            [sys.executable, "-c", code],
            input=marshal.dumps((function, os.fspath(path), *texts)),
            capture_output=True,
            timeout=MAX_SECONDS,
            check=True,
        )
        is_answer, value = marshal.loads(child.stdout)
    except (subprocess.SubprocessError, EOFError):
        limits = f"{MAX_SECONDS} seconds or {MAX_BYTES >> 30} GiB"
        raise ValueError(f"{path}: cannot be read within {limits}; get the file again") from None
    if not is_answer:
        raise ValueError(value)
    return value


def answer() -> None:
    """Call the function that standard input names, in a child, and write its value or its error's message."""
    out, sys.stdout = sys.stdout.buffer, sys.stderr
    # Windows has no such module.
    with suppress(ImportError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MAX_BYTES, MAX_BYTES))
        # A child of a killed process has nobody who ends it.
        resource.setrlimit(resource.RLIMIT_CPU, (MAX_SECONDS, MAX_SECONDS))
    function, *arguments = marshal.loads(sys.stdin.buffer.read())
    module, _, name = function.partition(":")
    try:
        data = marshal.dumps((True, getattr(import_module(module), name)(*arguments)))
    except ValueError as error:
        data = marshal.dumps((False, str(error)))
    out.write(data)
