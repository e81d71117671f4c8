"""Files of a made-up track, as SacreROUGE converts them and as the command writes them."""

import nltk
import pytest

from helpers.made_up_tac import (
    write_nist_files,
    write_punkt,
)
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.corpora.tac import EVALUATIONS


@pytest.fixture(scope="module")
def punkt(tmp_path_factory):
    """The sentence splitter that SacreROUGE's converters need of nltk."""
    folder = tmp_path_factory.mktemp("nltk")
    write_punkt(folder)
    nltk.data.path.insert(0, str(folder))
    yield
    nltk.data.path.remove(str(folder))


@pytest.fixture(scope="module")
def converted(punkt, tmp_path_factory):
    """What SacreROUGE's setup-dataset makes of the made-up files of both years, by year."""
    root = tmp_path_factory.mktemp("tac")
    for year in EVALUATIONS:
        write_nist_files(root / "nist", year)
        assert main(["setup-dataset", f"tac{year}", str(root / "nist"), str(root / str(year))]) == 0
    return {year: root / str(year) for year in EVALUATIONS}


@pytest.fixture(scope="module")
def plugin_files(converted, tmp_path_factory):
    """Both sets of 2008, written by the command."""
    output = tmp_path_factory.mktemp("plugin")
    words = ["setup-dataset", "litepyramid-tac", str(converted[2008]), str(output)]
    assert main(words) == 0
    return output


@pytest.fixture
def copy(converted, tmp_path):
    """SacreROUGE's files of both sets of 2008, to be changed."""
    for path in converted[2008].glob("task1.A-B.*.jsonl"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    return tmp_path
