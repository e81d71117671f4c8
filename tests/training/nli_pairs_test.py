from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.core.units import Unit, as_units
from sacrerouge_litepyramid.training.nli import collect_pairs, digest

EXAMPLE = LabelledSummary("a", "x", "a cat", as_units(["cat", "dog"]), (1, 0))


def test_all_pairs_are_taken_duplicates_too_but_blank_summaries_not():
    blank = EXAMPLE._replace(summarizer_id="y", summary=" \n")
    found = collect_pairs([EXAMPLE, blank, EXAMPLE._replace(summarizer_id="z")])
    assert found.pairs == [("a cat", "cat"), ("a cat", "dog")] * 2
    assert found.labels == [1, 0, 1, 0]


def test_digest_tells_judgements_apart():
    others = [
        EXAMPLE._replace(summary="a dog"),
        EXAMPLE._replace(labels=(0, 0)),
        EXAMPLE._replace(units=(Unit("cat", weight=2.0), Unit("dog"))),
        EXAMPLE._replace(instance_id="b"),
    ]
    assert len({digest([example]) for example in [EXAMPLE, *others]}) == 5
    assert digest([EXAMPLE]) == digest([EXAMPLE._replace(labels=(1, 0))])
