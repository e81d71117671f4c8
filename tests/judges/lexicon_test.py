"""The packed lexicon: some of its words, its format, and that it is what its script writes."""

import pytest

from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.judges import lexicon
from sacrerouge_litepyramid.judges.lexicon import Opposite, Relatives, find_relatives, list_opposites

pack_lexicon = pytest.importorskip("pack_lexicon")


def test_the_file_is_what_the_script_writes_and_small():
    packed = lexicon.PATH.read_bytes()
    assert sha256(packed) == pack_lexicon.PACKED_SHA256
    assert len(packed) < 1_000_000


def test_relatives_go_both_ways():
    assert "purchas" in find_relatives("buy").synonyms and "buy" in find_relatives("purchas").synonyms
    assert "close" in find_relatives("open").antonyms and "open" in find_relatives("close").antonyms
    assert "dog" in find_relatives("poodl").hypernyms
    assert "employ" in find_relatives("employe").derivations
    assert find_relatives("qwertz") == Relatives((), (), (), ())


def test_opposites_are_common_words_and_go_both_ways():
    opposites = list_opposites()
    assert Opposite("VB", "win", "lose") in opposites and Opposite("VB", "lose", "win") in opposites
    assert {Opposite(each.tag, each.antonym, each.word) for each in opposites} == set(opposites)


def test_false_friends_are_left_out():
    assert "old" not in find_relatives("new").antonyms
    assert not {("new", "old"), ("take", "give"), ("work", "idle")} & {each[1:] for each in list_opposites()}


def test_what_is_packed_is_read_again(tmp_path, monkeypatch):
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
