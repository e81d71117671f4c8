"""What a worker needs before it starts: an interpreter that has AllenNLP, and a safe model archive."""

import json
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.extraction.allennlp.worker import INSTALL
from sacrerouge_litepyramid.io.downloads import check_members, download_whole
from sacrerouge_litepyramid.io.files import check_writable, hash_file
from sacrerouge_litepyramid.io.locks import hold_file
from sacrerouge_litepyramid.io.store import cache_folder

PACKAGES = ("allennlp", "allennlp_models")
#: prints those arguments that are not modules; like a worker it ignores the working directory
SCRIPT = (
    "import importlib.util, json, sys; "
    "sys.path[:] = [path for path in sys.path if path]; "
    "print(json.dumps([name for name in sys.argv[1:] if importlib.util.find_spec(name) is None]))"
)
#: the variable of the environment that names the Python of the worker, by default the one that runs this
INTERPRETER = "LITEPYRAMID_ALLENNLP_PYTHON"
#: seconds in which an interpreter answers; it takes a fraction of one
TIMEOUT_S = 60


def check_installed(interpreter: str, environment: Mapping[str, str]) -> None:
    """Raise ImportError naming the interpreter and how to install AllenNLP, where it lacks AllenNLP.

    ``interpreter``: the path of a Python, started in the environment unless it is the one that runs this. Raises
    ValueError where it does not answer as a Python does.
    """
    missing = _missing_here() if interpreter == sys.executable else _missing_in(interpreter, environment)
    if missing:
        raise ImportError(f"No module named {missing[0]!r}; {interpreter} needs AllenNLP: {INSTALL}")


def _missing_here() -> list[str]:
    return [name for name in PACKAGES if find_spec(name) is None]


def _missing_in(interpreter: str, environment: Mapping[str, str]) -> list[str]:
    """The packages that another interpreter lacks; lines that its start-up scripts print are passed over."""
    command = [interpreter, "-c", SCRIPT, *PACKAGES]
    try:
        done = subprocess.run(
            command, env=dict(environment), stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT_S
        )
        missing: list[str] = json.loads(done.stdout.splitlines()[-1])
    except (OSError, subprocess.TimeoutExpired, IndexError, ValueError) as error:
        raise ValueError(
            f"${INTERPRETER}: {interpreter!r} does not answer as Python 3 does; give another path, or leave it out"
        ) from error
    return missing


def local_archive(archive: str, checksum: str | None = None) -> Path:
    """Return the file of an archive given as a path or a URL; a URL that is not in the cache is downloaded.

    ``checksum``: the expected SHA-256, in hexadecimal, which a URL needs. Raises ValueError naming the archive when it
    is missing, cannot be downloaded, has another checksum than expected, or has unsafe members.
    """
    if archive.lower().startswith("https://"):
        if checksum is None:
            raise ValueError(
                f"archive: {archive:.200} needs a checksum, the SHA-256 of a copy that you trust (docs/extraction.md)"
            )
        path = fetch_url(archive, checksum)
    else:
        path = Path(archive).expanduser().resolve()
        if not path.is_file():
            raise ValueError(f"archive: no file {archive!r}; give the path or the URL of an AllenNLP model.tar.gz")
        if checksum is not None:
            _check_digest(path, checksum)
    check_members(path)
    return path


def fetch_url(url: str, checksum: str) -> Path:
    """Return the cached file of a URL, whose checksum is compared at every use; one process at a time downloads it."""
    path = cache_folder() / f"{sha256(url.encode())[:16]}-{PurePosixPath(urlsplit(url).path).name}"
    check_writable(path)
    with hold_file(path.with_name(path.name + ".lock"), waits=True):
        if path.exists():
            _check_digest(path, checksum)
        else:
            with download_whole(url, path) as part:
                _check_digest(part, checksum)
    return path


def _check_digest(path: Path, checksum: str) -> None:
    found = hash_file(path)
    if found != checksum.lower():
        raise ValueError(f"archive: {path} has the SHA-256 {found}, not the expected {checksum}; remove or replace it")
