"""The AllenNLP annotators over real, miniature archives, all the way through the worker and the library."""

import json
import math
import os
import signal
import sys
import tarfile
import threading
import time
from pathlib import Path
from typing import Any

import miniature
import pytest
from conftest import run_miniature

from sacrerouge_litepyramid.core.coreference import Document
from sacrerouge_litepyramid.core.stus import Frame, LabeledSentence
from sacrerouge_litepyramid.extraction.allennlp import (
    AllenNlpConstituencyParser,
    AllenNlpCoreferenceResolver,
    AllenNlpSemanticRoleLabeler,
)
from sacrerouge_litepyramid.extraction.worker_client import WorkerError

CLASSES = {
    "srl": AllenNlpSemanticRoleLabeler,
    "coref": AllenNlpCoreferenceResolver,
    "constituency": AllenNlpConstituencyParser,
}
SENTENCES = [
    "The cat chased a mouse.",
    "A dog was barking.",
    "The queen is glad and she slept then.",
    "A garden.",
    "The man buried the bone in the unheard-of Garden.",
]
TEXTS = {
    "srl": SENTENCES,
    "coref": [
        "The cat slept. It saw a mouse.",
        "The king found a bone. He buried it. A queen saw the garden. She was glad.",
        "She slept.",
        "Nobody",
    ],
    "constituency": SENTENCES,
}


def make(task: str, folder: Path, **options: Any) -> Any:
    settings = {
        "archive": str(folder / f"{task}.tar.gz"),
        "language": str(folder / miniature.pipeline()),
        "overrides": miniature.overrides(task, folder),
        **options,
    }
    return CLASSES[task](**settings)


def annotate(annotator: Any, texts: list[str]) -> list[Any]:
    method = {"srl": "label", "coref": "resolve", "constituency": "parse"}[annotator.task]
    return getattr(annotator, method)(texts)


def from_library(task: str, answers: list[Any]) -> list[Any]:
    """The library's own answers in our types."""
    if task == "srl":
        return [
            LabeledSentence(tuple(words), tuple(Frame(verb["verb"], tuple(verb["tags"])) for verb in verbs))
            for words, verbs in answers
        ]
    if task == "coref":
        return [
            Document(tuple(tokens), tuple(tuple((start, end) for start, end in cluster) for cluster in clusters))
            for tokens, clusters in answers
        ]
    return [tree for (tree,) in answers]


@pytest.fixture(scope="session")
def library(folder: Path) -> dict[str, Any]:
    """The library's own answers and scores in this interpreter, text by text; it fails on "Nobody"."""
    texts = {**TEXTS, "coref": TEXTS["coref"][:-1]}
    return json.loads(run_miniature(sys.executable, "predict", folder, texts))


@pytest.mark.parametrize("batch_size", [1, 3])
@pytest.mark.parametrize("task", CLASSES)
def test_answers_are_the_librarys_own(task: str, batch_size: int, folder: Path, library: dict[str, Any]) -> None:
    expected = from_library(task, library[task][0])
    if task == "coref":
        expected.append(Document(("Nobody",), ()))
    assert annotate(make(task, folder, batch_size=batch_size), TEXTS[task]) == expected


@pytest.mark.parametrize("task", CLASSES)
def test_another_interpreter_answers_alike(task: str, folder: Path, other_python: str, tmp_path: Path) -> None:
    (language,) = [path for path in folder.glob("en_mini-*") if path.name != miniature.pipeline()]
    other = make(task, folder, interpreter=other_python, language=str(language))
    assert annotate(other, TEXTS[task]) == annotate(make(task, folder), TEXTS[task])


def test_scores_equal_those_of_the_librarys_own_pins(folder: Path, other_python: str, library: dict[str, Any]) -> None:
    texts = {**TEXTS, "coref": TEXTS["coref"][:-1]}
    pinned = json.loads(run_miniature(other_python, "predict", folder, texts))
    for task in CLASSES:
        assert library[task][0] == pinned[task][0]
        for ours, theirs in zip(library[task][1], pinned[task][1], strict=True):
            assert len(ours) == len(theirs) > 0
            assert all(math.isclose(a, b, rel_tol=1e-6, abs_tol=1e-6) for a, b in zip(ours, theirs, strict=True))


