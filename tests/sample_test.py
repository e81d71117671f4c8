"""The sample data set agrees with itself: ids, units, labels and scores."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sacrerouge_litepyramid
from sacrerouge_litepyramid.core.judgements import weighted_mean
from sacrerouge_litepyramid.core.units import Unit, unit_from_json, unit_to_json
from sacrerouge_litepyramid.io.files import read_json_lines

SAMPLE = Path(sacrerouge_litepyramid.__file__).parent / "sample"
SYSTEMS = ["lead", "copy-key", "paraphrase", "terse", "confused"]
UNIT_FILES = ("scus", "stus", "mixed50")


def rows(name: str) -> list[dict[str, Any]]:
    return [line.data for line in read_json_lines(SAMPLE / f"{name}.jsonl")]


def units(name: str) -> dict[str, list[Unit]]:
    return {
        row["instance_id"]: [unit_from_json(unit) for unit in row["units"]] for row in rows(name)
    }


def sentences(text: str) -> list[str]:
    """The references hold no abbreviation, so that a full stop before a space ends a sentence."""
    return re.split(r"(?<=[.!?]) ", text)


def references() -> dict[str, list[list[str]]]:
    return {
        row["instance_id"]: [sentences(each["text"]) for each in row["references"]]
        for row in rows("summaries")
    }


def places(instance: str) -> list[tuple[int, int]]:
    return [
        (r, s) for r, reference in enumerate(references()[instance]) for s in range(len(reference))
    ]


def test_every_system_summarises_every_instance_in_order() -> None:
    instances = [row["instance_id"] for row in rows("scus")]
    expected = [(instance, system) for instance in instances for system in SYSTEMS]
    assert len(set(instances)) == 10
    for name in ("summaries", "labels", "metrics"):
        assert [(row["instance_id"], row["summarizer_id"]) for row in rows(name)] == expected
    for name in UNIT_FILES:
        assert [row["instance_id"] for row in rows(name)] == instances


def test_summaries_are_peers_and_one_of_terse_is_empty() -> None:
    summaries = rows("summaries")
    assert {row["summarizer_type"] for row in summaries} == {"peer"}
    assert [row["summarizer_id"] for row in summaries if row["summary"]["text"] == ""] == ["terse"]


def test_the_texts_of_an_instance_are_the_same_for_every_system() -> None:
    texts: dict[str, set[str]] = {}
    for row in rows("summaries"):
        texts.setdefault(row["instance_id"], set()).add(
            json.dumps([row["references"], row["documents"]])
        )
    assert all(len(text) == 1 for text in texts.values())


def test_documents_and_references_have_the_stated_sizes() -> None:
    for row in rows("summaries"):
        assert 120 <= len(row["documents"][0]["text"].split()) <= 200
        assert sum(len(reference) for reference in references()[row["instance_id"]]) in (2, 3, 4, 5)
    counts = sorted(len(each) for each in references().values())
    assert counts == [1] * 8 + [2] * 2


def test_extractive_systems_copy_the_document() -> None:
    for row in rows("summaries"):
        document = row["documents"][0]["text"]
        if row["summarizer_id"] == "lead":
            assert document.startswith(row["summary"]["text"])
        if row["summarizer_id"] == "copy-key":
            assert all(sentence in document for sentence in sentences(row["summary"]["text"]))


@pytest.mark.parametrize("name", UNIT_FILES)
def test_units_parse_and_lie_within_their_references(name: str) -> None:
    for row in rows(name):
        for data in row["units"]:
            unit = unit_from_json(data)
            assert unit_to_json(unit) == data
            assert unit.sentence is not None
            assert (unit.references[0], unit.sentence) in places(row["instance_id"])
            assert max(unit.references) < len(references()[row["instance_id"]])


def test_scus_weigh_as_many_references_as_hold_them() -> None:
    for instance, scus in units("scus").items():
        assert 5 <= len(scus) <= 9
        assert {scu.kind for scu in scus} == {"scu"}
        assert all(scu.weight == len(scu.references) for scu in scus)
        assert {(scu.references[0], scu.sentence) for scu in scus} == set(places(instance))
    assert {scu.weight for scus in units("scus").values() for scu in scus} == {1.0, 2.0}


def test_stus_are_words_of_their_sentence() -> None:
    for instance, stus in units("stus").items():
        assert {(stu.references[0], stu.sentence) for stu in stus} == set(places(instance))
        for stu in stus:
            assert (stu.kind, stu.weight) == ("stu", 1.0)
            sentence = references()[instance][stu.references[0]][stu.sentence or 0]
            assert set(re.findall(r"\w+", stu.text)) <= set(re.findall(r"\w+", sentence))


def test_mixed50_takes_stus_for_the_shorter_half_of_the_sentences() -> None:
    scus, stus = units("scus"), units("stus")
    for instance, mixed in units("mixed50").items():
        texts = references()[instance]
        order = sorted(places(instance), key=lambda place: len(texts[place[0]][place[1]].split()))
        easy = order[: len(order) // 2]
        expected = [
            unit
            for place in places(instance)
            for unit in (stus if place in easy else scus)[instance]
            if (unit.references[0], unit.sentence) == place
        ]
        assert mixed == expected


def test_labels_are_0_or_1_for_each_scu() -> None:
    scus = units("scus")
    for row in rows("labels"):
        assert len(row["labels"]) == len(scus[row["instance_id"]])
        assert all(type(label) is int and label in (0, 1) for label in row["labels"])


def test_an_empty_summary_scores_zero() -> None:
    for summary, labels in zip(rows("summaries"), rows("labels"), strict=True):
        assert summary["summary"]["text"] or sum(labels["labels"]) == 0


def test_human_scores_are_the_weighted_labels() -> None:
    scus = units("scus")
    for labels, metrics in zip(rows("labels"), rows("metrics"), strict=True):
        weights = [scu.weight for scu in scus[labels["instance_id"]]]
        expected = weighted_mean(np.array(labels["labels"]), weights)
        assert metrics["summarizer_type"] == "peer"
        assert metrics["metrics"] == {"litepyramid_recall": pytest.approx(expected, abs=1e-12)}


def test_human_scores_differ_within_every_instance_and_between_systems() -> None:
    scores = [row["metrics"]["litepyramid_recall"] for row in rows("metrics")]
    table = np.array(scores).reshape(10, len(SYSTEMS))
    assert np.all(np.ptp(table, axis=1) > 0.2)
    ranking = [SYSTEMS[i] for i in np.argsort(table.mean(axis=0))]
    assert ranking == ["confused", "terse", "lead", "copy-key", "paraphrase"]
    assert len({tuple(np.argsort(row, kind="stable")) for row in table}) > 3


def test_folds_part_instances_and_systems() -> None:
    folds = json.loads((SAMPLE / "folds.json").read_text(encoding="utf-8"))
    assert [len(fold) for fold in folds["by_documents"]] == [2] * 5
    assert [len(fold) for fold in folds["by_systems"]] == [1] * 5
    assert sorted(sum(folds["by_documents"], [])) == sorted(
        row["instance_id"] for row in rows("scus")
    )
    assert sorted(sum(folds["by_systems"], [])) == sorted(SYSTEMS)
