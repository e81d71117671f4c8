"""The model cards are of the files that the package ships, have the usual sections, and name commands with figures."""

import json
import re
from pathlib import Path

import pytest

from helpers.support import ROOT
from sacrerouge_litepyramid.annotation import expected_agreement as expected
from sacrerouge_litepyramid.extraction import easiness, parser
from sacrerouge_litepyramid.io.files import sha256
from sacrerouge_litepyramid.judges import embedding, lexical
from sacrerouge_litepyramid.metrics.ffci import logistic

PACKAGE = ROOT / "sacrerouge_litepyramid"
CARDS = sorted((ROOT / "docs/model-cards").glob("*.md"))
#: those of Mitchell et al. (2019)
SECTIONS = [
    "Model details",
    "Intended use",
    "Factors",
    "Metrics",
    "Evaluation data",
    "Training data",
    "Quantitative analyses",
    "Ethical considerations",
    "Caveats and recommendations",
]
REVISIONS = {
    "lexical": lambda: lexical.LexicalWeights.load().revision,
    "embedding": lambda: embedding.EmbeddingWeights.load().revision,
    "parser": lambda: parser.DependencyParser().revision,
    "coherence": lambda: logistic.NextSentenceWeights.load(logistic.SHIPPED_WEIGHTS).revision,
    "easiness": lambda: easiness.load_regressor().identity()["revision"],
}


def read_card(name: str) -> str:
    return (ROOT / f"docs/model-cards/{name}.md").read_text("utf-8")


def list_digests(card: Path) -> dict[str, str]:
    rows = re.findall(r"^\| `([^`]+)` \|(?: `\w+` \|)? `([0-9a-f]{64})` \|$", card.read_text("utf-8"), re.MULTILINE)
    return dict(rows)


def list_fitted() -> set[str]:
    """The files of the package that were fitted to data or computed from them for plans."""
    weights = (lexical.LexicalWeights.shipped, embedding.EmbeddingWeights.shipped, logistic.SHIPPED, easiness.SHIPPED)
    pipeline = [path for path in parser.MODEL.rglob("*") if path.name in parser.MODEL_FILES]
    return {path.relative_to(PACKAGE).as_posix() for path in (*weights, *expected.SHIPPED, *pipeline)}


def test_every_fitted_file_has_a_card_with_its_digest():
    found = [item for card in CARDS for item in list_digests(card).items()]
    assert sorted(name for name, _ in found) == sorted(list_fitted())
    wrong = [name for name, digest in found if sha256((PACKAGE / name).read_bytes()) != digest]
    assert wrong == []


def test_every_large_json_file_is_known_to_be_fitted_or_not():
    """A new file of weights needs a card, or a place among those that were not fitted."""
    folders = ("cli/names", "sample", "corpora", "experiment", "reproduce", "extraction/parser_model")
    names = {path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.json")}
    assert {name for name in names if not name.startswith(folders)} <= list_fitted()


@pytest.mark.parametrize("name", REVISIONS)
def test_the_revision_of_a_card_is_that_of_its_model(name):
    assert f"`{REVISIONS[name]()}`" in read_card(name)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.stem)
def test_a_card_has_the_usual_sections_and_a_command_for_each_figure(card):
    text = card.read_text("utf-8")
    assert re.findall(r"^## (.+)$", text, flags=re.MULTILINE) == SECTIONS
    analyses = text.partition("## Quantitative analyses")[2].partition("\n## ")[0]
    tables = re.findall(r"(?:^\|.*\n)+", analyses, flags=re.MULTILINE)
    assert tables
    for table in tables:
        rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()]
        assert rows[0][-1] == "By" and all(row[-1] and len(row) == len(rows[0]) for row in rows)


@pytest.mark.parametrize("name", ["lexical", "embedding"])
def test_the_counts_of_a_card_are_those_in_the_weights(name):
    path = {"lexical": lexical.LexicalWeights.shipped, "embedding": embedding.EmbeddingWeights.shipped}[name]
    provenance = json.loads(path.read_text("utf-8"))["provenance"]
    text = read_card(name)
    counts = (provenance["summaries"], provenance["labels"], provenance["contrast"]["pairs"])
    assert all(f"{count:,}" in text for count in counts)
    ends = [f"{provenance['range'][end]:.2f}".lstrip("0") for end in ("floor", "ceiling")]
    assert all(end in text for end in ends)


def test_the_points_of_the_curves_are_those_in_the_files():
    text = read_card("annotation-curves")
    for path, name in zip(expected.SHIPPED, ("REALSumm", "PyrXSum"), strict=True):
        points = expected.read_curve(path, "regressor").points
        for point in (points[0], points[-1]):
            shown = [str(estimate).replace("0.", ".") for estimate in point.estimates]
            row = f"| {name}, {point.percentage:.0f}% | {shown[0]} | {shown[1]} |"
            assert row in text, row
