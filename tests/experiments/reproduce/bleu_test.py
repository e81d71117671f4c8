import sys

import pytest

from sacrerouge_litepyramid.experiments.reproduce.ffci import sentence_bleu


def test_sentence_bleu():
    assert sentence_bleu("the cat sat on the mat", ["the cat sat on the mat"]) == pytest.approx(100)
    # 3 of 4 words, 1 of 3 pairs, 0 of 2 and of 1, smoothed by halves: 1/4 and 1/4 of the counts' inverse
    expected = 100 * (3 / 4 * 1 / 3 * 1 / (2 * 2) * 1 / (4 * 1)) ** 0.25
    assert sentence_bleu("a cat on mat", ["on mat cat sat"]) == pytest.approx(expected)
    assert sentence_bleu("dogs", ["cats"]) == 0


def test_several_references():
    assert sentence_bleu("a b c d", ["x", "a b c d"]) == pytest.approx(100)


def test_a_missing_package_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "sacrebleu", None)
    with pytest.raises(ImportError, match='BLEU needs: pip install "sacrebleu==2.0.0"'):
        sentence_bleu("a", ["a"])
