"""A model behind transformers' own server, on this machine."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

#: seconds until a server answers
PATIENCE = 180


@contextmanager
def serve_model(folder: Path) -> Iterator[str]:
    """Run `transformers serve` on a free port in the block, and give its address.

    Its log is in ``folder``.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program = (
        "import sys; from transformers.cli.transformers import main; sys.argv[0] = "
        "'transformers'; main()"
    )
    options = ["serve", str(folder), "--host", "127.0.0.1", "--port", str(port), "--device", "cpu"]
    with (folder / "server.log").open("w") as log:
        server = subprocess.Popen([sys.executable, "-c", program, *options], stdout=log, stderr=log)
        try:
            _wait(server, f"http://127.0.0.1:{port}/health")
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            server.kill()
            server.wait()


def _wait(server: subprocess.Popen, address: str) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        try:
            with urlopen(address, timeout=5):
                return
        except (URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError(f"the server did not start: {address}")
