"""Features of related words in the packed lexicon, computed by hand."""

from math import log

import pytest

from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.judges import related_words as lexicon
from sacrerouge_litepyramid.judges.lexical_features import FEATURES, group_features
from sacrerouge_litepyramid.judges.related_words import FEATURES as RELATED
from sacrerouge_litepyramid.judges.related_words import (
    Opposite,
    Relatives,
    find_relatives,
    list_opposites,
)


def features(summary: str, *units: str) -> dict[str, float]:
    (group,) = group_features([Group(summary, units)], lambda stem: 1.0)
    values = dict(zip(FEATURES, group.values[0].tolist(), strict=True))
    return {name: values[name] for name in RELATED if values[name]}


@pytest.mark.parametrize(
    ("unit", "summary", "expected"),
    [
        ("They buy ships.", "They purchase ships.", {"synonyms": 1 / 2, "best_with_synonyms": 1.0}),
        (
            "They buy ships.",
            "They purchase it. Ships sank.",
            {"synonyms": 1 / 2, "best_with_synonyms": 1 / 2},
        ),
        # The word itself is in the summary, so that its synonym adds nothing.
        ("They buy ships.", "They buy and purchase ships.", {"best_with_synonyms": 1.0}),
        ("The port is open.", "The port is closed.", {"best_with_synonyms": 1 / 2, "antonym": 1.0}),
        (
            "The port is open.",
            "The door is closed. The port sleeps.",
            {"best_with_synonyms": 1 / 2},
        ),
        (
            "The poodle barked.",
            "The dog barked.",
            {"best_with_synonyms": 1 / 2, "hypernyms": 1 / 2},
        ),
        ("The decision came.", "They decided.", {"derivations": 1 / 2}),
        ("They buy ships.", "", {}),
    ],
)
def test_related_words_are_recognised(unit, summary, expected):
    assert features(summary, unit) == pytest.approx(expected)


def test_a_word_that_siblings_share_has_less_weight():
    shared, single = log(3 / 2) + 0.05, log(3) + 0.05
    assert features("They purchase.", "They buy ships.", "They buy cars.")[
        "synonyms"
    ] == pytest.approx(shared / (shared + single))


pack_lexicon = pytest.importorskip("pack_lexicon")


def test_the_lexicon_is_the_file_that_the_script_writes_and_is_small():
    packed = lexicon.PATH.read_bytes()
    assert sha256(packed) == pack_lexicon.PACKED_SHA256
    assert len(packed) < 1_000_000


def test_relations_hold_in_both_directions():
    assert (
        "purchas" in find_relatives("buy").synonyms and "buy" in find_relatives("purchas").synonyms
    )
    assert "close" in find_relatives("open").antonyms and "open" in find_relatives("close").antonyms
    assert "dog" in find_relatives("poodl").hypernyms
    assert "employ" in find_relatives("employe").derivations
    assert find_relatives("qwertz") == Relatives((), (), (), ())


def test_opposites_are_common_words_in_both_directions():
    opposites = list_opposites()
    assert Opposite("VB", "win", "lose") in opposites and Opposite("VB", "lose", "win") in opposites
    assert {
        Opposite(opposite.tag, opposite.antonym, opposite.word) for opposite in opposites
    } == set(opposites)


def test_a_packed_lexicon_is_read_as_written(tmp_path, monkeypatch):
    relations = {
        "synonyms": [("buy", "purchas"), ("purchas", "buy"), ("big", "huge")],
        "antonyms": [("big", "small")],
        "derivations": [],
        "hypernyms": [("poodl", "dog")],
    }
    path = tmp_path / "lexicon.zlib"
    path.write_bytes(pack_lexicon.pack_relations(relations, [("JJ", "big", "small")]))
    monkeypatch.setattr(lexicon, "PATH", path)
    lexicon._load.cache_clear()
    find_relatives.cache_clear()
    try:
        assert find_relatives("big") == Relatives(("huge",), ("small",), (), ())
        assert find_relatives("dog").hypernyms == ("poodl",)
        assert list_opposites() == [Opposite("JJ", "big", "small")]
    finally:
        lexicon._load.cache_clear()
        find_relatives.cache_clear()
