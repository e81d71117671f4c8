"""What tests of several commands start from."""

from pathlib import Path

import pytest

from sacrerouge_litepyramid.cli.commands.demo import make_files


@pytest.fixture(scope="session")
def demo_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's sample and scores, to be read and not changed."""
    folder = tmp_path_factory.mktemp("demo")
    make_files(folder)
    return folder


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
