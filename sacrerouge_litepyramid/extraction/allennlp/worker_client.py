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
    """The worker reported an error, or ended before it answered."""


class WorkerClient:
    """A worker's client; an answer has the request's "id", and "results" or an "error".

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
        self._last_id = 0

    @property
    def pid(self) -> int | None:
        """The id of the running process, or None."""
        return None if self._process is None else self._process.pid

    def ask(self, texts: Sequence[str]) -> list[Any]:
        """Return the worker's result for each text.

        Raise WorkerError if it reports an error or ends.
        """
        if self._process is None:
            self._start()
        return self._exchange({"texts": list(texts)}, texts)

    def close(self) -> None:
        """Stop the process; the next request starts another."""
        if self._process is not None:
            self._end()
            self._process = None

    def _start(self) -> None:
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
        self._exchange({"settings": self._settings}, [])

    def _exchange(self, request: Mapping[str, Any], texts: Sequence[str]) -> list[Any]:
        """Return the results of a request, one for each text; end the process after an error."""
        answer = self._request(request)
        problem = self._explain_end() if answer is None else answer.get("error")
        if answer is None or problem:
            self.close()
            batch = f" (the batch of {len(texts)} begins with {texts[0][:60]!r})" if texts else ""
            raise WorkerError(f"{self._name}{batch}: {problem}")
        results: list[Any] = answer["results"]
        return results

    def _request(self, request: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return the answer to a request, or None if the process ended before it came.

        Other lines that the process prints, such as those of start-up scripts, are skipped.
        """
        assert self._process is not None and self._process.stdout is not None
        self._last_id += 1
        line = json.dumps({"id": self._last_id, **request})
        try:
            print(line, file=self._process.stdin, flush=True)
        except BrokenPipeError:
            return None
        for line in self._process.stdout:
            with contextlib.suppress(ValueError):
                answer = json.loads(line)
                if isinstance(answer, dict) and answer.get("id") == self._last_id:
                    return answer
        return None

    def _explain_end(self) -> str:
        """Return how the process ended, and the end of its standard error."""
        assert self._process is not None
        code = self._process.wait()
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
