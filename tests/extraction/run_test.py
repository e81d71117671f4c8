"""Whole data sets: places of references, and the closing count."""

from sacrerouge_litepyramid.extraction.extractor import SentenceExtractor, extract_units, summary_line


def test_units_of_all_references_with_their_places() -> None:
    extraction = extract_units(SentenceExtractor(), {"a": ["He left. She stayed.", "They met."], "b": ["They met."]})
    units = {
        name: [(unit.text, unit.references, unit.sentence) for unit in own] for name, own in extraction.units.items()
    }
    assert units == {
        "a": [("He left.", (0,), 0), ("She stayed.", (0,), 1), ("They met.", (1,), 0)],
        "b": [("They met.", (0,), 0)],
    }


def test_counts_are_of_distinct_references() -> None:
    references = {"a": ["He left. She stayed.", "They met."], "b": ["They met.", ""]}
    extraction = extract_units(SentenceExtractor(), references)
    assert summary_line(extraction) == (
        "3 references, 3 sentences, 3 STUs (1.00 per reference); 3 sentences fell back to themselves"
    )


def test_nothing_to_extract() -> None:
    extraction = extract_units(SentenceExtractor(), {})
    assert extraction.units == {}
    assert summary_line(extraction).startswith("0 references, 0 sentences, 0 STUs (0.00 per reference)")
