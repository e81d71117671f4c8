"""What several tests share: the shared data folder, a small data set written to files, and what is
built once.
"""

import contextlib
import gc
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

# The workers of one run share the cores; torch and BLAS read this when they are imported.
os.environ.setdefault("OMP_NUM_THREADS", "1")
# Workers of xdist have a terminal of 80 columns, a single process has that of whoever runs it.
os.environ["COLUMNS"] = "100"

import pytest
import tqdm

from helpers import fakes  # noqa: F401  (registers the fake judges)
from helpers.build_once import BuildOnce, build_folder
from helpers.forked import ForkServer, start_fork_server
from helpers.support import ROOT, skip_without, write_lines
from sacrerouge_litepyramid.corpora.litepyramid import Corpus, setup

# Nothing that is imported and collected becomes garbage: looking through it again and again takes a
# tenth of the time.
gc.disable()

# By default tqdm's lock is shared with forked processes: one that is killed while it holds the lock
# blocks all others.
tqdm.tqdm.set_lock(threading.RLock())

# How long an example takes depends on what else the machine does. `make test-dist` has no
# hypothesis, and needs none.
with contextlib.suppress(ImportError):
    import hypothesis

    hypothesis.settings.register_profile("no-deadline", deadline=None)
    hypothesis.settings.load_profile("no-deadline")


def pytest_collection_finish() -> None:
    """Leave the modules and the collected tests out of the garbage collections to come, which
    accelerate asks for.
    """
    gc.freeze()
    # The defaults (700, 10, 10) look through all that is imported later, too: a tenth of the time.
    gc.set_threshold(50_000, 20, 100)
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def own_cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what tests and their processes cache out of the user's folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LITEPYRAMID_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared data; tests that need it skip where it is absent, but fail under
    ``make test-numbers``.
    """
    folder = Path(os.environ.get("LITEPYRAMID_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        skip_without(f"shared data at {folder}; set LITEPYRAMID_SHARED", "numbers")
    return folder


@pytest.fixture(scope="session")
def build_once(tmp_path_factory: pytest.TempPathFactory) -> BuildOnce:
    """Return a function of a name and of what fills a folder: the folder, filled once for all
    workers, to be read.
    """
    session = tmp_path_factory.getbasetemp()
    # A worker of pytest-xdist has a folder of its own in the folder of the session.
    shared_folder = session.parent if os.environ.get("PYTEST_XDIST_WORKER") else session
    return lambda name, build: build_folder(shared_folder / "built" / name, build)


@pytest.fixture(scope="session")
def fork_server(own_cache_folder: None) -> Iterator[ForkServer]:
    """Return what runs programs in processes of their own, of which none imports SacreROUGE
    again.
    """
    with start_fork_server() as server:
        yield server


@pytest.fixture(scope="session")
def released_corpus(shared: Path, build_once: BuildOnce) -> Callable[[Corpus], Path]:
    """Return a function of a released corpus: its folder in our formats, to be read and not
    changed.
    """

    def folder(corpus: Corpus) -> Path:
        return build_once(
            corpus.name,
            lambda target: setup(corpus, target, shared / "data/lite-pyramid" / corpus.name),
        )

    return folder


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Two instances and two systems: summaries.jsonl, scus.jsonl, labels.jsonl."""
    folder = tmp_path / "data"
    folder.mkdir()
    summaries = {
        ("a", "good"): "the cat sat on the mat",
        ("a", "poor"): "dogs bark",
        ("b", "good"): "rain fell in the north",
        ("b", "poor"): "",
    }
    units = {
        "a": [{"text": "cat sat"}, {"text": "mat", "weight": 3}],
        "b": [{"text": "rain fell"}, {"text": "north"}, {"text": "south"}],
    }
    labels = {
        ("a", "good"): [1, 1],
        ("a", "poor"): [0, 0],
        ("b", "good"): [1, 1, 0],
        ("b", "poor"): [0, 0, 0],
    }
    write_lines(
        folder / "summaries.jsonl",
        [
            {
                "instance_id": instance,
                "summarizer_id": system,
                "summarizer_type": "peer",
                "summary": {"text": text},
                "references": [{"text": "reference of " + instance}],
            }
            for (instance, system), text in summaries.items()
        ],
    )
    write_lines(
        folder / "scus.jsonl",
        [{"instance_id": name, "units": value} for name, value in units.items()],
    )
    write_lines(
        folder / "labels.jsonl",
        [
            {"instance_id": key[0], "summarizer_id": key[1], "labels": value}
            for key, value in labels.items()
        ],
    )
    return folder
