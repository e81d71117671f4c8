"""Whether an interpreter has AllenNLP: found out without importing it, before an archive is downloaded."""

import json
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec

from sacrerouge_litepyramid.extraction.allennlp.worker import INSTALL

PACKAGES = ("allennlp", "allennlp_models")
#: prints those arguments that are not modules; like a worker it ignores the working directory
SCRIPT = (
    "import importlib.util, json, sys; "
    "sys.path[:] = [path for path in sys.path if path]; "
    "print(json.dumps([name for name in sys.argv[1:] if importlib.util.find_spec(name) is None]))"
)
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
            f"interpreter: {interpreter!r} does not answer as Python 3 does; give the path of another, or leave it out"
        ) from error
    return missing
