"""The authors' published code against ours, on the made-up inputs of $LITEPYRAMID_GOLDEN (see its
README.md).

Without the shared data they are skipped; where it is, a file that is missing fails: these cases say
what the package promises to reproduce. Answers are equal, not close.
"""

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sacrerouge_litepyramid.core.mixing import (
    group_by_sentence,
    mix_as_the_authors,
    select_by_threshold,
)
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.aligned_units import align_units
from sacrerouge_litepyramid.extraction.easiness import load_regressor
from sacrerouge_litepyramid.extraction.extractor import CoreferenceClusters
from sacrerouge_litepyramid.extraction.features import compute_tree_features
from sacrerouge_litepyramid.extraction.srl import resolve_names
from sacrerouge_litepyramid.extraction.stus import Frame, LabeledSentence, assemble_stus

SHARED = Path(os.environ.get("LITEPYRAMID_SHARED", Path(__file__).parents[2] / "shared"))
GOLDEN = Path(os.environ.get("LITEPYRAMID_GOLDEN", SHARED / "golden"))
#: the regressor of the mixing cases, beside the golden files
REGRESSOR = GOLDEN.parent / "data" / "lite-pyramid" / "regressors" / "TAC08" / "all_xgb.json"


def stus(case: dict[str, Any]) -> None:
    assert [
        stu for sentence in case["sentences"] for stu in assemble_stus(labeled(sentence))
    ] == case["stus"]


def labeled(sentence: dict[str, Any]) -> LabeledSentence:
    frames = tuple(Frame(verb["verb"], tuple(verb["tags"])) for verb in sentence["verbs"])
    return LabeledSentence(tuple(sentence["words"]), frames)


def coreference(case: dict[str, Any]) -> None:
    clusters = tuple(tuple((start, end) for start, end in cluster) for cluster in case["clusters"])
    resolved = resolve_names(CoreferenceClusters(tuple(case["document"]), clusters))
    assert " ".join(resolved.words) == case["text"]
    assert list(resolved.extra_stus) == case["extra_stus"]


def features(case: dict[str, Any]) -> None:
    assert compute_tree_features(case["tree"]) == case["features"]


def mixing(case: dict[str, Any]) -> None:
    scus, stus = {}, {}
    for place, name in enumerate(case["instance_ids"]):
        sentences = case["sentences"][name]
        words = [[frozenset(word.lower() for word in sentence["words"]) for sentence in sentences]]
        given = [Unit(text) for text in case["scus"][place]]
        found = [
            Unit(text, kind="stu", sentence=index)
            for index, sentence in enumerate(sentences)
            for text in assemble_stus(labeled(sentence))
        ]
        extra = [Unit(text, kind="stu") for text in (case["coref_stus"] or {}).get(name, ())]
        scus[name] = align_units(given, words)
        stus[name] = align_units(found + extra, words)
    keys = list(group_by_sentence(scus, stus))
    trees = [
        case["trees"][" ".join(case["sentences"][key.instance_id][key.sentence]["words"])]
        for key in keys
    ]
    scores = load_regressor(REGRESSOR).trees.predict(
        np.array([compute_tree_features(tree) for tree in trees])
    )
    chosen = select_by_threshold(scores, case["stu_percentage"])
    mixed = mix_as_the_authors(
        scus, stus, {key for key, taken in zip(keys, chosen, strict=True) if taken}
    )
    assert [[unit.text for unit in mixed[name]] for name in case["instance_ids"]] == case["units"]


CHECKS = {
    "srl_to_stus": stus,
    "coref_substitution": coreference,
    "sentence_features": features,
    "mixing": mixing,
}


@pytest.mark.skipif(
    "LITEPYRAMID_GOLDEN" not in os.environ and not SHARED.is_dir(),
    reason=f"no shared data at {SHARED}",
)
@pytest.mark.parametrize("name", CHECKS)
def test_golden(name: str) -> None:
    cases = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    assert cases
    for case in cases:
        CHECKS[name](case)
