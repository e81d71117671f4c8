"""ROUGE-1 of best matches, on units small enough for the hand."""

from pathlib import Path

import pytest

from sacrerouge_litepyramid.core.rouge import rouge1_f1
from sacrerouge_litepyramid.experiments.extraction import measure_extraction, read_line_units
from sacrerouge_litepyramid.extraction.extractor import SentenceExtractor


@pytest.mark.parametrize(
    ("candidate", "reference", "f1"),
    [
        ("the cats ran", "The cat ran!", 1.0),
        ("the cat", "the dog", 0.5),
        ("the the cat", "the cat", 0.8),
        ("a", "b", 0.0),
        ("", "b", 0.0),
        ("!", "?", 0.0),
    ],
)
def test_rouge1_counts_stems(candidate: str, reference: str, f1: float) -> None:
    assert rouge1_f1(candidate, reference) == pytest.approx(f1)


def test_best_matches_in_both_directions() -> None:
    quality = measure_extraction(SentenceExtractor(), ["the cat. The dog."], [["the cat .", "a b"]])
    assert quality.units == quality.released_units == 2
    assert quality.precision == pytest.approx((1 + 0.5) / 2)
    assert quality.recall == pytest.approx(1 / 2)
    assert quality.f1 == pytest.approx((0.75 + 0.5) / 2)
    assert quality.exact == 0


def test_references_without_units_count_as_nothing_found() -> None:
    quality = measure_extraction(SentenceExtractor(), ["", "Go ."], [["Go ."], ["Go ."]])
    assert (quality.references, quality.precision, quality.recall, quality.exact) == (2, 0.5, 0.5, 0.5)


def test_released_files(tmp_path: Path) -> None:
    (tmp_path / "references.txt").write_text("One.\nTwo.\n", encoding="utf-8")
    (tmp_path / "STUs.txt").write_text("a b\tc \t\nd\n", encoding="utf-8")
    references, stus = read_line_units(tmp_path / "references.txt", tmp_path / "STUs.txt")
    assert references == ["One.", "Two."]
    assert stus == [["a b", "c "], ["d"]]
    (tmp_path / "references.txt").write_text("A line\u2028separator.\nTwo\x0b.", encoding="utf-8")
    assert read_line_units(tmp_path / "references.txt", tmp_path / "STUs.txt")[0] == [
        "A line\u2028separator.",
        "Two\x0b.",
    ]
    with pytest.raises(ValueError, match="1 references but 2 lines of released units"):
        measure_extraction(SentenceExtractor(), references[:1], stus)
