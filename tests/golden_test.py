"""The authors' published code against ours, on the made-up inputs of $LITEPYRAMID_GOLDEN (see its README.md).

A file that is missing fails: these cases say what the package promises to reproduce. Answers are equal, not close.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from sacrerouge_litepyramid.core.coreference import Document, resolve_names
from sacrerouge_litepyramid.core.stus import Frame, LabeledSentence, sentence_stus

GOLDEN = Path(os.environ.get("LITEPYRAMID_GOLDEN", Path(__file__).parents[2] / "shared" / "golden"))


def stus(case: dict[str, Any]) -> None:
    sentences = [
        LabeledSentence(
            words=tuple(sentence["words"]),
            frames=tuple(Frame(verb["verb"], tuple(verb["tags"])) for verb in sentence["verbs"]),
        )
        for sentence in case["sentences"]
    ]
    assert [stu for sentence in sentences for stu in sentence_stus(sentence)] == case["stus"]


def coreference(case: dict[str, Any]) -> None:
    clusters = tuple(tuple((start, end) for start, end in cluster) for cluster in case["clusters"])
    resolved = resolve_names(Document(tuple(case["document"]), clusters))
    assert resolved.text == case["text"]
    assert list(resolved.extra_stus) == case["extra_stus"]


CHECKS = {"srl_to_stus": stus, "coref_substitution": coreference}


@pytest.mark.parametrize("name", CHECKS)
def test_golden(name: str) -> None:
    cases = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    assert cases
    for case in cases:
        CHECKS[name](case)
