"""The AllenNLP models over real, miniature archives, all the way through the worker and the
library.
"""

import json
import os
import signal
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest

from helpers import miniature_archives
from sacrerouge_litepyramid.extraction.allennlp.models import (
    AllenNlpConstituencyParser,
    AllenNlpCoreferenceResolver,
    AllenNlpSemanticRoleLabeler,
)
from sacrerouge_litepyramid.extraction.allennlp.worker_client import WorkerError
from sacrerouge_litepyramid.extraction.extractor import CoreferenceClusters
from sacrerouge_litepyramid.extraction.stus import Frame, LabeledSentence

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
        "language": str(folder / miniature_archives.PIPELINE),
        "overrides": miniature_archives.overrides(task, folder),
        **options,
    }
    return CLASSES[task](**settings)


def ask(model: Any, texts: list[str]) -> list[Any]:
    method = {"srl": "label", "coref": "resolve", "constituency": "parse"}[model.task]
    return getattr(model, method)(texts)


def from_library(task: str, answers: list[Any]) -> list[Any]:
    """The library's own answers in our types."""
    if task == "srl":
        return [
            LabeledSentence(
                tuple(words), tuple(Frame(verb["verb"], tuple(verb["tags"])) for verb in verbs)
            )
            for words, verbs in answers
        ]
    if task == "coref":
        return [
            CoreferenceClusters(
                tuple(tokens),
                tuple(tuple((start, end) for start, end in cluster) for cluster in clusters),
            )
            for tokens, clusters in answers
        ]
    return [tree for (tree,) in answers]


@pytest.fixture(scope="session")
def models(folder: Path) -> dict[str, Any]:
    """One model of each task, shared because a worker takes seconds to start."""
    return {task: make(task, folder) for task in CLASSES}


@pytest.fixture(scope="session")
def library(folder: Path) -> dict[str, Any]:
    """The library's own answers in this interpreter, text by text.

    It fails on "Nobody".
    """
    texts = {**TEXTS, "coref": TEXTS["coref"][:-1]}
    return json.loads(miniature_archives.run(sys.executable, "predict", folder, texts))


@pytest.mark.parametrize("task", CLASSES)
def test_answers_are_the_librarys_own(
    task: str, models: dict[str, Any], library: dict[str, Any]
) -> None:
    expected = from_library(task, library[task])
    if task == "coref":
        expected.append(CoreferenceClusters(("Nobody",), ()))
    assert ask(models[task], TEXTS[task]) == expected
    assert ask(models[task], TEXTS[task][::-1]) == expected[::-1]


@pytest.mark.parametrize("task", CLASSES)
def test_texts_without_words_are_not_asked(task: str, folder: Path, models: dict[str, Any]) -> None:
    empty = {
        "srl": LabeledSentence((), ()),
        "coref": CoreferenceClusters((), ()),
        "constituency": "",
    }[task]
    idle = make(task, folder)
    assert ask(idle, []) == []
    assert ask(idle, ["", " \n"]) == [empty, empty]
    assert idle.worker.pid is None
    assert ask(models[task], ["", "She slept.", " "])[::2] == [empty, empty]


def test_a_killed_worker_is_an_error_and_the_next_one_answers_alike(models: dict[str, Any]) -> None:
    labeler = models["srl"]
    expected = labeler.label(SENTENCES)
    os.kill(labeler.worker.pid, signal.SIGKILL)
    with pytest.raises(WorkerError, match="the worker was ended by SIGKILL"):
        labeler.label(SENTENCES)
    assert labeler.label(SENTENCES) == expected


def test_a_spacy_pipeline_must_exist(folder: Path) -> None:
    with pytest.raises(
        WorkerError, match="no spaCy pipeline 'en_nowhere'.*-m spacy download en_nowhere"
    ):
        make("srl", folder, language="en_nowhere").label(["She slept."])


def test_the_librarys_errors_name_the_archive_and_the_text(
    folder: Path, models: dict[str, Any]
) -> None:
    with pytest.raises(
        WorkerError,
        match=r"constituency.tar.gz: ValueError: overrides dict .* unused keys.*nothing.at.all",
    ):
        make("constituency", folder, overrides={"nothing.at.all": 1}).parse(["She slept."])
    with pytest.raises(
        WorkerError, match=r"srl.tar.gz \(the batch of 1 begins with 'saw saw .*'\): \w+Error: "
    ):
        models["srl"].label(["saw " * 100])
    assert len(models["srl"].label(["She slept."])[0].frames) == 1


def test_overrides_cannot_name_a_class_of_python(folder: Path) -> None:
    overrides = {"model": {"type": "subprocess.Popen", "args": ["touch", str(folder / "ran")]}}
    with pytest.raises(
        WorkerError,
        match="'subprocess.Popen' is not a registered Model; other Python classes are not",
    ):
        make("constituency", folder, overrides=overrides).parse(["She slept."])
    assert not (folder / "ran").exists()


def test_an_archive_must_hold_a_model(folder: Path, tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "model.tar.gz", "w:gz") as archive:
        archive.add(__file__, "notes.txt")
    with pytest.raises(WorkerError, match=r"model.tar.gz: .*config.json"):
        make("srl", folder, archive=str(tmp_path / "model.tar.gz")).label(["She slept."])


def test_equal_identities_stand_for_the_same_archive(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "coref.tar.gz").write_bytes((folder / "coref.tar.gz").read_bytes())
    there = make("coref", folder).identity()
    here = make("coref", folder, archive=str(tmp_path / "coref.tar.gz")).identity()
    assert here == there
    assert here["type"] == "allennlp" and here["task"] == "coref" and len(here["sha256"]) == 64
    assert make("coref", folder, language="en_core_web_sm").identity() != there


def test_sentence_features_come_from_the_parser(models: dict[str, Any]) -> None:
    from sacrerouge_litepyramid.extraction.features import (
        ConstituencyFeatures,
        compute_tree_features,
    )

    sentences = ["The cat slept .", "The man buried the bone ."]
    matrix = ConstituencyFeatures(parser=models["constituency"]).matrix(sentences)
    trees = models["constituency"].parse(sentences)
    assert matrix.shape == (2, 69) and (matrix[:, 0] > 0).all()
    assert matrix.tolist() == [list(map(float, compute_tree_features(tree))) for tree in trees]
