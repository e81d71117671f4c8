"""The embedded extractor: its parser, strange input, and the quality that the package states."""

import sys
from pathlib import Path

import pytest
from stu_quality import measure, read_released

from sacrerouge_litepyramid.extraction import trees
from sacrerouge_litepyramid.extraction.dependency import DependencyExtractor
from sacrerouge_litepyramid.extraction.trees import SHIPPED_MODEL, DependencyParser

pytest.importorskip("spacy", reason="the embedded extractor needs spaCy")


@pytest.fixture(scope="module")
def extractor() -> DependencyExtractor:
    return DependencyExtractor()


def texts(extractor: DependencyExtractor, reference: str | list[str]) -> list[str]:
    return [unit.text for unit in extractor.extract([reference])[0]]


def test_units_of_a_plain_sentence(extractor: DependencyExtractor) -> None:
    assert texts(
        extractor, "The storm killed three people on Monday and destroyed the old bridge."
    ) == [
        "The storm killed three people",
        "The storm killed on Monday",
        "The storm destroyed the old bridge",
    ]


def test_units_are_stus_of_the_first_reference_and_know_their_sentence(
    extractor: DependencyExtractor,
) -> None:
    units = extractor.extract([["He ate fish.", "", "She ran home."]])[0]
    assert [(unit.kind, unit.references, unit.sentence) for unit in units] == [
        ("stu", (0,), 0),
        ("stu", (0,), 2),
    ]


def test_the_same_text_gives_the_same_units_alone_and_among_others(
    extractor: DependencyExtractor,
) -> None:
    references = ["He ate fish.", "The king of France, who was bald, left.", "He ate fish."]
    together = extractor.extract(references)
    assert together == [extractor.extract([reference])[0] for reference in references]


@pytest.mark.parametrize(
    "reference",
    [
        "word",
        "😀 👍🏽 🇩🇪",
        "\" he said . ' \" ' (",
        "<t> He\tleft\nthe\r\nhouse </t>",
        "He \ud800 left \x00 the house",
        ". . . !",
    ],
)
def test_strange_text_gives_units(extractor: DependencyExtractor, reference: str) -> None:
    units = texts(extractor, reference)
    assert units
    assert all(unit == " ".join(unit.split()) for unit in units)


@pytest.mark.parametrize("reference", ["", " \n\t", "<t> </t>", [], ["", " "]])
def test_no_words_no_units(extractor: DependencyExtractor, reference: str | list[str]) -> None:
    assert texts(extractor, reference) == []


@pytest.mark.parametrize(
    "reference", ["Совет одобрил мост.", ["Der Rat hat", "die Brücke nicht genehmigt."]]
)
def test_another_language_is_refused(
    extractor: DependencyExtractor, reference: str | list[str]
) -> None:
    message = "'dependency' is for English, and the reference .* is not English; choose 'clauses'"
    with pytest.raises(ValueError, match=message):
        extractor.extract(["The bridge fell.", reference])


def test_identity_names_settings_and_parser(extractor: DependencyExtractor) -> None:
    identity = extractor.identity()
    assert identity["type"] == "dependency"
    assert identity["parser"] == DependencyParser(SHIPPED_MODEL).revision


def test_a_folder_without_a_pipeline_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(
        ValueError, match="not a spaCy pipeline; choose a folder that tools/parser/train.sh wrote"
    ):
        DependencyExtractor(model=str(tmp_path))


def test_a_missing_spacy_gives_the_pip_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    # Other tests have loaded the pipeline already.
    monkeypatch.setattr(trees, "_load_pipeline", trees._load_pipeline.__wrapped__)
    with pytest.raises(ImportError, match=r'pip install "sacrerouge-litepyramid\[extract\]"'):
        DependencyExtractor().extract(["He left."])


def test_the_parser_is_small() -> None:
    assert (
        sum(path.stat().st_size for path in SHIPPED_MODEL.rglob("*") if path.is_file()) < 10_000_000
    )


@pytest.mark.parametrize(
    ("name", "f1"),
    # Measured with `benchmarks/stu_quality.py`: .905, .774.
    [("PyrXSum", 0.90), ("REALSumm", 0.765)],
)
def test_nearness_to_the_released_units(
    extractor: DependencyExtractor, shared: Path, name: str, f1: float
) -> None:
    folder = shared / "data/lite-pyramid" / name
    references, released = read_released(folder / "references.txt", folder / "STUs.txt")
    quality = measure(extractor, references, released)
    assert quality["F"] >= f1
    assert abs(quality["units"] / quality["released_units"] - 1) <= 0.2


@pytest.mark.numbers
def test_quality_of_the_parser(shared: Path, tmp_path: Path) -> None:
    """Measured by tools/parser/train.sh: tags .945, LAS .836 on the whole test part."""
    path = shared / "data/treebank/ewt-test.conllu"
    from spacy.cli.convert import convert
    from spacy.cli.evaluate import evaluate

    convert(path, tmp_path, file_type="spacy", n_sents=1, converter="conllu")
    scores = evaluate(str(SHIPPED_MODEL), tmp_path / "ewt-test.spacy", gold_preproc=True)
    assert scores["tag_acc"] >= 0.93
    assert scores["dep_las"] >= 0.82
