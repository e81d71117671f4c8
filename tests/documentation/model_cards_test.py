"""The model cards are of the files that the package ships."""

import re

import pytest

from helpers.support import ROOT
from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.extraction import easiness, trees
from sacrerouge_litepyramid.judges import embedding, lexical
from sacrerouge_litepyramid.metrics.ffci import coherence

PACKAGE = ROOT / "sacrerouge_litepyramid"
#: of each file in the page's last table: its revision and its digest
FILES = {
    name: (revision, digest)
    for name, revision, digest in re.findall(
        r"^\| `([^`]+)` \| (?:`(\w+)` )?\| `([0-9a-f]{64})` \|$",
        (ROOT / "docs/train-a-judge.md").read_text("utf-8"),
        re.MULTILINE,
    )
}
REVISIONS = {
    "judges/lexical_weights.json": lambda: lexical.LexicalWeights.load().revision,
    "judges/embedding_weights.json": lambda: embedding.EmbeddingWeights.load().revision,
    "extraction/parser_model/parser/model": lambda: trees.DependencyParser().revision,
    "metrics/ffci/logistic_weights.json": lambda: coherence.NextSentenceWeights.load().revision,
    "extraction/easiness_regressor.json": lambda: easiness.load_regressor().identity()["revision"],
}


def list_fitted() -> set[str]:
    """The files of the package that were fitted to data."""
    shipped = (
        lexical.LexicalWeights.shipped,
        embedding.EmbeddingWeights.shipped,
        coherence.NextSentenceWeights.shipped,
        easiness.SHIPPED_REGRESSOR,
    )
    pipeline = [path for path in trees.SHIPPED_MODEL.rglob("*") if path.name in trees.MODEL_FILES]
    return {path.relative_to(PACKAGE).as_posix() for path in (*shipped, *pipeline)}


def test_every_fitted_file_has_a_card_with_its_digest():
    assert sorted(FILES) == sorted(list_fitted())
    assert [
        name
        for name, (_, digest) in FILES.items()
        if sha256((PACKAGE / name).read_bytes()) != digest
    ] == []


def test_every_large_json_file_is_known_to_be_fitted_or_not():
    """A new file of weights needs a card, or a place among those that were not fitted."""
    folders = (
        "annotation/words",
        "cli/names",
        "sample",
        "corpora",
        "experiments/published",
        "experiments/reproduce",
        "extraction/parser_model",
        "report/words",
    )
    names = {path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.json")}
    assert {name for name in names if not name.startswith(tuple(folders))} <= list_fitted()


@pytest.mark.parametrize("name", REVISIONS)
def test_the_revision_of_a_file_is_that_of_its_model(name):
    assert FILES[name][0] == REVISIONS[name]()
