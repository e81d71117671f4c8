"""What `make dist` has built.

$LITEPYRAMID_DIST names the folder, and without it these tests are skipped.
"""

import os
from pathlib import Path

import pytest


def _only(pattern: str) -> Path:
    folder = os.environ.get("LITEPYRAMID_DIST")
    if not folder:
        pytest.skip("LITEPYRAMID_DIST is not set (make test-dist)")
    (found,) = Path(folder).resolve().glob(pattern)
    return found


@pytest.fixture(scope="session")
def wheel() -> Path:
    """The wheel that was built from the sdist."""
    return _only("*.whl")


@pytest.fixture(scope="session")
def direct_wheel() -> Path:
    """The wheel that was built from the files themselves."""
    return _only("direct/*.whl")


@pytest.fixture(scope="session")
def sdist() -> Path:
    return _only("*.tar.gz")
