"""The model cards are of the files that the package ships."""

import re

import pytest

from helpers.support import ROOT
from sacrerouge_litepyramid.annotation import expected_agreement
from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.extraction import easiness, trees
from sacrerouge_litepyramid.judges import embedding, lexical
from sacrerouge_litepyramid.metrics.ffci import coherence

PACKAGE = ROOT / "sacrerouge_litepyramid"
CARDS = {card.stem: card.read_text("utf-8") for card in sorted((ROOT / "docs/model-cards").glob("*.md"))}
DIGESTS = re.findall(r"^\| `([^`]+)` \|(?: `\w+` \|)? `([0-9a-f]{64})` \|$", "\n".join(CARDS.values()), re.MULTILINE)
REVISIONS = {
    "lexical": lambda: lexical.LexicalWeights.load().revision,
    "embedding": lambda: embedding.EmbeddingWeights.load().revision,
    "parser": lambda: trees.DependencyParser().revision,
    "coherence": lambda: coherence.NextSentenceWeights.load().revision,
    "easiness": lambda: easiness.load_regressor().identity()["revision"],
}


def list_fitted() -> set[str]:
    """The files of the package that were fitted to data or computed from them for plans."""
    shipped = (
        lexical.LexicalWeights.shipped,
        embedding.EmbeddingWeights.shipped,
        coherence.NextSentenceWeights.shipped,
        easiness.SHIPPED,
    )
    pipeline = [path for path in trees.MODEL.rglob("*") if path.name in trees.MODEL_FILES]
    return {path.relative_to(PACKAGE).as_posix() for path in (*shipped, *expected_agreement.SHIPPED, *pipeline)}


def test_every_fitted_file_has_a_card_with_its_digest():
    assert sorted(name for name, _ in DIGESTS) == sorted(list_fitted())
    assert [name for name, digest in DIGESTS if sha256((PACKAGE / name).read_bytes()) != digest] == []


def test_every_large_json_file_is_known_to_be_fitted_or_not():
    """A new file of weights needs a card, or a place among those that were not fitted."""
    folders = ("cli/names", "sample", "corpora", "experiments/reproduce", "extraction/parser_model")
    names = {path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.json")}
    assert {name for name in names if not name.startswith(folders)} <= list_fitted()


@pytest.mark.parametrize("name", REVISIONS)
def test_the_revision_of_a_card_is_that_of_its_model(name):
    assert f"`{REVISIONS[name]()}`" in CARDS[name]
