"""Miniature encoders, saved once a session."""

from pathlib import Path

import pytest

from helpers.build_once import BuildOnce
from helpers.encoder_models import MODELS


@pytest.fixture(scope="session")
def folders(build_once: BuildOnce) -> dict[str, Path]:
    root = build_once(
        "encoders", lambda root: [save(root / name) for name, (save, _) in MODELS.items()]
    )
    return {name: root / name for name in MODELS}
