import numpy as np
import pytest

from helpers.fakes import AllWords
from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.training.nli_validation import validate

UNITS = (Unit("cat", weight=3.0), Unit("dog"))
EXAMPLES = [
    LabelledSummary("a", "x", "a cat", UNITS, (1, 0)),
    LabelledSummary("a", "y", "a dog", UNITS, (1, 1)),
    LabelledSummary("a", "z", " ", UNITS, (0, 1)),
]


def test_figures_by_hand():
    """l2c is 1 0, 0 1, 0 0 against 1 0, 1 1, 0 1."""
    found = validate(EXAMPLES, AllWords().predict_pairs)
    assert (found.pairs, found.systems, found.examples) == (6, 3, 1)
    assert found.accuracy == pytest.approx(4 / 6)
    assert found.majority == pytest.approx(4 / 6)
    high, low = 1 / (1 + np.exp(-2)), 1 / (1 + np.exp(2))
    ours = [(3 * high + low) / 4, (3 * low + high) / 4, 0.0]
    assert found.system_pearson == pytest.approx(np.corrcoef(ours, [0.75, 1.0, 0.25])[0, 1])
    assert found.summary_pearson == pytest.approx(found.system_pearson)
    assert found.system_spearman == found.summary_spearman == pytest.approx(0.5)


def test_one_system_has_accuracy_but_no_correlation():
    found = validate(EXAMPLES[:1], AllWords().predict_pairs)
    assert found.accuracy == 1.0
    assert found[-4:] == (None, None, None, None)


def test_blank_summaries_are_not_asked_about():
    found = validate(EXAMPLES[2:], lambda pairs: pytest.fail(f"asked about {pairs}"))
    assert found.accuracy == 0.5


def test_the_commoner_label_may_be_either():
    rarely = [example._replace(labels=(0, int(example.summarizer_id == "y"))) for example in EXAMPLES]
    assert validate(rarely, AllWords().predict_pairs).majority == pytest.approx(5 / 6)


def test_two_classes():
    assert validate(EXAMPLES, AllWords(classes=2).predict_pairs).accuracy == pytest.approx(4 / 6)
