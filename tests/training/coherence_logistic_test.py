import numpy as np
import pytest

from sacrerouge_litepyramid.io.documents import Article
from sacrerouge_litepyramid.metrics.ffci.logistic import SHIPPED, load_weights, pair_features
from sacrerouge_litepyramid.training.coherence import fit_logistic, next_sentence_figures
from sacrerouge_litepyramid.training.coherence_pairs import VARIANTS, PairSettings, make_examples
from sacrerouge_litepyramid.training.wrong_pairs import REPETITION


def test_repetitions_are_learned():
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = [first + second + "o" for first in letters for second in letters]
    sentences = [" ".join(words[start : start + 4]) for start in range(0, 640, 4)]
    articles = [Article(f"i{start // 4}", sentences[start : start + 4]) for start in range(0, 160, 4)]
    splits = make_examples(articles, PairSettings(VARIANTS[REPETITION]))
    weights = fit_logistic(splits.training)
    found = weights.probabilities(pair_features([example.pair for example in splits.test]))
    assert next_sentence_figures(splits.test, found).accuracy == 1.0
    assert weights.provenance == {"pairs": len(splits.training), "instances": 32}


def test_the_shipped_weights_are_those_of_realsumm(shared):
    folder = shared / "data/lite-pyramid/REALSumm"
    names, texts = ((folder / name).read_text("utf-8").splitlines() for name in ("ids.txt", "documents.txt"))
    splits = make_examples([Article(name, text) for name, text in zip(names, texts, strict=True)])
    weights, shipped = fit_logistic(splits.training), load_weights(SHIPPED)
    assert weights.coefficients == pytest.approx(shipped.coefficients, abs=2e-6)
    assert weights.intercept == pytest.approx(shipped.intercept, abs=2e-6)
    assert weights.provenance.items() <= shipped.provenance.items()
    found = shipped.probabilities(pair_features([example.pair for example in splits.test]))
    figures = next_sentence_figures(splits.test, found)
    # Weak, and no worse than what the documentation tells.
    assert figures.accuracy == pytest.approx(0.5604, abs=1e-4) and figures.accuracy > figures.majority


def test_labels_that_are_all_alike():
    splits = make_examples([Article(f"i{n}", [f"a{n} b", f"c{n} d", f"e{n} f"]) for n in range(9)])
    with pytest.raises(ValueError, match="the labels are all alike"):
        fit_logistic([example for example in splits.training if example.label])
    assert np.isfinite(fit_logistic(splits.training).intercept)
