"""The folder in which the documentation's commands run."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.build_once import BuildOnce
from helpers.page_examples import list_examples
from helpers.support import ROOT


@pytest.fixture(scope="module")
def models(build_once: BuildOnce) -> Path:
    from helpers import doc_folder

    return build_once("documentation", doc_folder.save_models)


@pytest.fixture
def folder(models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The working directory, laid out as the pages take for granted."""
    from helpers import doc_folder, doc_releases

    monkeypatch.setenv("LITEPYRAMID_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, (ROOT, *sys.path))))
    own = tmp_path / "work"
    own.mkdir()
    doc_folder.prepare(own, models)
    (first, *_) = (each for each in list_examples(ROOT / "docs/extending.md") if each.language == "python")
    (own / "my_models.py").write_text(first.text, "utf-8")
    doc_releases.know_lite_pyramid(tmp_path / "released", monkeypatch)
    doc_releases.know_ffci(own / "ffci-data.tar.gz", monkeypatch)
    doc_releases.know_realsumm_scores(own / "DIR", monkeypatch)
    doc_releases.know_tac(own, monkeypatch)
    monkeypatch.chdir(own)
    yield own
    # A command that started Ray leaves it to its process, which goes on here.
    import ray

    ray.shutdown()
