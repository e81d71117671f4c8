import math

import numpy as np
import pytest

from helpers.support import without_padding
from sacrerouge_litepyramid.metrics.ffci.coherence_model import SentencePair
from sacrerouge_litepyramid.training.coherence import figures_table, next_sentence_figures
from sacrerouge_litepyramid.training.wrong_pairs import FLIPPED, NEXT, SAME_DOCUMENT, Example

EXAMPLES = [Example(SentencePair("a", kind), kind, "i", "i") for kind in (NEXT, NEXT, NEXT, FLIPPED, SAME_DOCUMENT)]
PROBABILITIES = np.array([0.9, 0.5, 0.2, 0.25, 0.75])


def test_figures_by_hand():
    found = next_sentence_figures(EXAMPLES, PROBABILITIES)
    assert (found.pairs, found.accuracy, found.majority) == (5, 3 / 5, 3 / 5)
    assert found.accuracy_by_kind == {NEXT: pytest.approx(2 / 3), FLIPPED: 1.0, SAME_DOCUMENT: 0.0}
    assert found.loss == pytest.approx(-sum(map(math.log, (0.9, 0.5, 0.2, 0.75, 0.25))) / 5)


def test_certainty_that_is_wrong_costs_much_but_not_everything():
    assert 10 < next_sentence_figures(EXAMPLES[:1], np.array([0.0])).loss < 20


def test_the_table():
    row = next_sentence_figures(EXAMPLES, PROBABILITIES)._asdict()
    other = next_sentence_figures(EXAMPLES[:4], PROBABILITIES[:4])._asdict()
    lines = without_padding(figures_table({"0": row, "test": other})).splitlines()
    assert lines[0] == "| epoch | accuracy | loss | accuracy, next | accuracy, flipped | accuracy, same-document |"
    assert lines[2].startswith("| 0 | 0.6000 |") and lines[3].endswith("| 1.0000 | nan |")
    assert lines[-1].startswith("Pairs (0: 5, test: 4); kind 'next' is right")
    assert figures_table({"0": row}).splitlines()[-1].startswith("5 pairs; kind 'next' is right")
