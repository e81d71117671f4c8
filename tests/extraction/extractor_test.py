"""Extractors from a name or JSON."""

import pytest

from sacrerouge_litepyramid.core.texts import SPLITTER
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.clauses import ClauseExtractor
from sacrerouge_litepyramid.extraction.dependency import DependencyExtractor
from sacrerouge_litepyramid.extraction.extractor import (
    SentenceExtractor,
    UnitExtractor,
    describe_extraction,
    extract_units,
)
from sacrerouge_litepyramid.extraction.unit_files import CachedExtractor
from sacrerouge_litepyramid.registry import build


def test_names_and_json() -> None:
    assert isinstance(build(UnitExtractor, "sentence"), SentenceExtractor)
    assert isinstance(build(UnitExtractor), ClauseExtractor)
    assert isinstance(build(UnitExtractor, '{"type": "dependency"}'), DependencyExtractor)


def test_nested_extractors() -> None:
    extractor = build(
        UnitExtractor, '{"type": "cached", "extractor": {"type": "sentence"}, "batch_size": 3}'
    )
    assert isinstance(extractor, CachedExtractor)
    assert extractor.batch_size == 3
    assert extractor.identity() == SentenceExtractor().identity()


@pytest.mark.parametrize(
    ("description", "message"),
    [
        ("punkt", "the extractor 'punkt' is unknown; known: .*dependency, "),
        ('{"type": ', "not JSON .*; pass a name or a JSON object"),
        ('{"type": "sentence", "depth": 3}', "the argument 'depth' is unknown"),
        ('{"type": "cached"}', "needs the argument 'extractor'"),
        (
            '{"type": "cached", "extractor": "sentence", "batch_size": 0}',
            "batch_size must be at least 1, not 0",
        ),
    ],
)
def test_wrong_descriptions(description: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        build(UnitExtractor, description)


def test_units_of_all_references_with_their_places() -> None:
    extraction = extract_units(
        SentenceExtractor(), {"a": ["He left. She stayed.", "They met."], "b": ["They met."]}
    )
    units = {
        name: [(unit.text, unit.references, unit.sentence) for unit in own]
        for name, own in extraction.units.items()
    }
    assert units == {
        "a": [("He left.", (0,), 0), ("She stayed.", (0,), 1), ("They met.", (1,), 0)],
        "b": [("They met.", (0,), 0)],
    }


def test_counts_are_of_distinct_references() -> None:
    references = {"a": ["He left. She stayed.", "They met."], "b": ["They met.", ""]}
    extraction = extract_units(SentenceExtractor(), references)
    assert (
        describe_extraction(extraction) == "3 references, 3 sentences, 3 units (1.00 per reference)"
    )


def test_each_sentence_is_a_unit() -> None:
    extractor = SentenceExtractor()
    assert extractor.extract(
        ["<t> He left . </t> <t> She stayed . </t>", ["One", "", "Three"], ""]
    ) == [
        [Unit("He left .", kind="stu", sentence=0), Unit("She stayed .", kind="stu", sentence=1)],
        [Unit("One", kind="stu", sentence=0), Unit("Three", kind="stu", sentence=2)],
        [],
    ]
    assert extractor.identity() == {"type": "sentence", "splitter": SPLITTER}
