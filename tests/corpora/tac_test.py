"""A made-up track in NIST's layout through SacreROUGE's own converter, then through the command."""

import json

import pytest

from helpers.made_up_tac import (
    PRESENT_WEIGHT,
    REFERENCES,
    SYSTEMS,
    TOPICS,
    TOTAL,
    UNANNOTATED,
    by_key,
    facts,
    holders,
    official,
    present,
    reference_lines,
)
from helpers.support import read_lines
from sacrerouge_litepyramid.core.judgements import compute_human_score
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.corpora.tac import EVALUATIONS, Tac, join
from sacrerouge_litepyramid.io.labels import read_labelled_folder
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.io.units import InstancePyramid, read_units


def keys(year=2008, groups="AB"):
    """Instance, topic, set and system of each judged summary."""
    return [
        (f"d{year % 100:02}{topic:02}-{group}", topic, group, system)
        for topic in TOPICS
        for group in groups
        for system in SYSTEMS
    ]


@pytest.mark.parametrize("year", EVALUATIONS)
@pytest.mark.parametrize("sets", ["A", "B", "AB"])
def test_every_file_says_what_the_made_up_track_says(year, sets, converted, tmp_path):
    Tac().setup(tmp_path, converted[year], set=sets)
    expected = keys(year, sets)
    summaries = by_key(read_lines(tmp_path / "summaries.jsonl"))
    metrics = by_key(read_lines(tmp_path / "metrics.jsonl"))
    labels = {
        key: tuple(line["labels"])
        for key, line in by_key(read_lines(tmp_path / "labels.jsonl")).items()
    }
    units = read_units(tmp_path / "scus.jsonl")
    judged = [key for key in expected if key[1:] != UNANNOTATED]
    assert set(summaries) == set(metrics) == {(name, system) for name, _, _, system in expected}
    assert labels == {
        (name, system): present(topic, group, system) for name, topic, group, system in judged
    }
    assert set(units) == {name for name, *_ in expected}
    for name, topic, group, system in expected:
        assert [unit.text for unit in units[name].units] == facts(topic, group)
        assert [list(unit.references) for unit in units[name].units] == [
            holders(index, topic) for index in range(len(units[name].units))
        ]
        assert all(unit.weight == len(unit.references) for unit in units[name].units)
        assert metrics[name, system]["metrics"]["modified_pyramid_score"] == official(
            topic, group, system
        )
        assert [reference["text"] for reference in summaries[name, system]["references"]] == [
            reference_lines(topic, group, index) for index in range(len(REFERENCES))
        ]


def test_human_scores_are_the_weights_added_by_hand(plugin_files):
    metrics = by_key(read_lines(plugin_files / "metrics.jsonl"))
    for system, weights in PRESENT_WEIGHT.items():
        for topic, weight in zip(TOPICS, weights, strict=True):
            assert metrics[f"d08{topic:02}-A", system]["metrics"][
                "litepyramid_recall"
            ] == pytest.approx(weight / TOTAL)
    assert "litepyramid_recall" not in metrics["d0802-B", "3"]["metrics"]
    labelled = read_labelled_folder(plugin_files)
    assert len(labelled) == 49
    for item in labelled:
        assert metrics[item[:2]]["metrics"]["litepyramid_recall"] == compute_human_score(item)


def test_the_counts_are_returned(converted, tmp_path):
    assert Tac().setup(tmp_path, converted[2009]) == {
        "dataset": "TAC",
        "instances": 10,
        "systems": 5,
        "summaries": 50,
        "labelled_summaries": 49,
        "scus": 58,
        "labels": 2 * 5 * (3 * 5 + 2 * 7) - 7,
    }


def test_both_sets_of_a_topic_are_in_one_fold(plugin_files):
    folds = json.loads((plugin_files / "folds.json").read_text())
    assert sorted(name for fold in folds["by_documents"] for name in fold) == sorted(
        {name for name, *_ in keys()}
    )
    assert all(fold == [f"{fold[0][:5]}-A", f"{fold[0][:5]}-B"] for fold in folds["by_documents"])
    assert sorted(folds["by_systems"]) == [[system] for system in SYSTEMS]
    assert folds["by_documents_source"] == "seeded, seed 0, by topics"


UNITS = (
    Unit("rain fell", weight=2, references=(0, 1)),
    Unit("dams broke", weight=1, references=(1,)),
)
PYRAMID = InstancePyramid(UNITS, (7, 4), {"B": "pyramid text B", "D": "pyramid text D"})


def summary(system, text="rain fell", kind="peer", instance="t-A"):
    return Summary(instance, system, kind, text, ["as SacreROUGE has them"], [], "here")


def annotation(system, *scu_ids, instance="t-A"):
    return {(instance, system): frozenset(scu_ids)}


def test_labels_follow_the_order_of_the_units_and_the_recall_their_weights():
    joined = join(
        [summary("1"), summary("2")],
        {"t-A": PYRAMID},
        {**annotation("1", 4), **annotation("2", 7, 4)},
        {},
    )
    assert [peer.labels for peer in joined.peers] == [(0, 1), (1, 1)]
    assert [peer.scores for peer in joined.peers] == [
        {"litepyramid_recall": 1 / 3},
        {"litepyramid_recall": 1.0},
    ]
    assert joined.pyramids == {"t-A": PYRAMID}


def test_references_stand_in_the_pyramids_order_and_are_no_peers():
    summaries = [
        summary("D", "model D", "reference"),
        summary("B", ["model", "B"], "reference"),
        summary("1"),
    ]
    joined = join(summaries, {"t-A": PYRAMID}, annotation("1"), {("t-A", "1"): 0.0})
    assert [peer.summary.summarizer_id for peer in joined.peers] == ["1"]
    assert joined.peers[0].summary.references == [["model", "B"], "model D"]


def test_references_of_the_pyramid_alone_keep_their_place_and_others_come_last():
    summaries = [
        summary("A", "model A", "reference"),
        summary("D", "model D", "reference"),
        summary("1"),
    ]
    joined = join(summaries, {"t-A": PYRAMID}, annotation("1"), {("t-A", "1"): 0.0})
    assert joined.peers[0].summary.references == ["pyramid text B", "model D", "model A"]


def test_a_summary_without_annotation_has_no_labels_unless_it_has_no_text():
    official = {("t-A", system): 0.5 for system in "12"}
    summaries = [summary("1"), summary("2", []), summary("3")]
    joined = join(summaries, {"t-A": PYRAMID}, {}, official)
    assert [(peer.labels, peer.scores) for peer in joined.peers] == [
        (None, {"modified_pyramid_score": 0.5}),
        ((0, 0), {"modified_pyramid_score": 0.5, "litepyramid_recall": 0.0}),
    ]


def test_instances_without_a_pyramid_or_with_an_empty_one_are_left_out():
    empty = InstancePyramid((), (), {})
    summaries = [summary("1"), summary("1", instance="u-A"), summary("1", instance="v-A")]
    joined = join(summaries, {"t-A": PYRAMID, "u-A": empty}, annotation("1"), {("t-A", "1"): 1.0})
    assert [peer.summary.instance_id for peer in joined.peers] == ["t-A"]
