from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.corpora.tac_join import IRREGULARITIES, join
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.io.units import InstancePyramid, PeerAnnotation

UNITS = (Unit("rain fell", weight=2, references=(0, 1)), Unit("dams broke", weight=1, references=(1,)))
PYRAMID = InstancePyramid(UNITS, (7, 4), {"B": "pyramid text B", "D": "pyramid text D"})


def summary(system, text="rain fell", kind="peer", instance="t-A"):
    return Summary(instance, system, kind, text, ["as SacreROUGE has them"], [], "here")


def annotation(system, *scu_ids, instance="t-A"):
    return {(instance, system): PeerAnnotation(frozenset(scu_ids), "here")}


def counted(joined):
    return {name: number for name, number in joined.irregular.items() if number}


def test_labels_follow_the_order_of_the_units_and_the_recall_their_weights():
    joined = join([summary("1"), summary("2")], {"t-A": PYRAMID}, {**annotation("1", 4), **annotation("2", 7, 4)}, {})
    assert [peer.labels for peer in joined.peers] == [(0, 1), (1, 1)]
    assert [peer.recall for peer in joined.peers] == [1 / 3, 1.0]
    assert joined.pyramids == {"t-A": PYRAMID}


def test_references_stand_in_the_pyramids_order_and_are_no_peers():
    summaries = [summary("D", "model D", "reference"), summary("B", ["model", "B"], "reference"), summary("1")]
    joined = join(summaries, {"t-A": PYRAMID}, annotation("1"), {("t-A", "1"): 0.0})
    assert [peer.summary.summarizer_id for peer in joined.peers] == ["1"]
    assert joined.peers[0].summary.references == [["model", "B"], "model D"]
    assert counted(joined) == {} and set(joined.irregular) == set(IRREGULARITIES)


def test_references_of_the_pyramid_alone_keep_their_place_and_others_come_last():
    summaries = [summary("A", "model A", "reference"), summary("D", "model D", "reference"), summary("1")]
    joined = join(summaries, {"t-A": PYRAMID}, annotation("1"), {("t-A", "1"): 0.0})
    assert joined.peers[0].summary.references == ["pyramid text B", "model D", "model A"]
    assert counted(joined) == {"references_from_pyramids": 1, "references_without_pyramid": 1}


def test_a_summary_without_annotation_has_no_labels_unless_it_has_no_text():
    official = {("t-A", system): 0.5 for system in "12"}
    summaries = [summary("1"), summary("2", []), summary("3")]
    joined = join(summaries, {"t-A": PYRAMID}, {}, official)
    assert [(peer.labels, peer.recall, peer.official) for peer in joined.peers] == [
        (None, None, 0.5),
        ((0, 0), 0.0, 0.5),
    ]
    assert counted(joined) == {
        "systems_not_annotated": 1,
        "summaries_without_annotation": 1,
        "empty_summaries_without_annotation": 1,
        "references_from_pyramids": 2,
    }


def test_instances_without_a_pyramid_or_with_an_empty_one_are_left_out():
    empty = InstancePyramid((), (), {})
    summaries = [summary("1"), summary("1", instance="u-A"), summary("1", instance="v-A")]
    joined = join(summaries, {"t-A": PYRAMID, "u-A": empty}, annotation("1"), {("t-A", "1"): 1.0})
    assert [peer.summary.instance_id for peer in joined.peers] == ["t-A"]
    assert counted(joined) == {
        "summaries_without_pyramid": 2,
        "pyramids_without_summaries": 1,
        "references_from_pyramids": 2,
    }


def test_nothing_gives_nothing():
    joined = join([], {}, {}, {})
    assert joined.peers == [] and counted(joined) == {}
