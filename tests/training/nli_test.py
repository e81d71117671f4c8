import numpy as np
import pytest

from helpers.fakes import AllWords
from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.core.units import Unit, as_units
from sacrerouge_litepyramid.training.nli import collect_pairs, digest_labels, measure_label_figures

EXAMPLE = LabelledSummary("a", "x", "a cat", as_units(["cat", "dog"]), (1, 0))


def test_all_pairs_are_taken_duplicates_too_but_blank_summaries_not():
    blank = EXAMPLE._replace(summarizer_id="y", summary=" \n")
    found = collect_pairs([EXAMPLE, blank, EXAMPLE._replace(summarizer_id="z")])
    assert found == [(("a cat", "cat"), 1), (("a cat", "dog"), 0)] * 2


def test_grades_stay_grades_and_0_and_1_integers():
    labels = [label for _, label in collect_pairs([EXAMPLE._replace(labels=(1.0, 0.5))])]
    assert labels == [1, 0.5] and [type(label) for label in labels] == [int, float]
    assert digest_labels([EXAMPLE._replace(labels=(1, 0.5))]) != digest_labels([EXAMPLE])


def test_the_accuracy_of_grades_is_their_nearness():
    # l2c is 1 0 against 1 ½; that is as near as always 1
    found = measure_label_figures([EXAMPLE._replace(labels=(1, 0.5))], AllWords())
    assert found.accuracy == found.majority == 0.75


def test_other_labels_have_another_digest():
    others = [
        EXAMPLE._replace(summary="a dog"),
        EXAMPLE._replace(labels=(0, 0)),
        EXAMPLE._replace(units=(Unit("cat", weight=2.0), Unit("dog"))),
        EXAMPLE._replace(instance_id="b"),
    ]
    assert len({digest_labels([example]) for example in [EXAMPLE, *others]}) == 5
    assert digest_labels([EXAMPLE]) == digest_labels([EXAMPLE._replace(labels=(1, 0))])


UNITS = (Unit("cat", weight=3.0), Unit("dog"))
EXAMPLES = [
    LabelledSummary("a", "x", "a cat", UNITS, (1, 0)),
    LabelledSummary("a", "y", "a dog", UNITS, (1, 1)),
    LabelledSummary("a", "z", " ", UNITS, (0, 1)),
]


def test_figures_by_hand():
    """l2c is 1 0, 0 1, 0 0 against 1 0, 1 1, 0 1."""
    found = measure_label_figures(EXAMPLES, AllWords())
    assert (found.pairs, found.systems, found.documents) == (6, 3, 1)
    assert found.accuracy == pytest.approx(4 / 6)
    assert found.majority == pytest.approx(4 / 6)
    high, low = 1 / (1 + np.exp(-2)), 1 / (1 + np.exp(2))
    ours = [(3 * high + low) / 4, (3 * low + high) / 4, 0.0]
    assert found.system_pearson == pytest.approx(np.corrcoef(ours, [0.75, 1.0, 0.25])[0, 1])
    assert found.summary_pearson == pytest.approx(found.system_pearson)
    assert found.system_spearman == found.summary_spearman == pytest.approx(0.5)


def test_one_system_has_accuracy_but_no_correlation():
    found = measure_label_figures(EXAMPLES[:1], AllWords())
    assert found.accuracy == 1.0
    assert found[-4:] == (None, None, None, None)