def test_roles_are_found_auxiliaries_too(folder: Path) -> None:
    (sentence,) = make("srl", folder).label(["A dog was barking."])
    assert sentence.words == ("A", "dog", "was", "barking", ".")
    assert sentence.frames == (
        Frame("was", ("O", "O", "B-V", "O", "O")),
        Frame("barking", ("B-ARG0", "I-ARG0", "O", "B-V", "O")),
    )


def test_coreference_finds_a_cluster(folder: Path) -> None:
    (document,) = make("coref", folder).resolve(["The cat slept. It saw a mouse."])
    assert document.clusters == (((0, 1), (4, 4)),)


def test_a_tree_is_parsed_whatever_came_before(folder: Path) -> None:
    parser = make("constituency", folder, batch_size=1)
    tree = "(S (NP (PRP She)) (VP (VBD slept)) (. .))"
    assert parser.parse(["She slept."] * 3) == [tree] * 3


@pytest.mark.parametrize("task", CLASSES)
def test_texts_without_words_are_not_asked(task: str, folder: Path) -> None:
    empty = {"srl": LabeledSentence((), ()), "coref": Document((), ()), "constituency": ""}[task]
    annotator = make(task, folder)
    assert annotate(annotator, []) == []
    assert annotate(annotator, ["", " \n"]) == [empty, empty]
    assert annotator.worker.pid is None
    assert annotate(annotator, ["", "She slept.", " "])[::2] == [empty, empty]


def test_killing_the_worker_loses_and_repeats_nothing(folder: Path) -> None:
    labeler = make("srl", folder, batch_size=1)
    texts = SENTENCES * 60
    expected = labeler.label(SENTENCES) * 60
    first = labeler.worker.pid
    killer = threading.Timer(0.2, os.kill, [first, signal.SIGKILL])
    killer.start()
    answers = labeler.label(texts)
    killer.join()
    assert labeler.worker.pid != first
    assert answers == expected


def test_a_worker_killed_while_it_loads_is_replaced(folder: Path) -> None:
    labeler = make("srl", folder)
    killed = []

    def kill() -> None:
        while labeler.worker.pid is None:
            time.sleep(0.01)
        killed.append(labeler.worker.pid)
        os.kill(killed[0], signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    assert len(labeler.label(SENTENCES)) == len(SENTENCES)
    killer.join()
    assert labeler.worker.pid not in killed


def test_a_spacy_pipeline_must_exist_and_serve(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(WorkerError, match="no spaCy pipeline 'en_nowhere'.*-m spacy download en_nowhere"):
        make("srl", folder, language="en_nowhere").label(["She slept."])
    import spacy

    spacy.blank("en").to_disk(tmp_path / "en_blank")
    for task, message in (("srl", "gives no pos_"), ("coref", "finds no sentences"), ("constituency", "gives no tag_")):
        with pytest.raises(WorkerError, match=rf"{task}.tar.gz.*language: .*{message}"):
            annotate(make(task, folder, language=str(tmp_path / "en_blank")), ["She slept."])


def test_the_librarys_errors_name_the_archive_and_the_text(folder: Path) -> None:
    with pytest.raises(WorkerError, match=r"srl.tar.gz: ValueError: overrides dict contains unused keys.*nothing"):
        make("srl", folder, overrides={"nothing": 1}).label(["She slept."])
    labeler = make("srl", folder)
    with pytest.raises(WorkerError, match=r"srl.tar.gz \(the batch of 1 begins with 'saw saw .*IndexError|Runtime"):
        labeler.label(["saw " * 100])
    assert len(labeler.label(["She slept."])[0].frames) == 1


def test_an_archive_must_hold_a_model(folder: Path, tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "model.tar.gz", "w:gz") as archive:
        archive.add(__file__, "notes.txt")
    with pytest.raises(WorkerError, match=r"model.tar.gz: .*config.json"):
        make("srl", folder, archive=str(tmp_path / "model.tar.gz")).label(["She slept."])


def test_equal_identities_stand_for_the_same_archive(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "coref.tar.gz").write_bytes((folder / "coref.tar.gz").read_bytes())
    there = make("coref", folder).identity()
    here = make("coref", folder, archive=str(tmp_path / "coref.tar.gz"), batch_size=2, timeout_s=5.0).identity()
    assert here == there
    assert here["type"] == "allennlp" and here["task"] == "coref" and len(here["sha256"]) == 64
    assert make("coref", folder, language="en_core_web_sm").identity() != there
