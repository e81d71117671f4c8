"""Python programs in processes that begin with SacreROUGE and spaCy imported, which takes seconds.

A server imports these two, and nothing of this package. It forks for each program, so that what a
program imports, registers and changes ends with it.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

#: SacreROUGE imports bert-score if it is installed (by `make test-weights`), and so torch
WITHOUT_BERT_SCORE = "import sys; sys.modules['bert_score'] = None\n"
#: reads a program from each line, and prints its exit status; Python 3.12 cannot import SacreROUGE
#: alone, so that programs import it there
SERVER = (
    WITHOUT_BERT_SCORE
    + """
import contextlib, gc, json, os
if sys.version_info < (3, 12):
    from sacrerouge.arguments import build_argument_parser
    build_argument_parser()  # imports all of SacreROUGE's modules
with contextlib.suppress(ImportError):
    import spacy
gc.freeze()  # The end of a program would look through all that was imported.
answers = os.fdopen(os.dup(1), "w", buffering=1)
for line in sys.stdin:
    program = json.loads(line)
    child = os.fork()
    if not child:
        for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
            os.dup2(os.open(program[name], os.O_RDWR), descriptor)
        os.chdir(program["folder"])
        os.environ.clear()
        os.environ.update(program["environment"])
        sys.stdin = open(0)
        sys.argv[:] = ["-c", *program["words"]]
        exec(program["script"], {"__name__": "__main__"})
        sys.exit()
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), file=answers)
"""
)
#: the script that does what `python -m sacrerouge` does
SACREROUGE = "import runpy; runpy.run_module('sacrerouge', run_name='__main__')"


class ForkServer:
    """Runs programs one after the other."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def run(
        self, script: str, *words: str, folder: Path, text: str = ""
    ) -> subprocess.CompletedProcess[str]:
        """Run a script as ``python -c script words`` does in a folder, with a text as its input."""
        assert self.process.stdin is not None and self.process.stdout is not None
        with tempfile.TemporaryDirectory() as name:
            files = {stream: Path(name, stream) for stream in ("stdin", "stdout", "stderr")}
            for path in files.values():
                path.write_text(text if path.name == "stdin" else "", "utf-8")
            program = {
                **{stream: str(path) for stream, path in files.items()},
                "script": script,
                "words": words,
                "folder": str(folder),
                "environment": dict(os.environ),
            }
            print(json.dumps(program), file=self.process.stdin, flush=True)
            status = int(self.process.stdout.readline())
            printed, error = (files[stream].read_text("utf-8") for stream in ("stdout", "stderr"))
        return subprocess.CompletedProcess([script, *words], status, printed, error)


@contextmanager
def start_fork_server() -> Iterator[ForkServer]:
    """Start a server, which the end of its input ends."""
    command = [sys.executable, "-c", SERVER]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        yield ForkServer(process)
