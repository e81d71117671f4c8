"""What is taken from WordNet's files, by lines in their format."""

import io
import tarfile

import pack_lexicon
import pytest

from sacrerouge_litepyramid.judges import related_words as lexicon

INDEX = {
    "noun": [
        "dog n 1 1 @ 1 1 00000001",
        "canine n 1 0 1 0 00000002",
        "poodle n 1 1 @ 1 0 00000003",
    ],
    "verb": [
        "buy v 2 1 ! 2 1 00000011 00000014",
        "purchase v 1 0 1 1 00000011",
        "sell v 1 1 ! 1 1 00000012",
        "take_over v 1 0 1 1 00000011",
        "give v 1 1 ! 1 1 00000015",
        "take v 1 1 ! 1 1 00000016",
    ],
    "adj": ["big a 1 1 ! 1 0 00000021", "small a 1 1 ! 1 1 00000022"],
    "adv": [],
}
DATA = {
    "noun": [
        "00000001 05 n 01 dog 0 001 @ 00000002 n 0000 | a pet",
        "00000002 05 n 01 canine 0 000 | a kind of animal",
        "00000003 05 n 01 poodle 0 001 @ 00000001 n 0000 | a dog with curls",
    ],
    "verb": [
        "00000011 40 v 03 buy 0 purchase 0 take_over 0 001 ! 00000012 v 0101 | obtain for money",
        "00000012 40 v 01 sell 0 001 ! 00000011 v 0101 | give for money",
        "00000014 40 v 01 buy 1 000 | believe",
        "00000015 40 v 01 give 0 001 ! 00000016 v 0101 | hand over",
        "00000016 40 v 01 take 0 001 ! 00000015 v 0101 | get hold of",
    ],
    "adj": [
        "00000021 00 a 01 big(a) 0 001 ! 00000022 a 0101 | large",
        "00000022 00 a 01 small 0 001 ! 00000021 a 0101 | little",
    ],
    "adv": [],
}


@pytest.fixture
def archive():
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as files:
        for kind in INDEX:
            for name, lines in ((f"index.{kind}", INDEX[kind]), (f"data.{kind}", DATA[kind])):
                text = "\n".join(["  1 a notice", *lines, ""]).encode()
                entry = tarfile.TarInfo(f"package/dict/{name}")
                entry.size = len(text)
                files.addfile(entry, io.BytesIO(text))
    return buffer.getvalue()


def test_what_is_packed(archive, tmp_path, monkeypatch):
    path = tmp_path / "lexicon.zlib"
    path.write_bytes(pack_lexicon.pack_archive(archive))
    assert path.read_bytes() == pack_lexicon.pack_archive(archive)
    monkeypatch.setattr(lexicon, "PATH", path)
    lexicon._load.cache_clear()
    try:
        found = lexicon.find_relatives.__wrapped__
        assert found("buy") == lexicon.Relatives(("purchas",), ("sell",), (), ())
        assert found("dog").hypernyms == ("canin", "poodl")
        assert found("big").antonyms == ("small",)
        assert found("take").antonyms == (), "a false friend"
        common = [opposite[1:] for opposite in lexicon.list_opposites()]
        assert common == [("buy", "sell"), ("sell", "buy")], "big is not in the tagged texts"
    finally:
        lexicon._load.cache_clear()


def test_another_archive_is_refused(tmp_path, monkeypatch, capsys):
    path = tmp_path / "other.tgz"
    path.write_bytes(b"other")
    monkeypatch.setattr(
        "sys.argv", ["pack_lexicon.py", str(path), "--output", str(tmp_path / "out")]
    )
    with pytest.raises(SystemExit):
        pack_lexicon.main()
    assert "the SHA-256 is" in capsys.readouterr().err and not (tmp_path / "out").exists()
