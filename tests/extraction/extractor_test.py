"""Extractors from a name or JSON."""

from collections.abc import Sequence
from typing import Any

import pytest

from sacrerouge_litepyramid.core.texts import SPLITTER
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.clauses import ClauseExtractor
from sacrerouge_litepyramid.extraction.dependency import DependencyExtractor
from sacrerouge_litepyramid.extraction.extractor import (
    CoreferenceClusters,
    CoreferenceResolver,
    SemanticRoleLabeler,
    SentenceExtractor,
    build_extractor,
    extract_units,
    summary_line,
)
from sacrerouge_litepyramid.extraction.srl import SrlExtractor
from sacrerouge_litepyramid.extraction.stus import LabeledSentence
from sacrerouge_litepyramid.extraction.unit_files import CachedExtractor
from sacrerouge_litepyramid.registry import Registrable


class _Wordless(SemanticRoleLabeler):
    def label(self, sentences: Sequence[str]) -> list[LabeledSentence]:
        return [LabeledSentence((), ()) for _ in sentences]

    def identity(self) -> dict[str, Any]:
        return {"type": type(self).__name__}


class OnDevice(_Wordless):
    """Stands where AllenNLP's labeller is registered, so that building "srl" loads no model."""

    def __init__(self, device: str = "cpu") -> None:
        self.device = device


class ResolverOnDevice(CoreferenceResolver):
    """Stands where AllenNLP's resolver is registered."""

    def __init__(self, device: str = "cpu") -> None:
        self.device = device

    def resolve(self, texts: Sequence[str]) -> list[CoreferenceClusters]:
        return [CoreferenceClusters(tuple(text.split()), ()) for text in texts]

    def identity(self) -> dict[str, Any]:
        return {"type": "resolver"}


@SemanticRoleLabeler.register("anywhere")
class Anywhere(_Wordless):
    pass


@pytest.fixture(autouse=True)
def annotators(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(Registrable._registered[SemanticRoleLabeler], "allennlp", OnDevice)
    monkeypatch.setitem(Registrable._registered[CoreferenceResolver], "allennlp", ResolverOnDevice)


def test_names_and_json() -> None:
    assert isinstance(build_extractor("sentence"), SentenceExtractor)
    assert isinstance(build_extractor(), ClauseExtractor)
    extractor = build_extractor('{"type": "dependency", "coreference": true}')
    assert isinstance(extractor, DependencyExtractor) and extractor.coreference


def test_nested_extractors() -> None:
    extractor = build_extractor('{"type": "cached", "extractor": {"type": "sentence"}, "batch_size": 3}', device="cpu")
    assert isinstance(extractor, CachedExtractor)
    assert extractor.batch_size == 3
    assert extractor.identity() == SentenceExtractor().identity()


@pytest.mark.parametrize(
    ("description", "message"),
    [
        ("punkt", "the extractor 'punkt' is unknown; known: .*dependency, "),
        ('{"type": ', "not JSON .*; give a name, or an object"),
        ('{"type": "sentence", "depth": 3}', "the argument 'depth' is unknown"),
        ('{"type": "cached"}', "needs the argument 'extractor'"),
        ('{"type": "cached", "extractor": "sentence", "batch_size": 0}', "batch_size must be at least 1, not 0"),
    ],
)
def test_wrong_descriptions(description: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        build_extractor(description)


@pytest.mark.parametrize(
    ("description", "device", "expected"),
    [
        ("srl", None, "cpu"),
        ("srl", "cuda", "cuda"),
        ('{"type": "srl", "labeler": "allennlp"}', "cuda", "cuda"),
        ('{"type": "srl", "labeler": {"type": "allennlp", "device": "cuda:1"}}', "cuda", "cuda:1"),
        ('{"type": "cached", "extractor": {"type": "srl", "labeler": "allennlp"}}', "cuda", "cuda"),
    ],
)
def test_the_device_goes_to_annotators_that_name_none(description: str, device: str | None, expected: str) -> None:
    extractor = build_extractor(description, device)
    inner = extractor.extractor if isinstance(extractor, CachedExtractor) else extractor
    assert isinstance(inner, SrlExtractor) and isinstance(inner.labeler, OnDevice)
    assert inner.labeler.device == expected


def test_the_device_passes_by_annotators_that_take_none() -> None:
    extractor = build_extractor('{"type": "srl", "labeler": {"type": "anywhere"}}', "cuda")
    assert isinstance(extractor, SrlExtractor) and isinstance(extractor.labeler, Anywhere)


@pytest.mark.parametrize("coreference", ['"allennlp"', '{"type": "allennlp"}'])
def test_a_resolver_is_built_too(coreference: str) -> None:
    extractor = build_extractor(f'{{"type": "srl", "coreference": {coreference}}}', "cuda")
    assert isinstance(extractor, SrlExtractor) and isinstance(extractor.coreference, ResolverOnDevice)
    assert extractor.coreference.device == "cuda"


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
        "3 references, 3 sentences, 3 units (1.00 per reference); 3 STUs are whole sentences"
    )


def test_nothing_to_extract() -> None:
    extraction = extract_units(SentenceExtractor(), {})
    assert extraction.units == {}
    assert summary_line(extraction).startswith("0 references, 0 sentences, 0 units (0.00 per reference)")


def test_each_sentence_is_a_unit() -> None:
    extractor = SentenceExtractor()
    assert extractor.extract(["<t> He left . </t> <t> She stayed . </t>", ["One", "", "Three"], ""]) == [
        [Unit("He left .", kind="stu", sentence=0), Unit("She stayed .", kind="stu", sentence=1)],
        [Unit("One", kind="stu", sentence=0), Unit("Three", kind="stu", sentence=2)],
        [],
    ]
    assert extractor.identity() == {"type": "sentence", "splitter": SPLITTER}
