"""The client of a worker process, and the check of its interpreter before it starts.

Client and worker exchange lines of JSON."""

import contextlib
import json
import signal
import subprocess
import sys
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import IO, Any

from sacrerouge_litepyramid.extraction.allennlp.worker import INSTALL

PACKAGES = ("allennlp", "allennlp_models")
#: the environment variable with the path of the worker's Python; by default the current one is used
INTERPRETER = "LITEPYRAMID_ALLENNLP_PYTHON"


def check_installed() -> None:
    """Raise ImportError with the way to install AllenNLP if this Python lacks it."""
    missing = [name for name in PACKAGES if find_spec(name) is None]
    if missing:
        raise ImportError(
            f"No module named {missing[0]!r}; {sys.executable} needs AllenNLP: {INSTALL}"
        )


#: the number of last characters of the worker's standard error that a message quotes
_MAX_ERROR_CHARACTERS = 2000


class WorkerError(RuntimeError):
    """The worker ended before it answered."""


class WorkerClient:
    """A worker's client.

    The process starts at the first request, gets ``settings``, and ends with this object; an error
    ends it too, as a failure may leave a library in any state. Messages begin with ``name``.
    """

    def __init__(
        self,
        command: Sequence[str],
        settings: Mapping[str, Any],
        name: str,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._command = command
        self._environment = environment
        self._settings = settings
        self._name = name
        self._process: subprocess.Popen[str] | None = None

    @property
    def pid(self) -> int | None:
        """The id of the running process, or None."""
        return None if self._process is None else self._process.pid

    def ask(self, texts: Sequence[str]) -> list[Any]:
        """Return the worker's result for each text; raise WorkerError if it ends instead."""
        process = self._process or self._start()
        # The worker may have ended already.
        with contextlib.suppress(BrokenPipeError):
            print(json.dumps(list(texts)), file=process.stdin, flush=True)
        for line in process.stdout or ():
            # Start-up scripts of the interpreter may print other lines.
            if line.startswith('{"results": '):
                results: list[Any] = json.loads(line)["results"]
                return results
        problem = self._explain_end(process)
        self.close()
        raise WorkerError(
            f"{self._name} (the batch of {len(texts)} begins with {''.join(texts[:1])[:60]!r}): "
            f"{problem}"
        )

    def close(self) -> None:
        """Stop the process; the next request starts another."""
        if self._process is not None:
            self._end()
            self._process = None

    def _start(self) -> "subprocess.Popen[str]":
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (kept as long as the process)
        self._process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env=self._environment,
            encoding="utf-8",
            errors="replace",
        )
        self._end = weakref.finalize(self, _end_process, self._process, self._errors)
        print(json.dumps(self._settings), file=self._process.stdin)
        return self._process

    def _explain_end(self, process: "subprocess.Popen[str]") -> str:
        """Return how the process ended, and the end of its standard error."""
        code = process.wait()
        how = f"ended with code {code}"
        # A negative code is the number of a signal.
        if code < 0:
            how = f"was ended by {signal.Signals(-code).name}"
        self._errors.seek(0)
        errors = self._errors.read().decode("utf-8", "replace").strip()
        end = errors[-_MAX_ERROR_CHARACTERS:] or "(nothing)"
        return f"the worker {how}; the end of its standard error:\n{end}"


def _end_process(process: "subprocess.Popen[str]", errors: IO[bytes]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout, errors):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()
