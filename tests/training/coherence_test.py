import numpy as np
import pytest

from helpers.support import without_padding
from sacrerouge_litepyramid.io.documents import Article
from sacrerouge_litepyramid.metrics.ffci.coherence import (
    NextSentenceWeights,
    SentencePair,
    pair_features,
)
from sacrerouge_litepyramid.training.coherence import (
    fit_logistic,
    format_pair_figures,
    measure_pair_figures,
)
from sacrerouge_litepyramid.training.coherence_pairs import (
    FLIPPED,
    NEXT,
    REPETITION,
    SAME_DOCUMENT,
    Example,
    make_examples,
)


def test_repetitions_are_learned():
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = [first + second + "o" for first in letters for second in letters]
    sentences = [" ".join(words[start : start + 4]) for start in range(0, 640, 4)]
    articles = [
        Article(f"i{start // 4}", sentences[start : start + 4]) for start in range(0, 160, 4)
    ]
    splits = make_examples(articles)
    training, test = (
        [example for example in part if example.kind in (NEXT, REPETITION)]
        for part in (splits.training, splits.test)
    )
    weights = fit_logistic(training)
    found = weights.probabilities(pair_features([example.pair for example in test]))
    assert measure_pair_figures(test, found).accuracy == 1.0
    assert weights.provenance == {"pairs": len(training), "instances": 32}


@pytest.mark.numbers
def test_the_shipped_weights_are_those_of_realsumm(shared):
    folder = shared / "data/lite-pyramid/REALSumm"
    names, texts = (
        (folder / name).read_text("utf-8").splitlines() for name in ("ids.txt", "documents.txt")
    )
    splits = make_examples([Article(name, text) for name, text in zip(names, texts, strict=True)])
    weights, shipped = fit_logistic(splits.training), NextSentenceWeights.load()
    assert weights.coefficients == pytest.approx(shipped.coefficients, abs=2e-6)
    assert weights.intercept == pytest.approx(shipped.intercept, abs=2e-6)
    assert weights.provenance.items() <= shipped.provenance.items()
    found = shipped.probabilities(pair_features([example.pair for example in splits.test]))
    figures = measure_pair_figures(splits.test, found)
    # Weak, and no worse than what the documentation tells.
    assert figures.accuracy == pytest.approx(0.5604, abs=1e-4)


def test_labels_that_are_all_alike():
    splits = make_examples([Article(f"i{n}", [f"a{n} b", f"c{n} d", f"e{n} f"]) for n in range(9)])
    with pytest.raises(ValueError, match="the labels are all alike"):
        fit_logistic([example for example in splits.training if example.label])
    assert np.isfinite(fit_logistic(splits.training).intercept)


def test_figures_by_hand():
    kinds = (NEXT, NEXT, NEXT, FLIPPED, SAME_DOCUMENT)
    examples = [Example(SentencePair("a", kind), kind, "i") for kind in kinds]
    figures = measure_pair_figures(examples, np.array([0.9, 0.5, 0.2, 0.25, 0.75]))
    assert figures == (5, 3 / 5)
    lines = without_padding(format_pair_figures({"0": figures._asdict()})).splitlines()
    assert lines[0] == "| epoch | pairs | accuracy |" and lines[2] == "| 0 | 5 | 0.6000 |"
