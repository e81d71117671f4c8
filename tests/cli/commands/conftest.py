"""What tests of several commands start from."""

from pathlib import Path

import pytest

from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.verdict.demo import make_files


@pytest.fixture(scope="session")
def demo_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's sample and scores, to be read and not changed."""
    folder = tmp_path_factory.mktemp("demo")
    make_files(folder)
    return folder


@pytest.fixture(scope="session")
def evidence(demo_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The demo's evidence of lite2pyramid alone."""
    path = tmp_path_factory.mktemp("evidence") / "lite2pyramid.jsonl"
    write_lines(
        path,
        (
            line
            for line in read_lines(demo_folder / "evidence.jsonl")
            if line["metric"] == "lite2pyramid"
        ),
    )
    return str(path)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
